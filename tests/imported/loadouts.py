"""Random legal loadouts of a real unit: random edits, each kept where the data find no more wrong than before."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from builder.operations.error import OperationError
from builder.operations.table import apply
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster, Selection
from tests.imported.real import Edition

EDITS, TRIES = 4, 3
"""The most edits from one loadout to the next, and how often the next one is tried."""


def loadouts(
    data: Edition, catalogue: str, unit: Resolved, random: Random, most: int
) -> Iterator[tuple[Roster, Evaluation]]:
    """Yield a unit as it comes, then up to `most` other legal loadouts of it, each in an army of its own."""
    roster = data.army(catalogue, [unit])
    evaluation = evaluate(roster, data.catalogues)
    yield roster, evaluation
    closure, uid = data.closure(catalogue), list(roster.units())[-1].uid
    wrong = _errors(evaluation, uid)
    for _ in range(most * TRIES):
        changed = roster
        for _ in range(random.randint(1, EDITS)):
            changed = _edit_unit(changed, uid, closure, data, random)
        if changed is roster:
            continue
        tried = evaluate(changed, data.catalogues)
        if _errors(tried, uid) <= wrong:
            roster, most = changed, most - 1
            yield roster, tried
        if not most:
            return


def _errors(evaluation: Evaluation, uid: str) -> int:
    return sum(finding.severity == "error" and uid in finding.path for finding in evaluation.findings)


def _edit_unit(roster: Roster, uid: str, closure: Closure, data: Edition, random: Random) -> Roster:
    """Return a roster after one edit of the unit: something more, something less, or one thing for another of its group."""
    nodes = [node for node in _unit(roster, uid).walk() if closure.entry(node.entry)]
    node = random.choice(nodes)
    entry = closure.entry(node.entry)
    offers = [offer for offer in closure.offers(entry) if not offer.hidden] if entry else []
    old = random.choice(node.selections) if node.selections else None
    what = random.randrange(3)
    if what == 0 and offers:
        return _apply_edit(roster, data, "select", node, random.choice(offers).id)
    if what == 1 and old:
        return _apply_edit(roster, data, "deselect", node, old.entry)
    others = [offer for offer in offers if old and old.group and offer.group == old.group and offer.id != old.entry]
    if old and others:
        return _apply_edit(
            _apply_edit(roster, data, "deselect", node, old.entry), data, "select", node, random.choice(others).id
        )
    return roster


def _unit(roster: Roster, uid: str) -> Selection:
    return next(unit for unit in roster.units() if unit.uid == uid)


def _apply_edit(roster: Roster, data: Edition, op: str, parent: Selection, entry: str) -> Roster:
    try:
        return apply(roster, {"op": op, "parent": parent.uid, "entry": entry}, data.catalogues)
    except OperationError:
        return roster
