"""The target of attacks as a line of places that `exact` and `sample` walk along, model after model as they are struck.

Where every model just loses wounds, a place is the number of wounds lost in all. Where a model rolls on a table for each
(`DamageTable`), its places are the ways in which it may stand, in an order in which a lost wound always leads further.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from resolver.attack.check import FACES
from resolver.attack.profile import AttackRules, Plight, TargetModel, TargetProfile

COUNTED = 4
"""Of up to so many models with a table is told how each ends; of more only that they do."""
Places = NDArray[np.intp]


class Line:
    """The target's places in a line; from `live` on, up to `length`, nobody is left.

    Args:
        runs: stretches of equal models: (model, resistance of the unit, places).
        wounds: for each place the wounds lost in all; a model that is destroyed has lost all of its own.
        lost: for each number of wounds lost the models lost.
        left: for each place the wounds that its model has left.
        following: where nobody rolls on a table None, else for each face of the table where a lost wound leads from a place.
        fallen: where a place leads when its model is lost at once.
        step: the jumps of one wound lost.
    """

    def __init__(self, rules: AttackRules, target: TargetProfile) -> None:
        ends = np.cumsum([model.wounds for model in target.models])
        self.lost = np.searchsorted(ends, np.arange(int(ends[-1]) + 1), side="right")
        each = list(zip(target.models, _resistance(rules, target), strict=True))
        self.runs: list[tuple[TargetModel, int, slice]] = []
        self.following: Places | None = None
        self.results: list[Counter[str]] = []
        if any(model.plight for model in target.models):
            self._branch(rules, target, each)
        else:
            self._stretch(each, ends)

    def _stretch(self, each: list[tuple[TargetModel, int]], ends: Places) -> None:
        """Lay out models that only lose wounds."""
        self.live = self.length = int(ends[-1])
        self.wounds = np.arange(self.length + 1)
        self.left = np.append(ends, self.length)[self.lost] - self.wounds
        self.fallen = self.wounds + self.left
        start = 0
        for (model, resistance), equal in groupby(each):
            stop = start + model.wounds * len(list(equal))
            self.runs.append((model, resistance, slice(start, stop)))
            start = stop
        self.step = np.zeros((2, self.length + 1))
        self.step[1] = 1.0
        self.step[:, -1] = (1.0, 0.0)

    def _branch(self, rules: AttackRules, target: TargetProfile, each: list[tuple[TargetModel, int]]) -> None:
        """Lay out models of which some roll on a table."""
        way = _Way(rules, target)
        states = way.states()
        place = {state: number for number, state in enumerate(states)}
        self.length, all_wounds = len(states) - 1, np.cumsum([0, *(model.wounds for model in target.models)])
        self.live = sum(state.model < len(each) for state in states)
        self.wounds = np.array([all_wounds[state.model] + state.lost for state in states])
        self.left = np.array([all_wounds[min(state.model + 1, len(each))] for state in states]) - self.wounds
        self.results = [Counter((*state.ends, *(state.plight.results if state.plight else ()))) for state in states]
        for (number, _), some in groupby(states[: self.live], key=lambda state: (state.model, state.ends)):
            stretch = list(some)
            start = place[stretch[0]]
            self.runs.append((*each[number], slice(start, start + len(stretch))))
        self.fallen, self.following = np.arange(len(states)), np.tile(np.arange(len(states)), (len(FACES), 1))
        for state in states[: self.live]:
            self.fallen[place[state]] = place[way.fall(state)]
            self.following[:, place[state]] = [place[way.follow(state, face)] for face in FACES]
        jumps = self.following - np.arange(len(states))
        self.step = np.zeros((int(jumps.max()) + 1, len(states)))
        for row in jumps:
            self.step[row, np.arange(len(states))] += 1 / len(FACES)


@lru_cache(maxsize=256)
def line_of(rules: AttackRules, target: TargetProfile) -> Line:
    """Return the line of a target."""
    return Line(rules, target)


class _State(NamedTuple):
    """How a unit stands: the model that is struck next, how models with a table have ended, and how this one stands."""

    model: int
    ends: tuple[str, ...]
    lost: int
    plight: Plight | None


class _Way:
    """Where wounds lead that models lose which may roll on a table."""

    def __init__(self, rules: AttackRules, target: TargetProfile) -> None:
        assert rules.table is not None
        self.table, self.models = rules.table, target.models
        self.counted = sum(model.plight is not None for model in target.models) <= COUNTED

    def states(self) -> list[_State]:
        """Return all states, each before those to which it leads."""
        start = self._first(0, ())
        found, waiting = {start}, [start]
        while waiting:
            state = waiting.pop()
            if state.model < len(self.models):
                new = {self.fall(state), *(self.follow(state, face) for face in FACES)} - found
                found |= new
                waiting += new
        return sorted(found, key=lambda state: (*state[:3], state.plight or ()))

    def follow(self, state: _State, face: int) -> _State:
        """Return how the unit stands when the model has lost a wound, and the table shows this face."""
        lost, left = state.lost + 1, self.models[state.model].wounds - state.lost - 1
        if state.plight is None:
            return state._replace(lost=lost) if left else self._first(state.model + 1, state.ends)
        found = self.table.follow(state.plight, face)
        if isinstance(found, str):
            return self._end(state, found)
        return state._replace(lost=lost, plight=found) if left else self.fall(state)

    def fall(self, state: _State) -> _State:
        """Return how the unit stands when the model is lost without the table."""
        return self._end(state, self.table.fallen) if state.plight else self._first(state.model + 1, state.ends)

    def _end(self, state: _State, how: str) -> _State:
        return self._first(state.model + 1, tuple(sorted((*state.ends, how))) if self.counted else ())

    def _first(self, model: int, ends: tuple[str, ...]) -> _State:
        return _State(model, ends, 0, self.models[model].plight if model < len(self.models) else None)


def _resistance(rules: AttackRules, target: TargetProfile) -> list[int]:
    """The resistance of the unit while each model in turn is the next to be struck: those before it are lost."""
    each = tuple(model.resistance for model in target.models)
    if len(set(each)) == 1:
        return list(each)
    return [rules.resistance(each[lost:]) for lost in range(len(each))]
