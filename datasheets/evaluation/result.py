"""What an evaluation says: every selection and force as it is after all modifiers, the costs, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from datasheets.evaluation.finding import Finding
from datasheets.evaluation.modified import Costs, Effective, EffectiveForce
from datasheets.evaluation.scope import RosterScope
from datasheets.evaluation.units import UnitCache


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Evaluation:
    """A roster with everything that follows from the data.

    `costs` are the roster's totals, every cost type listed. `by_uid` has every selection, `forces` every force.
    `findings` are raw: what the data alone say, in a fixed order. `kept` is for the evaluation after the next edit.
    """

    costs: Costs
    by_uid: Mapping[str, Effective]
    forces: Mapping[str, EffectiveForce]
    findings: tuple[Finding, ...]
    kept: UnitCache | None = None

    @property
    def scopes(self) -> RosterScope | None:
        """What the roster counts by, to ask more of it (what can be chosen, how full it is); None where it was not kept."""
        return self.kept.top if self.kept else None
