"""The Morale phase: Morale tests of both players' units.

Source: 8E-MORALE-01..05, 8E-Q-69.
"""

from __future__ import annotations

from typing import Any

from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_row
from resolver.engine.ruleset import Script
from resolver.families.wh40k.units import destruction
from resolver.shared.effects import abilities
from resolver.shared.rolling import Result, roll_test
from resolver.shared.selecting import select
from resolver.shared.units import characteristics


def test_units(game: Game) -> Script[bool]:
    """The player whose turn it is tests all units that have to, in an order of their own; then the other player."""
    for player in (game.active, 1 - game.active):
        unit = yield from select(game, player, "test", to_test(game, player), "8E-MORALE-01", optional=False)
        if unit is not None:
            yield from _test(game, unit)
            return False
    return True


def to_test(game: Game, player: int) -> list[int]:
    """Return the units on the table that had models slain this turn and have not tested (8E-MORALE-01)."""
    return [unit for unit in game.units_on_table(player) if game.count(unit, "lost") and not game.has_mark(unit, "acted")]


def _test(game: Game, unit: int) -> Script[None]:
    """Roll a D6 and add the models slain; for each point above the Leadership one model flees (8E-MORALE-02..04)."""
    lost = game.count(unit, "lost")
    highest, faces = yield from characteristics.highest_nerve(game, unit)
    shown: dict[str, Any] = {"leadership_dice": faces} if faces else {}
    printed, rows = characteristics.nerve_reasons(game, unit, highest)
    steady = [source for source in abilities.effects(game, "auto-pass", unit) if source.effect["roll"] == "morale"]
    if steady:
        printed, rows = {}, [modifier_row(game, "passes", "=passed", steady[0].origin)]
        result, fleeing = Result((), 0, 0), 0
    else:
        result = yield from roll_test(game, "morale", unit, 1, most=highest - lost)
        fleeing = max(result.total + lost - highest, 0)
    yield from game.happen(
        "morale.tested",
        unit=unit,
        dice=result.dice,
        modifier=result.modifier,
        lost=lost,
        total=result.total + lost,
        leadership=highest,
        passed=not fleeing,
        rerolled=result.first,
        rules=("8E-MORALE-02", "8E-MORALE-03", *(("8E-MORALE-04",) if fleeing else ())),
        **shown,
        **modifier_fields([*rows, *result.rows], printed),
    )
    for _ in range(fleeing):
        if not game.on_table(unit):
            return
        data = yield from game.ask("flee", game.owner(unit), "8E-MORALE-05", unit)
        yield from destruction.remove(game, data["model"], "model.fled", "fled", 1 - game.owner(unit))
