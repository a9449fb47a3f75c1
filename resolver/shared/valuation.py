"""What units, targets and places are worth to a program where a game prints no price.

All of it rests on exact odds of whole units, each alone against each (`Descriptor.duel`): worked out once for two armies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

import numpy as np

from resolver.attack import exact
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.decision import Data, Decision
from resolver.engine.duel import Duel, Terms
from resolver.engine.game import Game
from resolver.engine.registry import descriptor
from resolver.engine.ruleset import Ruleset
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.moves.ends import ends_of
from resolver.shared.rules import shared_rules
from resolver.shared.units import characteristics
from resolver.table.bases import Bodies
from resolver.table.dice import ScriptedDice
from resolver.table.geometry import distances
from resolver.table.state import State

DELAY = 0.5
"""What can be had a move later is worth this share of what can be had now."""
CAUTION = 0.2
"""What the enemy could take weighs so much against what a unit can take itself."""


@lru_cache(maxsize=4096)
def share_taken(armies: BattleArmies, system: str, mission: str, unit: int, foe: int) -> float:
    """Return the share of another unit's wounds that one attack of a unit takes on average, both of them whole: 0 to 1."""
    found = descriptor(system)
    if found.duel is None:
        return 0.0
    terms = (Terms(fighting=fighting) for fighting in (False, True))
    return max(_share(found.duel, unplayed_game(armies, found.ruleset, mission), unit, foe, each) for each in terms)


def _share(duel: Duel, game: Game, unit: int, foe: int, terms: Terms) -> float:
    if not duel.weapons(game, unit, terms.fighting):
        return 0.0
    duel.stage(game, unit, foe, terms)
    volleys, target = duel.attacks(game, unit, foe, terms), duel.target(game, foe)
    whole = sum(model.wounds for model in target.models)
    return exact.mean(exact.damage(duel.rules(game), volleys, target)) / whole if volleys and whole else 0.0


def unplayed_game(armies: BattleArmies, ruleset: Ruleset, mission: str) -> Game:
    """Return a battle before its first event, in which no die can be rolled: what two units can do is worked out there."""
    return Game(armies, ruleset, mission, _initial_state(armies, ruleset, mission).copy(), ScriptedDice([]), 0, log=False)


@lru_cache(maxsize=16)
def _initial_state(armies: BattleArmies, ruleset: Ruleset, mission: str) -> State:
    return ruleset.initial_state(armies, mission)


def at_least(need: int) -> float:
    """Return the probability that 2D6 make at least so much."""
    return sum(6 - abs(7 - total) for total in range(max(need, 2), 13)) / 36


CHANCES = np.array([at_least(need) for need in range(14)])
"""The same by what is needed, up to 13, which never comes."""


def unit_worth(game: Game, unit: int) -> float:
    """Return the enemy wounds that a whole unit takes, on average, before an average enemy has taken it."""
    return _unit_worth(game.armies, game.ruleset.id, game.mission, unit)


@lru_cache(maxsize=1024)
def _unit_worth(armies: BattleArmies, system: str, mission: str, unit: int) -> float:
    owner = armies.units[unit].player
    foes = [place for place, each in enumerate(armies.units) if each.player != owner and each.spare_of is None]
    taken = [share_taken(armies, system, mission, unit, foe) * _wounds(armies, foe) for foe in foes]
    lost = [share_taken(armies, system, mission, foe, unit) for foe in foes]
    return (1.0 + float(np.mean(taken))) / (float(np.mean(lost)) + 0.1)


def whole_wounds_of(game: Game, unit: int) -> int:
    """Return how many wounds a whole unit has."""
    return _wounds(game.armies, unit)


def _wounds(armies: BattleArmies, unit: int) -> int:
    profiles = (armies.profiles[armies.loadouts[m.loadout].profile] for m in armies.models if m.unit == unit)
    return sum(profile.wounds for profile in profiles)


def gain(game: Game, unit: int, foe: int) -> float:
    """Return what an attack of a unit on another is expected to take, in that one's worth; both as they stand now."""
    share = share_taken(game.armies, game.ruleset.id, game.mission, unit, foe)
    return min(share * _share_left(game, unit), _share_left(game, foe)) * unit_worth(game, foe)


def _share_left(game: Game, unit: int) -> float:
    """The share of a unit's wounds that are left."""
    return float(game.state.wounds[game.state.standing(unit)].sum()) / max(_wounds(game.armies, unit), 1)


def target_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh targets (`unit`, None for none) by what an attack is expected to take."""
    unit = game.unit(decision.subject)
    return [0.0 if data["unit"] is None else gain(game, unit, game.unit(data["unit"])) for data in options]


def selection_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh who acts next: who does most from where it stands; nobody counts nothing."""
    units = [None if data["unit"] is None else game.unit(data["unit"]) for data in options]
    return [0.0 if unit is None else _best_here(game, unit) for unit in units]


def _best_here(game: Game, unit: int) -> float:
    there = game.state.bodies(game.state.standing(unit))
    return 1.0 + _place_value(game, unit, there) if len(there) else unit_worth(game, unit)


def loss_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Lose the model that has the fewest wounds left."""
    return [-float(game.state.wounds[data["model"]]) for data in options]


def move_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh moves (`moves`) by where they lead: what can be attacked from there, now or later, and who attacks there."""
    unit = game.unit(decision.subject)
    return [_place_value(game, unit, ends_of(game, unit, data["moves"] or ())) for data in options]


def _place_value(game: Game, unit: int, there: Bodies) -> float:
    best, danger = 0.0, 0.0
    for foe in game.units_on_table(1 - game.owner(unit)):
        gap = float(distances(there, game.state.bodies(game.state.standing(foe))).min())
        delay = ceil(max(gap - _reach(game, unit), 0.0) / max(_stride(game, unit), 1.0))
        nearness = 1.0 / (100.0 + gap)  # of two places that are as good the nearer one
        best = max(best, gain(game, unit, foe) * DELAY**delay + nearness)
        if gap <= _reach(game, foe) + _stride(game, foe):
            danger = max(danger, gain(game, foe, unit))
    return best - CAUTION * danger


def _reach(game: Game, unit: int) -> float:
    """How far a unit attacks, in inches."""
    rows = {
        (slot.profiles[0].index, int(model)) for model in game.state.standing(unit) for slot in carried_weapons(game, model)
    }
    arm = shared_rules(game).reader.arm
    return max((float(arm(game, game.armies.weapons[row], model).reach) for row, model in rows), default=0.0)


def _stride(game: Game, unit: int) -> float:
    """How far a unit moves, in inches: its slowest model."""
    spans = (characteristics.move(game, model) for model in game.state.standing(unit).tolist())
    return min((0.0 if span is None else float(span[1]) for span in spans), default=0.0)
