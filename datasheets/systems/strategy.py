"""What the rulebook makes of an army's points and keywords: Strategy Cards, Strategy Rating, Victory Points of its units.

Sources: 2E-STRAT-01, 2E-STRAT-02, 2E-R-SETUP-07, 2E-VP-02 to 2E-VP-07, 2E-Q-03, 2E-Q-05.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from math import ceil

from datasheets.systems import rulebook
from datasheets.systems.system import System

Row = Mapping[str, object]
BOUNDS = ("printed", "min_points", "max_points")
DAEMONS = "daemons"
LESSER, GREATER = "lesser_pack", "greater"


def strategy_cards(system: System, points: float, keywords: Collection[Container[str]]) -> int:
    """Return how many Strategy Cards an army draws: one for each so many points, or part of them (2E-STRAT-01).

    Args:
        system: the game system.
        points: what the army costs.
        keywords: those of each unit that the commander may be in; with one that the deck refuses the army draws none
            (2E-STRAT-02).
    """
    deck = next((each for each in system.decks if each.per_points), None)
    if deck is None or any(refused in unit for refused in deck.refuses for unit in keywords):
        return 0
    return ceil(points / deck.per_points)


def rating_of(system: System, own: int | None, keywords: Collection[Container[str]]) -> int | None:
    """Return the Strategy Rating of an army: its own, else that of its faction; None where nothing says it."""
    if own is not None:
        return own
    found = [each.rating for each in system.strategy_ratings if any(each.keyword in unit for unit in keywords)]
    return found[0] if found else None


def victory_points(system: System, category: str, points: float, *, is_greater: bool = False) -> dict[str, int]:
    """Return the Victory Points for a unit of a category ("squads", "vehicles" ...) by the state that it ends in.

    Args:
        system: the game system.
        category: the id of what the mission scores.
        points: what the unit costs, with its wargear.
        is_greater: of daemons, whether it is a Greater Daemon (2E-Q-05).

    Raises:
        KeyError: no mission of the system scores such a category.
    """
    scored = next((each for mission in system.missions for each in mission.scoring if each.id == category), None)
    if scored is None:
        raise KeyError(category)
    if category == DAEMONS:
        numbers = rulebook(system.id).decision("2E-Q-05").numbers
        worth = numbers[GREATER if is_greater else LESSER] if isinstance(numbers, Mapping) else 0
        return {"wounded": 0, "wiped_out": int(str(worth))}
    row = _row(_table(system, scored.rule), points)
    return {key: int(str(value)) for key, value in row.items() if key not in BOUNDS}


def _table(system: System, rule: str) -> Sequence[Row]:
    table = rulebook(system.id).rule(rule).table
    if not isinstance(table, Sequence):
        raise ValueError(f"{rule} has no table")
    return table


def _row(table: Sequence[Row], points: float) -> Row:
    """Return the row whose band has so many points; between two bands a unit is in the higher one."""
    return next(row for row in table if row["max_points"] is None or points <= float(str(row["max_points"])))
