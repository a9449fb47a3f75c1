"""A unit as the roster page shows it: its models by row and by equal equipment, and what can be done with each of them.

Facts come from the judgement (`builder.rules.army.Unit`), what may still be taken from the loadout solver. Here they are
only put in the order of the page, with the operation that each button stands for.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from builder.operations.models import Row, items_of
from builder.rules.army import Unit
from builder.web.cards import Card
from builder.web.choices import ChoicesOf, Counted, ModelsOf
from builder.web.statements import Statement
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding, Operation
from datasheets.evaluation.loadout import Taking, groups_of, limit_of, options, taken
from datasheets.evaluation.tree import Force, Selection
from datasheets.model import Bullet

Items = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Group:
    """Equally equipped models. `items` are (entry id, name, how many each has) of all that the datasheet has."""

    selection: Selection
    items: tuple[tuple[str, str, int], ...]
    even: bool
    default: Items
    is_default: bool

    @property
    def carried(self) -> list[tuple[str, int]]:
        """What each model has: name and number."""
        return [(name, number) for _, name, number in self.items if number]


@dataclass(frozen=True, slots=True)
class RowOf:
    """A row of the datasheet with the unit's models of it. `field` is the edit of its size without the size."""

    row: Row
    field: Operation
    number: int
    groups: tuple[Group, ...]

    def sized(self, number: int) -> Operation:
        """Return the edit that gives the row another number of models."""
        return {**self.field, "number": number}


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice of a bullet that up to `most` models of a group may take now; `operation` lacks how many."""

    given: str
    group: Group
    most: int
    operation: Operation


@dataclass(frozen=True, slots=True)
class BulletOf:
    """One wargear option: its text, how often it is and may be taken, and what can be taken now."""

    bullet: Bullet
    taken: int
    limit: int | None
    offers: tuple[Offer, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether one choice is offered to several groups of models, so that each must say which."""
        return len({offer.given for offer in self.offers}) < len(self.offers)


@dataclass(frozen=True, slots=True)
class UnitView:
    """Everything that the page shows of a unit. `choices` are there only where they are open."""

    unit: Unit
    findings: tuple[Finding, ...]
    rows: tuple[RowOf, ...]
    bullets: tuple[BulletOf, ...]
    statements: tuple[Statement, ...]
    card: Card | None
    moves: Mapping[str, Operation]
    transfers: tuple[tuple[str, Operation], ...]
    role: str
    cost: str
    models: tuple[ModelsOf, ...] = ()
    sizes: tuple[Counted, ...] = ()
    choices: ChoicesOf | None = None

    @property
    def imported(self) -> bool:
        """Whether it is of imported data, which have choices instead of wargear options."""
        return self.unit.models is not None

    @property
    def wrong(self) -> bool:
        """Whether there is an error."""
        return any(each.severity == "error" for each in self.findings)

    @property
    def single(self) -> bool:
        """Whether it is a datasheet of one model, and has one."""
        return self.unit.most == 1 == self.unit.count

    @property
    def stated(self) -> list[str]:
        """What is stated about it, in short."""
        return [each.kind.name if each.value is True else each.shown for each in self.statements if each.value is not None]

    @property
    def offers(self) -> int:
        """How many choices can be taken now."""
        return sum(len(each.offers) for each in self.bullets)


def rows_of(unit: Unit) -> tuple[RowOf, ...]:
    """Return a unit's models by the rows of its datasheet."""
    return tuple(
        RowOf(
            row=row,
            field={"op": "set-size", "unit": unit.uid, "row": row.id},
            number=unit.number_of(row),
            groups=tuple(_group(unit, row, each) for each in unit.groups if each.entry == row.id),
        )
        for row in unit.rows
    )


def bullets_of(unit: Unit, rows: Sequence[RowOf]) -> tuple[BulletOf, ...]:
    """Return the wargear options of a unit with what can be taken now."""
    if not unit.loadout or not unit.verdict:
        return ()
    groups = {group.selection.uid: group for row in rows for group in row.groups}
    offers = [each for each in options(unit.loadout, groups_of(unit.selection)) if each.uid in groups]
    counts = taken(unit.verdict)
    return tuple(
        BulletOf(
            bullet,
            counts.get(bullet.id, 0),
            limit_of(bullet, unit.count),
            tuple(_offer(unit, bullet, each, groups[each.uid]) for each in offers if each.bullet == bullet.id),
        )
        for bullet in unit.loadout.bullets
    )


def moves_of(unit: Unit, units: Container[str]) -> dict[str, Operation]:
    """Return the edits that move a unit up and down among the `units` of its force."""
    uids = [each.uid for each in unit.force.selections if each.uid in units]
    at = uids.index(unit.uid)
    moves: dict[str, Operation] = {}
    if at > 0:
        moves["up"] = {"op": "move", "selection": unit.uid, "before": uids[at - 1]}
    if at < len(uids) - 1:
        moves["down"] = {"op": "move", "selection": unit.uid, "before": uids[at + 2] if at + 2 < len(uids) else None}
    return moves


def transfers_of(unit: Unit, forces: Sequence[tuple[Force, Closure | None]]) -> tuple[tuple[str, Operation], ...]:
    """Return the edits that move a unit to another force whose catalogue has its datasheet, with the force's name."""
    return tuple(
        (force.name, {"op": "move", "selection": unit.uid, "before": None, "force": force.uid})
        for force, closure in forces
        if force.uid != unit.force.uid and closure and closure.entry(unit.selection.entry)
    )


def _group(unit: Unit, row: Row, selection: Selection) -> Group:
    each, default = items_of(selection), unit.loadout.defaults.get(row.id, {}) if unit.loadout else {}
    offered = list(unit.closure.offers(row.entry)) if unit.closure else []
    now = each or {}
    return Group(
        selection=selection,
        items=tuple((offer.id, offer.name, now.get(offer.id, 0)) for offer in offered),
        even=each is not None,
        default=default,
        is_default=_same(now, default),
    )


def _offer(unit: Unit, bullet: Bullet, taking: Taking, group: Group) -> Offer:
    names = {id: name for id, name, _ in group.items}
    operation = {
        "op": "take-option",
        "unit": unit.uid,
        "option": bullet.id,
        "choice": taking.choice,
        "selection": taking.uid,
    }
    return Offer(_names(bullet.choices[taking.choice], names), group, taking.models, operation)


def _names(items: Items, names: Mapping[str, str]) -> str:
    return " + ".join(_counted(names.get(id, id), number) for id, number in items.items())


def _counted(name: str, number: int) -> str:
    return name if number == 1 else f"{number} × {name}"


def _same(one: Items, other: Items) -> bool:
    return {k: v for k, v in one.items() if v} == {k: v for k, v in other.items() if v}
