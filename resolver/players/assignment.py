"""Who goes where: units are given goals so that the worth of all together is the greatest there is.

A goal has a place for each share: the first whole, the next ones less. Units and places are matched by the Hungarian
algorithm; because the better of two units gains more by the greater share, the places of a goal fill in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from resolver.engine.decision_kinds import Goals
from resolver.engine.ruleset import Prospects

FREE = -1


def assign_goals(prospects: Prospects) -> Goals:
    """Return a goal for each unit; a unit for which none is worth anything has none."""
    units, shares = prospects.units, prospects.shares
    if not units or not prospects.worth[0]:
        return {}
    places = [(goal, share) for share in shares for goal in range(len(prospects.worth[0]))]
    idle = [0.0] * len(units)
    costs = [[*(-row[goal] * share for goal, share in places), *idle] for row in prospects.worth]
    found = match_rows(costs)
    return {
        unit: places[column][0]
        for unit, costs_of, column in zip(units, costs, found, strict=True)
        if column < len(places) and costs_of[column] < 0.0
    }


def match_rows(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return a column for each row, none twice, so that the sum of their costs is the least; there are enough columns."""
    width = len(costs[0])
    row_of = [FREE] * width
    by_row, by_column = [0.0] * len(costs), [0.0] * width
    for row in range(len(costs)):
        _augment(costs, row, row_of, by_row, by_column)
    found = [0] * len(costs)
    for column, owner in enumerate(row_of):
        if owner != FREE:
            found[owner] = column
    return found


def _augment(
    costs: Sequence[Sequence[float]],
    start: int,
    row_of: list[int],
    by_row: list[float],
    by_column: list[float],
) -> None:
    """Match one more row along the cheapest alternating path; `by_row` and `by_column` are the potentials."""
    least, came = [inf] * len(row_of), [-1] * len(row_of)
    reached: list[int] = []
    row, last = start, -1
    while True:
        for column in (free for free in range(len(row_of)) if free not in reached):
            cost = costs[row][column] - by_row[row] - by_column[column]
            if cost < least[column]:
                least[column], came[column] = cost, last
        nearest = min((column for column in range(len(row_of)) if column not in reached), key=least.__getitem__)
        step = least[nearest]
        by_row[start] += step
        for column in reached:
            by_row[row_of[column]] += step
            by_column[column] -= step
        least = [value if column in reached else value - step for column, value in enumerate(least)]
        reached.append(nearest)
        last = nearest
        if row_of[nearest] == FREE:
            break
        row = row_of[nearest]
    while last >= 0:
        before = came[last]
        row_of[last] = start if before < 0 else row_of[before]
        last = before
