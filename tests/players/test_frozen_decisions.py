"""What Greedy takes the smaller decisions to be worth: worked out by hand from its weights, or as at commit 8333c4a."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.engine.decision import Decision
from tests.field import Field, ability, blade, gun, unit
from tests.players.test_frozen import almost

Row = dict[str, Any]
SMITE = {
    "id": "smite",
    "name": "Smite",
    "value": 5,
    "step": 1,
    "range_in": 18,
    "target": "closest-enemy-unit",
    "duration": "",
    "keywords": [],
    "text": "",
}
WOUNDS = {"kind": "mortal-wounds", "number": "D3", "on": "manifested", "to": {"scope": "target"}}
HASTE = {
    **{"kind": "modify-characteristic", "characteristic": "M", "operation": "add", "value": "1"},
    **{"on": "manifested", "until": "own-turn", "to": {"scope": "target"}},
}
HULL = {"shape": "hull", "mm": [101.6, 50.8]}
HOLD = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
PERILS, SPELL = 0.15, 0.5


def values(field: Field, kind: str, subject: str, options: list[Row], player: int = 0, **data: Any) -> list[float]:
    decision = Decision(0, player, kind, subject, "", data)
    worth = field.game.ruleset.decisions[kind].worth
    assert worth
    return [float(value) for value in worth(field.game, decision, options)]


def at_least(need: int) -> float:
    return sum(a + b >= need for a in range(1, 7) for b in range(1, 7)) / 36


def plain(own: Row | None = None, foe: Row | None = None, step: str = "charges", gap: float = 6.0) -> Field:
    """One unit of each side, so far apart from edge to edge."""
    field = Field([own or unit("x", 1)], [foe or unit("y", 1)], step)
    field.put("a.x", (20, 20))
    field.put("b.y", (21 + gap, 20))
    return field


YES_NO: list[Row] = [{"again": False}, {"again": True}]


@pytest.mark.parametrize(
    ("dice", "again", "gain"),
    [
        ([1, 2], [0, 1], at_least(5)),
        ([5, 1], [0, 1], at_least(5) - 1),
        ([3, 1], [1], 5 / 6),
        ([1, 1], [0], 3 / 6),
    ],
)
def test_a_charge_is_thrown_again_by_its_chance_to_arrive(dice: list[int], again: list[int], gain: float) -> None:
    field = plain(gap=6.0)
    field.pair("a.x", "b.y", "charge-target")
    found = values(field, "re-roll", "a.x", YES_NO, roll="charge", dice=dice, again=again)
    assert found == almost([0.0, gain])


@pytest.mark.parametrize(
    ("roll", "dice", "again", "gain"),
    [("advance", [2], [0], 1.5), ("psychic", [6, 3], [0, 1], -2.0), ("damage", [6, 1], [1], 2.5), ("morale", [5], [0], 1.5)],
)
def test_other_rolls_are_thrown_again_by_what_is_to_be_expected(
    roll: str, dice: list[int], again: list[int], gain: float
) -> None:
    found = values(plain(), "re-roll", "a.x", YES_NO, roll=roll, dice=dice, again=again)
    assert found == almost([0.0, gain])


@pytest.mark.parametrize(
    ("roll", "dice", "needed", "expected"),
    [
        ("save", [2], 4, 0.6 * 3 / 6 - 0.3),
        ("save", [4], 4, 0.6 * -3 / 6 - 0.3),
        ("wound", [1], 3, 0.45 * 4 / 6 - 0.3),
        ("hit", [1], 3, 0.35 * 4 / 6 - 0.3),
        ("psychic", [1, 3], 7, 0.8 * 3 / 6 - 0.3),
        ("damage", [1], None, 0.5 * 2.5 / 3.5 - 0.3),
        ("morale", [6], 3, 0.35 * 2.5 / 3.5 - 0.3),
        ("charge", [1, 2], None, 4 / 6 - 0.3),
    ],
)
def test_a_single_die_is_thrown_again_where_it_matters(
    roll: str, dice: list[int], needed: int | None, expected: float
) -> None:
    field = plain(gap=6.0)
    field.pair("a.x", "b.y", "charge-target")
    found = values(field, "roll-again", "a.x", [{"die": None}, {"die": 0}], roll=roll, dice=dice, needed=needed)
    assert found == almost([0.0, expected])


def psyker(*effects: Row, **given: Any) -> Row:
    known = {"casts": 1, "denies": 1, "powers": [SMITE | {"effects": list(effects)} | given]}
    return unit("x", 1, keywords=("PSYKER",), psyker=known)


@pytest.mark.parametrize(
    ("caster", "gap", "expected"),
    [
        (psyker(WOUNDS), 6.0, at_least(5) * 2 * 0.5 - PERILS),
        (psyker(WOUNDS), 30.0, -PERILS),
        (psyker(HASTE, target="self"), 30.0, at_least(5) * SPELL - PERILS),
        (psyker(HASTE, WOUNDS, value=8), 6.0, at_least(8) * (2 * 0.5 + SPELL) - PERILS),
    ],
)
def test_a_power_is_worth_what_it_does_by_the_chance_of_its_test(caster: Row, gap: float, expected: float) -> None:
    """Of the enemy each wound is worth half its Power of 1; D3 wounds are 2."""
    field = plain(caster, unit("y", 1, W="2"), "psychic", gap)
    found = values(field, "power", "a.x", [{"power": None}, {"power": "smite"}])
    assert found == almost([0.0, expected])
    assert values(field, "select", "", [{"unit": None}, {"unit": "a.x"}], to="manifest") == almost([0.0, expected])


def test_more_wounds_than_a_unit_has_count_nothing() -> None:
    field = plain(psyker(WOUNDS | {"number": "9"}), unit("y", 1, W="2"), "psychic")
    assert values(field, "power", "a.x", [{"power": "smite"}]) == almost([at_least(5) - PERILS])


def test_what_costs_nothing_is_done() -> None:
    field = plain()
    assert values(field, "deny", "", [{"unit": None}, {"unit": "a.x"}]) == [0.0, 1.0]
    assert values(field, "overwatch", "a.x", [{"fire": False}, {"fire": True}]) == [0.0, 1.0]


def test_abilities_go_to_the_enemy_whose_wounds_are_dear_and_the_friend_of_whom_most_is_left() -> None:
    field = Field([unit("x", 4)], [unit("y", 2, W="4"), unit("z", 5)])
    field.row("a.x", 10, 10)
    field.row("b.y", 10, 20)
    field.row("b.z", 10, 30)
    field.state.write("alive", field.models("a.x")[0], False)
    options: list[Row] = [{"unit": "a.x"}, {"unit": "b.y"}, {"unit": "b.z"}]
    assert values(field, "pick-unit", "a.x", options) == almost([3 / 4, 1 / 8, 1 / 5])


@pytest.mark.parametrize("kind", ["allocate", "flee", "casualty"])
def test_the_model_is_lost_that_has_few_wounds_and_weak_weapons_and_is_no_warlord(kind: str) -> None:
    """A wound is worth 1 of 11; weapons 0.02 for each attack, damage and Strength (4 where it is the bearer's)."""
    rows = [(1, ["Cannon"]), (1, ["Rifle", "Blade"]), (1, ["Rifle"]), (1, [])]
    weapons = (gun("Cannon", type="Heavy D3", S="8", D="D6"), gun("Rifle", type="Assault 2"), blade("Blade", D="2"))
    field = Field([unit("x", rows, *weapons, W="3")], [unit("y", 1)])
    models = field.row("a.x", 10, 10)
    field.state.write("wounds", models[3], 2)
    field.state.write("marks", models[2], field.rules.names.model_marks["warlord"], np.bitwise_or)
    cannon, rifle, sword = 2 * 3.5 * 8 * 0.02, 2 * 4 * 0.02, 2 * 4 * 0.02
    found = values(field, kind, "a.x", [{"model": model} for model in models])
    assert found == almost([-3 / 11 - cannon, -3 / 11 - rifle - sword, -3 / 11 - rifle - 1.0, -2 / 11])


def test_a_model_counts_for_the_marker_where_it_decides() -> None:
    field = Field([unit("x", 5)], [unit("y", 3)])
    field.state.write("markers", 0, (10, 10))
    field.state.write("markers", 1, (30, 10))
    field.state.write("markers", 2, (50, 10))
    field.put("a.x", (10, 11), (30, 11), (31, 11), (50, 11), (51, 11))
    field.put("b.y", (10, 12), (30, 12), (31, 12))
    found = values(field, "count-for", "a.x", [{"marker": place} for place in range(3)])
    assert found == almost([-0.5, -0.5, -1.5])


def test_the_zone_is_chosen_that_is_nearer_to_the_markers() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)])
    field.state.write("markers", 0, (30, 10))
    field.state.write("markers", 1, (33, 6))
    zones = [[[0, 0], [60, 0], [60, 12], [0, 12]], [[0, 32], [60, 32], [60, 44], [0, 44]]]
    found = values(field, "choose-zone", "", [{"zone": 1}, {"zone": 2}], zones=zones)
    assert found == almost([-(4 + 3), -(28 + (3**2 + 32**2) ** 0.5)])


def test_big_units_are_deployed_first_then_those_worth_least() -> None:
    field = Field([unit("x", 2), unit("v", 1, base=HULL), unit("z", 1)], [unit("y", 1)], "deployment")
    field.state.write("alive", field.models("a.x")[0], False)
    options: list[Row] = [{"unit": key} for key in ("a.x", "a.v", "a.z")]
    small, large, least = values(field, "select", "", options, to="deploy")
    assert (small, large, least) == almost([1000 + 50 - 0.5, 1000 + 200 - 1.0, 1000 + 50 - 1.0])
    assert values(field, "select", "", options, to="arrive") == almost([1.5, 2.0, 2.0])
    assert values(field, "select", "", options, to="test") == almost([1.5, 2.0, 2.0])


def test_those_aboard_go_first() -> None:
    field = Field([unit("v", 1, base=HULL, transport=HOLD), unit("x", 2)], [unit("y", 1)], "move-units")
    hull = field.put("a.v", (20, 20))[0]
    field.put("b.y", (40, 20))
    field.state.write("embarked_in", field.game.unit("a.x"), hull)
    assert values(field, "select", "", [{"unit": None}, {"unit": "a.x"}], to="move") == [0.0, 1000.0]


def fighting() -> Field:
    """Two brutes in combat with a line and an ogre; a hero close by."""
    own = [
        unit("x", 2, blade(S="6", AP="-2", D="2"), A="3", W="2"),
        unit("hero", 1, blade(S="6"), A="4", keywords=("CHARACTER",)),
    ]
    foes = [unit("line", 3, blade()), unit("ogre", 1, blade(S="9", AP="-3", D="3"), A="4", W="8", T="6", Sv="3+")]
    field = Field(own, foes, "fight")
    field.row("a.x", 20, 20)
    field.row("b.line", 20, 21.5)
    field.put("b.ogre", (23.0, 20.0))
    field.put("a.hero", (20, 17))
    return field


def test_who_fights_first() -> None:
    options: list[Row] = [{"unit": "a.x"}, {"unit": "a.hero"}]
    assert values(fighting(), "select", "", options, to="fight") == almost([2.530509, 1.0])
    assert values(fighting(), "select", "", options, to="intervene") == almost([0.672788, -1.0])


def test_what_blows_are_worth() -> None:
    field = fighting()
    offers = [
        {"attacks": [{"model": m, "slot": 0, "profile": 0, "target": target, "number": 3} for m in field.models("a.x")]}
        for target in ("b.line", "b.ogre")
    ]
    assert values(field, "melee", "a.x", offers) == almost([0.654422, 0.086351])


def test_what_short_moves_are_worth() -> None:
    """Holding a marker 3, each model that gets to fight 0.05, not to move 1 less."""
    field = Field([unit("x", 3, blade())], [unit("y", 1)], "fight")
    models = field.put("a.x", (20, 20), (21.5, 20), (23, 20))
    field.put("b.y", (20, 23))
    field.state.write("markers", 0, (30, 20))
    near = [{"model": model, "path": [[x, 21.8, 0.0]]} for model, x in zip(models, (20, 21.2, 25.0), strict=True)]
    options: list[Row] = [{"moves": None}, {"moves": []}, {"moves": near}]
    for kind in ("pile-in", "consolidate", "charge-move", "heroic-move"):
        assert values(field, kind, "a.x", options) == almost([0.26, 1.26, 1.615492])


def set_up_options(field: Field, key: str, *corners: tuple[float, float]) -> list[Row]:
    """Make an answer for each corner that sets the unit up in a row from it."""
    models = field.models(key)
    return [{"poses": [[model, x + 1.5 * place, y, 0.0] for place, model in enumerate(models)]} for x, y in corners]


@pytest.mark.parametrize(
    ("kind", "step", "expected"),
    [
        ("set-up", "deployment", [-1.0, 3.347631, 7.792222, 3.458742, 3.952193]),
        ("arrive", "reinforcements", [-1.0, 3.347631, 7.942222, 3.658742, 4.146818]),
    ],
)
def test_what_places_to_be_set_up_are_worth(kind: str, step: str, expected: list[float]) -> None:
    """Off the table, near a marker of one's own, near an open one, before the guns, where the enemy can be charged."""
    own = [unit("x", 2, gun(type="Assault 2"), blade(S="6"), W="2"), unit("holder", 1)]
    field = Field(own, [unit("guns", 3, gun(type="Heavy 2", S="6", AP="-2", D="2")), unit("weak", 4)], step, battle_round=2)
    field.put("a.holder", (8, 8))
    field.row("b.guns", 30, 40)
    field.row("b.weak", 50, 20)
    field.state.write("markers", 0, (10, 8))
    field.state.write("markers", 1, (40, 12))
    places: list[Row] = [{"poses": None}, *set_up_options(field, "a.x", (6, 5), (40, 8), (30, 20), (50, 11))]
    assert values(field, kind, "a.x", places) == almost(expected)


def aboard() -> Field:
    """A transport with a unit aboard, and a unit on foot."""
    field = Field(
        [unit("v", 1, base=HULL, transport=HOLD, M='12"'), unit("x", 2, gun()), unit("z", 3)], [unit("y", 2, gun())]
    )
    hull = field.put("a.v", (20, 20))[0]
    field.row("a.z", 20, 24)
    field.row("b.y", 40, 24)
    field.state.write("embarked_in", field.game.unit("a.x"), hull)
    field.state.write("markers", 0, (33, 24))
    field.state.write("markers", 1, (10, 24))
    return field


def test_what_rides_are_worth() -> None:
    field = aboard()
    hull = field.models("a.v")[0]
    outside: list[Row] = [{"poses": None}, *set_up_options(field, "a.x", (24, 20), (15, 20))]
    assert values(field, "disembark", "a.x", outside, transport=hull) == almost([0.133837, 1.185652, 1.35498])
    assert values(field, "embark", "a.z", [{"transport": None}, {"transport": hull}]) == almost([0.929231, 0.133837])


def test_those_start_aboard_whom_the_transport_makes_quicker() -> None:
    """0.1 for each inch that the transport is quicker, for each point of Power."""
    field = aboard()
    hull = field.models("a.v")[0]
    options: list[Row] = [{"embarked": {}}, {"embarked": {"a.z": hull}}, {"embarked": {"a.z": hull, "a.x": hull}}]
    assert values(field, "start-embarked", "", options) == almost([0.0, 0.6, 1.2])


def test_what_falling_back_and_advances_are_worth() -> None:
    field = fighting()
    field.state.write("markers", 0, (20, 10))
    back = [{"model": m, "path": [[20 + 1.5 * at, 14.5, 0.0]]} for at, m in enumerate(field.models("a.x"))]
    ways: list[Row] = [
        {"kind": "none", "moves": []},
        {"kind": "fall-back", "moves": back},
        {"kind": "stationary", "moves": []},
    ]
    assert values(field, "move", "a.x", ways) == almost([-1.0, 1.328528, 1.223268])
    assert values(field, "advance", "a.x", [{"moves": None}, {"moves": back}]) == almost([-1.0, 1.328528])


def after(kind: str, *actions: str, type: str = "Heavy 2") -> float:
    """What a place is worth to Greedy from which a unit could shoot and charge, after a move, with these permissions."""
    permits = [{"kind": "permit", "action": action, "to": {"scope": "bearer"}} for action in actions]
    own = unit("x", 2, gun(type=type, S="6", AP="-2"), blade(S="6"), A="3", abilities=[ability("Swift", *permits)])
    field = Field([own], [unit("y", 3, Sv="6+")], "move-units")
    field.row("a.x", 20, 20)
    field.row("b.y", 20, 30)
    moves = [{"model": model, "path": [[20 + 1.5 * place, 24.0, 0.0]]} for place, model in enumerate(field.models("a.x"))]
    asked, option = ("advance", {"moves": moves}) if kind == "advance" else ("move", {"kind": kind, "moves": moves})
    return values(field, asked, "a.x", [option])[0]


def test_what_a_unit_may_still_do_after_falling_back() -> None:
    """What abilities permit."""
    shooting, charging = "shoot-after-fall-back", "charge-after-fall-back"
    nothing, everything = after("fall-back"), after("normal")
    assert nothing < after("fall-back", shooting) < everything
    assert nothing < after("fall-back", charging) < everything
    assert after("fall-back", shooting, charging) == pytest.approx(everything)


def test_what_a_unit_may_still_do_after_an_advance() -> None:
    """Shoot its Assault weapons, and what abilities permit."""
    shooting, charging = "shoot-after-advance", "charge-after-advance"
    nothing, everything = after("advance"), after("normal")
    assert nothing == pytest.approx(after("fall-back"))
    assert nothing < after("advance", shooting) < everything
    assert nothing < after("advance", charging) < everything
    assert after("advance", type="Assault 2") == pytest.approx(after("advance", shooting))
    assert after("advance", shooting, charging) == pytest.approx(everything)
