"""A unit as the roster page shows it: its models by row and by equal equipment, and what can be done with each of them.

Facts come from the judgement (`builder.rules.army.Unit`), what may still be taken from the loadout solver. Here they are
only put in the order of the page, with the operation that each button stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from builder.operations.models import ModelRow, items_of
from builder.rules.army import ArmyUnit
from builder.services.judging import Judged
from builder.snapshot.imported_unit import imported_models
from builder.snapshot.unit import unit_data
from builder.web import statements
from builder.web.cards import Card, card_of_unit
from builder.web.choices import ChoicesOf, Counted, ModelsOf, choices_of, is_open, models_of
from builder.web.costs import other_costs
from builder.web.datasheets import keyword_headings
from builder.web.moving import moves_of, transfers_of
from builder.web.rendering import amount
from builder.web.statements import Statement
from builder.web.swaps import Swap, swaps_of
from builder.web.warlords import in_statements
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding, Operation
from datasheets.evaluation.tree import Force, Selection
from datasheets.problems import DocumentError
from datasheets.systems import System
from exports.document import unit_from

Items = Mapping[str, int]
BRIEF = 72
"""How many letters a line about a unit's wargear may have."""
_load_of: WeakKeyDictionary[ArmyUnit, tuple[ModelsOf, ...]] = WeakKeyDictionary()
"""What the models of units carry that somebody looked at: a unit that no edit touched is the same one on the next page."""


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

    row: ModelRow
    field: Operation
    number: int
    groups: tuple[Group, ...]

    def resize(self, number: int) -> Operation:
        """Return the edit that gives the row another number of models."""
        return {**self.field, "number": number}


@dataclass(frozen=True, slots=True)
class UnitView:
    """Everything that the page shows of a unit; `swaps`, `card` and `choices` only where it is open."""

    unit: ArmyUnit
    is_open: bool
    findings: tuple[Finding, ...]
    rows: tuple[RowOf, ...]
    statements: tuple[Statement, ...]
    moves: Mapping[str, Operation]
    transfers: tuple[tuple[str, Operation], ...]
    role: str
    cost: str
    other_costs: Sequence[tuple[str, str]]
    models: tuple[ModelsOf, ...]
    sizes: tuple[Counted, ...]
    swaps: tuple[Swap, ...] = ()
    card: Card | None = None
    choices: ChoicesOf | None = None

    @property
    def imported(self) -> bool:
        """Whether it is of imported data, which have choices instead of wargear options."""
        return self.unit.models is not None

    @property
    def grave(self) -> tuple[str, int]:
        """The gravest severity of its findings, and how many have it; "" and 0 where there is none worth a mark."""
        for severity in ("error", "warning"):
            if count := sum(each.severity == severity for each in self.findings):
                return severity, count
        return "", 0

    @property
    def brief(self) -> str:
        """What its models carry, in a line that ends where it gets long."""
        of_rows = (name for row in self.rows for group in row.groups for name, _ in group.carried)
        names = list(dict.fromkeys((*(name for each in self.models for name, _ in each.carried), *of_rows)))
        text = ", ".join(names)
        return text if len(text) <= BRIEF else text[:BRIEF].rpartition(",")[0] + " …"

    @property
    def single(self) -> bool:
        """Whether it is a datasheet of one model, and has one."""
        return self.unit.most == 1 == self.unit.count

    @property
    def steps(self) -> list[tuple[str, tuple[Operation, ...], tuple[Operation, ...], str]]:
        """The kinds of models whose number can change, the first two: name, the edits for one fewer and one more, and what
        one more takes the place of.
        """
        if self.single:
            return []
        changing = (each for each in self.sizes if not each.is_settled)
        found = [(each.name, each.fewer, each.more if each.can_grow else (), each.away) for each in changing]
        for row in self.rows:
            fewer = (row.resize(row.number - 1),) if row.number and self.unit.count > 1 else ()
            if row.row.least != row.row.most:
                found.append((row.row.entry.name, fewer, (row.resize(row.number + 1),), ""))
        return found[:2]

    @property
    def stated(self) -> list[str]:
        """What is stated about it in words of the player, in short; marks and choices have badges."""
        return [each.label for each in self.statements if each.value is not None and each.open and each.value is not True]

    @property
    def offers(self) -> int:
        """How many wargear options can be taken now."""
        return sum(each.is_open for each in self.swaps)

    @property
    def quantities(self) -> list[Counted]:
        """The kinds of models whose number can change, and that have no control among the choices."""
        groups = self.choices.groups if self.choices else ()
        there = {each.entry for group in groups for each in group.counted} | {
            each.entry for group in groups for each in group.picks
        }
        return [each for each in self.sizes if not each.is_settled and each.entry not in there]


def unit_view(
    judged: Judged,
    unit: ArmyUnit,
    forces: Sequence[tuple[Force, Closure | None]],
    cost_names: Mapping[str, str],
    sizes: tuple[Counted, ...],
    opened: str,
) -> UnitView:
    """Return what the page shows of a unit; `opened` names the unit or the fold that is open."""
    rows, system, is_opened = rows_of(unit), judged.system, is_open(unit.uid, opened)
    roles = {role.id: role.name for role in system.roles}
    printed = unit_data(unit, system) if is_opened else {}
    return UnitView(
        unit=unit,
        is_open=is_opened,
        findings=tuple(each for each in judged.judgement.findings if unit.uid in each.path),
        rows=rows,
        statements=statements.of_unit(judged, unit, is_opened),
        moves=moves_of(unit, [each.uid for each in judged.judgement.units.values() if _role(each) == _role(unit)]),
        transfers=transfers_of(unit, forces) if is_opened else (),
        role=roles.get(_role(unit), _role(unit)),
        cost=amount(unit.costs.get(system.size.cost)),
        other_costs=other_costs(unit.costs, cost_names, system),
        models=_models(unit, system) if unit.models else (),
        sizes=sizes,
        swaps=swaps_of(unit, system) if is_opened else (),
        card=_card(printed, system, leads=_leads(judged, unit)) if is_opened else None,
        choices=choices_of(unit.selection, unit.closure, judged, in_statements(judged, unit))
        if is_opened and unit.models
        else None,
    )


def _models(unit: ArmyUnit, system: System) -> tuple[ModelsOf, ...]:
    if unit not in _load_of:
        _load_of[unit] = models_of(imported_models(unit, system))
    return _load_of[unit]


def _role(unit: ArmyUnit) -> str:
    return str(unit.details.get("role") or "")


def rows_of(unit: ArmyUnit) -> tuple[RowOf, ...]:
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


def _leads(judged: Judged, unit: ArmyUnit) -> bool:
    """Whether a model of the unit is the army's leader: by a declaration, or by what its data imply."""
    leader = judged.system.leader
    stated = (*judged.roster.declarations, *judged.judgement.implied)
    subjects = {each.subject for each in stated if leader and each.kind == leader.kind and each.value}
    return bool(subjects & {unit.uid, *(group.uid for group in unit.groups)})


def _card(printed: Mapping[str, Any], system: System, *, leads: bool) -> Card | None:
    """Return the card of a unit as it is printed; None where nothing is known of it, or more than a sheet takes."""
    try:
        found = unit_from(printed) if printed["profiles"] else None
        return card_of_unit(found, system, *keyword_headings(), leads=leads) if found else None
    except DocumentError:
        return None


def _group(unit: ArmyUnit, row: ModelRow, selection: Selection) -> Group:
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


def _same(one: Items, other: Items) -> bool:
    return {k: v for k, v in one.items() if v} == {k: v for k, v in other.items() if v}
