"""The legal answer nearest to a place that a player points at: a marker, or a unit that is set up.

What was pointed at is tried as it is; where a rule forbids it, the nearest legal answer is looked for, and the rule told.
Nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data
from resolver.engine.decision_kinds import Asked, Nearest, Pointing
from resolver.engine.game import Game
from resolver.shared.moves import placing
from resolver.table.bases import Floats
from resolver.table.paths import PLACES

CLOSER = 6
"""How often the way between what is legal and what was pointed at is halved."""
RINGS, RING = 24, 0.5
SPREAD = 12.0

Room = Callable[[Game, int], placing.Allowed]
"""Where a unit may be set up."""


def most_of(asked: Asked, wish: Callable[[float], Data]) -> tuple[float, Data] | None:
    """Return the most of the way from 0 (legal) to 1 that is legal, and the answer there; None if 0 is not."""
    low, high = 0.0, 1.0
    found = wish(low)
    if asked.refusal(found) is not None:
        return None
    for _ in range(CLOSER):
        share = (low + high) / 2
        tried = wish(share)
        if asked.refusal(tried) is None:
            low, found = share, tried
        else:
            high = share
    return low, found


def inch(value: float) -> float:
    """Return a coordinate as answers state it."""
    return round(float(value), PLACES)


def snap_point(asked: Asked, pointing: Pointing) -> Nearest:
    """Return the place that was pointed at, or the nearest on rings around it that is legal."""
    x, y = pointing.at
    wish = {"at": [inch(x), inch(y)]}
    refusal = asked.refusal(wish)
    if refusal is None:
        return Nearest(wish, None)
    for ring in range(1, RINGS + 1):
        for turn in range(4 * ring + 4):
            angle = 2 * pi * turn / (4 * ring + 4)
            data = {"at": [inch(x + RING * ring * cos(angle)), inch(y + RING * ring * sin(angle))]}
            if asked.refusal(data) is None:
                return Nearest(data, refusal)
    return Nearest(None, refusal)


def snap_placement(room: Room) -> Callable[[Asked, Pointing], Nearest]:
    """Return what finds the nearest legal set-up where there is `room`."""
    return lambda asked, pointing: _set_up(asked, pointing, room)


def _set_up(asked: Asked, pointing: Pointing, room: Room) -> Nearest:
    """Return the formation of a proposal at the point and turned, one that fits in there, or one on the way to it."""
    if pointing.model is not None and pointing.base and pointing.base.get("poses"):
        return _one_set_up(asked, pointing, pointing.base["poses"])
    offered = [option["poses"] for option in asked.options if option["poses"]]
    if not offered:
        return Nearest(None, None)
    at = np.array(pointing.at)
    wish = _answer(asked, _shift(np.array(offered[0], dtype=np.float64), at, pointing.turn))
    refusal = asked.refusal(wish)
    if refusal is None:
        return Nearest(wish, None)
    found = [data for data in _fit(asked, pointing, room) if asked.refusal(data) is None]
    for poses in offered if not found else ():
        rows = np.array(poses, dtype=np.float64)
        middle = rows[:, 1:3].mean(0)
        share = most_of(
            asked,
            lambda share, rows=rows, middle=middle: _answer(  # type: ignore[misc]
                asked, _shift(rows, middle + share * (at - middle), 0.0)
            ),
        )
        found += [share[1]] if share else []
    return Nearest(min(found, key=lambda data: _away(data["poses"], at), default=None), refusal)


def _fit(asked: Asked, pointing: Pointing, room: Room) -> Iterator[Data]:
    """Yield a formation grown around the point, where there is room for it."""
    game = asked.game
    facing = float(asked.options[0]["poses"][0][3]) if asked.options[0]["poses"] else 0.0
    unit = game.unit(asked.decision.subject)
    for poses in placing.proposals(game, unit, [pointing.at], (facing + pointing.turn,), room(game, unit), spread=SPREAD):
        yield _answer(asked, poses)


def _one_set_up(asked: Asked, pointing: Pointing, poses: Sequence[Sequence[float]]) -> Nearest:
    def wish(share: float) -> Data:
        return _answer(asked, [_one(row, share, pointing) if row[0] == pointing.model else list(row) for row in poses])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Nearest(wish(1.0), None)
    near = most_of(asked, wish)
    return Nearest(near[1] if near else None, refusal)


def _one(row: Sequence[float], share: float, pointing: Pointing) -> list[float]:
    model, x, y, facing = row
    step = [inch(x + share * (pointing.at[0] - x)), inch(y + share * (pointing.at[1] - y))]
    return [int(model), *step, inch(facing + pointing.turn)]


def _answer(asked: Asked, poses: Sequence[Sequence[float]]) -> dict[str, Any]:
    found: dict[str, Any] = {"poses": poses}
    return found | ({"reserves": False} if "reserves" in asked.options[0] else {})


def _shift(rows: Floats, middle: Floats, turn: float) -> list[list[float]]:
    away = rows[:, 1:3] - rows[:, 1:3].mean(0)
    turned = away @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return [
        [int(row[0]), inch(middle[0] + dx), inch(middle[1] + dy), inch(row[3] + turn)]
        for row, (dx, dy) in zip(rows, turned, strict=True)
    ]


def _away(poses: Sequence[Sequence[float]], at: Floats) -> float:
    rows = np.array(poses, dtype=np.float64)
    return float(np.hypot(rows[:, 1].mean() - at[0], rows[:, 2].mean() - at[1]))
