"""Psychic powers, re-rolls and whom abilities go to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from datasheets.effects.effect import Effect
from datasheets.values import Dice
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.families.wh40k import psychic
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation import worth
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.shared.effects.sources import of_power
from resolver.shared.units import engagement
from resolver.shared.valuation import at_least

MEAN = 3.5
SPARE = 0.3
"""What a re-roll of a single die is worth that is kept for later, where a success that matters most counts 1."""
MATTERS = {"charge": 1.0, "psychic": 0.8, "save": 0.6, "damage": 0.5, "wound": 0.45}
"""How much the success of a roll matters; others count less."""
LESS = 0.35
SMALL_IS_GOOD = frozenset({"morale", "attrition"})

Options = Sequence[Data]


def power(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh powers by what they do and the chance of the test; none counts nothing."""
    unit = game.unit(decision.subject)
    return [manifest_value(game, unit, option["power"]) for option in options]


def manifest_value(game: Game, unit: int, power: str | None) -> float:
    """Return what an attempt at a power is expected to gain, less what Perils may cost."""
    known = next((each for each in psychic.powers(game, unit) if each.id == power), None)
    if known is None:
        return 0.0
    targets = psychic.targets(game, unit, known)
    if not targets and known.target not in ("", "self"):
        return -WEIGHTS.perils
    chance = at_least(psychic.warp_charge(game, known))
    gains = [_effect(game, unit, source.effect, targets) for source in of_power(game, unit, known)]
    return chance * sum(gains) - WEIGHTS.perils


def _effect(game: Game, unit: int, effect: Effect, targets: Sequence[int]) -> float:
    foes = [target for target in targets if game.owner(target) != game.owner(unit)]
    if effect.kind == "mortal-wounds" and foes:
        wounds = float(Dice.parse(effect["number"]).mean)
        return max(min(wounds * worth.per_wound(game, foe), worth.worth_left(game, foe)) for foe in foes)
    return WEIGHTS.spell


def deny(game: Game, decision: Decision, options: Options) -> list[float]:
    """Always try to deny: it costs nothing."""
    return [0.0 if option["unit"] is None else 1.0 for option in options]


def pick_values(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh whom an ability goes to: enemies by what a wound of theirs is worth, friends by what is left of them."""
    return [_pick_value(game, decision.player, game.unit(option["unit"])) for option in options]


def _pick_value(game: Game, player: int, unit: int) -> float:
    return worth.worth_left(game, unit) if game.owner(unit) == player else worth.per_wound(game, unit)


def again(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh a re-roll: the chance to succeed then against now for a charge, else the expected results."""
    data = decision.data
    dice, thrown = data["dice"], data["again"]
    kept = sum(dice) - sum(dice[die] for die in thrown)
    gain = MEAN * len(thrown) - (sum(dice) - kept)
    if data["roll"] == "charge":
        need = _needed_charge_roll(game, game.unit(decision.subject))
        gain = sum(kept + thrown_total >= need for thrown_total in _totals(len(thrown))) / 6 ** len(thrown)
        gain -= float(sum(dice) >= need) + 1e-6
    elif data["roll"] in SMALL_IS_GOOD:
        gain = -gain
    return [gain if option["again"] else 0.0 for option in options]


def roll_again(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh the re-roll of a single die: the chance that it succeeds then, or what to expect of it, by what matters."""
    return [0.0 if option["die"] is None else _gain(game, decision, option["die"]) - SPARE for option in options]


def _gain(game: Game, decision: Decision, die: int) -> float:
    data = decision.data
    needed = _needed_charge_roll(game, game.unit(decision.subject)) if data["roll"] == "charge" else data["needed"]
    total, face = int(sum(data["dice"])), int(data["dice"][die])
    if data["roll"] in SMALL_IS_GOOD:
        return LESS * (face - MEAN) / MEAN
    if needed is None:
        return MATTERS.get(data["roll"], LESS) * (MEAN - face) / MEAN
    better = sum(total - face + new >= int(needed) for new in range(1, 7)) / 6 - float(total >= int(needed))
    return MATTERS.get(data["roll"], LESS) * better


def _totals(dice: int) -> Iterable[int]:
    """Every total of so many dice, as often as it comes up."""
    totals = [0]
    for _ in range(dice):
        totals = [total + face for total in totals for face in range(1, 7)]
    return totals


def _needed_charge_roll(game: Game, unit: int) -> int:
    """The charge roll that brings a unit to the farthest of its targets."""
    targets = [t for t in game.units_on_table(1 - game.owner(unit)) if game.has_pair(unit, t, "charge-target")]
    gap = max((engagement.distance(game, unit, target) for target in targets), default=0.0)
    return ceil(gap - edition(game).across - 1e-6)
