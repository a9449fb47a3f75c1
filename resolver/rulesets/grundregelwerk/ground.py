"""What terrain does: cover, who may enter what, how far units get through it, who takes terrain tests.

Source: GRW-MOVE-01..03, GRW-TERRAIN-01..13, GRW-TTEST-01, GRW-SPECIAL-03, -04, GRW-Q-51, -70, -71, -72, -91.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from datasheets.systems import system
from datasheets.systems.ground import UnitType
from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import states, traits
from resolver.rulesets.grundregelwerk.names import SYSTEM
from resolver.rulesets.grundregelwerk.profiles import stride
from resolver.shared.field.terrain import TerrainKind
from resolver.shared.moves.moving import Limits
from resolver.table.areas import inches_inside
from resolver.table.bases import Floats
from resolver.table.board import Area, Terrain
from resolver.table.geometry import EPSILON

CLOSED = "closed"
"""The tag of a piece that nobody may enter (GRW-TERRAIN-07)."""
FLYING = "/flying"
TESTED = frozenset({"move", "sprint", "free-move", "reaction-move", "vanguard"})
"""Kinds of moves on which terrain tests who enters it; dice move who flees and who pursues (GRW-Q-81)."""
SLOWED_FROM = 1.0
"""So many inches through a piece slow a unit (GRW-TERRAIN-10)."""
TYPES: Mapping[str, UnitType] = {row.id: row for row in system(SYSTEM).unit_types}
SHARE = 0.5
"""So much of a unit must be wholly inside a piece for the unit to be in it (GRW-TERRAIN-11, GRW-Q-70)."""


def _kinds() -> dict[str, TerrainKind]:
    """The classes of terrain by their tags, and what nobody may enter."""
    found = {}
    for row in system(SYSTEM).terrain:
        barred = frozenset(TYPES) - frozenset(TYPES if row.admits is None else row.admits)
        cover = {name: value for name, value in (("save", row.save_bonus), ("hit", row.hit_penalty)) if value}
        found[row.id] = TerrainKind(
            barred=barred, passed_by=frozenset(f"{each}{FLYING}" for each in barred), cover=cover, tested=TESTED
        )
    every = frozenset(TYPES)
    return found | {CLOSED: TerrainKind(barred=every, passed_by=frozenset(f"{each}{FLYING}" for each in every))}


KINDS = _kinds()


def mover(game: Game, unit: int) -> str:
    """Return the kind of mover that a unit is: its type, and whether it flies."""
    return traits.unit_type(game, unit) + (FLYING if flies(game, unit) else "")


def flies(game: Game, unit: int) -> bool:
    """Tell whether a unit is Flying (GRW-SPECIAL-03)."""
    return traits.has(game, unit, "flying")


def is_at_home(game: Game, unit: int) -> bool:
    """Tell whether terrain neither slows nor tests a unit (GRW-SPECIAL-03, -04)."""
    return flies(game, unit) or traits.has(game, unit, "terrain-experience")


def must_test(game: Game, unit: int) -> bool:
    """Tell whether a unit takes terrain tests (GRW-TTEST-01)."""
    return TYPES[traits.unit_type(game, unit)].test and not is_at_home(game, unit)


def allowance(game: Game, unit: int, *, twice: bool = False, slowed: bool = False) -> dict[int, float]:
    """Return how far each model of a unit may move, in inches, 0 where it cannot.

    `twice`: in a Sprint. `slowed`: in terrain, the smaller of its B and the value of the movement table (GRW-Q-72).
    """
    able = set(states.able_to_move(game, unit).tolist())
    table, times = TYPES[traits.unit_type(game, unit)].terrain_in, 2 if twice else 1
    found = {}
    for model in game.state.standing(unit).tolist():
        inches = stride(game, model)
        found[model] = times * (min(inches, table) if slowed else inches) if model in able else 0.0
    return found


def slowing_piece(game: Game, unit: int, moves: Sequence[Data]) -> Terrain | None:
    """Return a piece through which a move leads a model so far that the whole unit is slowed, None without one."""
    if is_at_home(game, unit):
        return None
    state = game.state
    for step in moves:
        points = np.array([[state.x[step["model"]], state.y[step["model"]]], *(pose[:2] for pose in step["path"])])
        for piece in near_pieces(game, points):
            if inches_inside(points, piece.footprint) >= SLOWED_FROM - EPSILON:
                return piece
    return None


def near_pieces(game: Game, points: Floats) -> list[Terrain]:
    """Return the pieces whose boxes meet the box around some points."""
    low, high = points.min(0), points.max(0)
    found = []
    for piece in game.state.board.terrain:
        left, bottom, right, top = piece.footprint.box
        if left < high[0] and right > low[0] and bottom < high[1] and top > low[1]:
            found.append(piece)
    return found


def limits(game: Game, unit: int, moves: Sequence[Data], *, twice: bool) -> tuple[Limits, Terrain | None]:
    """Return how far models may go on this move, and the piece that slows the unit, if one does (GRW-Q-91)."""
    piece = slowing_piece(game, unit, moves)
    return allowance(game, unit, twice=twice, slowed=piece is not None), piece


@lru_cache(maxsize=64)
def barred_tags(kind: str) -> frozenset[str]:
    """Return the tags of pieces that a kind of mover may not end in."""
    return frozenset(tag for tag, each in KINDS.items() if kind in each.barred or kind in each.passed_by)


def is_barred(game: Game, unit: int, piece: Terrain) -> bool:
    """Tell whether a unit may not end in a piece."""
    return not barred_tags(mover(game, unit)).isdisjoint(piece.tags)


def barred_areas(game: Game, unit: int, *, on_way: bool = False) -> list[Area]:
    """Return where a unit may not end, or not pass `on_way`: who flies passes over everything (GRW-Q-71)."""
    if on_way and flies(game, unit):
        return []
    return [piece.footprint for piece in game.state.board.terrain if is_barred(game, unit, piece)]
