"""Make a roster and a report of a list: what is found where, in which order it is placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from builder.placing.choosing import Choosing, Effort
from builder.placing.dealing import deal_out
from builder.placing.declaring import agree_all, declare_all
from builder.placing.doubts import Doubt, settle_doubts
from builder.placing.editions import of_edition, rank_editions
from builder.placing.faithful import Faithful
from builder.placing.forces import Shelf, Version, find_force_entry, find_version, missing_sentence, nest
from builder.placing.report import ForceMatch, Match, Report
from builder.placing.totals import cost_type, totals
from builder.placing.uids import Uids
from datasheets.closure import Closure
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import CostType, ForceEntry
from datasheets.problems import DocumentError, Problem
from datasheets.systems import system_for
from datasheets.words import Message
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection

UNNAMED = "Roster"


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A roster that was made of a list, and what became of the list."""

    roster: Roster
    report: Report


def place(listed: ListedArmy, shelf: Shelf, file: str = "") -> Placed:
    """Return the roster that a list amounts to with the catalogues that are here.

    Args:
        listed: the list.
        shelf: the catalogues.
        file: what the user calls the list, for sentences.

    Raises:
        DocumentError: the list has no force, or no catalogue of any force is here; which to import.
    """
    return _Placing(listed, shelf).place(file)


def _name_of(listed: ListedArmy) -> str:
    """What a list without a name is called: after its first force."""
    names = (name for force in listed.forces for name in (force.catalogue_name, force.name) if name)
    return next(names, UNNAMED)


class _Placing:
    def __init__(self, listed: ListedArmy, shelf: Shelf) -> None:
        self.listed, self.shelf = replace(listed, name=listed.name or _name_of(listed)), shelf
        self.editions = rank_editions(listed, self._find_closure)
        self.said = of_edition(self.listed, self.editions[0]) if self.editions else self.listed
        ids = {each.id for each in listed.walk()} | {force.id for force in _all_forces(listed.forces)}
        self.uids = Uids(ids)
        self.versions: dict[int, Version | None] = {}
        self.forces: list[ForceMatch] = []
        self.doubts: list[Doubt] = []
        self.matches: list[Match] = []
        self.types: dict[str, CostType] = {}
        self.brought: set[str] = set()
        self.effort = Effort()
        self.system = ""

    def place(self, file: str) -> Placed:
        """Return what is made of the list."""
        self._refuse_nothing(file)
        forces = tuple(self._force(each) for each in nest(self.listed.forces, self._closure))
        listed = self.listed
        roster = Roster(
            system=self.system,
            name=listed.name,
            forces=forces,
            limits=dict(_limits(listed, self.types)),
            note=listed.note,
            next_uid=self.uids.next,
        )
        roster, self.matches = settle_doubts(roster, self.matches, self.doubts, self.shelf, self.types)
        roster = replace(roster, next_uid=self.uids.next)
        roster, unread = declare_all(roster, self.matches, self.shelf)
        roster, not_agreed = agree_all(roster, listed.agreed, self.shelf)
        evaluation = evaluate(roster, self.shelf)
        compared = totals(listed, roster, evaluation, self.types, self.matches)
        unstated = (*unread, *not_agreed)
        report = Report(listed, tuple(self.forces), tuple(self.matches), compared, unstated, self.editions)
        return Placed(roster, report)

    def _refuse_nothing(self, file: str) -> None:
        forces = list(_all_forces(self.listed.forces))
        if not forces:
            raise DocumentError((Problem(file, Message("list.nothing")),))
        missing = [force for force in forces if self._version(force) is None]
        if len(missing) == len(forces):
            sentences = dict.fromkeys(missing_sentence(self.shelf, self.listed, force) for force in missing)
            raise DocumentError(tuple(Problem(file, sentence) for sentence in sentences))

    def _version(self, force: ListedForce) -> Version | None:
        if id(force) not in self.versions:
            self.versions[id(force)] = find_version(self.shelf, self.said, force)
        return self.versions[id(force)]

    def _find_closure(self, listed: ListedArmy, force: ListedForce) -> Closure | None:
        version = find_version(self.shelf, listed, force)
        return self.shelf.closure(version.catalogue, version.pin) if version else None

    def _closure(self, force: ListedForce) -> Closure | None:
        version = self._version(force)
        return self.shelf.closure(version.catalogue, version.pin) if version else None

    def _force(self, force: ListedForce, around: ForceEntry | None = None) -> Force:
        version, closure = self._version(force), self._closure(force)
        entry = find_force_entry(closure, force, around) if closure else None
        uid = self.uids.force(force.id)
        found = closure.catalogue if closure else None
        match = ForceMatch(
            uid=uid,
            name=force.title or force.name,
            catalogue=version.catalogue if version else force.catalogue,
            wanted=force.catalogue_name or force.catalogue,
            revision=force.revision,
            found=found.name if found else "",
            found_revision=found.revision if found else 0,
            system_revision=self.listed.system_revision,
            found_system_revision=closure.system.revision if closure else 0,
            library=version.library if version else "",
            is_guess=version.is_guess if version else False,
        )
        self.forces.append(match)
        if closure:
            self.system = self.system or system_for(closure.system.id, closure.system.name, closure.system.revision)
            self.types = {**closure.cost_types, **self.types}
        plain_name = entry.name if entry else found.name if found and not force.entry else force.name
        made = Force(
            uid=uid,
            catalogue=match.catalogue or match.wanted,
            entry=entry.id if entry else force.entry,
            name=force.title or plain_name,
            pin=closure.digest if closure else "",
        )
        roots = tuple(self._units(force, closure, match, made.entry))
        inner = tuple(self._force(each, entry) for each in force.forces)
        return replace(made, selections=roots, forces=inner)

    def _units(self, force: ListedForce, closure: Closure | None, match: ForceMatch, entry: str) -> Iterator[Selection]:
        """Yield the selections of a force, each placed as far as the list names it."""
        faithful = Faithful(closure, self.uids, match.other_revision)
        if self.listed.complete or closure is None or (self.listed.outfitted and _is_native(closure)):
            yield from faithful.roots(force.selections)
            self.matches += faithful.matches
            self.doubts += faithful.doubts
            return
        choosing = Choosing(closure, self.uids, match.other_revision, entry, self.brought, effort=self.effort)
        choosing.outfitted, choosing.whole = self.listed.outfitted, self.listed.whole
        if not _is_native(closure):
            units = [_with_model_count(each) if _has_models(each, self.listed) else each for each in force.selections]
            yield from choosing.roots(units)
            self.matches += choosing.matches
            return
        for unit in force.selections:
            whole = replace(unit, number=1) if _has_models(unit, self.listed) else deal_out(unit, closure)
            yield from faithful.roots([whole]) if whole else choosing.roots([unit])
        self.matches += (*faithful.matches, *choosing.matches)


def _has_models(unit: ListedSelection, listed: ListedArmy) -> bool:
    """Whether all models of a unit stand below it."""
    return listed.outfitted or (listed.whole and any(each.type == "model" for each in unit.selections))


def _with_model_count(unit: ListedSelection) -> ListedSelection:
    """Return a unit whose number is that of its models."""
    return replace(unit, number=sum(each.number for each in unit.selections if each.type == "model") or unit.number)


def _is_native(closure: Closure) -> bool:
    """Whether models have nothing but what they carry, as in units of native datasheets."""
    return any(root.entry.loadout for root in closure.roots())


def _limits(listed: ListedArmy, types: Mapping[str, CostType]) -> Iterator[tuple[str, Decimal]]:
    """Yield the limits that the list sets; a negative one is none."""
    for stated in listed.limits:
        id = cost_type(stated, types)
        if stated.value >= 0 and id:
            yield id, stated.value


def _all_forces(forces: Iterable[ListedForce]) -> Iterator[ListedForce]:
    for force in forces:
        yield force
        yield from _all_forces(force.forces)
