"""How far a unit may move: by its Move characteristic, which may be random, and by rolls."""

from __future__ import annotations

from datasheets.values import Dice, Distance
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.moves.moving import Limits
from resolver.shared.rolling import Result, amount, roll_test
from resolver.shared.units import characteristics


def move_limits(game: Game, unit: int, roll: int | None = None, extra: int = 0) -> Limits:
    """Return how far each model may move: its Move, where that is random the `roll`, and what is added to it."""
    found = {int(model): characteristics.move(game, int(model), extra, roll) for model in game.state.standing(unit)}
    return {model: 0.0 if span is None else span[1] for model, span in found.items()}


def equal_limits(game: Game, unit: int, most: float) -> Limits:
    """Return the same distance for each model; one without a Move characteristic does not move at all."""
    models = game.state.standing(unit)
    return {int(m): most if characteristics.move(game, int(m)) is not None else 0.0 for m in models}


def roll_move(game: Game, unit: int, rule: str) -> Script[int | None]:
    """Roll a random Move characteristic once for a whole unit; None where it is not random."""
    for model in game.state.standing(unit):
        printed = characteristics.printed_value(game, int(model), "move")
        if isinstance(printed, Distance) and isinstance(printed.value, Dice):
            total, faces = yield from amount(game, "move", printed.value, unit)
            yield from game.happen("move.rolled", unit=unit, dice=faces, distance=total, rules=(rule,))
            return total
    return None


def roll_charge(game: Game, unit: int, rule: str) -> Script[Result]:
    """Roll 2D6 for how far a unit may charge."""
    result = yield from roll_test(game, "charge", unit, 2)
    yield from game.happen(
        "charge.rolled",
        unit=unit,
        dice=result.dice,
        modifier=result.modifier,
        distance=result.total,
        rerolled=result.first,
        rules=(rule,),
        **result.reasons,
    )
    return result
