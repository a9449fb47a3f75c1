"""What newer versions of its catalogues would make of a roster. Nothing changes until `operations` are run on it.

A force keeps the version of its catalogue that it pins. Here its forces stand on the newest ones for a look: what costs
more or less, which options are gone or have another name, which rules are newly broken and which are no longer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from builder.operations import nodes
from builder.rules.verify_fixes import identity
from builder.services.catalogues import Catalogues
from builder.services.errors import NotFound
from builder.services.judging import Judged, Judging
from builder.services.rosters import Rosters
from builder.store.rosters import RosterRow
from datasheets.closure import Catalogues as AnyCatalogues
from datasheets.closure import Closure, UnknownCatalogue
from datasheets.evaluation.finding import Finding, Operation
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.words import Message

PAGE = 200


@dataclass(frozen=True, slots=True)
class Move:
    """A force whose catalogue has a newer version; revisions are those that the catalogue states."""

    force: str
    name: str
    catalogue: str
    pin: str
    newest: str
    revisions: tuple[int | None, int]


@dataclass(frozen=True, slots=True)
class CostChange:
    """A cost before and after; `name` is what it is called."""

    cost: str
    name: str
    before: Decimal
    after: Decimal


@dataclass(frozen=True, slots=True)
class UnitChange:
    """A unit that costs something else, or whose entry is gone."""

    unit: str
    name: str
    gone: bool
    costs: tuple[CostChange, ...]


@dataclass(frozen=True, slots=True)
class OptionChange:
    """A selection whose entry is gone, there again, or has another name (`now`)."""

    selection: str
    unit: str
    name: str
    change: Literal["gone", "back", "renamed"]
    now: str


@dataclass(frozen=True, slots=True, eq=False)
class RosterUpdate:
    """What the newest versions would make of a roster; without `moves` it stands on them already."""

    row: RosterRow
    before: Judged
    after: Judged
    moves: tuple[Move, ...]
    costs: tuple[CostChange, ...]
    units: tuple[UnitChange, ...]
    options: tuple[OptionChange, ...]
    broken: tuple[Finding, ...]
    settled: tuple[Finding, ...]

    @property
    def changes(self) -> bool:
        """Whether anything of the roster is different but the version of its catalogues."""
        return bool(self.costs or self.units or self.options or self.broken or self.settled)

    @property
    def operations(self) -> list[Operation]:
        """The edits that accept it."""
        return [{"op": "move-pin", "force": move.force, "digest": move.newest} for move in self.moves]

    def plain(self) -> dict[str, Any]:
        """Return all of it as JSON data, except the findings, which need words."""
        return {
            "roster": self.row.id,
            "name": self.row.name,
            "version": self.row.version,
            "before": self.before.summary,
            "after": self.after.summary,
            "forces": [_move_json(move) for move in self.moves],
            "costs": [_cost_json(each) for each in self.costs],
            "units": [asdict(each) | {"costs": [_cost_json(cost) for cost in each.costs]} for each in self.units],
            "options": [asdict(each) for each in self.options],
            "operations": [dict(each) for each in self.operations],
        }


class Updates:
    """Compares rosters with what they would be."""

    def __init__(self, catalogues: Catalogues, rosters: Rosters) -> None:
        self._catalogues = catalogues
        self._rosters = rosters

    def of(self, id: str, force: str = "") -> RosterUpdate:
        """Return what the newest catalogues make of a roster, or of one of its forces.

        Raises:
            NotFound: there is no such roster or force.
        """
        found = self._rosters.get(id)
        if force and all(each.uid != force for each in nodes.forces(found.roster)):
            raise NotFound(Message("error.no-force", {"id": repr(id), "force": repr(force)}))
        chosen = [each for each in nodes.forces(found.roster) if force in ("", each.uid)]
        return self._compare(found.row, found.roster, dict(self._newer(chosen, {})), {})

    def all_by(self, newest: Mapping[str, Closure]) -> Iterator[RosterUpdate]:
        """Yield what closures that are not stored yet, by catalogue, would make of every roster that they concern."""
        start: int | None = None
        while newest:
            page = self._rosters.page(start=start, limit=PAGE)
            for row in page.items:
                roster = self._rosters.get(row.id).roster
                concerned = [force for force in nodes.forces(roster) if force.catalogue in newest]
                closures = dict(self._newer(concerned, newest))
                if closures:
                    yield self._compare(row, roster, closures, {closure.digest: closure for closure in newest.values()})
            if page.next is None:
                return
            start = page.next

    def _newer(self, forces: Collection[Force], newest: Mapping[str, Closure]) -> Iterator[tuple[str, Closure]]:
        """Yield the uid of every force that does not stand on its catalogue's newest closure, with that closure."""
        for force in forces:
            try:
                closure = newest.get(force.catalogue) or self._catalogues.closure(force.catalogue)
            except UnknownCatalogue:
                continue
            if closure.digest != force.pin:
                yield force.uid, closure

    def _compare(
        self, row: RosterRow, roster: Roster, closures: Mapping[str, Closure], unstored: Mapping[str, Closure]
    ) -> RosterUpdate:
        moved = roster
        for force in list(nodes.forces(roster)):
            if force.uid in closures:
                now = nodes.find_force(moved, force.uid, "")
                moved = nodes.put_force(moved, force.uid, replace(now, pin=closures[force.uid].digest))
        judging = Judging(_Beside(self._catalogues, unstored))
        before = judging.judge(roster, fixes=False)
        after = judging.judge(moved, fixes=False) if closures else before
        names = self._cost_names(before.system, moved, judging.catalogues)
        known = {identity(each) for each in before.judgement.findings}
        left = {identity(each) for each in after.judgement.findings}
        return RosterUpdate(
            row=row,
            before=before,
            after=after,
            moves=tuple(self._move(force, closures[force.uid]) for force in nodes.forces(roster) if force.uid in closures),
            costs=_cost_changes(before.evaluation.costs, after.evaluation.costs, names),
            units=tuple(_units(roster, before, after, names)),
            options=tuple(_options(roster, before.evaluation, after.evaluation)),
            broken=tuple(each for each in after.judgement.findings if identity(each) not in known),
            settled=tuple(each for each in before.judgement.findings if identity(each) not in left),
        )

    def _move(self, force: Force, newest: Closure) -> Move:
        try:
            old = self._catalogues.closure(force.catalogue, force.pin)
        except UnknownCatalogue:
            old = None
        known = old.catalogue.revision if old and old.digest == force.pin else None
        revisions = known, newest.catalogue.revision
        return Move(force.uid, force.name, force.catalogue, force.pin, newest.digest, revisions)

    def _cost_names(self, system: System, roster: Roster, catalogues: AnyCatalogues) -> dict[str, str]:
        """Return what costs are called, by id."""
        names = {cost.id: cost.name for cost in system.costs}
        for force in nodes.forces(roster):
            try:
                types = catalogues.closure(force.catalogue, force.pin).cost_types
            except UnknownCatalogue:
                continue
            names = {id: kind.name.strip() for id, kind in types.items()} | names
        return names


class _Beside:
    """Catalogues with some closures, by digest, that are not stored."""

    def __init__(self, catalogues: Catalogues, unstored: Mapping[str, Closure]) -> None:
        self._catalogues = catalogues
        self._unstored = unstored

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure that `pin` names, or the newest that is stored; raises `UnknownCatalogue`."""
        return self._unstored.get(pin) or self._catalogues.closure(catalogue, pin)


def _units(roster: Roster, before: Judged, after: Judged, names: Mapping[str, str]) -> Iterator[UnitChange]:
    for unit in roster.units():
        old, new = before.evaluation.by_uid[unit.uid], after.evaluation.by_uid[unit.uid]
        costs = _cost_changes(old.total_costs, new.total_costs, names)
        if costs or new.missing != old.missing:
            yield UnitChange(unit.uid, unit.title or strip_marks(old.name), new.missing and not old.missing, costs)


def _cost_changes(
    before: Mapping[str, Decimal], after: Mapping[str, Decimal], names: Mapping[str, str]
) -> tuple[CostChange, ...]:
    pairs = {cost: (before.get(cost, Decimal(0)), after.get(cost, Decimal(0))) for cost in sorted({*before, *after})}
    return tuple(CostChange(cost, names.get(cost, cost), *pair) for cost, pair in pairs.items() if pair[0] != pair[1])


def _cost_json(change: CostChange) -> dict[str, Any]:
    return asdict(change) | {"before": _number(change.before), "after": _number(change.after)}


def _move_json(move: Move) -> dict[str, Any]:
    before, after = move.revisions
    row = asdict(move) | {"revision_before": before, "revision_after": after}
    del row["revisions"]
    return row


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _options(roster: Roster, before: Evaluation, after: Evaluation) -> Iterator[OptionChange]:
    for unit in roster.units():
        for node in unit.walk():
            change = _option(node, unit, before, after)
            if change:
                yield change


def _option(node: Selection, unit: Selection, before: Evaluation, after: Evaluation) -> OptionChange | None:
    old, new = before.by_uid[node.uid], after.by_uid[node.uid]
    if new.missing != old.missing:
        return OptionChange(
            node.uid, unit.uid, strip_marks(old.name), "gone" if new.missing else "back", strip_marks(new.name)
        )
    if new.name != old.name:
        return OptionChange(node.uid, unit.uid, strip_marks(old.name), "renamed", strip_marks(new.name))
    return None
