"""What units are worth to programs, and what attacks are expected to take: estimates, in hundredths of an army.

No price is printed in this game, so a model is worth what it takes from an average enemy and what it withstands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.engine.view import HiddenDice
from resolver.rulesets.grundregelwerk import profiles, shelter, states, traits, volley, weapons
from resolver.rulesets.grundregelwerk.checks import fp_after, hit_check, save_check
from resolver.rulesets.grundregelwerk.combat import FURY
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.table.bases import Floats
from resolver.table.columns import ALL, FORCES
from resolver.table.geometry import distances

ARMY = 100.0
"""What a whole army is worth."""
TYPICAL_RW, TYPICAL_FP = 4, 2
"""What an average model saves on, and the FP of an average hit."""
IN_REACH = 0.75
"""So large a part of a unit reaches the enemy in close combat, on average."""
SHOTS, BLOWS, BODY = 1.0, 0.7, 0.9
"""What shooting, fighting and lasting count."""


def unit_worth(game: Game, unit: int) -> float:
    """Return what a unit is worth as it stands: the part of it that is left."""
    return _per_life(game.armies, game.ruleset, game.mission, unit) * lives(game, unit)


def per_life(game: Game, unit: int) -> float:
    """Return what one Life point of a unit is worth."""
    return _per_life(game.armies, game.ruleset, game.mission, unit)


def lives(game: Game, unit: int) -> int:
    """Return how many Life points a unit has left."""
    return int(game.state.wounds[game.state.standing(unit)].sum())


@lru_cache(maxsize=2048)
def _per_life(armies: BattleArmies, rules: Ruleset, mission: str, unit: int) -> float:
    player = armies.units[unit].player
    raw = _raw(armies, rules, mission)
    total = sum(value for place, (value, _) in raw.items() if armies.units[place].player == player)
    value, life = raw[unit]
    return ARMY * value / max(total, 1e-9) / max(life, 1)


@lru_cache(maxsize=16)
def _raw(armies: BattleArmies, rules: Ruleset, mission: str) -> dict[int, tuple[float, int]]:
    """What units would be worth on any table, and their Life points."""
    game = Game(armies, rules, mission, rules.initial_state(armies, mission), HiddenDice(), 0, log=False)
    found = {}
    for unit in range(len(armies.units)):
        models = [int(model) for model in game.state.models_of(unit)]
        value = sum(_model_value(game, unit, model) for model in models)
        found[unit] = (value, sum(profiles.life(game, model) for model in models))
    return found


def _model_value(game: Game, unit: int, model: int) -> float:
    shot = [_typical(arms.fp, arms.rate) * (0.5 + min(arms.reach, 36) / 48) for arms in weapons.guns(game, model)]
    fires = (sum(shot) if traits.is_vehicle(game, unit) else max(shot, default=0.0)) * _chance(game, model, ranged=True)
    blows = max(_typical(arms.fp, weapons.melee_dice(game, model, arms)) for arms in weapons.blades(game, model))
    armour = traits.armour(game, unit)
    fp = fp_after(TYPICAL_FP, armour)
    rw = profiles.save(game, model)
    breaks = 0.08 if fp is None else 1.0 - save_check(rw, fp, 0).chance
    body = profiles.life(game, model) / max(breaks + (0.15 if armour else 0.0), 0.1)
    return SHOTS * fires + BLOWS * blows * _chance(game, model, ranged=False) + 0.25 * BODY * body


def _typical(fp: int, number: int) -> float:
    return number * (1.0 - save_check(TYPICAL_RW, fp, 0).chance) * (1.0 + 0.12 * max(fp - TYPICAL_RW, 0))


def _chance(game: Game, model: int, *, ranged: bool) -> float:
    return hit_check(profiles.skill(game, model, ranged=ranged)).chance


@dataclass(frozen=True, slots=True)
class Battery:
    """Equal weapons of a unit: the rows of its models that have them, range, hits expected of each, FP."""

    rows: tuple[int, ...]
    reach: float
    hits: float
    fp: int
    slot: tuple[int, int]


def batteries(game: Game, unit: int, *, suppressing: bool = False) -> list[list[Battery]]:
    """Return the guns of a unit by what each model chooses between; a vehicle's each by themselves."""
    return list(game.cache(ALL, ("batteries", unit, suppressing), lambda: _batteries(game, unit, suppressing)))


def _batteries(game: Game, unit: int, suppressing: bool) -> list[list[Battery]]:
    models = game.state.standing(unit).tolist()
    able, again = set(states.able_to_shoot(game, unit).tolist()), traits.has(game, unit, "preacher")
    alike: dict[tuple[int, int], list[int]] = {}
    for row, model in enumerate(models):
        if model in able:
            alike.setdefault((int(game.state.loadout[model]), game.model_count(model, "broken")), []).append(row)
    found = []
    for rows in alike.values():
        model = models[rows[0]]
        check = hit_check(profiles.skill(game, model, ranged=True), suppressing=suppressing, again=again)
        guns = [
            Battery(tuple(rows), arms.reach, arms.rate * check.chance, arms.fp, (arms.slot, arms.profile))
            for arms in weapons.guns(game, model)
        ]
        found += [[gun] for gun in guns] if traits.is_vehicle(game, unit) else [guns] if guns else []
    return found


def fire(game: Game, unit: int, target: int, gaps: Floats, *, suppressing: bool = False) -> float:
    """Return the hits' expected loss, in Life points, of a target at these distances from each model of a unit."""
    cover = shelter.cover(game, target)
    total = 0.0
    for choice in batteries(game, unit, suppressing=suppressing):
        best = 0.0
        for gun in choice:
            near = int((gaps[list(gun.rows)] <= gun.reach + TOUCH).sum())
            if near:
                harder = cover.get("hit", 0) if not suppressing else 0
                best = max(
                    best,
                    near * gun.hits * (0.7 if harder else 1.0) * volley_loss(game, target, gun.fp, cover.get("save", 0)),
                )
        total += best
    return total


def volley_loss(game: Game, target: int, fp: int, cover: int) -> float:
    """Return what one hit is expected to take from a unit, in Life points."""
    return game.cache(FORCES | ALL, ("loss", target, fp, cover), lambda: volley.loss(game, target, fp, cover))


def reach_of(game: Game, unit: int) -> float:
    """Return how far the guns of a unit reach at most."""
    return max((gun.reach for choice in batteries(game, unit) for gun in choice), default=0.0)


def damage_value(game: Game, target: int, loss: float) -> float:
    """Return what an expected loss of Life points is worth, no more than all that is left, with what losing many means."""
    left = lives(game, target)
    if not left:
        return 0.0
    share = min(loss / left, 1.0)
    shock = _break_chance(game, target) * 0.35 * min(share / 0.25, 1.0) ** 2
    return unit_worth(game, target) * (share + shock * (1.0 - share))


def _break_chance(game: Game, unit: int) -> float:
    return (profiles.morale(game, unit) - 1) / 6


def fight(game: Game, unit: int, foe: int) -> tuple[float, float]:
    """Return the Life points that a unit is expected to take from another when it attacks it, and to lose to it."""
    dealt = blows(game, unit, foe, attacking=True)
    left = max(1.0 - dealt / max(lives(game, foe), 1), 0.0)
    return dealt, blows(game, foe, unit, attacking=False) * left


def blows(game: Game, unit: int, foe: int, *, attacking: bool) -> float:
    """Return the Life points that a unit's melee weapons are expected to take from another."""
    fury = FURY if attacking and traits.has(game, unit, "furious-charge") else 0
    again, total = traits.has(game, unit, "preacher"), 0.0
    models = [int(model) for model in game.state.standing(unit)]
    known: dict[int, float] = {}
    for model in models:
        loadout = int(game.state.loadout[model])
        if loadout not in known:
            check = hit_check(profiles.skill(game, model, ranged=False), again=again)
            known[loadout] = max(
                weapons.melee_dice(game, model, arms, fury) * check.chance * volley_loss(game, foe, arms.fp + fury, 0)
                for arms in weapons.blades(game, model)
            )
        total += known[loadout]
    part = 1.0 if len(models) < 4 else IN_REACH
    return total * part


def fight_value(game: Game, unit: int, foe: int) -> float:
    """Return what attacking an enemy in close combat is worth: what it takes, what it costs, who is likely to run."""
    dealt, taken = fight(game, unit, foe)
    won = chance_to_win(dealt, taken)
    share_left = max(1.0 - dealt / max(lives(game, foe), 1), 0.0)
    own_left = max(1.0 - taken / max(lives(game, unit), 1), 0.0)
    rout = won * _break_chance(game, foe) * 0.7 * share_left * unit_worth(game, foe)
    routed = (1.0 - won) * _break_chance(game, unit) * 0.7 * own_left * unit_worth(game, unit)
    gain = min(dealt / max(lives(game, foe), 1), 1.0) * unit_worth(game, foe)
    cost = min(taken / max(lives(game, unit), 1), 1.0) * unit_worth(game, unit)
    return float(gain + rout - cost - routed)


def chance_to_win(dealt: float, taken: float) -> float:
    """Return the estimated chance of the attacker to win a close combat, by the Life points expected on both sides."""
    return float(1.0 / (1.0 + np.exp(-1.2 * (dealt - taken - 0.4))))


def gaps_between(game: Game, unit: int, target: int) -> Floats:
    """Return how far each model of a unit is from the nearest of another."""
    state = game.state
    found: Floats = distances(state.bodies(state.standing(unit)), state.bodies(state.standing(target))).min(1)
    return found
