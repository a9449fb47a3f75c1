"""Charges: the fight and its answer, what the enemy cannot do while it is held in combat, and the markers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import charge as charging
from resolver.families.wh40k.valuation import reach, turns, worth
from resolver.families.wh40k.valuation.planned import campaign, scoring, shooting, survival, targets, threat
from resolver.families.wh40k.valuation.planned.candidate_position import CandidatePosition
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.position import imagine_moved
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON, distances

Options = Sequence[Data]


def charge(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh sets of targets."""
    unit = game.unit(decision.subject)
    return [charge_value(game, unit, [game.unit(key) for key in option["targets"]]) for option in options]


def select(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh who charges next, and whether anybody more; all else as greedy does."""
    if decision.data["to"] != "charge":
        return turns.select(game, decision, options)
    return [0.0 if option["unit"] is None else best(game, game.unit(option["unit"])) for option in options]


def best(game: Game, unit: int) -> float:
    """Return what the best charge at one enemy unit is expected to gain."""
    return max((charge_value(game, unit, [target]) for target in charging.near_targets(game, unit)), default=0.0)


def charge_value(game: Game, unit: int, targets: Sequence[int]) -> float:
    """Return what a charge at all of these targets is expected to gain: the best is fought, all answer."""
    gap = max(engagement.distance(game, unit, target) for target in targets)
    chance = 1.0 if gap <= edition(game).across + EPSILON else reach.charge_chance(game, gap)
    if not chance:
        return 0.0
    gains = [_rate_fight(game, unit, target) for target in targets]
    first = max(range(len(targets)), key=gains.__getitem__)
    answers = sum(reach.melee_loss(game, target, unit) for place, target in enumerate(targets) if place != first)
    counts = campaign.worth_of(game, unit)
    return chance * (gains[first] - PLAN.reply * answers * counts + _ground(game, unit, targets[first]))


def _rate_fight(game: Game, unit: int, target: int) -> float:
    """What is taken, less what the answer takes, and what the survivors cannot do meanwhile."""
    taken = reach.melee_loss(game, unit, target)
    gone = min(taken / max(worth.worth_left(game, target), EPSILON), 1.0)
    answer = (1.0 - gone) * reach.melee_loss(game, target, unit)
    counts = campaign.worth_of(game, unit)
    return taken * targets.counts(game, target) - PLAN.reply * answer * counts + _pinning_value(game, unit, target, gone)


def _pinning_value(game: Game, unit: int, target: int, gone: float) -> float:
    """What the survivors of a target would shoot next if they were not in combat, less what the unit itself would."""
    own = max((_shots(game, unit, foe) for foe in game.units_on_table(game.owner(target))), default=0.0)
    theirs = max((_shots(game, target, friend) for friend in game.units_on_table(game.owner(unit))), default=0.0)
    spared = theirs * campaign.worth_of(game, unit) - own * campaign.worth_of(game, target)
    return PLAN.holds * (1.0 - gone) * spared


def _shots(game: Game, unit: int, target: int) -> float:
    return shooting.from_afar(game, unit, target, campaign.USUAL)


def _ground(game: Game, unit: int, target: int) -> float:
    """What it is worth to stand beside the target after the fight, less what it is worth to stand here."""
    there = imagine_moved(game, unit, _beside(game, unit, target))
    gone = min(reach.melee_loss(game, unit, target) / max(worth.worth_left(game, target), EPSILON), 1.0)
    models = there.state.standing(target)
    if lost := round(gone * len(models)):
        there.state.write("on_table", models[:lost], False)
    won = PLAN.marker * (scoring.worth(game, there, unit, gone=(target, gone)) - scoring.worth(game, game, unit))
    here, beside = (CandidatePosition(game, table, unit, threat.NOTHING_TO_DO) for table in (game, there))
    before, after = (threat.to(place, game, target) for place in (here, beside))
    answer = (1.0 - gone) * reach.melee_loss(game, target, unit)
    left = max(worth.worth_left(game, unit), EPSILON)
    risk = survival.wipe_out_risk(game, unit, (after + 2 * answer) / left) - survival.wipe_out_risk(
        game, unit, before / left
    )
    return won - PLAN.threat * (after - before) * campaign.worth_of(game, unit) - risk


def _beside(game: Game, unit: int, target: int) -> list[tuple[float, ...]]:
    """The unit shifted so that its closest model stands at its target."""
    state = game.state
    own, foes = state.standing(unit), state.standing(target)
    gaps = distances(state.bodies(own), state.bodies(foes))
    row, column = np.unravel_index(int(gaps.argmin()), gaps.shape)
    way = np.array([state.x[foes[column]] - state.x[own[row]], state.y[foes[column]] - state.y[own[row]]])
    step = way * (float(gaps.min()) / max(float(np.hypot(*way)), EPSILON))
    return [(int(m), float(state.x[m] + step[0]), float(state.y[m] + step[1]), float(state.facing[m])) for m in own]
