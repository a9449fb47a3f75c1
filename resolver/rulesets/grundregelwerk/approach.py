"""Proposed moves: towards enemies, markers and cover, round what bars the way, and into base contact.

Every one of them has passed the check of moves; nothing here decides what is legal. Whole units slide along a way of one or
two legs; into contact models go one by one. Source of the geometry: GRW-Q-36, -87, -91.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import ground
from resolver.shared.moves.moving import Manner, Mover
from resolver.shared.moves.proposals import find_path_around, new
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import distances
from resolver.table.ground import fits
from resolver.table.paths import PLACES

TOUCHING = 0.0005
"""The gap of models that are moved into base contact: none that counts, and no overlap after rounding."""
SHORTER, CLOSE = 64, 0.00001
"""So often a step into contact is made longer by what is left of the gap, and so much more of a gap does not matter."""
MARGIN = 0.02
SPRINT = "sprint"
SHARES, TURNS = (1.0, 0.6, 0.3), (0.0, 0.45, -0.45, 0.9, -0.9)
SLOTS = 16
MOST_FOES = 4
"""So many enemy units, the nearest first, are worth a way into contact."""
Refuse = Callable[[Data], Refusal | None]
Moves = list[dict[str, Any]]
MARCH = Manner("GRW-ACTMOVE-01", enemies="free")


def proposals(game: Game, unit: int, kind: str, refuse: Refuse) -> Iterator[Data]:
    """Propose moves of a unit that are legal, each once."""
    seen: list[Moves] = []
    goals = [np.array(goal) for goal in worth_going(game, unit)]
    for moves in candidates(game, unit, kind, goals, refuse):
        if moves and moves not in seen:
            seen.append(moves)
            yield {"moves": moves}


def worth_going(game: Game, unit: int) -> list[tuple[float, float]]:
    """Return places worth going to: the nearest enemies, markers, cover, the middle, and away from the enemy."""
    state = game.state
    here = _middle(state.bodies(state.standing(unit)))
    foes = sorted(
        (float(np.hypot(*(_middle(state.bodies(state.standing(foe))) - here))), foe)
        for foe in game.units_on_table(1 - game.owner(unit))
    )
    found = [tuple(_middle(state.bodies(state.standing(foe)))) for _, foe in foes[:2]]
    markers = sorted((float(np.hypot(*(at - here))), tuple(at)) for at in state.markers if at[0] == at[0])
    found += [at for _, at in markers[:3]]
    cover = sorted(
        (float(np.hypot(*(np.mean(piece.footprint.points, axis=0) - here))), tuple(np.mean(piece.footprint.points, axis=0)))
        for piece in state.board.terrain
        if not ground.is_barred(game, unit, piece)
    )
    found += [at for _, at in cover[:2]]
    if foes:
        away = here + (here - np.array(found[0]))
        found.append((float(away[0]), float(away[1])))
    return [(float(x), float(y)) for x, y in found]


def _middle(bodies: Bodies) -> Floats:
    return np.array([bodies.x.mean(), bodies.y.mean()])


def candidates(game: Game, unit: int, kind: str, goals: Sequence[Floats], refuse: Refuse) -> Iterator[Moves]:
    """Yield legal moves to goals, and into contact with enemies that are near enough."""
    twice = kind == SPRINT
    fast, slow = (ground.allowance(game, unit, twice=twice, slowed=slowed) for slowed in (False, True))
    if max(fast.values(), default=0.0) <= MARGIN:
        return
    if kind != "vanguard":
        yield from contacts(game, unit, fast, slow, refuse)
    for goal in goals:
        for far in (fast, slow) if fast != slow and not ground.is_at_home(game, unit) else (fast,):
            found = _to(game, unit, far, goal, refuse)
            if found:
                yield found
                break


def _to(game: Game, unit: int, far: dict[int, float], goal: Floats, refuse: Refuse) -> Moves | None:
    """The whole unit slides as near to a goal as it can: straight, a little aside, over a corner, or model by model."""
    state = game.state
    models = state.standing(unit)
    bodies, most = state.bodies(models), min(far.values()) - MARGIN
    if most <= MARGIN:
        return None
    run = goal - _middle(bodies)
    away = float(np.hypot(*run))
    if away <= MARGIN:
        return None
    for way in _ways(game, unit, bodies, run, min(most, away)):
        moves = slide(models, bodies, way)
        if refuse({"moves": moves}) is None:
            return moves
    mover = Mover(game, unit, MARCH, {model: inches - MARGIN for model, inches in far.items()})
    for offer in new(mover, find_path_around(mover, goal), []):
        if refuse(offer) is None:
            return offer["moves"]
    return None


def _ways(game: Game, unit: int, bodies: Bodies, run: Floats, most: float) -> Iterator[list[Floats]]:
    """Yield ways of the whole unit as steps from where it stands: each a list of offsets."""
    away, angle = float(np.hypot(*run)), float(np.arctan2(run[1], run[0]))
    yield [run / away * most]
    middle, radius = _middle(bodies), float(np.hypot(*(bodies.centres() - _middle(bodies)).T).max() + bodies.radius.max())
    barred = [
        piece for piece in ground.near_pieces(game, np.array([middle, middle + run])) if ground.is_barred(game, unit, piece)
    ]
    for piece in barred[:2]:
        corners = sorted(
            piece.footprint.outset(radius + 0.1),
            key=lambda at: float(np.hypot(*(at - middle)) + np.hypot(*(middle + run - at))),
        )
        for corner in corners[:2]:
            first = corner - middle
            length = float(np.hypot(*first))
            if MARGIN < length < most:
                rest = run - first
                yield [
                    first,
                    first + rest / max(float(np.hypot(*rest)), MARGIN) * min(most - length, float(np.hypot(*rest))),
                ]
            elif length > MARGIN:
                yield [first / length * most]
    for share in SHARES:
        for turn in TURNS:
            if (share, turn) != (1.0, 0.0):
                yield [np.array([cos(angle + turn), sin(angle + turn)]) * most * share]


def slide(models: Any, bodies: Bodies, way: Sequence[Floats]) -> Moves:
    """All models go the same way, those in front first."""
    end = way[-1]
    order = np.argsort(-(bodies.x * end[0] + bodies.y * end[1]), kind="stable")
    return [_step(int(models[row]), bodies, int(row), way) for row in order]


def _step(model: int, bodies: Bodies, row: int, way: Sequence[Floats]) -> dict[str, Any]:
    x, y, facing = float(bodies.x[row]), float(bodies.y[row]), round(float(bodies.facing[row]), PLACES)
    return {
        "model": model,
        "path": [[round(x + float(step[0]), PLACES), round(y + float(step[1]), PLACES), facing] for step in way],
    }


def contacts(game: Game, unit: int, fast: dict[int, float], slow: dict[int, float], refuse: Refuse) -> Iterator[Moves]:
    """Yield a move into base contact with each of the nearest enemy units, where one is found."""
    state = game.state
    bodies = state.bodies(state.standing(unit))
    reach = max(fast.values())
    gaps = []
    for foe in game.units_on_table(1 - game.owner(unit)):
        gap = float(distances(bodies, state.bodies(state.standing(foe))).min())
        if gap <= reach:
            gaps.append((gap, foe))
    for _, foe in sorted(gaps)[:MOST_FOES]:
        for far in (fast, slow) if fast != slow else (fast,):
            found = next((moves for moves in _into(game, unit, foe, far) if refuse({"moves": moves}) is None), None)
            if found:
                yield found
                break


def _into(game: Game, unit: int, foe: int, far: dict[int, float]) -> Iterator[Moves]:
    """Yield ways into contact with one unit: all slide until the first touches; or they go one by one."""
    state = game.state
    models = state.standing(unit)
    bodies, foes = state.bodies(models), state.bodies(state.standing(foe))
    gaps = distances(bodies, foes)
    yield _swarm(game, unit, foe, far)
    for row, column in sorted(np.ndindex(*gaps.shape), key=lambda at: float(gaps[at]))[:6]:
        run = foes.centres()[column] - bodies.centres()[row]
        step = step_to_contact(bodies[[row]], foes, run / max(float(np.hypot(*run)), MARGIN), min(far.values()))
        if step is not None:
            yield slide(models, bodies, [step])


def step_to_contact(body: Bodies, foes: Bodies, towards: Floats, most: float, apart: float = TOUCHING) -> Floats | None:
    """Return the step in a direction after which a model first touches one of these models; None if it does not.

    It goes on by the gap that is left, so that it can't pass through a base that is smaller than the step. `apart`: the gap
    at which it stops.
    """
    gone = 0.0
    for _ in range(SHORTER):
        gap = float(distances(_shift(body, towards * gone), foes).min())
        if gap <= apart + CLOSE:
            step: Floats = towards * gone
            return step
        gone += gap - apart
        if gone > most:
            return None
    return None


def _shift(body: Bodies, step: Floats) -> Bodies:
    return body.with_poses(body.x + step[0], body.y + step[1])


def _swarm(game: Game, unit: int, foe: int, far: dict[int, float]) -> Moves:
    """Models go into contact one after the other, the nearest first; those that cannot close up behind them."""
    state = game.state
    mover = Mover(game, unit, MARCH, far)
    foes = state.bodies(state.standing(foe))
    order = np.argsort(distances(mover.start, foes).min(1), kind="stable")
    moves: Moves = []
    first: Floats | None = None
    for row in map(int, order):
        step = _beside(mover, row, foes) or (_behind(mover, row, first) if first is not None else None)
        if step is None:
            if first is None:
                return []
            continue
        moves.append(step)
        mover.go(step["model"], step["path"])
        if first is None:
            first = np.array(step["path"][-1][:2])
    return moves


def _beside(mover: Mover, row: int, foes: Bodies) -> dict[str, Any] | None:
    """Return the shortest straight step of a model to a free place in contact with one of the foes."""
    model, body = int(mover.models[row]), mover.bodies[[row]]
    most, here = mover.limits[model], body.centres()[0]
    if most <= MARGIN:
        return None
    spots = [spot for column in range(len(foes)) for spot in _around(body, foes[[column]], here, most)]
    spots.sort(key=lambda spot: float(np.hypot(*(spot - here))))
    facing = round(float(body.facing[0]), PLACES)
    if not spots:
        return None
    free = fits(body[np.zeros(len(spots), dtype=np.intp)].with_poses(*np.array(spots).T), mover.ground(row))
    for spot, good in list(zip(spots, free, strict=True))[:24]:
        pose = [round(float(spot[0]), PLACES), round(float(spot[1]), PLACES), facing]
        if good and mover.breach(model, [pose]) is None:
            return {"model": model, "path": [pose]}
    return None


def _around(body: Bodies, foe: Bodies, here: Floats, most: float) -> Iterator[Floats]:
    """Yield places in contact with one model, within a distance: on the side that is turned to the mover first."""
    centre = foe.centres()[0]
    wide = float(body.half[0] + body.radius[0] + foe.half[0] + foe.radius[0])
    if float(np.hypot(*(centre - here))) > most + wide:
        return
    bearing = float(np.arctan2(*(here - centre)[::-1]))
    for turn in range(SLOTS):
        angle = bearing + (turn + 1) // 2 * (1 if turn % 2 else -1) * 2 * pi / SLOTS
        out = np.array([cos(angle), sin(angle)])
        start = centre + out * (wide + 1.0)
        step = step_to_contact(body.with_poses(start[:1], start[1:]), foe, -out, wide + 1.0)
        if step is not None and float(np.hypot(*(start + step - here))) <= most - 10**-PLACES:
            yield start + step


def _behind(mover: Mover, row: int, first: Floats) -> dict[str, Any] | None:
    """Return a step of a model towards those that have gone, as far as it finds a free place."""
    model, body = int(mover.models[row]), mover.bodies[[row]]
    here = body.centres()[0]
    run = first - here
    away, most = float(np.hypot(*run)), mover.limits[model] - MARGIN
    if most <= MARGIN or away <= MARGIN:
        return None
    facing = round(float(body.facing[0]), PLACES)
    for share in (1.0, 0.85, 0.7, 0.5, 0.3):
        for turn in (0.0, 0.4, -0.4):
            length = min(most, away) * share
            angle = float(np.arctan2(run[1], run[0])) + turn
            pose = [
                round(float(here[0] + length * cos(angle)), PLACES),
                round(float(here[1] + length * sin(angle)), PLACES),
                facing,
            ]
            if mover.breach(model, [pose]) is None:
                return {"model": model, "path": [pose]}
    return None
