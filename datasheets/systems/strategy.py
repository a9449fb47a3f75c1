"""What the rulebook makes of an army's points and keywords: Strategy Cards, Strategy Rating, Victory Points of its units.

Sources: 2E-STRAT-01, 2E-STRAT-02, 2E-R-SETUP-07, 2E-VP-02 to 2E-VP-07, 2E-Q-03, 2E-Q-05.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from datasheets.systems import rulebook
from datasheets.systems.system import System

Row = Mapping[str, object]
BOUNDS = ("printed", "min_points", "max_points")
DAEMONS = "daemons"
LESSER, GREATER = "lesser_pack", "greater"


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """What a unit of an army says of its strategy.

    `catalogue` is that of its force, `is_led` whether the commander is in it, `rating` the Strategy Rating that it prints.
    """

    catalogue: str
    is_led: bool
    keywords: Container[str]
    rating: int | None = None


def strategy_cards(system: System, points: float, units: Sequence[ListedUnit]) -> int:
    """Return how many Strategy Cards an army draws: one for each so many points, or part of them (2E-STRAT-01).

    Args:
        system: the game system.
        points: what the army costs.
        units: its units; with a keyword that the deck refuses, of the commander or, where nobody was named, of any unit
            of its army list, it draws none (2E-STRAT-02).
    """
    own = _own_list(units)
    leading = [unit for unit in own if unit.is_led] or own
    deck = next((each for each in system.decks if each.per_points), None)
    if deck is None or any(refused in unit.keywords for refused in deck.refuses for unit in leading):
        return 0
    return ceil(points / deck.per_points)


def strategy_rating(system: System, units: Sequence[ListedUnit]) -> int | None:
    """Return the Strategy Rating of an army: what its commander prints, then its army list, else that of its faction.

    The faction is the one that most units of the army list have; None where nothing says it (2E-R-SETUP-07).
    """
    own = _own_list(units)
    printed = [unit.rating for unit in sorted(own, key=lambda unit: not unit.is_led) if unit.rating is not None]
    if printed:
        return printed[0]
    found = Counter(row.rating for row in system.strategy_ratings for unit in own if row.keyword in unit.keywords)
    return found.most_common(1)[0][0] if found else None


def _own_list(units: Sequence[ListedUnit]) -> list[ListedUnit]:
    """Return the units of the commander's army list, or of the first unit's: all others are allies."""
    leading = next((unit for unit in units if unit.is_led), units[0] if units else None)
    return [unit for unit in units if leading and unit.catalogue == leading.catalogue]


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
