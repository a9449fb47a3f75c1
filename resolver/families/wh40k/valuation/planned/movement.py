"""Moves, Advances, set-ups and arrivals, weighed and proposed by a unit's goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import aircraft
from resolver.families.wh40k.moves.movement import MANNERS
from resolver.families.wh40k.valuation.planned import campaign, shooting
from resolver.families.wh40k.valuation.planned.position_score import place_value
from resolver.families.wh40k.valuation.position import Pose, Stance, ends, stance
from resolver.shared.field import objectives
from resolver.shared.moves import placing, proposals
from resolver.shared.moves.allowance import move_limits
from resolver.shared.moves.moving import Mover
from resolver.table.advance import together
from resolver.table.bases import Floats

Options = Sequence[Data]
WAITING = Stance(shoots=False, charges=False)
USUAL_ADVANCE = 3
"""What an Advance roll is taken to be, in inches."""
COMPASS, RUNS = 8, (1.0, 0.5)
SHOOTERS = 2
"""From so many enemies a unit looks for a place to hide."""
BEHIND = 4.0
"""How far behind the middle of a piece of terrain a unit hides, in inches."""
NOWHERE = -1000.0
"""What it is worth not to be on the battlefield: less than any place there."""


def move(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh moves by the place where they end; an Advance, not yet rolled, by where an average one would end."""
    return [_weigh_move(game, decision, option["kind"], option["moves"], goals) for option in options]


def _weigh_move(game: Game, decision: Decision, kind: str, moves: Sequence[Data], goals: Goals) -> float:
    if kind == "none":
        return NOWHERE
    unit = game.unit(decision.subject)
    poses = _run(game, decision, goals.get(unit)) if kind == "advance" else ends(moves)
    return place_value(game, unit, poses, stance(game, unit, kind), goals.get(unit))


def advance(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh the ways of an Advance by where they end."""
    unit = game.unit(decision.subject)
    after = stance(game, unit, "advance")
    return [
        NOWHERE if (moves := option["moves"]) is None else place_value(game, unit, ends(moves), after, goals.get(unit))
        for option in options
    ]


def _run(game: Game, decision: Decision, goal: int | None) -> list[Pose]:
    """Where the unit would end that Advanced an average distance towards its goal, round what is in the way."""
    unit = game.unit(decision.subject)
    mover = Mover(game, unit, MANNERS["advance"], move_limits(game, unit, decision.data["rolled"], USUAL_ADVANCE))
    if goal is None or aircraft.must_move(game, unit) or min(mover.limits.values(), default=0.0) <= proposals.MARGIN:
        return []
    offer = next(_towards(game, mover, objectives.placed_markers(game)[goal]), None)
    return [] if offer is None else ends(offer["moves"])


def moves(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose Normal Moves to the goal, and in all directions, all the way and half of it."""
    if "normal" not in decision.data["kinds"]:
        return
    unit = game.unit(decision.subject)
    mover = Mover(game, unit, MANNERS["normal"], move_limits(game, unit, decision.data["rolled"]))
    for offer in _ways(game, unit, mover, goals.get(unit)):
        yield {"kind": "normal", **offer}


def advances(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose ways of an Advance to the goal."""
    unit, extra = game.unit(decision.subject), decision.data["extra"]
    mover = Mover(game, unit, MANNERS["advance"], move_limits(game, unit, decision.data["rolled"], extra))
    yield from _ways(game, unit, mover, goals.get(unit))


def _ways(game: Game, unit: int, mover: Mover, goal: int | None) -> Iterator[Data]:
    if aircraft.must_move(game, unit) or min(mover.limits.values(), default=0.0) <= proposals.MARGIN:
        return
    most = mover.rules().most - proposals.MARGIN
    for step in [*_compass(most), *_hides(game, unit, mover, most)]:
        mover.restart()
        if (found := proposals.slide(mover, step)) is not None:
            yield {"moves": found}
    if goal is not None:
        mover.restart()
        yield from _towards(game, mover, objectives.placed_markers(game)[goal])


def _compass(most: float) -> Iterator[Floats]:
    for turn in range(COMPASS):
        for share in RUNS:
            yield np.array([cos(turn * 2 * pi / COMPASS), sin(turn * 2 * pi / COMPASS)]) * most * share


def _hides(game: Game, unit: int, mover: Mover, most: float) -> Iterator[Floats]:
    """Steps behind terrain near by, out of sight of the enemies that would shoot the most."""
    here = np.array([mover.start.x.mean(), mover.start.y.mean()])
    foes = sorted(
        game.units_on_table(1 - game.owner(unit)),
        key=lambda foe: (-shooting.from_afar(game, foe, unit, campaign.USUAL), foe),
    )[:SHOOTERS]
    for foe in foes:
        models = game.state.standing(foe)
        eye = np.array([game.state.x[models].mean(), game.state.y[models].mean()])
        for middle in _pieces(game):
            away = middle - eye
            step = middle + away / max(float(np.hypot(*away)), proposals.MARGIN) * BEHIND - here
            if proposals.MARGIN < float(np.hypot(*step)) <= most:
                yield step


def _pieces(game: Game) -> list[Floats]:
    """The middles of the pieces of terrain that hide."""
    hiding = [piece for piece in game.state.board.terrain if piece.blocks_sight and piece.height > proposals.HIDING]
    return [np.mean(piece.footprint.points, axis=0) for piece in hiding]


def _towards(game: Game, mover: Mover, point: Floats) -> Iterator[Data]:
    """Go as near to a point as the unit gets, round what is in the way."""
    yield from proposals.new(
        mover, together(mover.start, point, mover.rules(), mover.surroundings, edition(game).coherency), []
    )


def set_up(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places of deployment: nobody shoots yet, so markers and threats count."""
    return _weigh_placements(game, decision, options, WAITING, goals)


def arrive(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places to arrive at, from which the unit may shoot and charge."""
    return _weigh_placements(game, decision, options, Stance(), goals)


def _weigh_placements(game: Game, decision: Decision, options: Options, after: Stance, goals: Goals) -> list[float]:
    unit = game.unit(decision.subject)
    return [
        NOWHERE if (poses := option["poses"]) is None else place_value(game, unit, poses, after, goals.get(unit))
        for option in options
    ]


def set_ups(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose set-ups as near to each marker as the zone allows, and behind what hides."""
    unit, player = game.unit(decision.subject), decision.player
    zone = edition(game).deployment.zone(game, player)
    left, bottom, right, top = zone.box
    forward = round(edition(game).deployment.forward(game, player), 4)
    models = game.state.models_of(unit)
    inset = float((game.state.half[models] + game.state.radius[models]).max()) + proposals.MARGIN
    points = [
        (float(np.clip(x, left + inset, right - inset)), float(np.clip(y, bottom + inset, top - inset)))
        for x, y in [*objectives.placed_markers(game), *_behind(game, forward)]
    ]
    for poses in placing.proposals(game, unit, points, (forward, 0.0), zone.holds, spread=10.0):
        yield {"poses": poses, "reserves": False}


def _behind(game: Game, forward: float) -> list[Floats]:
    """Points behind each piece of terrain that hides, seen from the enemy's zone."""
    back = -BEHIND * np.array([cos(forward), sin(forward)])
    return [middle + back for middle in _pieces(game)]
