"""What terrain gives a unit that is shot at: better saves, and hard cover makes it harder to hit.

Source: GRW-TERRAIN-02..04, -11, GRW-MOVE-03, GRW-Q-51.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.shared.rules import shared_rules
from resolver.table.columns import PLACES


def cover(game: Game, unit: int) -> dict[str, int]:
    """Return what terrain gives a unit by name, "save" and "hit"; of several pieces the best."""
    return game.cache(PLACES, ("cover", unit), lambda: shared_rules(game).terrain.cover(game, unit))
