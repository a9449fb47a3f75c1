"""What the end of a model does to those near it: it may explode, and Perils of the Warp strike around a psyker.

Source: 9E-DESTR-01, 9E-PERILS-03, 9E-Q-56, 8E-Q-55.
"""

from __future__ import annotations

import numpy as np

from datasheets.values import Dice, modified_roll
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_rows
from resolver.engine.ruleset import Script
from resolver.shared.attacks import attacks
from resolver.shared.effects import abilities
from resolver.shared.effects.effect_rules import Source
from resolver.shared.rolling import D6, amount
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON, Indices

PERILS_RANGE = 6.0


def explode(game: Game, model: int) -> Script[None]:
    """Roll whether it explodes, and resolve that before anybody gets out (9E-DESTR-01)."""
    unit = int(game.state.unit[model])
    for source in abilities.own_effects(game, "explodes", model):
        effect = source.effect
        _, faces = yield from amount(game, "explodes", D6, unit, number=model, needed=int(effect["needs"][0]))
        changes = abilities.roll_changes(game, "explodes", unit, model)
        total = modified_roll(faces[0], changes)
        exploded = total >= int(effect["needs"][0])
        yield from game.happen(
            "explosion.rolled",
            unit=unit,
            model=model,
            dice=faces,
            needed=effect["needs"],
            exploded=exploded,
            rules=("explodes",),
            **modifier_fields(modifier_rows(game, "roll", changes)),
        )
        if exploded:
            inches = yield from _inches(game, model, source)
            yield from _blast(game, model, source.name, inches, Dice.parse(effect["number"]))


def _inches(game: Game, model: int, source: Source) -> Script[int]:
    """Return how far an explosion reaches; a random distance is rolled, and told."""
    unit, expression = int(game.state.unit[model]), Dice.parse(str(source.effect["distance"]))
    if expression.fixed:
        return expression.constant
    inches, faces = yield from amount(game, "effect", expression, unit, number=model)
    yield from game.happen("ability.rolled", unit=unit, ability=source.name, target=None, dice=faces)
    return inches


def _blast(game: Game, model: int, name: str, inches: float, number: Dice) -> Script[None]:
    """Each unit within range suffers mortal wounds, its own other models included; credit goes to its player (9E-Q-56)."""
    unit, state = int(game.state.unit[model]), game.state
    centre = np.array([model])
    struck = []
    for other in (*game.units_on_table(0), *game.units_on_table(1)):
        models = state.standing(other)
        if engagement.gap(game, centre, models[(models != model) & (state.wounds[models] > 0)]) <= inches + EPSILON:
            struck.append(other)
    for other in struck:
        wounds, faces = yield from amount(game, "mortal", number, unit, other, number=model)
        yield from attacks.mortal_wounds(game, other, wounds, name, game.owner(unit), faces)


def perils(game: Game, unit: int, psyker: int | None) -> Script[None]:
    """Every other unit within 6 inches suffers D3 mortal wounds, each rolled separately; nobody gets the credit.

    Where the psyker is one model, the distance is from it, and the rest of its own unit suffers too (8E-Q-55).
    """
    centre = game.state.standing(unit) if psyker is None else np.array([psyker])
    near = [
        other
        for other in (*game.units_on_table(0), *game.units_on_table(1))
        if (psyker is not None or other != unit) and _is_near(game, centre, other)
    ]
    for other in near:
        wounds, faces = yield from amount(game, "mortal", Dice.parse("D3"), unit, other, number=1)
        yield from attacks.mortal_wounds(game, other, wounds, "perils-nearby", None, faces)


def _is_near(game: Game, centre: Indices, unit: int) -> bool:
    models = game.state.standing(unit)
    left = models[~np.isin(models, centre) & (game.state.wounds[models] > 0)]
    return engagement.gap(game, centre, left) <= PERILS_RANGE + EPSILON
