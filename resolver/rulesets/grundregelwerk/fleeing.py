"""Flee and pursuit moves: dice say how far, every model goes straight, and nothing on the way stops it.

Source: GRW-ACTFLEE-01, -02, GRW-FLEE-01..08, GRW-MELEE-17..19, GRW-Q-27, -40, -81, -82, -83.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import approach, detours, ground, states
from resolver.rulesets.grundregelwerk.detours import Way
from resolver.rulesets.grundregelwerk.marching import join_combat
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.shared.units import removal
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


def way_to_edge(game: Game, unit: int, model: int) -> Way | None:
    """Return the shortest way of a model until its base touches its edge, None where none leads round what is there."""
    board, body = game.state.board, game.state.bodies([model])
    reach = float(body.radius[0] + abs(np.sin(body.facing[0])) * body.half[0])
    top = edge_of(game, game.owner(unit)) == 1
    here = body.centres()[0]
    y = max(board.depth - reach, here[1]) if top else min(reach, here[1])
    pieces = ground.barred_areas(game, unit, on_way=True)
    return detours.to_height(body, float(y), pieces, board.area)


def flee(game: Game, unit: int, rules: tuple[str, ...]) -> Script[int]:
    """A unit makes a Flee move; return its roll, 0 where it cannot move. One that reaches its edge is destroyed."""
    state = game.state
    able = set(states.able_to_move(game, unit).tolist())
    face = game.roll("flee", unit, number=game.count(unit, "struck"))
    roll = face if able else 0
    standing = [int(model) for model in state.standing(unit)]
    ways = {model: way_to_edge(game, unit, model) for model in standing}
    gaps = {
        model: inf if way is None else detours.length(state.bodies([model]).centres()[0], way) for model, way in ways.items()
    }
    reached = any(gaps[model] <= roll + TOUCH for model in able)
    yield from game.happen("unit.flees", unit=unit, dice=face, inches=roll, reached=reached, rules=rules)
    yield from _leave_combats(game, unit)
    moved: list[tuple[int, Way]] = []
    taken = _others(game, set(standing))
    for model in sorted(standing, key=lambda model: gaps[model]):
        most = min(float(roll), gaps[model]) if model in able else 0.0
        path = _away(game, unit, model, ways[model] or [], most, taken)
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


def _others(game: Game, without: set[int]) -> Bodies:
    state = game.state
    models = np.flatnonzero(state.alive & state.on_table)
    return state.bodies(np.array([model for model in models if int(model) not in without], dtype=np.intp))


def _at(body: Bodies, point: Floats | None) -> Bodies:
    return body if point is None else body.with_poses(point[:1], point[1:2])


def _away(game: Game, unit: int, model: int, way: Way, most: float, taken: Bodies) -> Way:
    """So much of the way of one model towards its edge; back to the last free place, off enemies."""
    body = game.state.bodies([model])
    foes = game.state.bodies(game.state.standing_of(1 - game.owner(unit)))
    return _last_free(
        game, unit, body, way, most, taken, lambda there: not len(foes) or float(distances(there, foes).min()) >= APART
    )


def _last_free(
    game: Game, unit: int, body: Bodies, way: Way, most: float, taken: Bodies, is_good: Callable[[Bodies], bool]
) -> Way:
    """The way of a model as far as it finds a free place on it, `most` inches at first; nothing where it finds none."""
    here, barred, area = body.centres()[0], ground.barred_areas(game, unit), game.state.board.area
    for inches in np.arange(most, BACK / 2, -BACK):
        path = [np.round(point, PLACES) for point in detours.cut(here, way, float(inches))]
        there = _at(body, path[-1] if path else None)
        clear = not overlaps(there, taken).any() and area.holds(there)[0]
        if clear and not any(piece.overlaps(there)[0] for piece in barred) and is_good(there):
            return path
    return []


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
    taken, moved = _others(game, set(standing)), list[tuple[int, Way]]()
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
) -> Way:
    """The shortest way of one model to the nearest of those that fled; it stops in contact with others of the enemy.

    `short`: it stops short of those that fled.
    """
    if not len(aims) or most <= 0.0:
        return []
    goal = aims.centres()[int(distances(body, aims)[0].argmin())]
    pieces = ground.barred_areas(game, unit, on_way=True)
    way = detours.to_point(body, goal, pieces, game.state.board.area) or detours.straight(body, goal, pieces)
    gone = 0.0
    for start, towards, length in detours.legs(body.centres()[0], way):
        there, left = _at(body, start), min(length, most - gone)
        stops = [approach.step_to_contact(there, aims, towards, left, APART if short else 0.0)]
        stops += [approach.step_to_contact(there, others, towards, left)] if len(others) else []
        met = [float(np.hypot(*step)) for step in stops if step is not None]
        gone += min([*met, left])
        if met or gone >= most:
            break
    return _last_free(game, unit, body, way, gone, taken, lambda there: True)


def _move(
    game: Game, unit: int, kind: str, most: float, moved: list[tuple[int, Way]], rules: tuple[str, ...]
) -> Script[None]:
    if not moved:
        return
    state = game.state
    facing = {model: round(float(state.facing[model]), PLACES) for model, _ in moved}
    poses = [[model, float(path[-1][0]), float(path[-1][1]), 0.0, facing[model]] for model, path in moved]
    paths = [{"model": model, "path": [[float(x), float(y), facing[model]] for x, y in path]} for model, path in moved]
    yield from game.happen("unit.moved", unit=unit, move=kind, most=most, poses=poses, paths=paths, rules=rules)
