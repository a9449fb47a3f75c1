"""The legal move nearest to a place that a player points at: of a whole unit, or of one of its models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import hypot
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.decision_kinds import Asked, Nearest, Pointing
from resolver.engine.game import Game
from resolver.shared.moves import proposals
from resolver.shared.moves.moving import Mover
from resolver.shared.moves.snapping import inch, most_of
from resolver.table.bases import Floats
from resolver.table.paths import toward

LEAST = 0.05
"""How much nearer, in inches, an answer must lead to be worth proposing."""

Finder = Callable[[Asked, Pointing], Mover | None]
"""Makes a unit as it would move for a decision, where ways round what is between it and the place are looked for."""

Ways = Callable[[Asked, Pointing], Iterator[Data]]
"""Yields moves of a whole unit towards a place."""


def snap_move(
    mover: Finder = lambda asked, pointing: None, ways: Ways = lambda asked, pointing: iter(())
) -> Callable[[Asked, Pointing], Nearest]:
    """Return what finds the nearest legal move; `mover` and `ways` are for ways round what stands in between."""

    def snap(asked: Asked, pointing: Pointing) -> Nearest:
        return _unit(asked, pointing, mover, ways) if pointing.model is None else _model(asked, pointing, mover)

    return snap


def _unit(asked: Asked, pointing: Pointing, mover: Finder, ways: Ways) -> Nearest:
    """Move all models by the same step, those in front first; or as much of it as is legal, or round what is there."""
    game, state = asked.game, asked.game.state
    models = state.standing(game.unit(asked.decision.subject))
    step = np.array(pointing.at) - np.array([state.x[models].mean(), state.y[models].mean()])

    def wish(share: float) -> Data:
        order = front_first(game, models, step)
        return _answer(asked, pointing, [_path(game, model, share * step, pointing.turn) for model in order])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Nearest(wish(1.0), None)
    found = [data for data in chain(_round(asked, pointing, mover), ways(asked, pointing)) if asked.refusal(data) is None]
    shares = most_of(asked, wish)
    found += [shares[1]] if shares and shares[0] > 0 else []
    found = found or [option for option in asked.options if option["moves"] and option.get("kind", "") == pointing.kind]
    found = [data for data in found if _shortfall(game, models, data, step) < hypot(*step) - LEAST]
    return Nearest(min(found, key=lambda data: _shortfall(game, models, data, step), default=None), refusal)


def _model(asked: Asked, pointing: Pointing, mover: Finder) -> Nearest:
    """Move one model to the point, the others as they did before; what it did before is forgotten."""
    game, state, model = asked.game, asked.game.state, int(pointing.model or 0)
    if model not in state.standing(game.unit(asked.decision.subject)):
        return Nearest(None, Refusal("move.models", "model.unknown", {"model": model}))
    others: list[Data] = [row for row in (pointing.base or {}).get("moves") or () if row["model"] != model]
    step = np.array([pointing.at[0] - float(state.x[model]), pointing.at[1] - float(state.y[model])])

    def wish(share: float) -> Data:
        way: Data = _path(game, model, share * step, pointing.turn)
        return _answer(asked, pointing, [*others, way])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Nearest(wish(1.0), None)
    found: list[Data] = [_answer(asked, pointing, [*others, row]) for row in _way_round(asked, pointing, model, mover)]
    found = [data for data in found if asked.refusal(data) is None]
    near = most_of(asked, wish)
    found += [near[1]] if near and near[0] > 0 else []
    return Nearest(min(found, key=lambda data: _short_of(data, pointing.at), default=None), refusal)


def _short_of(data: Data, at: tuple[float, float]) -> float:
    """Return how far from a point the last model to move ends."""
    x, y, _ = data["moves"][-1]["path"][-1]
    return hypot(x - at[0], y - at[1])


def _round(asked: Asked, pointing: Pointing, find: Finder) -> Iterator[Data]:
    """Yield the unit's way round what stands between it and the point."""
    mover = find(asked, pointing)
    if mover is None or min(mover.limits.values(), default=0.0) <= proposals.MARGIN:
        return
    for offer in proposals.new(mover, proposals.find_path_around(mover, np.array(pointing.at)), []):
        yield _answer(asked, pointing, offer["moves"])


def _way_round(asked: Asked, pointing: Pointing, model: int, find: Finder) -> Iterator[dict[str, Any]]:
    mover = find(asked, pointing)
    if mover is None or mover.limits[model] <= proposals.MARGIN:
        return
    row = mover.row[model]
    path = toward(mover.start[[row]], np.array(pointing.at), mover.rules(model), mover.ground(row))
    if len(path) > 1:
        yield proposals.submission(model, path)


def _answer(asked: Asked, pointing: Pointing, moves: Sequence[Data]) -> dict[str, Any]:
    kinds = asked.decision.data.get("kinds")
    return {"kind": pointing.kind, "moves": list(moves)} if kinds else {"moves": list(moves)}


def front_first(game: Game, models: Any, step: Floats | Sequence[float]) -> list[int]:
    """Return models in the order of how far in front they are, so that nobody stands in the way of those behind."""
    state = game.state
    return sorted((int(m) for m in models), key=lambda m: -(float(state.x[m]) * step[0] + float(state.y[m]) * step[1]))


def _path(game: Game, model: int, step: Floats, turn: float) -> dict[str, Any]:
    state = game.state
    x, y, facing = (float(getattr(state, name)[model]) for name in ("x", "y", "facing"))
    return {"model": model, "path": [[inch(x + step[0]), inch(y + step[1]), inch(facing + turn)]]}


def _shortfall(game: Game, models: Any, data: Data, step: Floats) -> float:
    """Return how far models would end from where the step would have brought them, on the mean."""
    ends = {row["model"]: row["path"][-1] for row in data["moves"]}
    state = game.state
    here = [(m, float(state.x[m]), float(state.y[m])) for m in map(int, models)]
    short = [hypot(ends.get(m, (x, y))[0] - x - step[0], ends.get(m, (x, y))[1] - y - step[1]) for m, x, y in here]
    return float(np.mean(short))
