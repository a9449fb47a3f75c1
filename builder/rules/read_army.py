"""Reading an army from a roster and its evaluation; after an edit, only the units that it touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.operations import models
from builder.rules import imported
from builder.rules.army import Army, ArmyUnit, readable
from builder.rules.costs import as_ours
from datasheets.closure import Catalogues, Closure, UnknownCatalogue
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Declaration, Force, Roster, Selection
from datasheets.imported.models import Models, is_unit, units_in
from datasheets.imported.warlords import ImportedUnit
from datasheets.systems import System

WARLORD_KEYWORD = "WARLORD"


def read_army(
    roster: Roster,
    evaluation: Evaluation,
    catalogues: Catalogues,
    system: System,
    proposing: bool = True,
    known: Mapping[str, ArmyUnit] | None = None,
) -> Army:
    """Return the army of a roster; `known` are units read before: those of which nothing has changed are kept."""
    units = _ArmyReader(roster, evaluation, catalogues, system, known or {}).units()
    return Army(roster, evaluation, catalogues, system, tuple(units), proposing)


def edited_army(army: Army, roster: Roster, evaluation: Evaluation) -> Army:
    """Return the army of an edited roster, to be judged without proposing anything; units that are the same are kept."""
    unchanged_roots = _unchanged_roots(army.evaluation, evaluation)
    reader = _ArmyReader(roster, evaluation, army.catalogues, army.system, army.by_uid, unchanged_roots)
    reader.said_before = army.said_by_settings
    reader.declared_anew = anew = _declared_anew(army.roster, roster)
    if roster.forces is army.roster.forces and evaluation is army.evaluation:
        units = iter([unit if anew.isdisjoint(unit.uids) else reader.again(unit) for unit in army.units])
    else:
        units = reader.units()
    return Army(roster, evaluation, army.catalogues, army.system, tuple(units), proposing=False)


def _declared_anew(before: Roster, after: Roster) -> frozenset[str]:
    """Return the uids about which something else is declared than before."""
    if before.declarations is after.declarations:
        return frozenset()
    old, new = _by_subject(before), _by_subject(after)
    return frozenset(uid for uid in old.keys() | new.keys() if old.get(uid) != new.get(uid))


def _by_subject(roster: Roster) -> dict[str, list[Declaration]]:
    found: dict[str, list[Declaration]] = {}
    for each in roster.declarations:
        found.setdefault(each.subject, []).append(each)
    return found


def _unchanged_roots(before: Evaluation, after: Evaluation) -> frozenset[str]:
    """Return the uids of the root selections that an evaluation took over from the one before it."""
    if before.kept is None or after.kept is None:
        return frozenset()
    known = before.kept.units
    if after is before:
        return frozenset(known)
    return frozenset(uid for uid, unit in after.kept.units.items() if known.get(uid) is unit)


def closure_or_none(catalogues: Catalogues, force: Force) -> Closure | None:
    """Return what a force can see, None where its catalogue is gone."""
    try:
        return catalogues.closure(force.catalogue, force.pin)
    except UnknownCatalogue:
        return None


class _ArmyReader:
    """Reads the units of a roster; one of which nothing has changed since `before` is taken as it was."""

    def __init__(
        self,
        roster: Roster,
        evaluation: Evaluation,
        catalogues: Catalogues,
        system: System,
        before: Mapping[str, ArmyUnit],
        unchanged_roots: frozenset[str] = frozenset(),
    ) -> None:
        self.roster, self.evaluation, self.catalogues, self.system = roster, evaluation, catalogues, system
        self.before, self.unchanged_roots = before, unchanged_roots
        self.about = _by_subject(roster)
        self.declared_anew: frozenset[str] | None = None
        self.said_before: dict[str, imported.SettingChoices] = {}
        self._said_now: dict[str, imported.SettingChoices] = {}

    def units(self) -> Iterator[ArmyUnit]:
        """Yield the units of all forces in order."""
        for force in self.roster.forces:
            yield from self._of_force(force, ())

    def again(self, unit: ArmyUnit) -> ArmyUnit:
        """Return a unit about which something else is declared."""
        return self._unit(unit.closure, unit.force, unit.path, unit.selection, unit.settings)

    def _of_force(self, force: Force, around: tuple[str, ...]) -> Iterator[ArmyUnit]:
        closure, path = closure_or_none(self.catalogues, force), (*around, force.uid)
        settings = tuple(each for each in force.selections if not self._is_unit(closure, each))
        beside = {each.uid for each in settings}
        for selection in force.selections:
            if selection.uid not in beside:
                yield self._unit(closure, force, (*path, selection.uid), selection, settings)
            elif closure and self.system.imports.formations:
                for unit in units_in(closure, selection, self.system.imports):
                    yield self._unit(closure, force, (*path, selection.uid, unit.uid), unit, settings)
        for inner in force.forces:
            yield from self._of_force(inner, path)

    def _unit(
        self,
        closure: Closure | None,
        force: Force,
        path: tuple[str, ...],
        selection: Selection,
        settings: tuple[Selection, ...],
    ) -> ArmyUnit:
        """Return one unit: as it was before an edit where nothing can have changed it, else read anew."""
        old = self.before.get(selection.uid)
        if old and self._is_untouched(old, closure, path, selection, settings):
            return old
        nodes = tuple(selection.walk())
        declared = tuple(each for node in nodes for each in self.about.get(node.uid, ())) if self.about else ()
        is_same = old and old.selection is selection and old.closure is closure
        if old and is_same and (old.path, old.declared) == (path, declared):
            kept = self._as_before(old, nodes, settings)
            if kept:
                return kept
        made = self._read(closure, force, path, selection, settings, nodes, declared)
        return made.with_verdict_of(old) if old else made

    def _as_before(self, old: ArmyUnit, nodes: Sequence[Selection], settings: tuple[Selection, ...]) -> ArmyUnit | None:
        """Return a unit that was not edited itself with what else may have changed: its evaluation, or settings beside it.

        None where it must be read anew: only what is said of models in imported data depends on other parts of the army.
        """
        uid, by_uid = old.selection.uid, self.evaluation.by_uid
        is_same = uid in self.unchanged_roots or all(old.parts[node.uid] is by_uid[node.uid] for node in nodes)
        if is_same and old.settings == settings:
            return old
        if old.models is None:
            return replace(old, effective=by_uid[uid], parts=by_uid)
        if is_same and old.declared == () == old.implied:
            return self._beside(old, settings)
        return None

    def _read(
        self,
        closure: Closure | None,
        force: Force,
        path: tuple[str, ...],
        selection: Selection,
        settings: tuple[Selection, ...],
        nodes: tuple[Selection, ...],
        declared: tuple[Declaration, ...],
    ) -> ArmyUnit:
        """Read a unit: its groups of models, what it costs, what is declared about it and what its data imply."""
        by_uid = self.evaluation.by_uid
        effective = by_uid[selection.uid]
        entry = effective.entry
        counted = imported.models_in(closure, effective, self.system) if closure else None
        if counted:
            groups = tuple(imported.groups_of(selection, counted))
        else:
            groups = tuple(node for node in nodes if by_uid[node.uid].type == "model" and node.number)
        numbers = {group.uid: counted.count(group) if counted else group.number for group in groups}
        implied = self._implied_declarations(selection, counted, closure)
        by_data = self._chosen_keywords(selection, settings, closure) if counted and closure else {}
        stated = tuple(each for each in declared if readable(self.system, each, (selection.uid,), numbers))
        by_player = {each.key: each.value for each in stated if each.kind == "keyword" and isinstance(each.value, str)}
        return ArmyUnit(
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
            chosen={**by_data, **by_player},
            settings=settings,
            implied=implied,
            marked_understrength=any(each.kind == "understrength" for each in stated),
            is_reserve=any(each.kind == "reserve" for each in stated),
            granted=self._granted_keywords(groups, (*stated, *implied)),
            imports=self.system.imports,
        )

    def _is_untouched(
        self,
        known: ArmyUnit,
        closure: Closure | None,
        path: tuple[str, ...],
        selection: Selection,
        settings: tuple[Selection, ...],
    ) -> bool:
        """Whether a unit is as it was before an edit, as far as this is plain."""
        same = known.selection is selection and known.closure is closure and selection.uid in self.unchanged_roots
        if not same or self.declared_anew is None:
            return False
        stays = not self.declared_anew or self.declared_anew.isdisjoint(known.uids)
        return stays and known.path == path and known.settings == settings

    def _beside(self, unit: ArmyUnit, settings: tuple[Selection, ...]) -> ArmyUnit:
        """Return a unit about which nothing is declared, as it is beside other settings of its force."""
        if unit.closure is None:
            return unit
        chosen = self._chosen_keywords(unit.selection, settings, unit.closure, unit.wanted_keywords)
        return replace(unit, settings=settings, chosen=chosen, parts=self.evaluation.by_uid)

    def _chosen_keywords(
        self, unit: Selection, settings: tuple[Selection, ...], closure: Closure, wanted: Sequence[str] | None = None
    ) -> dict[str, str]:
        parts = self.evaluation.by_uid
        return imported.chosen_keywords(unit, settings, closure, parts, self.system, wanted, self._said_by)

    def _said_by(self, setting: Selection) -> imported.SettingChoices:
        """Return what a setting is known to say: what it said before an edit that did not touch it holds on."""
        said = self.said_before if setting.uid in self.unchanged_roots else self._said_now
        return said.setdefault(setting.uid, {})

    def _is_unit(self, closure: Closure | None, selection: Selection) -> bool:
        known, effective = self.before.get(selection.uid), self.evaluation.by_uid[selection.uid]
        if known and known.selection is selection and known.closure is closure and known.effective is effective:
            return True
        if closure and effective.entry and not effective.entry.entry.loadout:
            return is_unit(closure, effective.entry, self.system.imports)
        return effective.type != "upgrade" or effective.missing

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

    def _implied_declarations(
        self, selection: Selection, counted: Models | None, closure: Closure | None
    ) -> tuple[Declaration, ...]:
        """Return what choices in imported data declare, each once: who is the Warlord, and with which trait."""
        if counted is None or closure is None:
            return ()
        unit = ImportedUnit(selection, counted, closure, self.system.imports)
        return tuple(dict.fromkeys(each.declaration for each in unit.choices()))

    def _granted_keywords(self, groups: Iterable[Selection], stated: Iterable[Declaration]) -> Mapping[str, tuple[str, ...]]:
        """Return the keyword of the Warlord's group, in systems where there is one (9E-WARLORD-02)."""
        if not self.system.rule("warlord-keyword"):
            return {}
        warlords = {each.subject for each in stated if each.kind == "warlord"}
        return {group.uid: (WARLORD_KEYWORD,) for group in groups if group.uid in warlords}
