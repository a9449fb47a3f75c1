"""What is offered for an error that none of its own fixes settles cleanly.

First what settles it together with what that brings: each new error with its own way out ("Add 1 of Nobz Mob; Add 1 of
Nob"). Then the removal of what the error is about, and another kind of force where its kind asks for it. Last the ways that
leave a new error, which they say (`Fix.brings`): the fewest come first. Those after which there are more errors than before
are offered only where there are no others, as for an army without a unit.

What would be put in before anything else that settles it is continued likewise (`continue_fixes`), and stands first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.rules.army import Army
from builder.rules.army_lists import OF_ARMY_LIST, other_lists
from builder.rules.attempts import Attempt, Attempts
from builder.rules.fixes import remove
from builder.rules.leader import remove_unit
from builder.rules.own_list import removable_forces
from builder.rules.taking_back import takes_back
from datasheets.evaluation.finding import Finding, Fix

MOST_CONTINUED, DEEPEST, MOST_WAYS = 3, 3, 2
"""How many fixes are continued, how many further ones are made with each, and how many ways out a finding gets here."""


def second_choices(attempts: Attempts, finding: Finding, tried: Sequence[Attempt]) -> list[Fix]:
    """Return ways out of an error where none of its own holds; `tried` is how these went."""
    settling = [each for each in tried if each.gone]
    clean = continue_fixes(attempts, finding, sorted(settling, key=_cost))
    if clean:
        return clean[:MOST_WAYS]
    proposed = [each.fix.operations for each in tried]
    others = (*_removals(attempts.army, finding), *_other_kinds(attempts.army, finding))
    removals = (fix for fix in others if fix.operations not in proposed)
    removed = [attempt for fix in removals if (attempt := attempts.run(finding, fix)) and attempt.gone]
    held = [each.offer for each in removed if each.holds]
    left = sorted((*settling, *removed), key=_cost)
    bearable = [each for each in left if not each.more] or left
    return held[:1] or [each.offer for each in bearable[:MOST_WAYS]]


def continue_fixes(attempts: Attempts, finding: Finding, settling: Sequence[Attempt]) -> list[Fix]:
    """Return those of the first fixes that settle an error together with what settles what they bring."""
    continued = (_continue(attempts, finding, each) for each in settling[:MOST_CONTINUED])
    return [each.offer for each in continued if each and each.holds]


def _cost(attempt: Attempt) -> tuple[int, int]:
    """Return how many findings an attempt brings, and how many it makes graver."""
    return len(attempt.new), len(attempt.graver)


def _continue(attempts: Attempts, finding: Finding, attempt: Attempt) -> Attempt | None:
    """Return an attempt with further fixes that settle what it brings; None where these do not lead to its end."""
    for _ in range(DEEPEST):
        if attempt.holds and not attempt.graver:
            return attempt
        has_fixes = all(each.origin for each in attempt.new)  # what the data find wrong has its ways out with it
        proposing = attempt if has_fixes else attempts.run(finding, attempt.fix, proposing=True)
        better = next(_steps(attempts, finding, proposing), None) if proposing else None
        if better is None:
            return None
        attempt = better
    return attempt if attempt.holds else None


def _steps(attempts: Attempts, finding: Finding, attempt: Attempt) -> Iterator[Attempt]:
    """Yield attempts with one more fix, of what is new, after which less is new."""
    for brought in attempt.new:
        for fix in brought.fixes[:MOST_CONTINUED]:
            if takes_back(attempts.army, attempt.fix, fix):
                continue
            operations = (*attempt.fix.operations, *fix.operations)
            whole = replace(attempt.fix, operations=operations, also=(*attempt.fix.also, fix))
            after = attempts.run(finding, whole)
            if after and after.gone and _cost(after) < _cost(attempt):
                yield after


def _removals(army: Army, finding: Finding) -> Iterator[Fix]:
    """Yield the removal of each selection that an error is in, the innermost first."""
    unit = army.unit_at(finding.path)
    for node in reversed([node for node in unit.selection.walk() if node.uid in finding.path] if unit else []):
        yield remove_unit(army, unit) if unit and node.uid == unit.uid else remove(node)


def _other_kinds(army: Army, finding: Finding) -> Iterator[Fix]:
    """Yield other kinds of forces, then the removal of each, where something is wrong with all that is in them."""
    of_data = finding.origin and finding.owner.partition(" ")[0] in ("roster", "force", "category")
    if of_data or (finding.code in OF_ARMY_LIST and not finding.path):
        yield from other_lists(army)
        filled = {unit.force.uid for unit in army.units}
        for force in (each for each in removable_forces(army) if each.uid in filled):
            yield Fix("fix.remove", {"name": force.name or force.catalogue}, ({"op": "remove-force", "force": force.uid},))
