"""Answers of a player's own, where there are more legal ones than can be listed: moves by inches, places, shots, JSON.

The terminal reads them as they are typed; fields of a page are put into the same words. Each form makes the data of a
choice; whether that is legal, the battle says. Models of a unit are numbered from 1, in the order of the roster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import cos, radians, sin
from typing import Any

import numpy as np

from resolver.engine.asking import Asker
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import Aim
from resolver.engine.squares import middle
from resolver.engine.view import View

WEAPON = ("model", "slot", "profile")
NUMBER = r"[-+]?\d{1,4}(?:\.\d{1,4})?"
PAIR = re.compile(rf"({NUMBER})[ ,]+({NUMBER})")
AT = re.compile(rf"at\s+(?:([A-Za-z]\d{{1,2}})|({NUMBER})[ ,]+({NUMBER}))(?:[ ,]+({NUMBER}))?")
STEP = re.compile(r"(?:models?\s+)?(\d{1,3})\s+by\s+(.+)")
AIM = re.compile(r"(?:(\d{1,3})\s*x\s*)?(\d{1,3})\s*(?:at|>)\s*(\d{1,3})")
BLOW = re.compile(r"(?:models?\s+)?(\d{1,3})\s+at\s+(\d{1,3})(?:\s+with\s+(\d{1,3}))?")


class NotUnderstood(ValueError):
    """What was typed is no answer to this decision; the words of `code` with `values` say what would be one."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def own(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    """Return the data of the answer that was typed.

    Raises:
        NotUnderstood: it is none.
    """
    if text.startswith("json "):
        return json_object(text.removeprefix("json "))
    read = _READ.get(aim_of(view, decision).form)
    if read is None:
        raise NotUnderstood("play.own.none")
    return read(text, view, decision, options)


def aim_of(view: View, decision: Decision) -> Aim:
    """Return how a decision is answered on the table."""
    return view.game.ruleset.decisions[decision.kind].aim


def json_object(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object that was typed or sent.

    Raises:
        NotUnderstood: it is none.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("play.own.json") from error
    if not isinstance(found, dict):
        raise NotUnderstood("play.own.json")
    return found


def _moves(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    kinds: Sequence[str] = decision.data.get("kinds", ())
    word, _, rest = text.partition(" ")
    kind = word if word in kinds else next((kind for kind in aim_of(view, decision).ways if kind in kinds), "")
    given = rest if word in kinds else text
    state = view.game.state
    models = [int(model) for model in state.standing(view.game.unit(decision.subject))]
    if given.startswith("by "):
        way = _ways(given.removeprefix("by "))
        rows = [(model, way) for model in _front_first(view, models, way[0])]
    else:
        rows = [_step(part, models) for part in given.split(";") if part.strip()]
    if not rows:
        raise NotUnderstood("play.own.path")
    moves = [{"model": model, "path": _path(view, model, way)} for model, way in rows]
    return {"kind": kind, "moves": moves} if kind else {"moves": moves}


def _step(text: str, models: Sequence[int]) -> tuple[int, list[tuple[float, float]]]:
    found = STEP.fullmatch(text.strip())
    if not found or not 1 <= int(found[1]) <= len(models):
        raise NotUnderstood("play.own.path")
    return models[int(found[1]) - 1], _ways(found[2])


def _ways(text: str) -> list[tuple[float, float]]:
    parts = [PAIR.fullmatch(part.strip()) for part in re.split(r"\bthen\b", text)]
    if not all(parts):
        raise NotUnderstood("play.own.path")
    return [(float(part[1]), float(part[2])) for part in parts if part]


def _front_first(view: View, models: Sequence[int], way: tuple[float, float]) -> list[int]:
    """Those in front go first, so that nobody stands in the way of those behind."""
    state = view.game.state
    return sorted(models, key=lambda model: -(float(state.x[model]) * way[0] + float(state.y[model]) * way[1]))


def _path(view: View, model: int, way: Sequence[tuple[float, float]]) -> list[list[float]]:
    state = view.game.state
    x, y, facing = (float(getattr(state, name)[model]) for name in ("x", "y", "facing"))
    path = []
    for across, up in way:
        x, y = x + across, y + up
        path.append([round(x, 4), round(y, 4), facing])
    return path


def _poses(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    """The models of the first proposal, put somewhere else and turned."""
    found = _place(text, view)
    offered: Sequence[Sequence[float]] = next((o.data["poses"] for o in options if o.data["poses"]), ())
    if not found or not offered:
        raise NotUnderstood("play.own.placements" if offered else "play.own.no-placements")
    x, y, turn = found
    rows = np.array(offered, dtype=np.float64)
    away = rows[:, 1:3] - rows[:, 1:3].mean(0)
    turned = away @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    poses = [
        [int(row[0]), round(x + float(dx), 4), round(y + float(dy), 4), round(float(row[3]) + turn, 4)]
        for row, (dx, dy) in zip(rows, turned, strict=True)
    ]
    return {"poses": poses, "reserves": False} if "reserves" in options[0].data else {"poses": poses}


def _point(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    found = _place(text, view)
    if not found:
        raise NotUnderstood("play.own.point")
    return {"at": list(found[:2])}


def _place(text: str, view: View) -> tuple[float, float, float] | None:
    """Return a place that was typed, by its square or in inches, and how far something is turned there, in radians."""
    found = AT.fullmatch(text)
    if not found:
        return None
    name, x, y, turn = found.groups()
    at = middle(view.game.state.board, name) if name else (float(x), float(y))
    return (*at, radians(float(turn or 0))) if at else None


def _join_options(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    """Several options together: "1+3"."""
    numbers, name = text.replace(" ", "").split("+"), aim_of(view, decision).field
    if not all(number.isascii() and number.isdigit() and 1 <= int(number) <= len(options) for number in numbers):
        raise NotUnderstood("play.own.units")
    parts = [options[int(number) - 1].data[name] for number in numbers]
    if isinstance(parts[0], Mapping):
        return {name: {key: value for part in parts for key, value in part.items()}}
    return {name: list(dict.fromkeys(each for part in parts for each in part))}


def arsenal(view: View, decision: Decision, options: Sequence[Choice]) -> dict[str, list[dict[str, int]]]:
    """Return the weapons of the unit that is asked about, by name: models, slots and profiles.

    Where it fights, those that are proposed: the others are none that it fights with.
    """
    asker, found, aim = Asker(view, "en"), dict[str, list[dict[str, int]]](), aim_of(view, decision)
    if aim.form == "blows":
        rows = [{name: row[name] for name in WEAPON} for option in options for row in option.data[aim.field]]
        for row in (row for number, row in enumerate(rows) if row not in rows[:number]):
            found.setdefault(asker.weapon(row), []).append(row)
        return found
    for model in view.game.state.standing(view.game.unit(decision.subject)):
        loadout = view.game.armies.loadouts[int(view.game.state.loadout[model])]
        for slot, weapon in enumerate(loadout.slots):
            for profile, each in enumerate(weapon.profiles):
                found.setdefault(each.label, []).append(dict(zip(WEAPON, (int(model), slot, profile), strict=True)))
    return found


def aims(view: View, decision: Decision, options: Sequence[Choice]) -> list[str]:
    """Return the targets that are proposed, by key."""
    rows = aim_of(view, decision).field
    return list(dict.fromkeys(row["target"] for option in options for row in option.data[rows]))


def _shots(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    """So many models with a weapon, all that can and have not fired it yet if no number is said, at each target."""
    weapons, targets = list(arsenal(view, decision, options).values()), aims(view, decision, options)
    shots: list[dict[str, Any]] = []
    for part in text.removeprefix("fire ").split(";"):
        found = AIM.fullmatch(part.strip())
        if not found or not 1 <= int(found[2]) <= len(weapons) or not 1 <= int(found[3]) <= len(targets):
            raise NotUnderstood("play.own.shots")
        fired = [(row["model"], row["slot"]) for row in shots]
        left = [row for row in weapons[int(found[2]) - 1] if (row["model"], row["slot"]) not in fired]
        rows = able(view, decision, left, targets[int(found[3]) - 1])
        shots += rows[: int(found[1])] if found[1] else rows
    return {aim_of(view, decision).field: shots}


def able(view: View, decision: Decision, rows: Sequence[Mapping[str, int]], target: str) -> list[dict[str, Any]]:
    """Return the shots at a target that the rules allow each for itself; where none are, all: the battle says why not."""
    return possible(view, decision, rows, target) or [{**row, "target": target} for row in rows]


def possible(view: View, decision: Decision, rows: Sequence[Mapping[str, int]], target: str) -> list[dict[str, Any]]:
    """Return the shots at a target that the rules allow each for itself."""
    kind = view.game.ruleset.decisions[decision.kind]
    shots = [{**row, "target": target} for row in rows]
    return [shot for shot in shots if kind.check(view.game, decision, {kind.aim.field: [shot]}) is None]


def _blows(text: str, view: View, decision: Decision, options: Sequence[Choice]) -> Data:
    """As in the first proposal, but these models attack that target, and with that weapon if one is named."""
    models = [int(model) for model in view.game.state.standing(view.game.unit(decision.subject))]
    weapons, targets = list(arsenal(view, decision, options).values()), aims(view, decision, options)
    field = aim_of(view, decision).field
    attacks = [dict(row) for row in options[0].data[field]]
    for part in text.removeprefix("strike ").split(";"):
        found = BLOW.fullmatch(part.strip())
        number, target, weapon = (int(found[place] or 0) for place in (1, 2, 3)) if found else (0, 0, 0)
        if not (1 <= number <= len(models) and 1 <= target <= len(targets) and weapon <= len(weapons)):
            raise NotUnderstood("play.own.blows")
        mine = [row for row in attacks if row["model"] == models[number - 1]]
        with_it = next((row for row in weapons[weapon - 1] if row["model"] == models[number - 1]), None) if weapon else None
        for row in mine:
            row |= {"target": targets[target - 1], **(with_it or {})}
    return {field: _add_up(attacks)}


def _add_up(attacks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return attacks of one model with one weapon at one target as one row."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in attacks:
        key = tuple(row[name] for name in (*WEAPON, "target"))
        found[key] = row | {"number": row["number"] + found.get(key, {}).get("number", 0)}
    return list(found.values())


_READ: Mapping[str, Callable[[str, View, Decision, Sequence[Choice]], Data]] = {
    "path": _moves,
    "placements": _poses,
    "point": _point,
    "units": _join_options,
    "shots": _shots,
    "blows": _blows,
}
FORMS = tuple(_READ)
"""The forms in which one's own answer is typed (`Aim.form`); `play.own.<form>` and `asked.own.<form>` describe them."""
