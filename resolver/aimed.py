"""Answers towards a point that a player points at: a move, a set-up or a marker there, or as near to it as is legal.

Every edition that shares the steps of `rulesets/common` can be asked. What was pointed at is tried as it is; where a rule
forbids it, that rule is told, and the nearest legal answer is looked for. Nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.view import View
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.moves import movement, placing, proposals
from resolver.rulesets.common.moves.moving import Mover
from resolver.table.bases import Floats
from resolver.table.paths import PLACES, toward

MOVES = ("move", "advance", "charge-move", "heroic-move", "pile-in", "consolidate")
SET_UPS = ("set-up", "arrive", "disembark")
POINTS = ("place-marker",)
KINDS = (*MOVES, *SET_UPS, *POINTS)
"""The kinds of decisions that are answered by pointing."""

CLOSER = 6
"""How often the way between what is legal and what was pointed at is halved."""
RINGS, RING = 24, 0.5
LEAST = 0.05
"""How much nearer, in inches, an answer must lead to be worth proposing."""
SPREAD = 12.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a player points at: a place, which way models are turned there, and which one of them, if not all.

    `kind` is the kind of move, where there are several; `base` the answer so far, of which a single model is moved.
    """

    at: Point
    turn: float = 0.0
    model: int | None = None
    kind: str = ""
    base: Data | None = None


@dataclass(frozen=True, slots=True)
class Aimed:
    """The legal answer that is nearest, None if none was found; `refusal` says why it is not what was pointed at."""

    data: Data | None
    refusal: Refusal | None


def aimed(view: View, decision: Decision, options: Sequence[Data], aim: Aim) -> Aimed:
    """Return the answer to a decision of `KINDS` that leads to a point.

    Raises:
        KeyError: a decision of this kind is not answered by pointing.
    """
    found = _FIND[decision.kind](_Asked(view.game, decision, options), aim)
    if found.refusal is None:
        return found
    return replace(found, refusal=replace(found.refusal, rule=view.game.ruleset.rule(found.refusal.rule)))


@dataclass(frozen=True, slots=True)
class _Asked:
    game: Game
    decision: Decision
    options: Sequence[Data]

    def refusal(self, data: Data) -> Refusal | None:
        """Return why an answer is not legal, None if it is."""
        return self.game.ruleset.decisions[self.decision.kind].check(self.game, self.decision, data)

    def nearest(self, wish: Callable[[float], Data]) -> tuple[float, Data] | None:
        """Return the most of the way from 0 (legal) to 1 that is legal, and the answer there; None if 0 is not."""
        low, high = 0.0, 1.0
        found = wish(low)
        if self.refusal(found) is not None:
            return None
        for _ in range(CLOSER):
            share = (low + high) / 2
            tried = wish(share)
            if self.refusal(tried) is None:
                low, found = share, tried
            else:
                high = share
        return low, found


def _marker(asked: _Asked, aim: Aim) -> Aimed:
    """The marker where it was pointed, or on the nearest of rings around it where it may lie."""
    wish = {"at": [_inch(aim.at[0]), _inch(aim.at[1])]}
    refusal = asked.refusal(wish)
    if refusal is None:
        return Aimed(wish, None)
    for ring in range(1, RINGS + 1):
        for turn in range(4 * ring + 4):
            angle = 2 * pi * turn / (4 * ring + 4)
            data = {"at": [_inch(aim.at[0] + RING * ring * cos(angle)), _inch(aim.at[1] + RING * ring * sin(angle))]}
            if asked.refusal(data) is None:
                return Aimed(data, refusal)
    return Aimed(None, refusal)


def _set_up(asked: _Asked, aim: Aim) -> Aimed:
    """The formation of a proposal set down at the point and turned, one that fits in there, or one on the way to it."""
    if aim.model is not None and aim.base and aim.base.get("poses"):
        return _one_set_up(asked, aim, aim.base["poses"])
    offered = [option["poses"] for option in asked.options if option["poses"]]
    if not offered:
        return Aimed(None, None)
    first = np.array(offered[0], dtype=np.float64)
    wish = _placed(asked, _shifted(first, np.array(aim.at), aim.turn))
    refusal = asked.refusal(wish)
    if refusal is None:
        return Aimed(wish, None)
    found = [data for data in _fitted(asked, aim) if asked.refusal(data) is None]
    for poses in offered if not found else ():
        rows = np.array(poses, dtype=np.float64)
        middle = rows[:, 1:3].mean(0)
        share = asked.nearest(
            lambda share, rows=rows, middle=middle: _placed(  # type: ignore[misc]
                asked, _shifted(rows, middle + share * (np.array(aim.at) - middle), 0.0)
            )
        )
        found += [share[1]] if share else []
    return Aimed(min(found, key=lambda data: _away(data["poses"], aim.at), default=None), refusal)


def _fitted(asked: _Asked, aim: Aim) -> Iterator[Data]:
    """Yield a formation grown around the point, where the zone or the rules of setting up leave room for it."""
    game, player = asked.game, asked.decision.player
    deploys = asked.decision.kind == "set-up"
    allowed = edition(game).setting.zone(game, player).holds if deploys else placing.anywhere
    facing = float(asked.options[0]["poses"][0][3]) if asked.options[0]["poses"] else 0.0
    unit = game.unit(asked.decision.subject)
    for poses in placing.proposals(game, unit, [aim.at], (facing + aim.turn,), allowed, spread=SPREAD):
        yield _placed(asked, poses)


def _one_set_up(asked: _Asked, aim: Aim, poses: Sequence[Sequence[float]]) -> Aimed:
    def wish(share: float) -> Data:
        return _placed(asked, [_one_placed(row, share, aim) if row[0] == aim.model else list(row) for row in poses])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Aimed(wish(1.0), None)
    near = asked.nearest(wish)
    return Aimed(near[1] if near else None, refusal)


def _one_placed(row: Sequence[float], share: float, aim: Aim) -> list[float]:
    model, x, y, facing = row
    step = [_inch(x + share * (aim.at[0] - x)), _inch(y + share * (aim.at[1] - y))]
    return [int(model), *step, _inch(facing + aim.turn)]


def _placed(asked: _Asked, poses: Sequence[Sequence[float]]) -> dict[str, Any]:
    found: dict[str, Any] = {"poses": poses}
    return found | ({"reserves": False} if "reserves" in asked.options[0] else {})


def _shifted(rows: Floats, middle: Floats, turn: float) -> list[list[float]]:
    away = rows[:, 1:3] - rows[:, 1:3].mean(0)
    turned = away @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return [
        [int(row[0]), _inch(middle[0] + dx), _inch(middle[1] + dy), _inch(row[3] + turn)]
        for row, (dx, dy) in zip(rows, turned, strict=True)
    ]


def _away(poses: Sequence[Sequence[float]], at: Point) -> float:
    rows = np.array(poses, dtype=np.float64)
    return float(np.hypot(rows[:, 1].mean() - at[0], rows[:, 2].mean() - at[1]))


def _move(asked: _Asked, aim: Aim) -> Aimed:
    """All models by the same step, those in front first; or as much of it as is legal, or a way round what is there."""
    game, unit = asked.game, asked.game.unit(asked.decision.subject)
    if aim.model is not None:
        return _one_move(asked, aim)
    state, models = game.state, game.state.standing(unit)
    middle = np.array([state.x[models].mean(), state.y[models].mean()])
    step = np.array(aim.at) - middle

    def wish(share: float) -> Data:
        return _moved(asked, aim, [_path(game, int(m), share * step, aim.turn) for m in _front_first(game, models, step)])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Aimed(wish(1.0), None)
    found = [data for data in _round(asked, aim) if asked.refusal(data) is None]
    shares = asked.nearest(wish)
    found += [shares[1]] if shares and shares[0] > 0 else []
    found = found or [option for option in asked.options if option["moves"] and option.get("kind", "") == aim.kind]
    found = [data for data in found if _left(game, models, data, step) < hypot(*step) - LEAST]
    return Aimed(min(found, key=lambda data: _left(game, models, data, step), default=None), refusal)


def _one_move(asked: _Asked, aim: Aim) -> Aimed:
    """One model goes to the point, the others as they did before; what it did before is forgotten."""
    game, state, model = asked.game, asked.game.state, int(aim.model or 0)
    if model not in state.standing(game.unit(asked.decision.subject)):
        return Aimed(None, Refusal("move.models", "model.unknown", {"model": model}))
    others: list[Data] = [row for row in (aim.base or {}).get("moves") or () if row["model"] != model]
    step = np.array([aim.at[0] - float(state.x[model]), aim.at[1] - float(state.y[model])])

    def wish(share: float) -> Data:
        way: Data = _path(game, model, share * step, aim.turn)
        return _moved(asked, aim, [*others, way])

    refusal = asked.refusal(wish(1.0))
    if refusal is None:
        return Aimed(wish(1.0), None)
    found: list[Data] = [_moved(asked, aim, [*others, row]) for row in _way_round(asked, aim, model)]
    found = [data for data in found if asked.refusal(data) is None]
    near = asked.nearest(wish)
    found += [near[1]] if near and near[0] > 0 else []
    return Aimed(min(found, key=lambda data: _short_of(data, aim.at), default=None), refusal)


def _short_of(data: Data, at: Point) -> float:
    """Return how far from a point the last model to move ends."""
    x, y, _ = data["moves"][-1]["path"][-1]
    return hypot(x - at[0], y - at[1])


def _mover(asked: _Asked, aim: Aim) -> Mover | None:
    """Return the unit as it moves by the kinds of moves of the Movement phase; others have no ways round here."""
    kind = "advance" if asked.decision.kind == "advance" else aim.kind
    if kind not in movement.MANNERS or asked.decision.kind not in ("move", "advance"):
        return None
    game, unit, data = asked.game, asked.game.unit(asked.decision.subject), asked.decision.data
    return Mover(game, unit, movement.MANNERS[kind], movement.limits(game, unit, data["rolled"], data.get("extra", 0)))


def _round(asked: _Asked, aim: Aim) -> Iterator[Data]:
    """Yield the unit's way round what stands between it and the point."""
    mover = _mover(asked, aim)
    if mover is None or min(mover.limits.values(), default=0.0) <= proposals.MARGIN:
        return
    for offer in proposals.new(mover, proposals.way_round(mover, np.array(aim.at)), []):
        yield _moved(asked, aim, offer["moves"])


def _way_round(asked: _Asked, aim: Aim, model: int) -> Iterator[dict[str, Any]]:
    mover = _mover(asked, aim)
    if mover is None or mover.limits[model] <= proposals.MARGIN:
        return
    row = mover.row[model]
    path = toward(mover.start[[row]], np.array(aim.at), mover.rules(model), mover.ground(row))
    if len(path) > 1:
        yield proposals.submitted(model, path)


def _moved(asked: _Asked, aim: Aim, moves: Sequence[Data]) -> dict[str, Any]:
    kinds = asked.decision.data.get("kinds")
    return {"kind": aim.kind, "moves": list(moves)} if kinds else {"moves": list(moves)}


def _front_first(game: Game, models: Any, step: Floats) -> list[int]:
    """Those in front go first, so that nobody stands in the way of those behind."""
    state = game.state
    return sorted((int(m) for m in models), key=lambda m: -(float(state.x[m]) * step[0] + float(state.y[m]) * step[1]))


def _path(game: Game, model: int, step: Floats, turn: float) -> dict[str, Any]:
    state = game.state
    x, y, facing = (float(getattr(state, name)[model]) for name in ("x", "y", "facing"))
    return {"model": model, "path": [[_inch(x + step[0]), _inch(y + step[1]), _inch(facing + turn)]]}


def _left(game: Game, models: Any, data: Data, step: Floats) -> float:
    """Return how far models would end from where the step would have brought them, on the mean."""
    ends = {row["model"]: row["path"][-1] for row in data["moves"]}
    state = game.state
    here = [(m, float(state.x[m]), float(state.y[m])) for m in map(int, models)]
    short = [hypot(ends.get(m, (x, y))[0] - x - step[0], ends.get(m, (x, y))[1] - y - step[1]) for m, x, y in here]
    return float(np.mean(short))


def _inch(value: float) -> float:
    return round(float(value), PLACES)


_FIND: dict[str, Callable[[_Asked, Aim], Aimed]] = {
    **dict.fromkeys(MOVES, _move),
    **dict.fromkeys(SET_UPS, _set_up),
    **dict.fromkeys(POINTS, _marker),
}
