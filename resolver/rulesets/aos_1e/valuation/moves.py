"""What moves are worth: normal moves, runs, retreats, charges, piling in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import movement
from resolver.rulesets.aos_1e.sudden_death import objective_of
from resolver.rulesets.aos_1e.valuation import forces, outlook, standing
from resolver.rulesets.aos_1e.valuation.standing import Stance
from resolver.rulesets.aos_1e.valuation.weights import GREEDY, PLANNED, Weights
from resolver.shared.moves import proposals
from resolver.shared.moves.allowance import move_limits
from resolver.shared.moves.ends import ends_of
from resolver.shared.moves.moving import Limits, Mover
from resolver.shared.units import engagement
from resolver.table.bases import Bodies

TRIED, LED = 10, 1e6
"""So many moves are tried in the outlook, and lead before all others."""
NEVER = -1000.0
USUAL_RUN = 3.5
APART = 3.1
"""Nobody runs nearer to an enemy."""
CLEAR = 0.75
"""A way is clear where a unit moves at least this part of its Move."""
AFAR = (0.5, 2.0)
"""How far inside its own reach, and outside the enemy's, a unit that shoots would like to stand."""

Options = Sequence[Data]


def move(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh moves by where they lead."""
    return _moves(game, decision, options, GREEDY, {})


def plan_move(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh moves by where they lead, in the light of a plan, and the best of them by what is expected to come of them."""
    values, unit = _moves(game, decision, options, PLANNED, goals), game.unit(decision.subject)
    goal, most = goals.get(unit), _farthest_run(game, unit, options)

    def goes_to(place: int) -> tuple[Bodies, bool]:
        kind = options[place]["kind"]
        if kind.startswith("run"):
            return _after_run(game, unit, goal, most), True
        return ends_of(game, unit, options[place]["moves"]), kind == "retreat"

    return _look_ahead(game, decision, values, goes_to)


def _farthest_run(game: Game, unit: int, options: Options) -> float:
    """Return how far a run gets at most: not near an enemy, and where something is in the way of all moves no farther."""
    gaps = (engagement.distance(game, unit, foe) for foe in game.units_on_table(1 - game.owner(unit)))
    free = max(min(gaps, default=inf) - APART, 0.0)
    here = game.state.bodies(game.state.standing(unit))
    there = [ends_of(game, unit, data["moves"]) for data in options if data["kind"] == "normal"]
    walked = max((hypot(ends.x.mean() - here.x.mean(), ends.y.mean() - here.y.mean()) for ends in there), default=0.0)
    return free if walked >= CLEAR * forces.stride(game, unit) else min(walked, free)


def _look_ahead(
    game: Game, decision: Decision, values: list[float], goes_to: Callable[[int], tuple[Bodies, bool]]
) -> list[float]:
    """Return what options are worth with the best of them weighed by what is expected to come of them."""
    if objective_of(game, decision.player) == "seize-ground":
        return values  # it is about a place, and the outlook knows none
    unit, own = game.unit(decision.subject), game.units_on_table(game.active)
    done = frozenset(each for each in own if game.has_mark(each, "acted")) | {unit}
    idle = frozenset(each for each in own if not movement.may_shoot_or_charge(game, each, "charge"))
    possible = (place for place, value in enumerate(values) if value > NEVER)
    for place in sorted(possible, key=lambda place: (-values[place], place))[:TRIED]:
        bodies, spent = goes_to(place)
        rest = outlook.Rest("movement", done, idle | {unit} if spent else idle)
        there = float(bodies.x.mean()), float(bodies.y.mean())
        values[place] = LED + outlook.foresee(game, game.active, rest, {unit: there})
    return values


def _moves(game: Game, decision: Decision, options: Options, weights: Weights, goals: Goals) -> list[float]:
    unit = game.unit(decision.subject)
    return [_move(game, unit, data, weights, goals.get(unit)) for data in options]


def _move(game: Game, unit: int, data: Data, weights: Weights, goal: int | None) -> float:
    kind = data["kind"]
    if kind.startswith("run"):
        return _expected_run(game, unit, kind, weights, goal)
    stance = Stance(False, False) if kind == "retreat" else Stance()
    return standing.place_of(game, unit, data["moves"], weights).value(stance, goal)


def _expected_run(game: Game, unit: int, kind: str, weights: Weights, goal: int | None) -> float:
    """About what a run leads to: towards the nearest enemy, farther by an average roll, and nothing else this turn."""
    if not len(engagement.enemies(game, game.owner(unit))) or kind == "run-retreat":
        return NEVER if kind == "run-retreat" else 0.0
    models = [int(model) for model in game.state.standing(unit)]
    there = _after_run(game, unit, goal)
    return standing.Place(game, unit, there, models, weights).value(Stance(False, False), goal) - 0.01


def _after_run(game: Game, unit: int, goal: int | None, most: float = inf) -> Bodies:
    """Return the models of a unit where a run is expected to take them, at `most` so many inches away."""
    bodies = game.state.bodies(game.state.standing(unit))
    foes = engagement.enemies(game, game.owner(unit))
    here = np.array([bodies.x.mean(), bodies.y.mean()])
    others = game.state.standing(goal) if goal is not None and game.on_table(goal) else foes
    points = np.stack((game.state.x[others], game.state.y[others]), axis=1)
    way = points[int(np.hypot(*(points - here).T).argmin())] - here
    far = float(np.hypot(*way))
    step = min(forces.stride(game, unit) + USUAL_RUN, max(far - 4.5, 0.0), most) / max(far, 0.1)
    return bodies.with_poses(bodies.x + way[0] * step, bodies.y + way[1] * step)


def run(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh where a run leads."""
    return _runs(game, decision, options, GREEDY, {})


def plan_run(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh where a run leads as `plan_move` does, which chose it for what it expected of the place; of equals one moves."""
    values, unit = _runs(game, decision, options, PLANNED, goals), game.unit(decision.subject)
    ends = [ends_of(game, unit, data["moves"] or ()) for data in options]
    found = _look_ahead(game, decision, values, lambda place: (ends[place], True))
    return [value if data["moves"] else value - 0.01 for value, data in zip(found, options, strict=True)]


def _runs(game: Game, decision: Decision, options: Options, weights: Weights, goals: Goals) -> list[float]:
    unit = game.unit(decision.subject)
    stance = Stance(False, False)
    return [standing.place_of(game, unit, data["moves"] or (), weights).value(stance, goals.get(unit)) for data in options]


def charge(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh charge moves by whom the unit fights then, and how many of its models; staying counts nothing."""
    return [_closing_value(game, decision, data) for data in options]


def plan_charge(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh charge moves by what is expected to come of them; of equals, by how many models fight."""
    unit = game.unit(decision.subject)
    done = frozenset(each for each in game.units_on_table(game.active) if game.has_mark(each, "acted")) | {unit}
    found = []
    for data in options:
        place = standing.place_of(game, unit, data["moves"] or (), PLANNED)
        foe = min(place.gaps, key=lambda foe: place.gaps[foe])
        rest = outlook.Rest("charge", done, done, {unit: foe} if data["moves"] else {})
        fighting = sum(float((near <= 1.0).sum()) for near in place.near.values())
        found.append(outlook.foresee(game, game.active, rest) + (0.02 * fighting if data["moves"] else 0.0))
    return found


def close(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh piling in the same way."""
    return [_closing_value(game, decision, data) for data in options]


def _closing_value(game: Game, decision: Decision, data: Data) -> float:
    if data["moves"] is None:
        return 0.0
    unit = game.unit(decision.subject)
    place = standing.place_of(game, unit, data["moves"], GREEDY)
    values = [standing.combat(game, unit, foe, GREEDY) for foe, gap in place.gaps.items() if gap <= standing.NEAR]
    fighting = sum(float((near <= 1.0).sum()) for near in place.near.values())
    return max(values, default=0.0) + 0.02 * fighting


def ways(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose normal moves of one's own: to where the unit shoots and is not charged, and towards its goal."""
    unit = game.unit(decision.subject)
    if "normal" not in decision.data["kinds"]:
        return
    every = move_limits(game, unit, decision.data["rolled"])
    for moves in _toward(game, unit, "normal", every, goals):
        yield {"kind": "normal", **moves}


def run_ways(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose runs towards the goal of a unit."""
    unit, said = game.unit(decision.subject), decision.data
    if said["way"] == "run":
        every = move_limits(game, unit, said["rolled"], said["extra"])
        yield from _toward(game, unit, "run", every, goals)


def _toward(game: Game, unit: int, kind: str, every: Limits, goals: Goals) -> Iterator[Data]:
    if min(every.values(), default=0.0) <= proposals.MARGIN:
        return
    mover, seen = Mover(game, unit, movement.MANNERS[kind], every), list[proposals.Moves]()
    here = mover.middle
    foes = game.units_on_table(1 - game.owner(unit))
    goal = goals.get(unit)
    wanted = [goal] if goal in foes else []
    wanted += sorted((f for f in foes if f != goal), key=lambda f: engagement.distance(game, unit, f))[:2]
    for foe in wanted:
        assert foe is not None
        models = game.state.standing(foe)
        point = np.array([game.state.x[models].mean(), game.state.y[models].mean()])
        gap, far = engagement.distance(game, unit, foe), float(np.hypot(*(point - here)))
        reach = forces.longest(game, unit, foe)
        threat = forces.stride(game, foe) + standing.CHARGED
        steps = [gap - APART, gap - 9.0, gap - threat - AFAR[1]]
        steps += [gap - reach + AFAR[0]] if reach else []
        for step in steps:
            aim = here + (point - here) * step / max(far, 0.1)
            yield from proposals.new(mover, proposals.find_path_around(mover, aim), seen)
            mover.restart()
