"""Rosters that were just edited, as they were judged, so that the next page or edit need not do all of it again.

A roster in a version never changes, and an evaluation follows from it and from the closures of its forces: where these are
the same, what is kept holds. Only this process knows of it; whoever finds nothing works it out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from builder.operations import nodes
from builder.rules.army import ArmyUnit
from builder.rules.read_army import closure_or_none
from builder.rules.verify_fixes import Budget
from builder.services.judging import Judged
from datasheets.closure import Catalogues
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster

MOST_CACHED = 16

Key = tuple[str, int]
Digests = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CachedRoster:
    """A judged roster, with how many fixes it was judged, and the closures that this rests on."""

    judged: Judged
    budget: Budget | None
    closures: Digests

    @property
    def evaluation(self) -> Evaluation:
        """What its data say."""
        return self.judged.evaluation

    @property
    def units(self) -> Mapping[str, ArmyUnit]:
        """The units that its judgement rests on."""
        return self.judged.judgement.units


class RosterCache:
    """What is kept of the rosters edited last, by id and version."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues
        self._cached: OrderedDict[Key, CachedRoster] = OrderedDict()
        self._lock = Lock()

    def keep(self, key: Key, judged: Judged, budget: Budget | None = None) -> None:
        """Remember what a roster came to, instead of its earlier versions."""
        made = CachedRoster(judged, budget, self._closures(judged.roster))
        with self._lock:
            for old in [each for each in self._cached if each[0] == key[0]]:
                del self._cached[old]
            self._cached[key] = made
            while len(self._cached) > MOST_CACHED:
                self._cached.popitem(last=False)

    def roster(self, key: Key) -> Roster | None:
        """Return the roster, None where it is not kept."""
        with self._lock:
            found = self._cached.get(key)
        return found.judged.roster if found else None

    def result(self, key: Key) -> CachedRoster | None:
        """Return what the roster came to, None where it is not kept or its catalogues are others now."""
        with self._lock:
            found = self._cached.get(key)
        return found if found and found.closures == self._closures(found.judged.roster) else None

    def _closures(self, roster: Roster) -> Digests:
        closures = (closure_or_none(self._catalogues, force) for force in nodes.forces(roster))
        return tuple(closure.digest if closure else "" for closure in closures)
