"""What one action has cost so far: models that units had before it, models lost by shooting, and who has tested morale.

Source: GRW-RANGED-09, GRW-MORALE-01, GRW-Q-17, -46, -73.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from resolver.engine.game import Game

QUARTER = 4
"""One in so many models lost by one shooting action makes a unit test."""


@dataclass(frozen=True, slots=True)
class Explosion:
    """So many hits on a unit by the explosion of a vehicle."""

    unit: int
    model: int
    target: int
    number: int


@dataclass(slots=True)
class ActionToll:
    """One action's toll.

    `shot` counts the models that units lost by shooting and explosions; `blasts` are explosions still to be resolved, one
    after the other: each destroys its vehicle first, so there is an end of them. `source` is the player whose attack or
    move is being resolved, with what explodes by it; `struck_by_enemy` are units that lost models by the enemy's.
    """

    before: dict[int, int]
    shot: Counter[int] = field(default_factory=Counter)
    tested_units: set[int] = field(default_factory=set)
    blasts: list[Explosion] = field(default_factory=list)
    source: int | None = None
    struck_by_enemy: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, game: Game) -> ActionToll:
        """Begin to count: nobody has lost anything yet."""
        return cls({unit: len(game.state.models_of(unit)) for unit in game.living_units()})

    def due(self, game: Game) -> Iterator[int]:
        """Yield the units on the table that have to test, once for each action (GRW-Q-73)."""
        for unit in sorted(self.shot):
            if unit not in self.tested_units and game.on_table(unit) and QUARTER * self.shot[unit] >= self.before[unit]:
                yield unit
