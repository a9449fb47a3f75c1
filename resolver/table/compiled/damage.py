"""What weapons may do over distances, for programs that weigh where to stand: sums over enemy units, one in each column.

Of weapons `column` says whose they are or against whom, `number` how many there are, `reach` how far they shoot, `taken`
what one of them takes.
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, compiled
from resolver.table.compiled.shapes import Flags, Floats

Indices = NDArray[np.intp]


@compiled
def damage_given(
    near: Floats, column: Indices, number: Floats, reach: Floats, taken: Floats, usable: Flags, across: float
) -> Floats:
    """Return what a unit takes from each enemy unit by shooting; `near` is how far each of its models (rows) is from it.

    Weapons that are not `usable` take nothing, nor do those of a unit that is within `across` from its enemy.
    """
    found = np.zeros(near.shape[1])
    for arm in range(len(column)):
        if usable[arm]:
            inside = 0.0
            for model in range(near.shape[0]):
                inside += near[model, column[arm]] <= reach[arm] + EPSILON
            found[column[arm]] += taken[arm] * min(number[arm], inside)
    for unit in range(near.shape[1]):
        if near[:, unit].min() <= across:
            found[unit] = 0.0
    return found


@compiled
def damage_suffered(gaps: Floats, speeds: Floats, column: Indices, number: Floats, reach: Floats, taken: Floats) -> Floats:
    """Return what each enemy unit takes by shooting after a move from a unit that is so far away."""
    found = np.zeros(len(gaps))
    for arm in range(len(column)):
        if gaps[column[arm]] - speeds[column[arm]] <= reach[arm] + EPSILON:
            found[column[arm]] += taken[arm] * number[arm]
    return found


@compiled
def threat(
    gaps: Floats, speeds: Floats, shot: Floats, seen: Flags, hidden: float, fought: Floats, chances: Floats, across: float
) -> float:
    """Return what all enemy units together take in a turn, each by shooting or by charging, whichever is more.

    Args:
        shot: what each takes by shooting; of a unit that is not `seen` the share `hidden` is left.
        fought: what each takes in close combat, to which it comes after a move by a charge.
        chances: the probability of charges that need so many inches, the last for all that need more.
        across: how near an enemy is that is in close combat.
    """
    total = 0.0
    for unit in range(len(gaps)):
        needs = min(max(gaps[unit] - speeds[unit], 1.0) - across - EPSILON, len(chances) - 1.0)  # infinity has no ceiling
        chance = 1.0 if gaps[unit] <= across else chances[max(ceil(needs), 0)]
        total += max(shot[unit] * (1.0 if seen[unit] else hidden), chance * fought[unit])
    return total
