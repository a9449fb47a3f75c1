"""Options in words: what each kind of decision offers, and where units stand or would stand, as a player reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.engine.asking import Asker, describe
from resolver.engine.decision import Decision
from resolver.engine.registry import ruleset
from resolver.engine.squares import middle, side, square
from resolver.engine.view import View
from resolver.table.board import Board
from tests.field import Field, blade, gun, unit, wall

Row = dict[str, Any]
SMITE = {
    **{"id": "smite", "name": "Smite", "value": 5, "step": 1, "range_in": 18, "target": "closest-enemy-unit"},
    **{"duration": "", "keywords": [], "text": "A bolt of force.", "effects": []},
}
HULL = {"shape": "hull", "mm": [101.6, 50.8]}
HOLD = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}


@pytest.fixture
def field() -> Field:
    """Guards near the first marker, seen by Brutes but not by the Beast behind a wall; a Truck with a Seer aboard."""
    own = [
        unit("Guards", 2, gun(), blade(), W="2"),
        unit("Seer", 1, psyker={"casts": 1, "denies": 1, "powers": [SMITE]}),
        unit("Truck", 1, base=HULL, transport=HOLD),
        unit("Reserve", 1),
    ]
    field = Field(own, [unit("Brutes", 3), unit("Beast", 1)], terrain=[wall(10, 22, 40, 23, 9.0)])
    field.put("a.Guards", (20, 10), (22, 10))
    truck = field.put("a.Truck", (50, 10))[0]
    field.state.write("embarked_in", field.game.unit("a.Seer"), truck)
    field.put("b.Brutes", (20, 18), (21.5, 18), (23, 18))
    field.put("b.Beast", (20, 40))
    field.state.write("markers", 0, (17, 10))
    field.state.write("markers", 1, (20, 4))
    return field


def option_labels(field: Field, kind: str, subject: str, *options: Row, player: int = 0, **data: Any) -> list[str]:
    decision = Decision(0, player, kind, subject, "", data)
    asker = Asker(View(field.game, player, decision), "en")
    kinds = {**ruleset("wh40k-8e").decisions, **ruleset("wh40k-9e").decisions}
    label = kinds[kind].label
    assert label
    return [label(asker, decision, option) for option in options]


def test_units_are_said_with_where_they_stand(field: Field) -> None:
    keys = ("a.Guards", "a.Seer", "a.Reserve", "b.Beast")
    assert option_labels(field, "pick-unit", "a.Guards", *({"unit": key} for key in keys), {"unit": None}) == [
        'Guards (2 models): 2.5" from objective 1, 7" from Brutes, seen by 1 of 2 enemy units',
        "Seer (1 model): aboard Truck",
        "Reserve (1 model)",
        'Beast (1 model): 29.6" from objective 1, 29" from Guards, hidden from all enemies',
        "none",
    ]


def step(model: int, x: float, y: float) -> Row:
    return {"model": model, "path": [[x, y, 0.0]]}


def test_moves_are_said_by_where_they_lead(field: Field) -> None:
    first, second = field.models("a.Guards")
    options: list[Row] = [
        {"kind": "normal", "moves": [step(first, 17, 10), step(second, 18.5, 10)]},
        {"kind": "normal", "moves": [step(first, 20, 16), step(second, 22, 16)]},
        {"kind": "fall-back", "moves": [step(first, 26, 8), step(second, 28, 8)]},
        {"kind": "normal", "moves": [step(second, 22, 10.04)]},
        {"kind": "normal", "moves": []},
        {"kind": "stationary", "moves": []},
    ]
    assert option_labels(field, "move", "a.Guards", *options) == [
        'Normal Move 3.5" towards objective 1: on objective 1, 7.1" from Brutes, seen by 1 of 2 enemy units',
        'Normal Move 6" towards Beast: 6.2" from objective 1, 1" from Brutes, seen by 1 of 2 enemy units',
        'Fall Back 6.3" away from Brutes: 6.7" from objective 2, 9.4" from Brutes, seen by 1 of 2 enemy units',
        'Normal Move 0", then 2.5" from objective 1, 7" from Brutes, seen by 1 of 2 enemy units',
        "Normal Move, but stay where it stands",
        "Remain Stationary",
    ]
    assert option_labels(field, "pile-in", "a.Guards", {"moves": None}, {"moves": []}, {"moves": [step(first, 20, 17)]}) == [
        "no pile-in",
        "no pile-in",
        '7" towards Beast: 4.5" from objective 1, touching Brutes, seen by 1 of 2 enemy units',
    ]


def test_places_are_said(field: Field) -> None:
    reserve = field.models("a.Reserve")[0]
    options: list[Row] = [
        {"poses": [[reserve, 30.04, 30.0, 0.0]], "reserves": False},
        {"poses": None, "reserves": True},
        {"poses": None, "reserves": False},
    ]
    assert option_labels(field, "set-up", "a.Reserve", *options) == [
        'F3: 23.4" from objective 1, 12.9" from Brutes, seen by 1 of 2 enemy units',
        "wait off the battlefield, and arrive later",
        "there is no room: the unit is lost",
    ]
    corners = [[0, 0], [60, 0], [60, 12], [0, 12]]
    said_zone = option_labels(field, "choose-zone", "", {"zone": 1}, zones=[corners, corners])
    assert said_zone == ['zone 1: along the near edge, 60" by 12" (A6 to J7)']
    cut = [[0, 0], [60, 0], [60, 12], [12, 44], [0, 44]]
    assert option_labels(field, "choose-zone", "", {"zone": 1}, zones=[cut, cut]) == ["zone 1: at the near left corner"], (
        "no box"
    )
    assert option_labels(field, "place-marker", "", {"at": [10.26, 3.0]}) == [
        'B7 (10.3" from the left, 3" from the near edge)'
    ]


def test_two_places_in_one_square_are_told_apart_by_inches(field: Field) -> None:
    reserve = field.models("a.Reserve")[0]
    decision = Decision(0, 0, "set-up", "a.Reserve", "", {"reserves": False})
    options = [{"poses": [[reserve, x, 43.0, 0.0]], "reserves": False} for x in (55.0, 56.0)]
    field.state.write("markers", slice(None), np.nan)
    field.state.write("on_table", slice(None), False)
    both = describe(decision, View(field.game, 0, decision), options).options
    assert both == ('J1 (55" from the left, 43" from the near edge)', 'J1 (56" from the left, 43" from the near edge)')


def test_squares_are_named_from_the_far_left_and_found_by_name() -> None:
    board = Board(60.0, 44.0)
    assert [square(board, *at) for at in ((0, 44), (60, 0), (30, 22), (12, 43.9))] == ["A1", "J7", "F4", "C1"]
    names = [f"{letter}{number}" for letter in "ABCDEFGHIJ" for number in range(1, 8)]
    assert all(square(board, *(middle(board, name) or ())) == name for name in names)
    assert [middle(board, name) for name in ("K1", "A8", "A0", "4C", "")] == [None] * 5
    assert side(board, [(0, 0), (60, 0), (60, 44)]) == "near-right"


def test_attacks_are_counted(field: Field) -> None:
    first, second = field.models("a.Guards")
    shots = [{"model": m, "slot": 0, "profile": 0, "target": "b.Brutes"} for m in (first, second)]
    beast = {"model": first, "slot": 0, "profile": 0, "target": "b.Beast"}
    assert option_labels(field, "shots", "a.Guards", {"shots": shots}, {"shots": [beast, shots[1]]}) == [
        "2 x Rifle at Brutes",
        "1 x Rifle at Beast; 1 x Rifle at Brutes",
    ]
    blows = [{"model": first, "slot": 1, "profile": 0, "target": "b.Brutes", "number": 2}]
    blows += [{"model": second, "slot": -1, "profile": 0, "target": "b.Brutes", "number": 1}]
    assert option_labels(field, "melee", "a.Guards", {"attacks": blows}) == [
        "2 attacks with Blade at Brutes; 1 attack with close combat weapon at Brutes"
    ]
    groups = [{"weapon": "Rifle", "models": [first, second], "target": "b.Beast"}]
    assert option_labels(field, "resolve", "a.Guards", {"group": 0}, groups=groups) == ["Rifle (2 models) at Beast"]
    assert option_labels(field, "charge", "a.Guards", {"targets": ["b.Brutes", "b.Beast"]}) == [
        'Brutes, 7" away; Beast, 29" away'
    ]


def test_models_powers_and_transports_are_said(field: Field) -> None:
    first, second = field.models("a.Guards")
    truck, brute = field.models("a.Truck")[0], field.models("b.Brutes")[0]
    field.state.write("wounds", first, 1)
    assert option_labels(field, "allocate", "a.Guards", {"model": first}, {"model": second}, {"model": brute}) == [
        "Guards 0 #1, 1 wound left (Rifle, Blade)",
        "Guards 0 #2, 2 wounds left (Rifle, Blade)",
        "Brutes 0 #1, 1 wound left",
    ]
    assert option_labels(field, "warlord", "", {"model": second}) == ["Guards 0 #2 of Guards"]
    assert option_labels(field, "split", "a.Guards", {"models": []}, {"models": [first]}) == [
        "one whole unit",
        "a unit of its own: Guards 0 #1",
    ]
    powers = [{"power": "smite", "warp_charge": 6}]
    assert option_labels(field, "power", "a.Seer", {"power": None}, {"power": "smite"}, powers=powers) == [
        "no more powers",
        "Smite (warp charge 6): A bolt of force.",
    ]
    assert option_labels(field, "embark", "a.Guards", {"transport": None}, {"transport": truck}) == [
        "stay outside",
        "embark in Truck",
    ]
    assert option_labels(field, "start-embarked", "", {"embarked": {}}, {"embarked": {"a.Seer": truck}}) == [
        "nobody",
        "Seer in Truck",
    ]


def test_small_answers_are_said(field: Field) -> None:
    assert option_labels(field, "overwatch", "a.Guards", {"fire": True}, {"fire": False}) == ["fire Overwatch", "hold fire"]
    assert option_labels(field, "re-roll", "a.Guards", {"again": True}, {"again": False}) == ["roll again", "keep it"]
    assert option_labels(field, "roll-again", "a.Guards", {"die": None}, {"die": 1}, dice=[3, 5]) == [
        "keep what was rolled",
        "roll die 2 again, which shows 5",
    ]
    assert option_labels(field, "count-for", "a.Guards", {"marker": 1}) == ["objective 2"]
    assert option_labels(field, "order", "", {"first": 1}, effects=["One", "Two"]) == ["Two"]
    saves = [{"save": "armour", "needed": 4}, {"save": "invulnerable", "needed": None}]
    assert option_labels(field, "save", "a.Guards", {"save": "armour"}, {"save": "invulnerable"}, saves=saves) == [
        "its Save (4+ on the die)",
        "its invulnerable save (7+ on the die)",
    ]
    assert option_labels(field, "toughness", "a.Guards", {"toughness": 4}) == ["Toughness 4"]
    assert option_labels(field, "select", "", {"unit": None}, to="shoot") == ["no more shooting"]
    assert option_labels(field, "select", "", {"unit": None}, to="fight") == ["no more units"]
    assert option_labels(
        field, "warlord-trait", "", {"trait": None}, {"trait": "x"}, traits=[{"trait": "x", "name": "Bold"}]
    ) == [
        "roll for it",
        "Bold",
    ]
    assert option_labels(field, "divide", "", {"angle": 0}, {"angle": 33.5}) == [
        "from one short edge to the other: each half has a long edge",
        "a line at 33.5 degrees to the long edges",
    ]


@pytest.mark.parametrize(
    ("battle_round", "turn", "title"),
    [
        (0, 0, "Before the battle"),
        (2, 0, "Battle round 2, Shooting phase of your turn"),
        (2, 1, "Battle round 2, Shooting phase of the enemy's turn"),
    ],
)
def test_when_it_is_asked(field: Field, battle_round: int, turn: int, title: str) -> None:
    field.state.round, field.state.turn = battle_round, turn
    decision = Decision(0, 0, "overwatch", "a.Guards", "", {"target": "b.Brutes"})
    assert describe(decision, View(field.game, 0, decision), []).title == title
