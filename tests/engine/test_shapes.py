"""Answers from outside are read strictly, whatever is asked: nothing missing, nothing unknown, nothing of another type."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import ValidationError

from resolver.engine.registry import playable, ruleset

Row = dict[str, Any]
STEP = {"model": 3, "path": [[1.0, 2.0, 0.0]]}
POSES = [[3, 1.0, 2.0, 0.5]]
ANSWERS: dict[str, Row] = {
    "act": {"action": 0},
    "action": {"action": "move"},
    "activate": {"unit": "a.x", "waaaaagh": False},
    "advance": {"moves": [STEP]},
    "allocate": {"model": 3},
    "arrive": {"poses": POSES},
    "assign": {"model": 3},
    "blade": {"weapon": 0},
    "blessed": {"die": 0, "face": 6},
    "casualty": {"model": 3},
    "charge": {"targets": ["b.x"]},
    "charge-move": {"moves": [STEP]},
    "choose-turn": {"turn": "first"},
    "choose-zone": {"zone": 1},
    "close-up": {"moves": [STEP]},
    "consolidate": {"moves": [STEP]},
    "count-for": {"marker": 0},
    "deny": {"unit": "a.x"},
    "disembark": {"poses": POSES},
    "divide": {"angle": 90},
    "edge": {"edge": "bottom"},
    "embark": {"transport": 3},
    "features": {"number": 2},
    "fight": {"unit": "b.x"},
    "fire": {"shots": [{"model": 3, "slot": 0, "profile": 0, "target": "b.x"}]},
    "flee": {"model": 3},
    "general": {"model": 3},
    "go": {"moves": [STEP]},
    "heroic-move": {"moves": [STEP]},
    "inspired": {"use": True},
    "loss": {"model": 3},
    "march": {"moves": [STEP]},
    "melee": {"attacks": [{"model": 3, "slot": -1, "profile": 0, "target": "b.x", "number": 2}]},
    "move": {"kind": "normal", "moves": [STEP]},
    "name-general": {"model": 3},
    "order": {"first": 0},
    "overwatch": {"fire": True},
    "pick-unit": {"unit": "b.x"},
    "pile-in": {"moves": [STEP]},
    "place-marker": {"at": [10.0, 4.5]},
    "power": {"power": "smite"},
    "pursue": {"pursue": True},
    "re-roll": {"again": False},
    "react": {"unit": "a.x", "action": "shoot"},
    "remove": {"model": 3},
    "resolve": {"group": 0},
    "roll-again": {"die": 0},
    "run": {"moves": [STEP]},
    "save": {"save": "armour"},
    "scenery": {"scenery": "deadly"},
    "select": {"unit": "a.x"},
    "set-up": {"poses": POSES, "reserves": False},
    "shots": {"shots": [{"model": 3, "slot": 0, "profile": 0, "target": "b.x"}]},
    "sought-unit": {"unit": "b.x"},
    "split": {"models": [3]},
    "start-embarked": {"embarked": {"a.x": 3}},
    "strike": {"unit": "b.x"},
    "strikes": {"strikes": [{"model": 3, "slot": 0, "profile": 0, "target": "b.x", "number": 2}]},
    "sudden-death": {"objective": "endure", "feature": 0},
    "summon": {"poses": POSES},
    "toughness": {"toughness": 4},
    "unbind": {"model": 3},
    "warlord": {"model": 3},
    "warlord-trait": {"trait": "bold"},
    "weapon": {"slot": 0},
}
EDITIONS = [(system, kind) for system in playable() for kind in sorted(ruleset(system).decisions)]


def load_answer(system: str, kind: str, data: Any) -> Row:
    found: Row = ruleset(system).decisions[kind].shape.load(data)
    return found


def parts(data: Row, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all parts of an answer; of a list its first item stands for all."""
    found = []
    for key, value in data.items() if isinstance(data, dict) else [(0, data[0])]:
        found.append((*at, key))
        if isinstance(value, dict | list):
            found += parts(value, (*at, key))
    return found


def replace_at(data: Any, at: tuple[Any, ...], value: Any) -> Any:
    if not at:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[at[0]] = replace_at(copy[at[0]], at[1:], value)
    return copy


@pytest.mark.parametrize(("system", "kind"), EDITIONS)
def test_an_answer_is_read_as_it_is(system: str, kind: str) -> None:
    assert load_answer(system, kind, ANSWERS[kind]) == ANSWERS[kind]


@pytest.mark.parametrize(("system", "kind"), EDITIONS)
def test_nothing_else_is_an_answer(system: str, kind: str) -> None:
    answer = ANSWERS[kind]
    needed = set(answer) - ({"moves"} if kind == "move" else set())
    strange = [answer | {"more": 1}, *({k: v for k, v in answer.items() if k != left} for left in needed)]
    for at in parts(answer):
        strange += [replace_at(answer, at, value) for value in ({"x": "y"}, [[[]]], 10**9, object())]
    for data in strange:
        with pytest.raises(ValidationError):
            load_answer(system, kind, data)


@pytest.mark.parametrize(
    ("kind", "most", "more"),
    [
        ("charge", {"targets": ["b.x"] * 200}, {"targets": ["b.x"] * 201}),
        ("advance", {"moves": [STEP | {"path": [[0, 0, 0]] * 50}]}, {"moves": [STEP | {"path": [[0, 0, 0]] * 51}]}),
        ("advance", {"moves": None}, {"moves": [STEP | {"path": []}]}),
        ("move", {"kind": "none", "moves": []}, {"kind": "none", "moves": None}),
        ("pile-in", {"moves": []}, {"moves": None}),
        ("arrive", {"poses": None}, {"poses": [[0, 0, 0]]}),
        ("arrive", {"poses": [[1000, -1000, 1000, 0]]}, {"poses": [[0, -1000.5, 0, 0]]}),
        ("arrive", {"poses": [[0, 0, 0, 0]]}, {"poses": [[0, 0, 0, 0, 0]]}),
        ("place-marker", {"at": [1, 2]}, {"at": [1]}),
        ("place-marker", {"at": [-1, 1000]}, {"at": [1, 2, 3]}),
        ("allocate", {"model": 1000}, {"model": 1001}),
        ("split", {"models": [0] * 1000}, {"models": [0] * 1001}),
        ("start-embarked", {"embarked": {}}, {"embarked": {f"a.{n}": 0 for n in range(201)}}),
        ("melee", {"attacks": []}, {"attacks": [ANSWERS["melee"]["attacks"][0] | {"number": 0}]}),
        ("melee", {"attacks": []}, {"attacks": [ANSWERS["melee"]["attacks"][0] | {"slot": -2}]}),
        ("shots", {"shots": []}, {"shots": [ANSWERS["shots"]["shots"][0] | {"slot": -1}]}),
        *(
            (kind, {name: None}, {name: 1.5})
            for kind, name in (("deny", "unit"), ("power", "power"), ("embark", "transport"))
        ),
        *((kind, {name: None}, {}) for kind, name in (("roll-again", "die"), ("select", "unit"))),
    ],
)
def test_answers_are_bounded(kind: str, most: Row, more: Row) -> None:
    system = "wh40k-8e" if kind == "roll-again" else "wh40k-9e"
    assert load_answer(system, kind, most) == most
    with pytest.raises(ValidationError):
        load_answer(system, kind, more)
