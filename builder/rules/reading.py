"""Reading an army from a roster and its evaluation; after an edit, only the units that it touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.operations import models
from builder.rules import imported
from builder.rules.army import Army, Unit, readable
from builder.rules.costs import as_ours
from datasheets.closure import Catalogues, Closure, UnknownCatalogue
from datasheets.evaluation.result import Effective, Evaluation
from datasheets.evaluation.tree import Declaration, Force, Roster, Selection
from datasheets.imported.models import Models
from datasheets.systems import System

WARLORD_KEYWORD = "WARLORD"


def read_army(
    roster: Roster, evaluation: Evaluation, catalogues: Catalogues, system: System, proposing: bool = True
) -> Army:
    """Return the army of a roster."""
    units = _Reader(roster, evaluation, catalogues, system, {}).units()
    return Army(roster, evaluation, catalogues, system, tuple(units), proposing)


def edited_army(army: Army, roster: Roster, evaluation: Evaluation) -> Army:
    """Return the army of an edited roster, to be judged without proposing anything; units that are the same are kept."""
    known = {unit.uid: unit for unit in army.units}
    units = _Reader(roster, evaluation, army.catalogues, army.system, known).units()
    return Army(roster, evaluation, army.catalogues, army.system, tuple(units), proposing=False)


def closure_or_none(catalogues: Catalogues, force: Force) -> Closure | None:
    """Return what a force can see, None where its catalogue is gone."""
    try:
        return catalogues.closure(force.catalogue, force.pin)
    except UnknownCatalogue:
        return None


class _Reader:
    """Reads the units of a roster; one of which nothing has changed since `before` is taken as it was."""

    def __init__(
        self, roster: Roster, evaluation: Evaluation, catalogues: Catalogues, system: System, before: Mapping[str, Unit]
    ) -> None:
        self.roster, self.evaluation, self.catalogues, self.system = roster, evaluation, catalogues, system
        self.before = before
        self.about: dict[str, list[Declaration]] = {}
        for each in roster.declarations:
            self.about.setdefault(each.subject, []).append(each)

    def units(self) -> Iterator[Unit]:
        """Yield the units of all forces in order."""
        for force in self.roster.forces:
            yield from self._of_force(force, ())

    def _of_force(self, force: Force, around: tuple[str, ...]) -> Iterator[Unit]:
        closure, path = closure_or_none(self.catalogues, force), (*around, force.uid)
        for selection in force.selections:
            effective = self.evaluation.by_uid[selection.uid]
            if effective.type != "upgrade" or effective.missing or self._has_models(closure, effective):
                yield self._unit(closure, force, (*path, selection.uid), selection, effective)
        for inner in force.forces:
            yield from self._of_force(inner, path)

    def _unit(
        self, closure: Closure | None, force: Force, path: tuple[str, ...], selection: Selection, effective: Effective
    ) -> Unit:
        declared = tuple(each for node in selection.walk() for each in self.about.get(node.uid, ()))
        old = self.before.get(selection.uid)
        by_uid, entry = self.evaluation.by_uid, effective.entry
        nodes = tuple(selection.walk())
        if old and old.selection is selection and old.closure is closure and (old.path, old.declared) == (path, declared):
            if all(old.parts[node.uid] is by_uid[node.uid] for node in nodes):
                return old
            if old.models is None:
                return replace(old, effective=effective, parts=by_uid)
        counted = imported.models_in(closure, effective, self.system) if closure else None
        if counted:
            groups = tuple(imported.groups_of(selection, counted))
        else:
            groups = tuple(node for node in nodes if by_uid[node.uid].type == "model" and node.number)
        numbers = {group.uid: group.number for group in groups}
        chosen = tuple(imported.implied(selection, counted, closure, self.system)) if counted and closure else ()
        stated = tuple(each for each in declared if readable(self.system, each, (selection.uid,), numbers))
        return Unit(
            force=force,
            path=path,
            selection=selection,
            effective=effective,
            closure=closure,
            costs=as_ours(effective.total_costs, (closure,), self.system),
            groups=groups,
            rows=models.rows(closure, entry) if closure and entry and entry.entry.loadout else (),
            models=counted,
            details=self._details(closure, effective, groups, nodes, counted),
            parts=by_uid,
            declared=declared,
            chosen={each.key: each.value for each in stated if each.kind == "keyword" and isinstance(each.value, str)},
            implied=chosen,
            marked_understrength=any(each.kind == "understrength" for each in stated),
            granted=self._granted(groups, (*stated, *chosen)),
            imports=self.system.imports,
        )

    def _has_models(self, closure: Closure | None, effective: Effective) -> bool:
        """Whether an upgrade at the root is a unit all the same."""
        found = imported.models_in(closure, effective, self.system) if closure else None
        return found is not None and bool(found.entries)

    def _details(
        self,
        closure: Closure | None,
        effective: Effective,
        groups: Sequence[Selection],
        nodes: Sequence[Selection],
        counted: Models | None,
    ) -> Mapping[str, object]:
        if effective.entry is None or closure is None:
            return {}
        if counted is None:
            return effective.entry.entry.details
        return imported.details_of(closure, effective, groups, nodes, self.evaluation.by_uid, self.system)

    def _granted(self, groups: Iterable[Selection], stated: Iterable[Declaration]) -> Mapping[str, tuple[str, ...]]:
        """Return the keyword of the Warlord's group, in systems where there is one (9E-WARLORD-02)."""
        if not self.system.rule("warlord-keyword"):
            return {}
        warlords = {each.subject for each in stated if each.kind == "warlord"}
        return {group.uid: (WARLORD_KEYWORD,) for group in groups if group.uid in warlords}
