"""`python -m resolver.table.compiled`: compile every loop now, so that the first battle does not have to wait for it."""

from __future__ import annotations

import numpy as np

from resolver.table import geometry, reaching, sight, units
from resolver.table.advance import follow_each, shift_all
from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Board, Terrain
from resolver.table.coherency import CoherencyRules, coherent_with
from resolver.table.compiled import damage, flat_lines, following
from resolver.table.compiled.together import Coherency
from resolver.table.formation import place
from resolver.table.ground import Band, Ground
from resolver.table.movement import MoveRules, check, length
from resolver.table.paths import toward
from resolver.table.state import State

BOARD = Board(30.0, 30.0, (Terrain("wall", Area.rectangle(10.0, 5.0, 12.0, 20.0), 5.0),))


def main() -> None:
    """Use each loop once, on a small table."""
    ours, theirs = (Bodies.of(base, np.array([[5.0, 10.0]]), height=1.5) for base in (Base(0.63), Base(1.0, 1.0)))
    them = theirs.with_poses(theirs.x + 15.0, theirs.y)
    ground = Ground(BOARD, them, them, (Band(them, 1.0, 5.0), Band(them, 1.0, None)))
    for body in (ours, theirs):
        for work in (check, length):
            work(body, np.array([[5.0, 10.0, 0.0], [9.0, 22.0, 0.5]]), MoveRules(30.0), ground)
    toward(ours, np.array([20.0, 5.0]), MoveRules(40.0, climbing_counts=True), ground)
    shift_all(ours, np.array([1.0, 1.0]), MoveRules(40.0), ground, CoherencyRules(2.0, 5.0, ((2, 1),)))
    follow_each(ours, [0], np.array([[6.0, 12.0]]), MoveRules(40.0), ground, CoherencyRules(2.0, 5.0, ((2, 1),)))
    for body in (ours, theirs):
        poses = reaching.places(body, them, 30.0, ground, them[:0], (1.0, 5.0))
        goals = np.concatenate((poses, [[20.0, 5.0, 1.0]]))
        ways = reaching.Ways(body, MoveRules(30.0), ground, them[:0])
        list(ways.first(goals, 3)), list(ways.any(goals[-1:]))
        coherent_with(body, 0, reaching.stand_in_poses(body, goals, ground), CoherencyRules(2.0, 5.0, ((2, 1),)), 1)
        following.spots_of(body.data, 0, goals[-1, :2], np.zeros(1, np.intp), 30.0, ground.around, Coherency(2.0, 5.0, 1), 4)
        reaching.closer(body, them, 3.0, ground, them[:0])
    place(ours, np.array([5.0, 5.0]), ground, CoherencyRules(2.0, 5.0, ((2, 1),)))
    for measure in (geometry.horizontal, geometry.distances, geometry.wholly_within, geometry.overlaps):
        measure(ours, them, *([3.0] if measure is geometry.wholly_within else []))
    geometry.in_reach(ours, them, 1.0, 5.0)
    BOARD.terrain[0].footprint.gaps(ours)
    state = State(2, 2, BOARD)
    state.write("unit", ..., (0, 1))
    state.write("owner", ..., (0, 1))
    state.write("alive", ..., True)
    state.write("on_table", ..., True)
    state.models_of(0), state.standing_of(0)
    sight.visible(state, state.standing(0), state.standing(1))
    sight.can_glimpse(state, state.standing(0), state.standing(1), 1)
    walls = BOARD.obstacles
    flat_lines.any_flat_sight(ours.data, theirs.data, sight.VIEWS, walls.normals, walls.offsets, walls.edges)
    units.glimpsed_units(state, state.standing(0), [1], np.ones(1, np.bool_), 1)
    near, arm, one = units.near_units(state, state.standing(0), [1]), np.zeros(1, np.intp), np.ones(1)
    geometry.least_gap(state.poses, state.standing(0), state.standing(1))
    geometry.nearest(state.poses, state.standing(0), np.zeros((1, 2)))
    damage.damage_given(near, arm, one, one, one, np.ones(1, np.bool_), 1.0)
    damage.damage_suffered(near[0], one, arm, one, one, one)
    damage.threat(near[0], one, one, np.ones(1, np.bool_), 1.0, one, one, 1.0)


main()
