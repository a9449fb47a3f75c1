"""Moves, Advances, set-ups and arrivals, weighed and proposed by a unit's goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Goals
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.field import objectives
from resolver.rulesets.common.moves import aircraft, placing, proposals
from resolver.rulesets.common.moves.movement import MANNERS, limits
from resolver.rulesets.common.moves.moving import Mover
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.moves import AVERAGE_ADVANCE
from resolver.rulesets.common.valuation.planned.stand import Stand
from resolver.rulesets.common.valuation.position import Pose, Stance, imagined, stance
from resolver.table.advance import together
from resolver.table.bases import Floats

Options = Sequence[Data]
WAITING = Stance(shoots=False, charges=False)
COMPASS, RUNS = 8, (1.0, 0.5)
NOWHERE = -1000.0
"""What it is worth not to be on the battlefield: less than any place there."""


def move(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh moves by the place where they end; an Advance, not yet rolled, by going straight to the goal."""
    unit = game.unit(decision.subject)
    return [_moved(game, unit, option["kind"], option["moves"], goals.get(unit)) for option in options]


def _moved(game: Game, unit: int, kind: str, moves: Sequence[Data], goal: int | None) -> float:
    if kind == "none":
        return NOWHERE
    poses = _run(game, unit, goal) if kind == "advance" else _ends(moves)
    return Stand(game, imagined(game, unit, poses), unit, stance(game, unit, kind), goal).value()


def advance(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh the ways of an Advance by where they end."""
    unit = game.unit(decision.subject)
    after = stance(game, unit, "advance")
    return [
        NOWHERE
        if option["moves"] is None
        else Stand(game, imagined(game, unit, _ends(option["moves"])), unit, after, goals.get(unit)).value()
        for option in options
    ]


def _ends(moves: Sequence[Data]) -> list[Pose]:
    return [(step["model"], *step["path"][-1]) for step in moves]


def _run(game: Game, unit: int, goal: int | None) -> list[Pose]:
    """The unit shifted by its Move and an average Advance towards its goal."""
    if goal is None:
        return []
    state = game.state
    models = state.standing(unit)
    here = np.array([state.x[models].mean(), state.y[models].mean()])
    way = objectives.placed(game)[goal] - here
    share = min(1.0, (reach.speed(game, unit) + AVERAGE_ADVANCE) / max(float(np.hypot(*way)), 1.0))
    return [
        (int(m), *(float(v) for v in (state.x[m] + way[0] * share, state.y[m] + way[1] * share, state.facing[m])))
        for m in models
    ]


def moves(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose Normal Moves to the goal, and in all directions, all the way and half of it."""
    if "normal" not in decision.data["kinds"]:
        return
    unit = game.unit(decision.subject)
    mover = Mover(game, unit, MANNERS["normal"], limits(game, unit, decision.data["rolled"]))
    for offer in _ways(game, unit, mover, goals.get(unit)):
        yield {"kind": "normal", **offer}


def advances(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose ways of an Advance to the goal."""
    unit, extra = game.unit(decision.subject), decision.data["extra"]
    mover = Mover(game, unit, MANNERS["advance"], limits(game, unit, decision.data["rolled"], extra))
    yield from _ways(game, unit, mover, goals.get(unit))


def _ways(game: Game, unit: int, mover: Mover, goal: int | None) -> Iterator[Data]:
    if aircraft.must_move(game, unit) or min(mover.limits.values(), default=0.0) <= proposals.MARGIN:
        return
    most = mover.rules().most - proposals.MARGIN
    for turn in range(COMPASS):
        for share in RUNS:
            step = np.array([cos(turn * 2 * pi / COMPASS), sin(turn * 2 * pi / COMPASS)]) * most * share
            mover.restart()
            if (found := proposals.slide(mover, step)) is not None:
                yield {"moves": found}
    if goal is not None:
        mover.restart()
        yield from _towards(game, mover, objectives.placed(game)[goal])


def _towards(game: Game, mover: Mover, point: Floats) -> Iterator[Data]:
    """Go as near to a point as the unit gets, round what is in the way."""
    yield from proposals.new(
        mover, together(mover.start, point, mover.rules(), mover.surroundings, edition(game).coherency), []
    )


def set_up(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places of deployment: nobody shoots yet, so markers and threats count."""
    return _placed(game, decision, options, WAITING, goals)


def arrive(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places to arrive at, from which the unit may shoot and charge."""
    return _placed(game, decision, options, Stance(), goals)


def _placed(game: Game, decision: Decision, options: Options, after: Stance, goals: Goals) -> list[float]:
    unit = game.unit(decision.subject)
    return [
        NOWHERE
        if (poses := option["poses"]) is None
        else Stand(game, imagined(game, unit, poses), unit, after, goals.get(unit)).value()
        for option in options
    ]


def set_ups(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose set-ups as near to each marker as the zone allows."""
    unit, player = game.unit(decision.subject), decision.player
    zone = edition(game).setting.zone(game, player)
    left, bottom, right, top = zone.box
    forward = round(edition(game).setting.forward(game, player), 4)
    models = game.state.models_of(unit)
    inset = float((game.state.half[models] + game.state.radius[models]).max()) + proposals.MARGIN
    points = [
        (float(np.clip(x, left + inset, right - inset)), float(np.clip(y, bottom + inset, top - inset)))
        for x, y in objectives.placed(game)
    ]
    for poses in placing.proposals(game, unit, points, (forward, 0.0), zone.holds, spread=10.0):
        yield {"poses": poses, "reserves": False}
