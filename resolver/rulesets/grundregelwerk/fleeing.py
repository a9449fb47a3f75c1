"""Flee and pursuit moves: dice say how far, every model goes straight, and nothing on the way stops it.

Source: GRW-ACTFLEE-01, -02, GRW-FLEE-01..08, GRW-MELEE-17..19, GRW-Q-27, -40, -81, -82, -83.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import approach, ground, states
from resolver.rulesets.grundregelwerk.marching import join_combat
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.shared.units import removal
from resolver.table.areas import inches_inside
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import distances, overlaps
from resolver.table.paths import PLACES

APART = 1.0
"""How far from enemies a model stops that flees, and from the fleeing unit one that does not catch it (GRW-Q-40, -81)."""
BACK = 0.1
"""So many inches at a time a model stays behind where it could not stand."""


def edge_of(game: Game, player: int) -> int:
    """Return 0 where a player's edge is at the bottom of the table, 1 where it is at the top."""
    return game.player_count(player, "edge") - 1


def gap_to_edge(game: Game, unit: int) -> Floats:
    """Return how far each model of a unit is from its edge, from the base."""
    state = game.state
    bodies = state.bodies(state.standing(unit))
    reach = bodies.radius + np.abs(np.sin(bodies.facing)) * bodies.half
    top = edge_of(game, game.owner(unit)) == 1
    gaps: Floats = (state.board.depth - bodies.y if top else bodies.y) - reach
    return gaps


def flee(game: Game, unit: int, rules: tuple[str, ...]) -> Script[int]:
    """A unit makes a Flee move; return its roll, 0 where it cannot move. One that reaches its edge is destroyed."""
    state = game.state
    able = set(states.able_to_move(game, unit).tolist())
    face = game.roll("flee", unit, number=game.count(unit, "struck"))
    roll = face if able else 0
    gaps = gap_to_edge(game, unit)
    standing = [int(model) for model in state.standing(unit)]
    reached = any(gap <= roll + TOUCH for gap, model in zip(gaps, standing, strict=True) if model in able)
    yield from game.happen("unit.flees", unit=unit, dice=face, inches=roll, reached=reached, rules=rules)
    yield from _leave_combats(game, unit)
    down = np.array([0.0, 1.0 if edge_of(game, game.owner(unit)) == 1 else -1.0])
    moved: list[tuple[int, list[Floats]]] = []
    taken = _others(game, unit, set(standing))
    order = [standing[row] for row in np.argsort(gaps, kind="stable")]
    for model in order:
        room = float(gaps[standing.index(model)])
        most = min(float(roll), max(room, 0.0)) if model in able else 0.0
        path = _away(game, unit, model, down, most, taken)
        taken = taken.join(_at(state.bodies([model]), path[-1] if path else None))
        if path:
            moved.append((model, path))
    yield from _move(game, unit, "flee", float(roll), moved, ("GRW-FLEE-05", "GRW-FLEE-06", "GRW-Q-81"))
    if reached:
        yield from removal.lose_unit(game, unit, "fled", ("GRW-FLEE-07",))
    return roll


def _leave_combats(game: Game, unit: int) -> Script[None]:
    """A unit that flees is in no close combat any more (GRW-Q-77, -78)."""
    for foe in states.foes_in_combat(game, unit):
        yield from game.happen("combat.ended", unit=unit, target=foe, rules=("GRW-Q-78",))


def _others(game: Game, unit: int, without: set[int]) -> Bodies:
    state = game.state
    models = np.flatnonzero(state.alive & state.on_table)
    return state.bodies(np.array([model for model in models if int(model) not in without], dtype=np.intp))


def _at(body: Bodies, point: Floats | None) -> Bodies:
    return body if point is None else body.with_poses(point[:1], point[1:2])


def _away(game: Game, unit: int, model: int, along: Floats, most: float, taken: Bodies) -> list[Floats]:
    """The way of one model towards its edge: straight, or round what it may not enter; back to the last free place."""
    body = game.state.bodies([model])
    foes = game.state.bodies(game.state.standing_of(1 - game.owner(unit)))
    here = body.centres()[0]
    barred = [piece for piece in game.state.board.terrain if ground.is_barred(game, unit, piece)]
    for inches in np.arange(most, BACK / 2, -BACK):
        for way in _ways_round(here, here + along * inches, float(inches), body, barred):
            there = _at(body, np.round(way[-1], PLACES))
            free = not overlaps(there, taken).any() and not any(piece.footprint.overlaps(there)[0] for piece in barred)
            if (
                free
                and game.state.board.area.holds(there)[0]
                and (not len(foes) or float(distances(there, foes).min()) >= APART)
            ):
                return [np.round(point, PLACES) for point in way]
    return []


def _ways_round(here: Floats, goal: Floats, most: float, body: Bodies, barred: Sequence[Any]) -> Iterator[list[Floats]]:
    """The straight way where nothing bars it, else the shortest over a corner, cut where it is as long as it may be."""
    crossed = [piece for piece in barred if inches_inside(np.array([here, goal]), piece.footprint) > 0.0]
    if not crossed:
        yield [goal]
        return
    reach = float(body.half[0] + body.radius[0]) + 0.05
    found = []
    for corner in crossed[0].footprint.outset(reach):
        first = float(np.hypot(*(corner - here)))
        if inches_inside(np.array([here, corner]), crossed[0].footprint) == 0.0:
            found.append((first + float(np.hypot(*(goal - corner))), tuple(corner), first))
    for _, corner_at, first in sorted(found)[:2]:
        corner = np.array(corner_at)
        if first >= most:
            yield [here + (corner - here) / first * most]
        else:
            rest = goal - corner
            length = float(np.hypot(*rest))
            yield [corner, corner + rest / max(length, 0.01) * min(most - first, length)]


def pursue(game: Game, winner: int, loser: int, fled: int, before: Bodies) -> Script[None]:
    """The winner of a combat pursues a unit that has fled `fled` inches; `before` is where the loser's models stood.

    Who rolls as much or more destroys it (GRW-MELEE-19).
    """
    state = game.state
    roll = game.roll("pursue", winner, loser, number=game.count(loser, "struck"))
    caught = roll >= fled and game.on_table(loser)
    yield from game.happen(
        "unit.pursues",
        unit=winner,
        target=loser,
        dice=roll,
        needed=fled,
        caught=caught,
        rules=("GRW-MELEE-18", "GRW-MELEE-19"),
    )
    aims = state.bodies(state.standing(loser)) if game.on_table(loser) else before
    if caught:
        yield from removal.lose_unit(game, loser, "pursued", ("GRW-MELEE-19",))
    standing = [int(model) for model in state.standing(winner)]
    taken, moved = _others(game, winner, set(standing)), list[tuple[int, list[Floats]]]()
    others = state.bodies(
        np.array([m for m in state.standing_of(1 - game.owner(winner)) if int(state.unit[m]) != loser], dtype=np.intp)
    )
    able = set(states.able_to_move(game, winner).tolist())
    order = np.argsort(distances(state.bodies(standing), aims).min(1), kind="stable") if len(aims) else range(len(standing))
    for row in order:
        model = standing[int(row)]
        body = state.bodies([model])
        path = _towards(game, winner, body, aims, float(roll) if model in able else 0.0, taken, others, not caught)
        taken = taken.join(_at(body, path[-1] if path else None))
        if path:
            moved.append((model, path))
    yield from _move(game, winner, "pursue", float(roll), moved, ("GRW-MELEE-18", "GRW-Q-40", "GRW-Q-81"))
    met = [unit for unit in game.units_on_table(1 - game.owner(winner)) if unit != loser]
    yield from join_combat(game, winner, met)  # who got away is in no close combat, however near it stands


def _towards(
    game: Game, unit: int, body: Bodies, aims: Bodies, most: float, taken: Bodies, others: Bodies, short: bool
) -> list[Floats]:
    """The straight way of one model to the nearest of those that fled; it stops in contact with others of the enemy.

    `short`: it stops short of those that fled.
    """
    if not len(aims) or most <= 0.0:
        return []
    here = body.centres()[0]
    gaps = distances(body, aims)[0]
    nearest = int(gaps.argmin())
    run = aims.centres()[nearest] - here
    length = float(np.hypot(*run))
    if length <= 0.01:
        return []
    run = run / length
    far = min(most, max(float(gaps[nearest]) - (APART if short else 0.0), 0.0))
    meets = approach.step_to_contact(body, others, run, far) if len(others) else None
    barred = [piece for piece in game.state.board.terrain if ground.is_barred(game, unit, piece)]
    stops = [float(np.hypot(*meets))] if meets is not None else []
    last = stops[0] if stops else far
    for inches in (*stops, *np.arange(last, BACK / 2, -BACK)):
        point = np.round(here + run * inches, PLACES)
        there = _at(body, point)
        clear = not overlaps(there, taken).any() and game.state.board.area.holds(there)[0]
        if clear and not any(piece.footprint.overlaps(there)[0] for piece in barred):
            return [point]
    return []


def _move(
    game: Game, unit: int, kind: str, most: float, moved: list[tuple[int, list[Floats]]], rules: tuple[str, ...]
) -> Script[None]:
    if not moved:
        return
    state = game.state
    facing = {model: round(float(state.facing[model]), PLACES) for model, _ in moved}
    poses = [[model, float(path[-1][0]), float(path[-1][1]), 0.0, facing[model]] for model, path in moved]
    paths = [{"model": model, "path": [[float(x), float(y), facing[model]] for x, y in path]} for model, path in moved]
    yield from game.happen("unit.moved", unit=unit, move=kind, most=most, poses=poses, paths=paths, rules=rules)
