"""Limits of imported data that nobody can keep, because they ask for more of something than they allow.

Whoever takes some away is asked for more, and whoever adds some has too many. So this is said once, as the data's fault, and
the army is neither legal nor illegal for it. Only limits that nothing modifies are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from weakref import WeakKeyDictionary

from builder.rules.army import Army
from datasheets.closure import Closure, Merged
from datasheets.evaluation.finding import Finding
from datasheets.model import Constraint

CONTRADICTION = "data.contradiction"
COUNTS = ("entry.too-few", "entry.too-many")

Limits = Mapping[str, tuple[Decimal, Decimal]]
_known: WeakKeyDictionary[Closure, dict[str, Limits]] = WeakKeyDictionary()
"""What contradicts itself in an entry, since it is asked of every finding of every trial."""


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
        if closure and node.uid in raw.path[-2:] and (limits := _limits_of(closure, node.entry).get(raw.part)):
            return limits
    return None


def _limits_of(closure: Closure, entry: str) -> Limits:
    """Return the limits of an entry's choices that contradict one another, by the part that findings name."""
    known = _known.setdefault(closure, {})
    if entry not in known:
        found = closure.entry(entry)
        pairs = _contradictory(closure.constrained_entries(found) if found else ())
        known[entry] = dict(reversed(list(pairs)))  # of one part the first counts
    return known[entry]


def _contradictory(choices: Iterable[Merged]) -> Iterator[tuple[str, tuple[Decimal, Decimal]]]:
    for choice in choices:
        plain = [limit.constraint for limit in choice.limits if not choice.changes.get(limit.constraint.id)]
        pairs = ((one, other) for one in plain if one.type == "min" for other in plain if other.type == "max")
        limits = next(((one.value, other.value) for one, other in pairs if _contradict(one, other)), None)
        if limits:
            yield from ((limit.part, limits) for limit in choice.limits)


def _contradict(least: Constraint, most: Constraint) -> bool:
    one, other = least.query, most.query
    is_same = (
        (one.field, one.scope, one.percent) == (other.field, other.scope, other.percent) == ("selections", "parent", False)
    )
    return is_same and 0 <= most.value < least.value
