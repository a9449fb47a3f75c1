"""Rosters that were just edited, as they were evaluated, so that the page that follows an edit need not do so again.

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
from datasheets.closure import Catalogues
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster

MOST_CACHED = 16

Key = tuple[str, int]
Digests = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CachedRoster:
    """A roster with its evaluation and its units as they were judged, and the closures that these rest on."""

    roster: Roster
    evaluation: Evaluation
    units: Mapping[str, ArmyUnit]
    closures: Digests


class RosterCache:
    """What is kept of the rosters edited last, by id and version."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues
        self._cached: OrderedDict[Key, CachedRoster] = OrderedDict()
        self._lock = Lock()

    def keep(self, key: Key, roster: Roster, evaluation: Evaluation, units: Mapping[str, ArmyUnit]) -> None:
        """Remember what a roster came to, instead of its earlier versions."""
        made = CachedRoster(roster, evaluation, units, self._closures(roster))
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
        return found.roster if found else None

    def result(self, key: Key) -> CachedRoster | None:
        """Return what the roster came to, None where it is not kept or its catalogues are others now."""
        with self._lock:
            found = self._cached.get(key)
        return found if found and found.closures == self._closures(found.roster) else None

    def _closures(self, roster: Roster) -> Digests:
        closures = (closure_or_none(self._catalogues, force) for force in nodes.forces(roster))
        return tuple(closure.digest if closure else "" for closure in closures)
