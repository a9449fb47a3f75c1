"""Unit coherency: every model near enough to others of its unit, and the unit one connected group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from resolver.table.bases import Bodies
from resolver.table.compiled import together
from resolver.table.geometry import Flags, Indices, in_reach


@dataclass(frozen=True, slots=True)
class CoherencyRules:
    """What an edition asks: neighbours `across` inches away and `up` inches above or below at most.

    `neighbours` are rows (models in the unit, neighbours that each needs), ascending; a row holds from its number of models
    on. A single model is always in coherency. `group`: the unit stays in one group.
    """

    across: float
    up: float
    neighbours: tuple[tuple[int, int], ...]
    group: bool = True

    def for_models(self, models: int) -> together.Coherency:
        """Return what a unit of this size needs, as the compiled loops take it."""
        return _for_models(self, models)


@lru_cache(maxsize=256)
def _for_models(rules: CoherencyRules, models: int) -> together.Coherency:
    needed = max((needed for size, needed in rules.neighbours if models >= size), default=0)
    return together.Coherency(float(rules.across), float(rules.up), needed, rules.group)


def coherent(models: Bodies, rules: CoherencyRules) -> bool:
    """Tell whether the models are in coherency: each with its neighbours, and one group where the rules ask for it."""
    return together.coherent(models.data, rules.for_models(len(models)))


def coherent_with(models: Bodies, row: int, ends: Bodies, rules: CoherencyRules, enough: int) -> Flags:
    """Tell at which ends of one model the models are in coherency; after so many, say no of the others."""
    return together.coherent_with(models.data, row, ends.data, rules.for_models(len(models)), enough)


def largest(models: Bodies, rules: CoherencyRules) -> Indices:
    """Return the most models that are in coherency among themselves, as indices; the others would have to go.

    Among equally many it keeps the ones that come first.
    """
    if len(models) == 0:
        return np.zeros(0, dtype=np.intp)
    near = _near(models, rules)
    best = np.zeros(1, dtype=np.intp)
    most = len(models)
    for size, needed in sorted(rules.neighbours, reverse=True):
        for group in _groups(near, needed):
            kept = group[:most]
            if len(kept) >= size and len(kept) > len(best):
                best = np.sort(kept)
        most = size - 1
    return best


def _near(models: Bodies, rules: CoherencyRules) -> Flags:
    near = in_reach(models, models, rules.across, rules.up)
    np.fill_diagonal(near, False)
    return near


def _groups(near: Flags, needed: int = 0) -> Iterator[Indices]:
    """Connected groups in which every model has `needed` neighbours; each grows from its first model outwards."""
    left = np.ones(len(near), dtype=np.bool_)
    while needed and (lonely := left & ((near & left).sum(1) < needed)).any():
        left &= ~lonely
    while left.any():
        group = [int(np.flatnonzero(left)[0])]
        left[group[0]] = False
        for model in group:
            found = np.flatnonzero(near[model] & left)
            left[found] = False
            group.extend(found.tolist())
        yield np.array(group, dtype=np.intp)
