"""Objective markers: how many there are, and placing them alternately. Who controls them says `holding`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from datasheets.systems import system
from datasheets.systems.mission import Objectives
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.rolling import roll_off
from resolver.table.bases import MM_PER_INCH, Floats
from resolver.table.columns import ROLL
from resolver.table.geometry import EPSILON

RULES = ("markers.alternate", "markers.edge", "markers.apart", "markers", "markers.centre")
GRID, OFFERS = 2.0, 24
"""About how far apart the offered places are, and about how many are offered."""


def numbers(game: Game) -> Objectives:
    """Return how many markers the mission has, and its distances."""
    return _numbers(game.ruleset.id, game.mission)


@lru_cache(maxsize=16)
def _numbers(edition: str, mission: str) -> Objectives:
    found = system(edition).mission(mission)
    if found is None or found.objectives is None:
        raise KeyError(mission)
    return found.objectives


def count_to_place(game: Game) -> int:
    """Return how many markers are to be placed."""
    return len(game.state.markers)


def placed_markers(game: Game) -> Floats:
    """Return the centres of the markers that are on the battlefield, an array of shape (k, 2)."""

    def find() -> Floats:
        markers: Floats = game.state.markers[~np.isnan(game.state.markers[:, 0])]
        return markers

    return game.cache(ROLL, ("placed",), find)


def on_field(game: Game) -> list[int]:
    """Return the numbers of the markers that are on the battlefield."""
    return [int(marker) for marker in np.flatnonzero(~np.isnan(game.state.markers[:, 0]))]


def begin(game: Game) -> Script[bool]:
    """Roll off for who places the first marker."""
    winner = yield from roll_off(game, "objectives", "markers.alternate")
    yield from game.happen("player.first", player=winner, purpose="objectives", go=winner, rules=("markers.alternate",))
    return True


def place(game: Game) -> Script[bool]:
    """One player places one marker; the other one is next. Without a legal place the marker is left out."""
    marker, player = len(placed_markers(game)), game.go
    if not len(_free(game, placed_markers(game), 0.5)):
        yield from game.happen("marker.skipped", player=player, marker=marker, rules=("markers.apart",))
        return True
    data = yield from game.ask("place-marker", player, "markers.alternate", marker=marker)
    yield from game.happen("marker.placed", player=player, marker=marker, at=data["at"], go=1 - player, rules=RULES)
    return marker + 1 == count_to_place(game)


def place_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer places after which all markers that are left still fit, those off the terrain."""
    done = placed_markers(game)
    left = count_to_place(game) - len(done) - 1
    offers = _free(game, done, GRID, numbers(game).range_in)
    offers = offers if len(offers) else _free(game, done, GRID)
    covered = np.zeros(len(offers), dtype=np.bool_)
    for piece in game.state.board.terrain:
        covered |= piece.footprint.depths(offers) >= 0
    clear = list(offers[~covered])
    sample = clear[:: max(1, len(clear) // OFFERS)] or list(offers)
    grid = _free(game, done, GRID)
    fitting = [at for at in sample if can_place(game, _apart_from(game, grid, at), left)]
    for at in fitting or sample or list(_free(game, done, 0.5)):
        yield {"at": [round(float(at[0]), 3), round(float(at[1]), 3)]}


def place_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a place too near an edge or another marker; both distances are from the closest part of the marker."""
    given, board, radius = numbers(game), game.state.board, marker_radius(game)
    x, y = data["at"]
    edge = min(x, y, board.width - x, board.depth - y) - radius
    if edge < -EPSILON:
        return Refusal("markers.edge", "marker.off", {})
    bound = EPSILON if given.strict else -EPSILON
    if given.edge_in and edge <= given.edge_in + bound:
        return Refusal("markers.edge", _near("marker.edge", given), {"distance": round(edge, 3), "wanted": given.edge_in})
    for u, v in placed_markers(game):
        apart = float(np.hypot(x - u, y - v)) - 2 * radius
        if apart <= given.apart_in + bound:
            said = {"distance": round(apart, 3), "wanted": given.apart_in}
            return Refusal("markers.apart", _near("marker.apart", given), said)
    return None


def _near(code: str, given: Objectives) -> str:
    """Return the code of the sentence that says how far it must be: more than that, or at least that."""
    return code if given.strict else f"{code}-least"


def marker_radius(game: Game) -> float:
    """Return the radius of a marker in inches."""
    return numbers(game).diameter_mm / 2 / MM_PER_INCH


def _free(game: Game, done: Floats, step: float, inset: float = 0.0) -> Floats:
    """Return the points of a grid, about `step` inches wide, on which a marker may be placed, `inset` from all edges."""
    board = game.state.board
    margin = max(numbers(game).edge_in + marker_radius(game) + 0.01, inset)
    grid = _grid(board.width, board.depth, margin, step)
    for at in done:
        grid = _apart_from(game, grid, at)
    return grid


def _apart_from(game: Game, points: Floats, marker: Floats) -> Floats:
    """Return those of the points on which another marker may be placed beside this one."""
    apart = np.hypot(points[:, 0] - marker[0], points[:, 1] - marker[1])
    free: Floats = points[apart > _apart(game)]
    return free


def _apart(game: Game) -> float:
    """Return how far apart the centres of two markers have to be."""
    return numbers(game).apart_in + 2 * marker_radius(game) + 0.01


@lru_cache(maxsize=32)
def _grid(width: float, depth: float, margin: float, step: float) -> Floats:
    spans = [
        np.linspace(margin, size - margin, max(2, 1 + int(np.ceil((size - 2 * margin) / step)))) for size in (width, depth)
    ]
    across, along = np.meshgrid(*spans, indexing="ij")
    return np.stack((across.ravel(), along.ravel()), axis=1)


def can_place(game: Game, grid: Floats, left: int) -> bool:
    """Tell whether so many more markers can be placed, on these points."""
    if left <= 1 or not len(grid):
        return left <= 0 or bool(len(grid))
    if _fit_one_by_one(game, grid, left):
        return True
    linked = np.hypot(grid[:, None, 0] - grid[None, :, 0], grid[:, None, 1] - grid[None, :, 1]) > _apart(game)
    if left == 2:
        return bool(linked.any())
    pairs = linked.astype(np.float32)
    return bool(((pairs @ pairs) * pairs).any())


def _fit_one_by_one(game: Game, grid: Floats, left: int) -> bool:
    """Tell whether the markers fit when each goes onto the first free point: quick, and nearly always enough."""
    for _ in range(left):
        if not len(grid):
            return False
        grid = _apart_from(game, grid, grid[0])
    return True
