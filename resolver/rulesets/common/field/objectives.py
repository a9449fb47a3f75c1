"""Objective markers: placing them alternately, who is in range, who controls them.

Source: 9E-OBJ-01..06, 9E-OBSEC-01, -02, 9E-CREATE-03..05, 9E-Q-32, 9E-Q-63; 8E-OBJECTIVE-01..05, 8E-Q-38, -39.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from datasheets.systems import system
from datasheets.systems.mission import Objectives
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.enlist import Enlisted
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.rolling import roll_off
from resolver.table.bases import MM_PER_INCH, Base, Bodies, Floats
from resolver.table.geometry import EPSILON, Flags, Indices, in_reach

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


def wanted(game: Game) -> int:
    """Return how many markers are to be placed."""
    return len(game.state.markers)


def placed(game: Game) -> Floats:
    """Return the centres of the markers that are on the battlefield, an array of shape (k, 2)."""
    markers: Floats = game.state.markers[~np.isnan(game.state.markers[:, 0])]
    return markers


def on_field(game: Game) -> list[int]:
    """Return the numbers of the markers that are on the battlefield."""
    return [int(marker) for marker in np.flatnonzero(~np.isnan(game.state.markers[:, 0]))]


def begin(game: Game) -> Script[bool]:
    """Roll off for who places the first marker."""
    winner = yield from roll_off(game, "objectives", "markers.alternate")
    yield from game.happen("player.first", player=winner, purpose="objectives", go=winner, rules=("markers.alternate",))
    return True


def place(game: Game) -> Script[bool]:
    """One player places one marker; the other one is next. Without a legal place the marker is left out (9E-Q-32)."""
    marker, player = len(placed(game)), game.go
    if not len(_free(game, placed(game), 0.5)):
        yield from game.happen("marker.skipped", player=player, marker=marker, rules=("markers.apart",))
        return True
    data = yield from game.ask("place-marker", player, "markers.alternate", marker=marker)
    yield from game.happen("marker.placed", player=player, marker=marker, at=data["at"], go=1 - player, rules=RULES)
    return marker + 1 == wanted(game)


def place_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer places after which all markers that are left still fit, those off the terrain."""
    done = placed(game)
    left = wanted(game) - len(done) - 1
    offers = _free(game, done, GRID, numbers(game).range_in)
    offers = offers if len(offers) else _free(game, done, GRID)
    covered = np.zeros(len(offers), dtype=np.bool_)
    for piece in game.state.board.terrain:
        covered |= piece.footprint.depths(offers) >= 0
    clear = list(offers[~covered])
    sample = clear[:: max(1, len(clear) // OFFERS)] or list(offers)
    fitting = [at for at in sample if _fit(game, np.vstack((done, at)), left)]
    for at in fitting or sample or list(_free(game, done, 0.5)):
        yield {"at": [round(float(at[0]), 3), round(float(at[1]), 3)]}


def place_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a place too near an edge or another marker; both distances are from the closest part of the marker."""
    given, board, radius = numbers(game), game.state.board, marker_radius(game)
    x, y = data["at"]
    edge = min(x, y, board.width - x, board.depth - y) - radius
    if edge < -EPSILON:
        return Refusal("markers.edge", "marker.off", {})
    if given.edge_in and edge <= given.edge_in + EPSILON:
        return Refusal("markers.edge", "marker.edge", {"distance": round(edge, 3), "wanted": given.edge_in})
    for u, v in placed(game):
        apart = float(np.hypot(x - u, y - v)) - 2 * radius
        if apart <= given.apart_in + EPSILON:
            return Refusal("markers.apart", "marker.apart", {"distance": round(apart, 3), "wanted": given.apart_in})
    return None


def marker_radius(game: Game) -> float:
    """Return the radius of a marker in inches."""
    return numbers(game).diameter_mm / 2 / MM_PER_INCH


def _free(game: Game, done: Floats, step: float, inset: float = 0.0) -> Floats:
    """Return the points of a grid, about `step` inches wide, on which a marker may be placed, `inset` from all edges."""
    given, radius, board = numbers(game), marker_radius(game), game.state.board
    margin = max(given.edge_in + radius + 0.01, inset)
    grid = _grid(board.width, board.depth, margin, step)
    if not len(done):
        return grid
    gaps = np.hypot(grid[:, None, 0] - done[None, :, 0], grid[:, None, 1] - done[None, :, 1])
    free: Floats = grid[(gaps > given.apart_in + 2 * radius + 0.01).all(1)]
    return free


@lru_cache(maxsize=32)
def _grid(width: float, depth: float, margin: float, step: float) -> Floats:
    spans = [
        np.linspace(margin, size - margin, max(2, 1 + int(np.ceil((size - 2 * margin) / step)))) for size in (width, depth)
    ]
    across, along = np.meshgrid(*spans, indexing="ij")
    return np.stack((across.ravel(), along.ravel()), axis=1)


def _fit(game: Game, done: Floats, left: int) -> bool:
    """Tell whether so many more markers can be placed, on a grid."""
    grid = _free(game, done, GRID)
    if left <= 1 or not len(grid):
        return left <= 0 or bool(len(grid))
    if _fit_one_by_one(game, done, left):
        return True
    apart = numbers(game).apart_in + 2 * marker_radius(game) + 0.01
    linked = np.hypot(grid[:, None, 0] - grid[None, :, 0], grid[:, None, 1] - grid[None, :, 1]) > apart
    if left == 2:
        return bool(linked.any())
    pairs = linked.astype(np.float32)
    return bool(((pairs @ pairs) * pairs).any())


def _fit_one_by_one(game: Game, done: Floats, left: int) -> bool:
    """Tell whether the markers fit when each goes into the first free corner: quick, and nearly always enough."""
    for _ in range(left):
        free = _free(game, done, GRID)
        if not len(free):
            return False
        done = np.vstack((done, free[0]))
    return True


def in_range(game: Game, marker: int, models: Indices) -> Indices:
    """Return which of the models are within range of a marker; through the air where no vertical range is given."""
    near: Indices = models[_near(game, models)[:, on_field(game).index(marker)]]
    return near


def _near(game: Game, models: Indices) -> Flags:
    """Tell which models (rows) are in range of which markers on the battlefield (columns)."""
    given = numbers(game)
    discs = Bodies.of(Base(marker_radius(game)), placed(game))
    return in_reach(game.state.bodies(models), discs, given.range_in, given.range_vertical_in)


def counting(game: Game, player: int) -> Indices:
    """Return a player's models that may control markers: in some editions AIRCRAFT and Fortifications do not."""
    return game.cached(("counting", player), lambda: _counting(game, player))


def _counting(game: Game, player: int) -> Indices:
    out = _bystanders(game.armies, edition(game).setting.bystanders)
    models = game.state.standing_of(player)
    return models[~np.isin(game.state.unit[models], out)] if out else models


@lru_cache(maxsize=16)
def _bystanders(armies: Enlisted, words: tuple[str, ...]) -> tuple[int, ...]:
    """The units that have one of these keywords, or battlefield roles."""
    of = {(model.unit, armies.loadouts[model.loadout].profile) for model in armies.models}
    found = {unit for unit, profile in of if armies.profiles[profile].keywords.has_any(words)}
    return tuple(sorted(found | {place for place, unit in enumerate(armies.units) if unit.role in words}))


def control(game: Game) -> Script[list[int | None]]:
    """Determine who controls each marker now; return that for all markers on the battlefield.

    Where a model counts for one marker in a turn, that is the one that it counted for first; a player whose model could
    count for several says for which.
    """
    holders: list[int | None] = []
    one = edition(game).setting.one_marker
    first = yield from _counted(game, 0)
    counted = (first, (yield from _counted(game, 1)))
    for marker in on_field(game):
        models = [models[marker] for models in counted]
        secured = [any(_secures(game, int(model)) for model in side) for side in models]
        holder = _holder([len(side) for side in models], secured)
        holders.append(holder)
        rules = (
            ("markers.range", "markers.control", "markers.secured") if any(secured) else ("markers.range", "markers.control")
        )
        yield from game.happen(
            "marker.controlled",
            marker=marker,
            player=holder,
            models=[len(side) for side in models],
            secured=secured,
            counted=[*models[0], *models[1]],
            model_counts={"marker": marker + 1} if one else {},
            rules=rules,
        )
    return holders


def holder(game: Game, marker: int) -> int | None:
    """Return who would control a marker now, every model counting for each marker it is near: a player's estimate."""
    return holders(game)[on_field(game).index(marker)]


def holders(game: Game) -> list[int | None]:
    """Return the same estimate for all markers."""
    return game.cached(("holders",), lambda: _holders(game))


def _holders(game: Game) -> list[int | None]:
    sides = [counting(game, player) for player in (0, 1)]
    near = [_near(game, models) for models in sides]
    secured = [_securing(game, models, side) for models, side in zip(sides, near, strict=True)]
    counts = [side.sum(0).tolist() for side in near]
    return [
        _holder([side[marker] for side in counts], [side[marker] for side in secured]) for marker in range(len(placed(game)))
    ]


def _securing(game: Game, models: Indices, near: Flags) -> list[bool]:
    """Tell for each marker whether a model in range of it secures it."""
    found, known = [False] * near.shape[1], dict[tuple[int, ...], bool]()
    for row in np.flatnonzero(near.any(axis=1)):
        model = int(models[row])
        alike = (int(game.state.unit[model]), *abilities.likeness(game, model))
        if alike not in known:
            known[alike] = _secures(game, model)
        found = [before or (known[alike] and bool(here)) for before, here in zip(found, near[row], strict=True)]
    return found


def _holder(models: list[int], secured: list[bool]) -> int | None:
    if secured[0] != secured[1]:
        return 0 if secured[0] else 1
    if models[0] == models[1]:
        return None
    return 0 if models[0] > models[1] else 1


def _secures(game: Game, model: int) -> bool:
    return bool(abilities.effects(game, "objective-secured", int(game.state.unit[model]), model))


def _counted(game: Game, player: int) -> Script[dict[int, list[int]]]:
    models = counting(game, player)
    markers = on_field(game)
    near = _near(game, models)
    inside = {marker: set(models[near[:, place]].tolist()) for place, marker in enumerate(markers)}
    if not edition(game).setting.one_marker:
        return {marker: sorted(inside[marker]) for marker in markers}
    reached = {int(model): [marker for marker in markers if int(model) in inside[marker]] for model in models}
    counted: dict[int, list[int]] = {marker: [] for marker in markers}
    column = game.ruleset.model_counters["marker"]
    for model, several in reached.items():
        bound = int(game.state.counters[model, column]) - 1
        if bound >= 0:
            if bound in several:
                counted[bound].append(model)
        elif several:
            marker = several[0]
            if len(several) > 1:
                marker = yield from _choose(game, player, model, several)
            counted[marker].append(model)
    return counted


def _choose(game: Game, player: int, model: int, markers: list[int]) -> Script[int]:
    unit = int(game.state.unit[model])
    data = yield from game.ask("count-for", player, "markers.one", unit, model=model, markers=markers)
    marker = int(data["marker"])
    yield from game.happen(
        "marker.counted-for",
        unit=unit,
        model=model,
        marker=marker,
        model_counts={"marker": marker + 1},
        rules=("markers.one",),
    )
    return marker
