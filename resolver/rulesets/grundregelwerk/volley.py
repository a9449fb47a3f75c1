"""Dice of equal attacks rolled together, and what attacks are expected to do, for players.

Source: GRW-RANGED-04, -05, GRW-MELEE-05, GRW-SPECIAL-12.
"""

from __future__ import annotations

from dataclasses import dataclass

from resolver.attack.check import Check
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, shelter, traits
from resolver.rulesets.grundregelwerk.checks import fp_after, hit_check, save_check, takes_whole_model
from resolver.rulesets.grundregelwerk.hits import SHELTERED
from resolver.rulesets.grundregelwerk.mishaps import DESTROYED, EXPLODES, RESULTS
from resolver.rulesets.grundregelwerk.weapons import Arms

ENDS_IT = len((DESTROYED, EXPLODES)) / len(RESULTS)
"""How many rolls on the damage table destroy a vehicle, whatever Life points it has left (GRW-VEHICLE-11, -12)."""


@dataclass(frozen=True, slots=True)
class HitDice:
    """Hit dice as they lie after re-rolls, what they showed at first where any was thrown again, how many hit."""

    faces: tuple[int, ...]
    first: tuple[int, ...]
    passed: int


def roll(game: Game, check: Check, unit: int, target: int, number: int, first: int) -> HitDice:
    """Roll so many hit dice; what the check has thrown again is thrown again, once."""
    before = tuple(game.roll("hit", unit, target, first + place) for place in range(number))
    after = tuple(
        game.roll("hit", unit, target, first + place, throw=1) if check.again[face - 1] else face
        for place, face in enumerate(before)
    )
    again = any(check.again[face - 1] for face in before)
    return HitDice(after, before if again else (), sum(map(check.passes, after)))


def expected_damage(game: Game, model: int, arms: Arms, target: int, *, suppressing: bool = False) -> float:
    """Return the Life points that a model's shots at a unit are expected to take, as the target stands now."""
    unit = int(game.state.unit[model])
    cover = shelter.cover(game, target)
    check = hit_check(
        profiles.skill(game, model, ranged=True),
        harder=0 if suppressing else cover.get("hit", 0),
        suppressing=suppressing,
        again=traits.has(game, unit, "preacher"),
    )
    return arms.rate * check.chance * loss(game, target, arms.fp, cover.get("save", 0))


def loss(game: Game, target: int, fp: int, cover: int) -> float:
    """Return the Life points that one hit is expected to take from a unit."""
    left = fp_after(fp, traits.armour(game, target))
    models = game.state.standing(target)
    if left is None or not len(models):
        return 0.0
    model = int(models[0])
    sheltered = SHELTERED if game.has_mark(target, "covered") else 0
    rw = profiles.save(game, model)
    chance = 1.0 - save_check(rw, left, cover + sheltered).chance
    whole = takes_whole_model(left, rw, eternal=traits.has(game, target, "eternal-warrior"))
    if whole:
        return chance * profiles.life(game, model)
    if traits.is_vehicle(game, target):
        return chance * (1.0 + ENDS_IT * (int(game.state.wounds[models].max()) - 1))
    return chance
