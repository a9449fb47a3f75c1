"""What options are worth to a program that plans: pairs of actions weighed together, places by what the enemy may do next.

An activation is weighed whole: to shoot and then go where it is safe, to go where there is something to shoot at, to charge,
to secure where enemies will come. Units are given markers, so that not all of them go to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals, Plan
from resolver.engine.game import Game
from resolver.engine.ruleset import Prospects
from resolver.rulesets.grundregelwerk import allowed, foresight, profiles, settings, states, valuation, worth
from resolver.rulesets.grundregelwerk.allowed import END, FREE_MOVE, actions_taken
from resolver.rulesets.grundregelwerk.foresight import Foresight
from resolver.shared.field import objectives
from resolver.shared.moves.ends import ends_of
from resolver.table.bases import Bodies

GOAL = 0.35
"""How much more the marker that a unit was given is worth to it."""
IDLE = 1.0
"""What shooting at nobody in reach costs."""


def prospects(game: Game, player: int) -> Prospects:
    """Return what each marker is worth to each unit: more where it is soon there and lasts."""
    points = objectives.placed_markers(game)
    units = [unit for unit in game.units_on_table(player) if not states.is_fleeing(game, unit)]
    rows = []
    for unit in units:
        bodies = game.state.bodies(game.state.standing(unit))
        gaps = np.hypot(bodies.x[:, None] - points[:, 0], bodies.y[:, None] - points[:, 1]).min(0) if len(points) else []
        staying, reach = min(worth.unit_worth(game, unit) / 10.0, 2.0), _range(game, unit)
        rows.append([max(1.0 - float(gap) / reach, 0.0) * (1.0 + 0.3 * staying) for gap in gaps])
    return Prospects(units, rows, (1.0, 0.25))


def _goal_value(game: Game, unit: int, there: Bodies, goals: Goals) -> float:
    """What being on the way to the marker that the unit was given is worth: as much of it as the rounds left may bring."""
    points = objectives.placed_markers(game)
    if unit not in goals or goals[unit] >= len(points):
        return 0.0
    x, y = points[goals[unit]]
    gap = float(np.hypot(there.x - x, there.y - y).min())
    return GOAL * foresight.last_stakes(game) * max(1.0 - max(gap - 3.0, 0.0) / _range(game, unit), 0.0)


def _range(game: Game, unit: int) -> float:
    """How far a unit comes in the rounds that are left, in inches."""
    left = max(settings.rounds(game) - game.state.round + 1, 1)
    return max(profiles.stride(game, int(game.state.standing(unit)[0])), 1.0) * (left + 1)


def _best_shot(game: Game, unit: int, *, suppressing: bool = False) -> float:
    targets = allowed.targets(game, unit)
    return max((foresight.shot_value(game, unit, foe, suppressing=suppressing) for foe in targets), default=0.0)


def action_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Weigh each action with the best that may follow it."""
    unit = game.unit(decision.subject)
    outlook = Foresight(game, unit)
    here = outlook.both(outlook.here)[1]
    here += _goal_value(game, unit, outlook.here, goals)
    offered = {data["action"] for data in options}
    last = bool(actions_taken(game, unit))
    moves = _places(game, unit, outlook, "move", goals) if offered & {"move", FREE_MOVE} else []
    away = max((later for _, later in moves), default=here)
    then = max((acted + later for acted, later in moves), default=here)
    watch = foresight.watch_value(game, outlook, outlook.here)
    suppress = _best_shot(game, unit, suppressing=True) if "suppressive-fire" in offered else 0.0
    shot = _best_shot(game, unit) if "shoot" in offered else 0.0
    can_move, can_watch = "move" in offered and not last, "secure-area" in offered and not last
    found = []
    for data in options:
        action = data["action"]
        if action in ("flee", "rally"):
            found.append(here + 50.0)
        elif action == END:
            found.append(here)
        elif action == "shoot":
            found.append(
                shot - IDLE * (shot <= 0.0) + max(here, away if can_move else here, here + watch if can_watch else here)
            )
        elif action == "close-combat":
            found.append(here + valuation.action_value(game, unit, action))
        elif action in ("move", FREE_MOVE):
            best = away if last and action == "move" else then
            found.append(max(best, away + (watch if can_watch and action == "move" else 0.0)) - 0.02)
        elif action == "sprint":
            found.append(max((later for _, later in _places(game, unit, outlook, "sprint", goals)), default=here) - 0.03)
        elif action == "suppressive-fire":
            found.append(here + suppress)
        elif action == "take-cover":
            found.append(here + valuation.COVER * min(outlook.danger_here(), worth.unit_worth(game, unit)))
        else:
            found.append(here + watch + 0.01)
    return found


def _places(game: Game, unit: int, outlook: Foresight, kind: str, goals: Goals) -> list[tuple[float, float]]:
    """What can be done now from the places to which moves lead, and what these are worth without."""
    found = []
    for data in valuation.moves_of(game, unit, kind):
        there = ends_of(game, unit, data["moves"])
        acts, later = outlook.both(there)
        toll = foresight.terrain_toll(game, unit, data["moves"])
        found.append((acts, later + _goal_value(game, unit, there, goals) - toll))
    return found


def march_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Weigh moves by where they lead, and by what may follow."""
    unit, kind = game.unit(decision.subject), decision.data["move"]
    outlook, done = Foresight(game, unit), actions_taken(game, unit)
    others = [each for each in done if each != "move"]
    free = kind in ("move", FREE_MOVE) and not others and game.has_mark(unit, "acting")
    found = []
    for data in options:
        there = ends_of(game, unit, data["moves"])
        acts, later = outlook.both(there)
        after = max(acts, foresight.watch_value(game, outlook, there)) if free else 0.0
        toll = foresight.terrain_toll(game, unit, data["moves"])
        found.append(after + later + _goal_value(game, unit, there, goals) - toll)
    return found


def activation_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Activate first who has most to gain now, or most to lose by waiting."""
    found = valuation.activation_values(game, decision, options)
    for place, data in enumerate(options):
        if data["unit"] is not None:
            unit = game.unit(data["unit"])
            if states.state_of(game, unit) == "free":
                found[place] = 5.0 + _urgency(game, unit)
    return found


def _urgency(game: Game, unit: int) -> float:
    """What a unit can do at once, with the reaction after it, and what it may lose before."""
    outlook = Foresight(game, unit)
    shot = _best_shot(game, unit)
    charge = max((_charge(game, outlook, foe) for foe in outlook.foes), default=0.0)
    danger = min(outlook.danger_here(), worth.unit_worth(game, unit))
    return max(shot, charge) + 0.5 * foresight.watch_value(game, outlook, outlook.here) + 0.25 * danger


def _charge(game: Game, outlook: Foresight, foe: int) -> float:
    """What fighting an enemy is worth that a Move may reach."""
    gap = float(worth.gaps_between(game, outlook.unit, foe).min())
    stride = max(profiles.stride(game, int(model)) for model in game.state.standing(outlook.unit)[:1])
    return max(worth.fight_value(game, outlook.unit, foe), 0.0) if gap <= stride else 0.0


def fire_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Weigh targets by what is taken from them, more where they have yet to act."""
    unit, suppressing = game.unit(decision.subject), decision.data["suppressing"]
    return [
        foresight.shot_value(game, unit, game.unit(data["shots"][0]["target"]), suppressing=suppressing)
        if data["shots"]
        else 0.0
        for data in options
    ]


def reaction_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """React where it takes something, unless more is to be had from who has yet to act."""
    found = []
    for data in options:
        unit = game.unit(data["unit"]) if data["unit"] is not None else None
        if unit is None:
            found.append(0.05)
        elif data["action"] == "shoot":
            outlook = Foresight(game, unit)
            later = foresight.watch_value(game, outlook, outlook.here)
            found.append(_best_shot(game, unit) - 0.6 * later)
        elif data["action"] == "close-combat":
            found.append(valuation.action_value(game, unit, "close-combat"))
        else:
            found.append(0.0)
    return found


FIRE = Plan(worth=fire_worth)
ACTION = Plan(worth=action_worth, led=True)
MARCH = Plan(worth=march_worth, led=True)
ACTIVATION = Plan(worth=activation_worth)
REACTION = Plan(worth=reaction_worth)
