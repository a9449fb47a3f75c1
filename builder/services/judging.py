"""Judging a roster: evaluation, the rules of its system, the roster document, and the summary that lists show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import builder
from builder.operations import nodes
from builder.rules.army import ArmyUnit
from builder.rules.judgement import Judgement, judge, system_of
from builder.rules.verify_fixes import Budget
from builder.snapshot.comparing import contradictions, remake
from builder.snapshot.document import snapshot, snapshot_data
from builder.snapshot.sizes import Sizes
from datasheets.closure import Catalogues
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Severity
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster
from datasheets.systems import System
from exports.document import RosterDocument


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judgement tells: the roster's name and system, the system that it was judged by, `Judged.summary`, findings."""

    name: str
    system: str
    judged_by: str
    summary: dict[str, Any]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A roster with everything that follows from it."""

    roster: Roster
    evaluation: Evaluation
    judgement: Judgement
    system: System

    @property
    def summary(self) -> dict[str, Any]:
        """What lists show, and the Muster that judged."""
        return {
            "legal": self.judgement.legal,
            "errors": self.count("error"),
            "warnings": self.count("warning"),
            "notes": self.count("note"),
            "power_level": _number(self.judgement.power_level),
            "costs": {cost: _number(value) for cost, value in sorted(self.judgement.costs.items())},
            "models": self.judgement.models,
            "units": len(self.judgement.units),
            "catalogues": list(dict.fromkeys(each.catalogue for each in nodes.forces(self.roster))),
            "muster": builder.__version__,
        }

    @property
    def verdict(self) -> Verdict:
        """What a reader is told."""
        return Verdict(self.roster.name, self.roster.system, self.system.id, self.summary, self.judgement.findings)

    def count(self, severity: Severity) -> int:
        """Return how many findings are of that severity."""
        return sum(finding.severity == severity for finding in self.judgement.findings)


class Judging:
    """Judges rosters by the catalogues of one database; `sizes` are the bases that a player gave."""

    def __init__(self, catalogues: Catalogues, sizes: Callable[[], Sizes] = dict) -> None:
        self.catalogues = catalogues
        self._sizes = sizes

    def judge(
        self,
        roster: Roster,
        *,
        fixes: bool = True,
        evaluation: Evaluation | None = None,
        budget: Budget | None = None,
        known: Mapping[str, ArmyUnit] | None = None,
    ) -> Judged:
        """Return what a roster amounts to and what is wrong with it; without `fixes` it is faster and offers none.

        `evaluation` is the roster's own, where it is known already; `budget` says how many fixes are tried out.
        `known` are the units of an earlier judgement.
        """
        of = system_of(roster, self.catalogues)
        evaluation = evaluation or evaluate(roster, self.catalogues)
        judgement = judge(roster, evaluation, self.catalogues, of, fixes=fixes, budget=budget, known=known)
        return Judged(roster, evaluation, judgement, of)

    def document(self, judged: Judged) -> RosterDocument:
        """Return a judged roster as a roster document; raises `DocumentError` where it is too large for one."""
        return snapshot(judged.roster, self.catalogues, judged.judgement, self._sizes())

    def contradictions(self, document: RosterDocument, judged: Judged) -> Iterator[Finding]:
        """Yield what a document says that its own choices, which were judged, do not come to."""
        data = snapshot_data(judged.roster, self.catalogues, judged.judgement, self._sizes())
        return contradictions(document, remake(document, data))


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
