"""The Morale phase: Morale tests of both players' units.

Source: 8E-MORALE-01..05, 8E-Q-69.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.morale import flee, roll_morale, tell_morale, to_test
from resolver.shared.selecting import select


def test_units(game: Game) -> Script[bool]:
    """The player whose turn it is tests all units that have to, in an order of their own; then the other player."""
    for player in (game.active, 1 - game.active):
        unit = yield from select(game, player, "test", to_test(game, player), "8E-MORALE-01", optional=False)
        if unit is not None:
            yield from _test(game, unit)
            return False
    return True


def _test(game: Game, unit: int) -> Script[None]:
    """Roll a D6 and add the models slain; for each point above the Leadership one model flees (8E-MORALE-02..04)."""
    roll = yield from roll_morale(game, unit)
    rules = "8E-MORALE-02", "8E-MORALE-03", *(("8E-MORALE-04",) if roll.excess else ())
    yield from tell_morale(game, unit, roll, not roll.excess, rules)
    for _ in range(roll.excess):
        if game.on_table(unit):
            yield from flee(game, unit, "8E-MORALE-05")
