"""What army rules are made of: steps in a table, and finding everything that they say, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from builder.operations import nodes
from builder.rules.army import Army
from builder.rules.contradictions import CONTRADICTION, name_contradictions
from builder.rules.imported_size import TOO_FEW, TOO_MANY, said_of_size
from builder.rules.rules_of_data import cite_rule, without_echoes
from builder.rules.traits import is_said_as_missing
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Roster


class Step(NamedTuple):
    """One step of judging: the codes that it may report, the ledger rules that it proves, and the pure function."""

    codes: tuple[str, ...]
    rules: tuple[str, ...]
    check: Callable[[Army], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rules:
    """The army rules of a system: its steps in order, and the raw findings that they take the place of, by code.

    Where they are not `complete`, an army in which they find no error may still be illegal. What they wave through of the
    raw findings (`waives`) is no rule of the game; a step says it as a note. Findings with an `unjudged` code say that the
    players agreed on something that nobody judged; so do those that are `UNREADABLE`.
    """

    steps: tuple[Step, ...]
    replaced: frozenset[str] = frozenset()
    complete: bool = True
    waives: Callable[[Army, Finding], bool] | None = None
    unjudged: frozenset[str] = frozenset()

    def legality(self, findings: Iterable[Finding]) -> bool | None:
        """Return whether an army with these findings is legal; None: no error, but not all of it was judged."""
        found = tuple(findings)
        if any(each.severity == "error" for each in found):
            return False
        unjudged = self.unjudged | UNREADABLE
        return True if self.complete and not any(each.code in unjudged for each in found) else None

    def find(self, army: Army) -> tuple[Finding, ...]:
        """Return all findings about an army with the fixes that the steps propose, not yet tried out.

        The army comes first, then forces and units as they stand in the roster; within one it goes by the order of steps.
        """
        place = {uid: at for at, uid in enumerate(_uids(army.roster))}
        return tuple(sorted(self.find_all(army), key=lambda each: place.get(each.path[-1], 0) if each.path else -1))

    def find_all(self, army: Army) -> list[Finding]:
        """Return the same findings as they come."""
        left = (each for each in army.evaluation.findings if not self._judged_instead(army, each))
        raw = [cite_rule(army, each) for each in name_contradictions(army, without_echoes(left))]
        return [*raw, *(each for step in self.steps for each in step.check(army))]

    def _judged_instead(self, army: Army, raw: Finding) -> bool:
        """Whether a step says it better: what is said of units, sizes only where their rows are known."""
        if self.waives and self.waives(army, raw):
            return True
        if raw.code not in self.replaced:
            return False
        if is_said_as_missing(army, raw):
            return True
        unit = army.unit_at(raw.path)
        if raw.code in (TOO_FEW, TOO_MANY):
            return unit is not None and raw in said_of_size(army, unit)
        if raw.code in SIZES:
            return unit is not None and bool(unit.rows)
        return unit is not None or not raw.path or raw.code == "catalogue.missing"


SIZES = ("unit.too-few-models", "unit.too-many-models")

UNREADABLE = frozenset({"agreement.misplaced", "declaration.misplaced", CONTRADICTION})
"""What no rule of any system can read, of what players agreed on, stated, or their data say: never called legal."""

UNJUDGED = frozenset({"army.unknown-mission"})
"""The same, in systems whose missions may change what armies are."""

REPLACED = frozenset(
    {
        *SIZES,  # by unit.below-minimum, unit.understrength, unit.above-maximum
        TOO_FEW,  # likewise, where it is the size of an imported unit
        TOO_MANY,  # likewise
        "entry.missing",  # by unit.no-datasheet and unit.foreign-part
        "entry.misplaced",  # likewise
        "catalogue.missing",  # by force.no-catalogue
        "cost.over-limit",  # by the same with fixes
    }
)
"""The raw findings that the steps of an edition with army rules say better."""


def _uids(roster: Roster) -> Iterator[str]:
    for force in nodes.forces(roster):
        yield force.uid
        for selection in force.selections:
            yield from (node.uid for node in selection.walk())
