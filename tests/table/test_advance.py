"""Units that step together: the quick answer agrees with the check of every path."""

from __future__ import annotations

import numpy as np

from resolver.table.advance import legal, shift_all
from resolver.table.bases import Base, Bodies
from resolver.table.board import Board
from resolver.table.coherency import CoherencyRules
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules

RULES = CoherencyRules(2.0, 5.0, ((2, 1), (6, 2)))


def test_long_bases_beside_each_other_may_meet_on_a_slanting_step() -> None:
    rules, ground = MoveRules(14.0), Ground(Board(44.0, 30.0))
    bikes = Bodies.of(Base(1.0236, 0.748), np.array([[13.1201, 10.1193], [15.3472, 9.0]]), facing=np.pi / 2)
    angles = np.arange(0, 6.2, 0.25)
    found = [shift_all(bikes, 3.24 * np.array([np.cos(a), np.sin(a)]), rules, ground, RULES) for a in angles]
    assert None in found
    paths = [each for each in found if each is not None]
    assert len(paths) > 12
    assert all(legal(bikes, each, rules, ground, RULES) for each in paths)


def test_a_step_of_all_that_is_allowed_is_not_made_longer_by_rounding() -> None:
    rules, ground = MoveRules(5.0), Ground(Board(44.0, 30.0))
    models = Bodies.of(Base(0.5), np.array([[15.12345, 12.54321], [16.5, 12.5]]))
    for angle in np.arange(0.0, 6.2, 0.1):
        paths = shift_all(models, 5.0 * np.array([np.cos(angle), np.sin(angle)]), rules, ground, RULES)
        assert paths is None or legal(models, paths, rules, ground, RULES)
