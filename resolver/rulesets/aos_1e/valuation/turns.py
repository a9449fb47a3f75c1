"""Who acts next, and the small decisions before and during a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import charging
from resolver.rulesets.aos_1e.setting_up import usual_general
from resolver.rulesets.aos_1e.valuation import forces, outlook, standing
from resolver.rulesets.aos_1e.valuation.weights import GREEDY, PLANNED
from resolver.shared.units import engagement

Options = Sequence[Data]
FIRST = 1000.0
LATER = 0.1
"""What a fight is worth that can as well be fought later."""


def select(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh who acts next, and whether anybody more: nobody counts nothing."""
    return _weigh(game, options, _SELECTED[decision.data["to"]])


def plan_select(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh who acts next as `select` does; in combat by what it changes to act now, charges by the answer to them too."""
    return _weigh(game, options, _PLANNED.get(decision.data["to"], _SELECTED[decision.data["to"]]))


def _weigh(game: Game, options: Options, weigh: Callable[[Game, int], float]) -> list[float]:
    return [0.0 if data["unit"] is None else weigh(game, game.unit(data["unit"])) for data in options]


def _deploy(game: Game, unit: int) -> float:
    """Big bases need the room while there is room; among equals those worth least show their place first."""
    models = game.state.models_of(unit)
    widest = float((game.state.half[models] + game.state.radius[models]).max())
    return FIRST + 100.0 * widest - forces.worth(game, unit)


def _enemies(game: Game, unit: int) -> list[int]:
    return game.units_on_table(1 - game.owner(unit))


def _move(game: Game, unit: int) -> float:
    """The units nearest to the enemy make room."""
    away = min((engagement.distance(game, unit, foe) for foe in _enemies(game, unit)), default=0.0)
    return 1.0 + 1.0 / (1.0 + away)


def _shoot(game: Game, unit: int) -> float:
    shot = (forces.loss(game, f, forces.expected_wounds(game, unit, f, ranged=True), GREEDY) for f in _enemies(game, unit))
    return 1.0 + max(shot, default=0.0)


def _charge(game: Game, unit: int) -> float:
    """What the best charge is worth; one that costs more than it takes is not made."""
    return _best_charge(game, unit, lambda foe: standing.combat(game, unit, foe, GREEDY))


def _plan_charge(game: Game, unit: int) -> float:
    """What the best charge changes in what is expected to come."""
    done = frozenset(each for each in game.units_on_table(game.active) if not _may_yet_charge(game, each)) | {unit}
    stays = outlook.foresee(game, game.active, outlook.Rest("charge", done, done))

    def value(foe: int) -> float:
        return outlook.foresee(game, game.active, outlook.Rest("charge", done, done, {unit: foe})) - stays

    return _best_charge(game, unit, value)


def _may_yet_charge(game: Game, unit: int) -> bool:
    return not game.has_mark(unit, "acted") and charging.may_charge(game, unit)


def _best_charge(game: Game, unit: int, value: Callable[[int], float]) -> float:
    near = [(foe, engagement.distance(game, unit, foe)) for foe in _enemies(game, unit)]
    values = [standing.charge_chance(gap) * value(foe) for foe, gap in near if gap <= standing.CHARGED]
    return max(values, default=-1.0)


def _fight(game: Game, unit: int) -> float:
    """Those who do most, and those who might not live to do it, fight first."""
    near = engagement.enemies_in_engagement(game, unit)
    done = [forces.loss(game, foe, forces.expected_wounds(game, unit, foe, ranged=False), GREEDY) for foe in near]
    feared = [forces.loss(game, unit, forces.expected_wounds(game, foe, unit, ranged=False), GREEDY) for foe in near]
    return 1.0 + max(done, default=0.0) + max(feared, default=0.0)


def _fight_first(game: Game, unit: int) -> float:
    """What it changes to fight now: enemies that have yet to attack do less of it, and the unit is whole yet."""
    spared = feared = best = 0.0
    for foe in engagement.enemies_in_engagement(game, unit):
        best = max(best, forces.loss(game, foe, forces.expected_wounds(game, unit, foe, ranged=False), PLANNED))
        spared += forces.relief(game, unit, foe)
        if not game.has_mark(foe, "acted"):
            hurt = forces.expected_wounds(game, foe, unit, ranged=False) * standing.IN_REACH
            feared += min(hurt / max(forces.wounds_left(game, unit), 1), 1.0)
    return 1.0 + spared + min(feared, 1.0) * best + LATER * best


_SELECTED: Mapping[str, Callable[[Game, int], float]] = {
    "deploy": _deploy,
    "move": _move,
    "shoot": _shoot,
    "charge": _charge,
    "fight": _fight,
    "test": lambda game, unit: 1.0 + forces.worth_left(game, unit, GREEDY),
}
_PLANNED: Mapping[str, Callable[[Game, int], float]] = {"fight": _fight_first, "charge": _plan_charge}


def again(game: Game, decision: Decision, options: Options) -> list[float]:
    """Roll again what is low: below the average of dice, where high is good; battleshock wants little."""
    dice = decision.data["dice"]
    mean = sum(dice) / max(len(dice), 1)
    better = mean > 3.5 if decision.data["roll"] == "morale" else mean < 3.5
    return [float(bool(data["again"]) == better) for data in options]


def general(game: Game, decision: Decision, options: Options) -> list[float]:
    """Name who usually leads, of those the one that lives longest."""
    usual = usual_general(game.ruleset.id)
    found = []
    for data in options:
        model = int(data["model"])
        found.append(10.0 * engagement.model_has(game, model, usual) + float(game.state.wounds[model]))
    return found


def objective(game: Game, decision: Decision, options: Options) -> list[float]:
    """Slay what is worth least to slay; else endure."""
    order = {"blunt": 4.0, "assassinate": 3.0, "seize-ground": 2.0, "endure": 1.0, None: 0.0}
    return [order[data["objective"]] for data in options]


def sought_unit(game: Game, decision: Decision, options: Options) -> list[float]:
    """Name the unit that is hardest to slay."""
    return [float(forces.wounds_left(game, game.unit(data["unit"]))) for data in options]


def first(game: Game, decision: Decision, options: Options) -> list[float]:
    """Take the first turn of a round where the armies are near, the second where the enemy would have to come."""
    gaps = [engagement.distance(game, unit, foe) for unit in game.units_on_table(0) for foe in game.units_on_table(1)]
    wanted = "first" if game.state.round or min(gaps, default=0.0) <= 20.0 else "second"
    return [float(data["turn"] == wanted) for data in options]


def inspire(game: Game, decision: Decision, options: Options) -> list[float]:
    """Use it on a unit that fights the enemy."""
    use = engagement.is_engaged(game, game.unit(decision.subject))
    return [float(data["use"] == use) for data in options]


def bless(game: Game, decision: Decision, options: Options) -> list[float]:
    """Set a die that failed to the highest face, on a test that matters: of two dice, or battleshock's to the lowest."""
    roll, needed = decision.data["roll"], decision.data["needed"]
    worthy = (roll in ("charge", "psychic", "deny") and needed and sum(decision.data["dice"]) < needed) or roll == "deadly"
    return [0.5 if data["die"] is None else (data["face"] / 6 if worthy else 0.0) for data in options]
