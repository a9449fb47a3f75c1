"""Limits of imported data that nobody can keep, because they ask for more of something than they allow.

Whoever takes some away is asked for more, and whoever adds some has too many. So this is said once, as the data's fault, and
the army is neither legal nor illegal for it. Only limits that nothing modifies are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from builder.rules.army import Army
from datasheets.closure import Merged
from datasheets.evaluation.finding import Finding
from datasheets.model import Constraint

CONTRADICTION = "data.contradiction"
COUNTS = ("entry.too-few", "entry.too-many")


def name_contradictions(army: Army, found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings of the data, those of limits that contradict each other as one that says so and has no fix."""
    for raw in found:
        limits = _contradicting(army, raw) if raw.code in COUNTS and raw.path else None
        if limits:
            least, most = limits
            values = {"name": raw.values["name"], "parent": raw.values["parent"], "least": int(least), "most": int(most)}
            yield replace(raw, code=CONTRADICTION, severity="warning", wanted=None, found=None, values=values, fixes=())
        else:
            yield raw


def _contradicting(army: Army, raw: Finding) -> tuple[Decimal, Decimal] | None:
    """Return how many of what a finding is about there must and may be, where that is more than this; else None."""
    unit = army.unit_at(raw.path)
    closure = unit.closure if unit else None
    for node in unit.selection.walk() if unit and closure else ():
        if node.uid in raw.path[-2:]:
            entry = closure.entry(node.entry) if closure else None
            choices = closure.constrained_entries(entry) if closure and entry else ()
            if limits := next((each for choice in choices if (each := _of_choice(choice, raw.part))), None):
                return limits
    return None


def _of_choice(choice: Merged, part: str) -> tuple[Decimal, Decimal] | None:
    if all(limit.part != part for limit in choice.limits):
        return None
    plain = [limit.constraint for limit in choice.limits if not choice.changes.get(limit.constraint.id)]
    pairs = ((one, other) for one in plain if one.type == "min" for other in plain if other.type == "max")
    return next(((one.value, other.value) for one, other in pairs if _contradict(one, other)), None)


def _contradict(least: Constraint, most: Constraint) -> bool:
    one, other = least.query, most.query
    is_same = (
        (one.field, one.scope, one.percent) == (other.field, other.scope, other.percent) == ("selections", "parent", False)
    )
    return is_same and 0 <= most.value < least.value
