"""Where to go: moves, Advances, set-ups, getting in and out of transports, short moves in a fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.families.wh40k.moves.transports import carrier
from resolver.families.wh40k.valuation import reach, worth
from resolver.families.wh40k.valuation.markers import loss_value, markers
from resolver.families.wh40k.valuation.position import Place, Pose, Stance, ends, imagine_moved, stance
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.shared.field import holding, objectives
from resolver.shared.units import engagement

AVERAGE_ADVANCE = 3.5
WAITING = Stance(shoots=False, charges=False)
Options = Sequence[Data]


def move(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh moves by the place where they end; an Advance, not yet rolled, by going straight to a marker."""
    unit, known = game.unit(decision.subject), dict[object, float]()
    return [_weigh_move(game, unit, option["kind"], option["moves"], known) for option in options]


def _weigh_move(game: Game, unit: int, kind: str, moves: Sequence[Data], known: dict[object, float]) -> float:
    """Weigh one move; `known` are the places that were weighed: some kinds of move end where others do."""
    if kind == "none":
        return loss_value(game, unit)
    poses = _ahead(game, unit) if kind == "advance" else ends(moves)
    after = stance(game, unit, kind)
    if (after, *poses) not in known:
        known[after, *poses] = _place_value(game, unit, poses, after)
    return known[after, *poses]


def _place_value(game: Game, unit: int, poses: Sequence[Pose], after: Stance) -> float:
    """What it is worth that the models of a unit stand on these poses, and may do so much from there."""
    return Place(game, imagine_moved(game, unit, poses), unit, after).value()


def advance(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh the ways of an Advance by where they end."""
    unit = game.unit(decision.subject)
    after = stance(game, unit, "advance")
    return [
        loss_value(game, unit) if (moves := option["moves"]) is None else _place_value(game, unit, ends(moves), after)
        for option in options
    ]


def _ahead(game: Game, unit: int) -> list[Pose]:
    """The unit shifted by its Move and an average Advance towards the closest marker, or its closest enemy."""
    state = game.state
    models = state.standing(unit)
    here = np.array([state.x[models].mean(), state.y[models].mean()])
    foes = engagement.enemies(game, game.owner(unit))
    points = np.concatenate((objectives.placed_markers(game), np.stack((state.x[foes], state.y[foes]), axis=1)))
    gaps = np.hypot(points[:, 0] - here[0], points[:, 1] - here[1]).tolist()
    held = [holder == game.owner(unit) for holder in holding.holders(game)]
    wanted = [place for place in range(len(held)) if not held[place]] or list(range(len(points)))
    if not wanted:
        return []
    best = min(wanted, key=lambda place: gaps[place])
    share = min(1.0, (reach.speed(game, unit) + AVERAGE_ADVANCE) / max(gaps[best], 1.0))
    run = (points[best] - here) * share
    return [(int(m), float(state.x[m] + run[0]), float(state.y[m] + run[1]), float(state.facing[m])) for m in models]


def set_up(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh places of deployment: nobody shoots yet, so markers and threats count; staying off counts nothing."""
    return _weigh_placements(game, decision, options, WAITING)


def arrive(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh places to arrive at, from which the unit may shoot and charge; not to arrive counts less than any."""
    return _weigh_placements(game, decision, options, Stance())


def _weigh_placements(game: Game, decision: Decision, options: Options, after: Stance) -> list[float]:
    unit = game.unit(decision.subject)
    return [
        -worth.worth_left(game, unit) if (poses := option["poses"]) is None else _place_value(game, unit, poses, after)
        for option in options
    ]


def disembark(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh places around the transport against what the ride promises."""
    unit, vehicle = game.unit(decision.subject), int(decision.data["transport"])
    out = Stance(moves=True)
    return [
        aboard(game, unit, vehicle) if (poses := option["poses"]) is None else _place_value(game, unit, poses, out)
        for option in options
    ]


def embark(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh getting in against standing where the unit stands."""
    unit = game.unit(decision.subject)
    outside = _place_value(game, unit, (), WAITING)
    return [outside if (vehicle := o["transport"]) is None else aboard(game, unit, int(vehicle)) for o in options]


def aboard(game: Game, unit: int, vehicle: int) -> float:
    """Return what it is worth to be aboard: safe, as near to the markers as the transport, and holding none."""
    there = imagine_moved(game, unit, ())
    carrying = int(game.state.unit[vehicle])
    return WEIGHTS.approach * markers(game, there, carrying) * WEIGHTS.spare


def start_embarked(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh who starts aboard: those whom the transport makes quicker."""
    return [
        sum(_ride(game, game.unit(key), int(vehicle)) for key, vehicle in option["embarked"].items()) for option in options
    ]


def _ride(game: Game, unit: int, vehicle: int) -> float:
    if carrier(game, vehicle) is None:
        return 0.0
    gained = reach.speed(game, int(game.state.unit[vehicle])) - reach.speed(game, unit)
    return WEIGHTS.speed * gained * worth.worth_left(game, unit)


def close_in(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh moves into combat: how many models get to fight, and the markers."""
    unit = game.unit(decision.subject)
    return [_weigh_closing(game, unit, option["moves"]) for option in options]


def _weigh_closing(game: Game, unit: int, moves: Sequence[Any] | None) -> float:
    if moves is None:
        return markers(game, game, unit) - 1.0
    there = imagine_moved(game, unit, ends(moves))
    models = there.state.standing(unit)
    foes = there.state.bodies(engagement.enemies(there, there.owner(unit)))
    fighting = int(engagement.in_engagement(there, there.state.bodies(models), foes).any(1).sum()) if len(foes) else 0
    return markers(game, there, unit) + WEIGHTS.engaged * fighting
