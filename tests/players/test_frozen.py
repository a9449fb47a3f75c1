"""Greedy is the yardstick: what it takes things to be worth is what it was at commit 8333c4a, number for number.

A program is better only if it beats the same Greedy as before. These numbers were worked out at that commit. Whoever
changes how a program weighs things does so in `valuation.planned`; they change here only where a rule was wrong.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from resolver.engine.decision import Decision
from resolver.families.wh40k.valuation.weights import WEIGHTS
from tests.field import Field, blade, gun, unit, wall

Row = dict[str, Any]
AT_THE_COMMIT = {
    "kills": 0.7,
    "wounds": 0.2,
    "wiped": 0.1,
    "marker": 3.0,
    "approach": 0.7,
    "spare": 0.15,
    "shooting": 1.0,
    "charging": 0.9,
    "threat": 0.4,
    "reply": 0.5,
    "hidden": 0.4,
    "engaged": 0.05,
    "speed": 0.1,
    "spell": 0.5,
    "perils": 0.15,
    "arms": 0.02,
}


def almost(expected: list[float]) -> object:
    return pytest.approx(expected, abs=1e-5)


def table(step: str) -> Field:
    """Gunners and brutes of one side, a line and an ogre of the other one, a wall, two markers."""
    own = [
        unit("gunners", 5, gun(type="Heavy 2", S="5", AP="-1")),
        unit("brutes", 3, blade(S="6", AP="-2", D="2"), A="3", W="2"),
    ]
    foes = [unit("line", 6, gun(), blade()), unit("ogre", 1, blade(S="9", AP="-3", D="3"), A="4", W="8", T="6", Sv="3+")]
    field = Field(own, foes, step, terrain=[wall(30, 18, 34, 19)])
    field.row("a.gunners", 20, 8)
    field.row("a.brutes", 30, 14)
    field.row("b.line", 24, 26)
    field.put("b.ogre", (32, 22))
    field.state.write("markers", 0, (22, 14))
    field.state.write("markers", 1, (30, 24))
    return field


def values(field: Field, kind: str, subject: str, options: list[Row], **data: Any) -> list[float]:
    decision = Decision(0, 0, kind, subject, "", data)
    worth = field.game.ruleset.decisions[kind].worth
    assert worth
    return [float(value) for value in worth(field.game, decision, options)]


def shift(field: Field, key: str, dx: float, dy: float) -> Row:
    """A Normal Move of a whole unit."""
    state = field.state
    moves = [{"model": m, "path": [[float(state.x[m] + dx), float(state.y[m] + dy), 0.0]]} for m in field.models(key)]
    return {"kind": "normal", "moves": moves}


def test_its_weights_are_those_of_the_commit() -> None:
    assert asdict(WEIGHTS) == AT_THE_COMMIT


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("a.gunners", [-1.29745, 1.872444, 2.315913, 2.316889, -1.73273]),
        ("a.brutes", [-2.065368, 1.838031, -1.078947, -1.792496, -2.195876]),
    ],
)
def test_what_moves_are_worth(key: str, expected: list[float]) -> None:
    field = table("move-units")
    stay: Row = {"kind": "stationary", "moves": []}
    options = [
        stay,
        {"kind": "advance", "moves": []},
        shift(field, key, 0, 6),
        shift(field, key, 4, 4),
        shift(field, key, 0, -5),
    ]
    assert values(field, "move", key, options) == almost(expected)


def test_what_shots_are_worth() -> None:
    field = table("shooting")
    offers = [
        {"shots": [{"model": model, "slot": 0, "profile": 0, "target": target} for model in field.models("a.gunners")]}
        for target in ("b.line", "b.ogre")
    ]
    assert values(field, "shots", "a.gunners", offers, overwatch=None) == almost([0.447199, 0.027778])


def test_what_charges_are_worth() -> None:
    targets: list[Row] = [{"targets": ["b.line"]}, {"targets": ["b.ogre"]}, {"targets": ["b.line", "b.ogre"]}]
    assert values(table("charges"), "charge", "a.brutes", targets) == almost([0.081944, -0.119667, 0.025436])


@pytest.mark.parametrize(
    ("to", "expected"), [("move", [1.065653, 1.124757]), ("shoot", [1.444444, 1.0]), ("charge", [0.0, 0.081944])]
)
def test_who_goes_first(to: str, expected: list[float]) -> None:
    units: list[Row] = [{"unit": "a.gunners"}, {"unit": "a.brutes"}]
    assert values(table("charges"), "select", "", units, to=to) == almost(expected)
