"""Evaluating many edits of one roster, each tried by itself: only what the edit touches is evaluated, then it is taken back.

The scopes are built once. An edit changes them where it stands (`patch`); units, categories and root entries of forces that
asked for nothing that is counted otherwise stay as they were, as after any edit (`units`). What comes out is what `evaluate`
says. Edits of forces, and those that could change the categories of a unit that they do not touch, are evaluated by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from datasheets.closure import Catalogues
from datasheets.evaluation.categories import changes_categories, settle
from datasheets.evaluation.constraint import Broken, of_force
from datasheets.evaluation.effective import effective_force, settle_force_totals, settle_totals
from datasheets.evaluation.evaluate import JudgedForce, evaluate, list_findings
from datasheets.evaluation.growing import ids_of, scopes
from datasheets.evaluation.judging import Names, Reported, report_broken
from datasheets.evaluation.modified import Costs, Effective, EffectiveForce
from datasheets.evaluation.parts import KeptContent, may_be_renamed
from datasheets.evaluation.patch import Patch, pairs_of
from datasheets.evaluation.query import COSTS
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.scope import ForceScope, Node
from datasheets.evaluation.tree import Roster
from datasheets.evaluation.units import RosterUnit, UnitCache, evaluate_unit, fresh_unit, may_stay, settle_unit_costs

V = TypeVar("V")
MOVING = ("set-primary", "unset-primary", "remove")
"""Modifiers of categories that may give a root another primary one."""


class Categories(NamedTuple):
    """What the category modifiers of a root ask for beyond it, and what they may let it count as."""

    reads: set[str]
    writes: set[str]


@dataclass(frozen=True, slots=True)
class Memo(Generic[V]):
    """Something that was worked out, and the ids that it was read from."""

    reads: set[str]
    value: V


class Trials:
    """One evaluated roster; `of` evaluates edits of it, one at a time. Not for several threads."""

    def __init__(self, roster: Roster, evaluation: Evaluation, catalogues: Catalogues) -> None:
        self._evaluation, self._catalogues = evaluation, catalogues
        self._top = top = scopes(roster, catalogues)
        reads = settle(top)
        self._categories = {root: Categories(asked, _writes(root)) for root, asked in reads.items()}
        known = evaluation.kept.units if evaluation.kept else {}
        self._units = {
            root: known[root.selection.uid] for root in top.roots() if root.selection and root.selection.uid in known
        }
        self._shown = {root: {each.uid: each for each in unit.effective} for root, unit in self._units.items()}
        self._usable = len(known) == sum(1 for _ in top.roots()) and all(COSTS not in each for each in reads.values())
        if self._usable:
            self._keep(top.all_forces)

    @contextmanager
    def of(self, after: Roster) -> Iterator[Evaluation]:
        """Give the evaluation of an edited roster; its scopes can be asked as long as the context lasts."""
        patch = self._patch(after)
        if patch is None:
            yield evaluate(after, self._catalogues, self._evaluation)
            return
        undo = _CostsBefore()
        try:
            yield self._evaluate(patch, undo)
        finally:
            undo.restore()
            patch.undo()

    def _keep(self, forces: Iterable[ForceScope]) -> None:
        """Work out what edits may leave as it is."""
        by_uid = self._evaluation.by_uid
        for node in self._top.all_nodes:
            node.costs = by_uid[node.selection.uid].costs if node.selection else {}
        self._total = settle_totals(self._top)
        self._forces: dict[ForceScope, Memo[EffectiveForce]] = {}
        self._own: dict[ForceScope, Memo[tuple[Reported, ...]]] = {}
        self._content: dict[ForceScope, KeptContent] = {}
        for force in forces:
            self._forces[force] = self._note_reads(partial(effective_force, force))
            self._own[force] = self._note_reads(partial(_report_own, force, by_uid))
            self._content[force] = KeptContent(force, lambda part: _report(part.judge(), by_uid))

    def _note_reads(self, work: Callable[[], V]) -> Memo[V]:
        """Return what some work comes to, with the ids that it read."""
        self._top.reads = reads = set[str]()
        return Memo(reads, work())

    def _patch(self, after: Roster) -> Patch | None:
        """Make an edit, its categories settled; None where it has to be evaluated as a whole."""
        pairs = pairs_of(self._top, after) if self._usable else None
        if pairs is None:
            return None
        patch = Patch(self._top, after, pairs)
        reads = settle(self._top, [node for root in patch.new for node in root.walk()])
        if self._may_settle_alone(patch, set().union(*reads.values())):
            return patch
        patch.undo()
        return None

    def _may_settle_alone(self, patch: Patch, reads: set[str]) -> bool:
        """Whether what the edit touched and all else had no part in each other's categories, in whichever order."""
        others = [each for root, each in self._categories.items() if root not in patch.gone]
        changed = patch.changed_ids().union(*map(_writes, (*patch.gone, *patch.new)))
        unconcerned = all(changed.isdisjoint(each.reads) and reads.isdisjoint(each.writes) for each in others)
        return unconcerned and COSTS not in reads

    def _evaluate(self, patch: Patch, undo: _CostsBefore) -> Evaluation:
        top, before = self._top, self._evaluation.by_uid
        changed = patch.changed_ids()
        for node in (node for root in patch.new for node in root.walk()):
            shown = before.get(node.selection.uid) if node.selection else None
            node.costs = shown.costs if shown else {}
        units = [(root, self._unit(root, changed)) for root in top.roots()]
        fresh = [(root, unit) for root, unit in units if not unit.effective]
        undo.note(top.all_forces, (root for root, _ in fresh))
        for root, unit in fresh:
            settle_unit_costs(root, unit)
        total = self._totals(patch, [root for root, _ in fresh])
        for root, unit in fresh:
            evaluate_unit(root, unit)
        by_uid: dict[str, Effective] = {}
        for root, unit in units:
            by_uid.update(self._shown[root] if unit.selection and unit is self._units.get(root) else _by_uid(unit))
        forces = {force.force.uid: self._force(force, changed) for force in top.all_forces}
        touched = {node.selection.entry for node in (*patch.gone, *patch.new) if node.selection}
        judged = [self._judge(force, changed, touched, by_uid) for force in top.all_forces]
        top.reads = set()
        listed = [unit for _, unit in units]
        findings = tuple(list_findings(top, total, listed, judged, forces))
        kept = UnitCache(top, {unit.selection.uid: unit for unit in listed if unit.selection})
        return Evaluation(costs=total, by_uid=by_uid, forces=forces, findings=findings, kept=kept)

    def _unit(self, root: Node, changed: set[str]) -> RosterUnit:
        unit = self._units.get(root)
        return unit if unit and may_stay(unit, changed) else fresh_unit(root)

    def _totals(self, patch: Patch, fresh: list[Node]) -> Costs:
        return settle_force_totals(self._top, fresh) if fresh or patch.gone else self._total

    def _force(self, force: ForceScope, changed: set[str]) -> EffectiveForce:
        kept = self._forces[force]
        if COSTS in kept.reads or not changed.isdisjoint(kept.reads):
            return effective_force(force)
        same = kept.value.total_costs == force.total
        return kept.value if same else replace(kept.value, total_costs=force.total)

    def _judge(self, force: ForceScope, changed: set[str], touched: set[str], by_uid: Names) -> JudgedForce:
        own = self._own[force]
        stays = not may_be_renamed(own.value) and COSTS not in own.reads and changed.isdisjoint(own.reads)
        content = self._content[force].judge_again(changed, touched, lambda part: _report(part.judge(), by_uid))
        return JudgedForce(own.value if stays else _report_own(force, by_uid), tuple(content))


class _CostsBefore:
    """What selections and forces cost before a trial."""

    def __init__(self) -> None:
        self._nodes: list[tuple[Node, Costs, Costs]] = []
        self._forces: list[tuple[ForceScope, Costs]] = []

    def note(self, forces: Iterable[ForceScope], roots: Iterable[Node]) -> None:
        """Note what these cost now."""
        self._forces += [(force, force.total) for force in forces]
        self._nodes += [(node, node.costs, node.total) for root in roots for node in root.walk()]

    def restore(self) -> None:
        """Let them cost that again."""
        for node, costs, total in self._nodes:
            node.costs, node.total = costs, total
        for force, total in self._forces:
            force.total = total


def _report(broken: Iterable[Broken], by_uid: Names) -> tuple[Reported, ...]:
    return tuple(report_broken(broken, by_uid))


def _report_own(force: ForceScope, by_uid: Names) -> tuple[Reported, ...]:
    return _report(of_force(force), by_uid)


def _by_uid(unit: RosterUnit) -> dict[str, Effective]:
    return {shown.uid: shown for shown in unit.effective}


def _writes(root: Node) -> set[str]:
    """Return the ids that the category modifiers in a root may let be counted otherwise, in whichever order they come."""
    found: set[str] = set()
    for node in root.walk():
        if node.resolved and changes_categories(node):
            found.update(str(change.modifier.value) for change in node.resolved.changes["category"])
    own = root.resolved.changes["category"] if root.resolved and changes_categories(root) else ()
    if any(change.modifier.type in MOVING for change in own):
        found.update(ids_of(root), root.deep)
    return found
