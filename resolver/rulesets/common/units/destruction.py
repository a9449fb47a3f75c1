"""What happens when a model is destroyed: it may explode, those aboard get out, it is removed, its unit may be destroyed.

Source: 9E-SSTR-02, -04, -07, -08, 9E-DESTR-01..05, 9E-PERILS-03, 9E-REINF-08, 9E-MTEST-04, 9E-Q-28, -56.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasheets.values import Dice, modified_roll
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.attacks import attacks
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.effects.sources import Source
from resolver.rulesets.common.moves import transports
from resolver.rulesets.common.rolling import D6, amount
from resolver.rulesets.common.units import engagement
from resolver.table.geometry import EPSILON, Indices

PERILS_RANGE = 6.0
SILENT = {"model.fled": ("morale.fled", "attrition.fled"), "model.removed": ("coherency.removed",)}
"""Ways in which a model goes that never trigger rules about destroyed models."""


def destroy(game: Game, model: int, cause: str, by: int | None) -> Script[None]:
    """Destroy a model: first what its destruction sets off, then it is removed from play.

    `by` is the player who destroyed it, None where nobody did (9E-SSTR-07, -08).
    """
    unit = int(game.state.unit[model])
    yield from _explode(game, model)
    alone = edition(game).sorcery.slain_alone
    if cause == "perils" and (alone or len(game.state.models_of(unit)) == 1):
        yield from _perils(game, unit, model if alone else None)
    riders = yield from transports.wreck(game, model)
    yield from remove(game, model, "model.destroyed", cause, by)
    yield from transports.survive(game, riders)


def remove(game: Game, model: int, kind: str, cause: str, by: int | None) -> Script[None]:
    """Remove a model from play; with the last one its unit is destroyed (9E-SSTR-04).

    Those aboard a transport that flees or is removed get out first: they could never leave it (9E-DESTR-02).
    """
    unit = int(game.state.unit[model])
    riders = (yield from transports.wreck(game, model)) if kind in SILENT else []
    fields: dict[str, Any] = {"cause": cause, "by": by} if kind == "model.destroyed" else {}
    rules = ("destroyed.removed", *SILENT.get(kind, ()))
    yield from game.happen(kind, unit=unit, model=model, counts={"lost": 1}, rules=rules, **fields)
    if not len(game.state.models_of(unit)):
        credit = "destroyed.no-credit" if by is None else "destroyed.credit"
        yield from game.happen("unit.destroyed", unit=unit, cause=cause, by=by, rules=("destroyed.unit", credit))
    yield from transports.survive(game, riders)


def never_arrived(game: Game) -> Script[None]:
    """When the battle ends, Reinforcements that were never set up count as destroyed, by nobody (9E-REINF-08)."""
    for unit in game.living():
        if not game.on_table(unit) and game.state.embarked_in[unit] < 0:
            yield from lose(game, unit, "never-arrived", ("reinforcements.never",))


def lose(game: Game, unit: int, cause: str, rules: Sequence[str]) -> Script[None]:
    """A whole unit, with all aboard it, counts as destroyed; nothing is set off, and nobody destroyed it."""
    for model in game.state.models_of(unit):
        for rider in transports.aboard(game, int(model)):
            yield from lose(game, rider, cause, rules)
        yield from game.happen(
            "model.destroyed", unit=unit, model=int(model), cause=cause, by=None, counts={"lost": 1}, rules=rules
        )
    yield from game.happen("unit.destroyed", unit=unit, cause=cause, by=None, rules=("destroyed.no-credit", *rules))


def _explode(game: Game, model: int) -> Script[None]:
    """Roll whether it explodes, and resolve that before anybody gets out (9E-DESTR-01)."""
    unit = int(game.state.unit[model])
    for source in abilities.carried(game, "explodes", model):
        effect = source.effect
        _, faces = yield from amount(game, "explodes", D6, unit, number=model, needed=int(effect["needs"][0]))
        total = modified_roll(faces[0], abilities.roll_changes(game, "explodes", unit, model))
        exploded = total >= int(effect["needs"][0])
        yield from game.happen(
            "explosion.rolled",
            unit=unit,
            model=model,
            dice=faces,
            needed=effect["needs"],
            exploded=exploded,
            rules=("explodes",),
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
    for other in (*game.fielded(0), *game.fielded(1)):
        models = state.standing(other)
        if engagement.gap(game, centre, models[(models != model) & (state.wounds[models] > 0)]) <= inches + EPSILON:
            struck.append(other)
    for other in struck:
        wounds, faces = yield from amount(game, "mortal", number, unit, other, number=model)
        yield from attacks.mortal_wounds(game, other, wounds, name, game.owner(unit), faces)


def _perils(game: Game, unit: int, psyker: int | None) -> Script[None]:
    """Every other unit within 6 inches suffers D3 mortal wounds, each rolled separately; nobody gets the credit.

    Where the psyker is one model, the distance is from it, and the rest of its own unit suffers too (8E-Q-55).
    """
    centre = game.state.standing(unit) if psyker is None else np.array([psyker])
    near = [
        other
        for other in (*game.fielded(0), *game.fielded(1))
        if (psyker is not None or other != unit) and _is_near(game, centre, other)
    ]
    for other in near:
        wounds, faces = yield from amount(game, "mortal", Dice.parse("D3"), unit, other, number=1)
        yield from attacks.mortal_wounds(game, other, wounds, "perils-nearby", None, faces)


def _is_near(game: Game, centre: Indices, unit: int) -> bool:
    models = game.state.standing(unit)
    left = models[~np.isin(models, centre) & (game.state.wounds[models] > 0)]
    return engagement.gap(game, centre, left) <= PERILS_RANGE + EPSILON
