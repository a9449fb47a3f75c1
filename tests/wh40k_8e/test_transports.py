"""Transports and Reinforcements of 8th edition."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.attacks.shooting import eligible
from resolver.families.wh40k.moves import charge, transports
from resolver.families.wh40k.units import destruction
from resolver.shared.effects import abilities
from resolver.table.dice import ScriptedDice
from resolver.table.geometry import distances
from tests.field import Row, ability, gun, moves, shot, unit
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
HULL = {"shape": "hull", "mm": [101.6, 50.8]}
DROP = ability("Drop", {"kind": "reserves", "distance": 9, "on": "deployment"})


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


def carrier(name: str = "v", capacity: int = 10, **given: Any) -> Row:
    room = {"capacity": capacity, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    return unit(name, 1, keywords=("VEHICLE", "TRANSPORT"), transport=room, base=HULL, height=2.0, M='10"', **given)


def board(field: Field, key: str, vehicle: str = "a.v") -> None:
    """Put a unit aboard."""
    index = field.game.unit(key)
    field.state.write("embarked_in", index, field.models(vehicle)[0])


def riding(*riders: Row, step: str = "move-units", foe: tuple[float, float] = (50.0, 40.0), foes: Any = None) -> Field:
    """A transport at (20, 20) with units aboard, and an enemy."""
    field = Field([carrier(W="6"), *riders], foes or [unit("y", 1)], step)
    field.put("a.v", (20.0, 20.0))
    field.put("b.y", foe)
    for row in riders:
        board(field, f"a.{row['id']}")
    return field


# ---------------------------------------------------------------- embarking


@rule("8E-TRANSPORT-01")
@rule("8E-TRANSPORT-02")
@rule("8E-TRANSPORT-06")
@pytest.mark.parametrize(
    ("points", "marks", "may"),
    [
        (((24.0, 20.0), (25.5, 20.0)), (), True),
        (((24.0, 20.0), (25.6, 20.0)), (), False),
        (((24.0, 20.0), (25.5, 20.0)), ("disembarked",), False),
    ],
)
def test_a_unit_embarks_when_all_its_models_end_within_3_inches(points: Any, marks: Any, may: bool) -> None:
    field = Field([carrier(), unit("x", 2), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.v", (20.0, 20.0))
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (20.0, 16.0))
    one, two = field.put("a.x", *[(x + 1.0, y + 4.0) for x, y in points])
    field.mark("a.x", *marks)
    field.go()
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=moves((one, *points[0]), (two, *points[1])))
    assert (field.asked == "embark") is may
    if may:
        field.choose("embark", transport=field.models("a.v")[0])
        assert not field.game.on_table(field.game.unit("a.x"))
        field.choose("select", unit="a.v")
        assert field.asked == "move"


@rule("8E-TRANSPORT-06")
@rule("8E-Q-70")
def test_staying_in_place_counts_as_a_move_and_enemies_do_not_matter() -> None:
    field = Field([carrier(), unit("x", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.v", (20.0, 20.0))
    field.put("a.x", (24.0, 20.0))
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (20.0, 22.0))
    field.go()
    field.choose("select", unit="a.x")
    field.choose("move", kind="stationary")
    assert field.asked == "embark"
    field.choose("embark", transport=field.models("a.v")[0])
    assert field.event("unit.embarked")


@rule("8E-TRANSPORT-03")
@rule("8E-TRANSPORT-04")
@rule("8E-Q-70")
@example("8E-EX-106")
@pytest.mark.parametrize(("models", "may"), [(5, False), (4, True)])
def test_the_capacity_is_never_exceeded(models: int, may: bool) -> None:
    field = Field([carrier(), unit("in", 6), unit("x", models), unit("bike", 1, keywords=("BIKER",))], [unit("y", 1)])
    field.put("a.v", (20.0, 20.0))
    board(field, "a.in")
    vehicle = field.models("a.v")[0]
    assert transports.can_carry(field.game, field.game.unit("a.x"), vehicle) is may
    assert not transports.can_carry(field.game, field.game.unit("a.bike"), vehicle)
    assert not transports.can_carry(field.game, field.game.unit("b.y"), vehicle)


@rule("8E-TRANSPORT-07")
@rule("8E-TRANSPORT-08")
def test_units_aboard_do_nothing_and_nothing_affects_them() -> None:
    brave = {"kind": "modify-characteristic", "characteristic": "Ld", "operation": "add", "value": "1"}
    banner = ability("Banner", {**brave, "to": {"scope": "friendly-units", "range": 6}}, aura=True)
    field = riding(unit("x", 1, gun(), abilities=[banner]), step="shooting", foe=(30.0, 20.0))
    game = field.game
    assert not abilities.effects(game, "modify-characteristic", game.unit("a.x"))
    assert not abilities.effects(game, "modify-characteristic", game.unit("a.v"))
    assert eligible(game) == []
    assert game.units_on_table(0) == [game.unit("a.v")]


# ---------------------------------------------------------------- disembarking


@rule("8E-TRANSPORT-11")
@rule("8E-Q-70")
@pytest.mark.parametrize(
    ("mark", "may"), [((), True), (("normal-move",), False), (("advanced",), False), (("stationary",), True)]
)
def test_a_unit_gets_out_before_its_transport_moves(mark: Any, may: bool) -> None:
    field = riding(unit("x", 1))
    field.mark("a.v", *mark)
    assert transports.may_disembark(field.game, field.game.unit("a.x")) is may


@rule("8E-TRANSPORT-02")
@rule("8E-TRANSPORT-11")
def test_a_unit_that_embarked_this_turn_stays_aboard() -> None:
    field = riding(unit("x", 1))
    field.mark("a.x", "boarded")
    assert not transports.may_disembark(field.game, field.game.unit("a.x"))


@rule("8E-TRANSPORT-12")
@rule("8E-TRANSPORT-14")
@rule("8E-TRANSPORT-15")
@example("8E-EX-14")
def test_a_unit_gets_out_within_3_inches_and_away_from_enemies_and_then_acts() -> None:
    heavy = gun(type="Heavy 1", range='36"')
    field = riding(unit("x", 1, heavy), unit("z", 1), foe=(27.0, 20.0))
    (model,) = field.models("a.x")
    field.go(3)
    field.choose("select", unit="a.x")
    assert broken_rule(field.refusal("disembark", poses=[[model, 20.0, 25.1, 0.0]])) == "8E-TRANSPORT-12"
    assert field.refusal("disembark", poses=[[model, 20.0, 24.5, 0.0]]) is None
    assert broken_rule(field.refusal("disembark", poses=[[model, 25.1, 20.0, 0.0]])) == "8E-TRANSPORT-12"
    assert field.refusal("disembark", poses=[[model, 24.9, 20.0, 0.0]]) is None
    field.choose("disembark", poses=[[model, 20.0, 24.0, 0.0]])
    assert "a.x" in field.decision.data["units"]
    field.choose("select", unit="a.x")
    assert {option["kind"] for option in field.options("move")} >= {"stationary", "normal", "advance"}
    field.choose("move", kind="stationary")
    field.choose("select", unit=None)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    hit = field.event("attack.made")["hit"]
    assert (hit["result"], hit["needed"]) == (2, 3)
    field.mark("a.x", "charge-near")
    assert charge.may_charge(field.game, field.game.unit("a.x"))


@rule("8E-TRANSPORT-13")
@rule("8E-Q-07")
def test_models_that_find_no_place_are_slain_and_the_others_get_out() -> None:
    big = {"shape": "round", "mm": [101.6]}
    ring = [(24.5, 22.0), (24.5, 18.0), (15.5, 22.0), (15.5, 18.0), (20.0, 16.6), (20.0, 23.4)]
    walls = [unit(f"w{place}", 1, base=HULL, height=2.0) for place in range(len(ring))]
    field = Field([carrier(W="6"), unit("x", 6, base=big), *walls], [unit("y", 1)], "move-units")
    field.put("a.v", (20.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    for place, at in enumerate(ring):
        field.put(f"a.w{place}", at)
    field.state.write("x", field.models("a.w5"), 60.0)
    board(field, "a.x")
    field.go()
    field.choose("select", unit="a.x")
    poses = field.options("disembark")[0]["poses"]
    assert 0 < len(poses) < 6
    assert field.options("disembark")[-1] == {"poses": None}
    assert broken_rule(field.refusal("disembark", poses=poses[:-1])) == "8E-TRANSPORT-09" if len(poses) > 1 else True
    field.choose("disembark", poses=poses)
    assert len(field.models("a.x")) == len(poses)
    assert {event["cause"] for event in field.events("model.destroyed")} == {"no-room"}


@rule("8E-TRANSPORT-09")
@rule("8E-TRANSPORT-10")
@rule("8E-Q-08")
@example("8E-EX-86")
def test_those_aboard_a_destroyed_transport_get_out_and_losses_are_chosen_among_all() -> None:
    smite = gun("Laser", type="Heavy 1", range='48"', S="9", AP="-4", D="6")
    field = Field([unit("gun", 1, smite)], [carrier(W="6", Sv="6+"), unit("x", 5), unit("z", 4)], "shooting")
    (gunner,) = field.put("a.gun", (20.0, 44.0 - 2.0))
    field.put("b.v", (20.0, 20.0))
    board(field, "b.x", "b.v")
    board(field, "b.z", "b.v")
    field.go(4, 4, 2, 1, 2, 3, 4, 5, 6, 6, 1, 6, 1)
    field.choose("select", unit="a.gun")
    field.choose("shots", shots=[shot(gunner, 0, "b.v")])
    field.choose("disembark", **field.options()[0])
    field.choose("disembark", **field.options()[0])
    gone = field.event("model.destroyed")
    assert gone["model"] == field.decision.data["models"][0] - 1
    assert gone["n"] < field.events("survivors.rolled")[0]["n"]
    assert [event["destroyed"] for event in field.events("survivors.rolled")] == [1, 1]
    assert len(field.decision.data["models"]) == 9
    last = field.decision.data["models"][-1]
    field.choose("casualty", model=last)
    field.choose("casualty", model=last - 1)
    assert (len(field.models("b.x")), len(field.models("b.z"))) == (5, 2)
    assert field.event("morale.tested")["lost"] == 2


@rule("8E-TRANSPORT-14")
@rule("8E-Q-08")
def test_a_unit_that_got_out_of_a_wreck_may_charge_later() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "charges")
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (16.0, 10.0))
    field.mark("a.x", "disembarked", "moved", "charge-near")
    assert charge.may_charge(field.game, field.game.unit("a.x"))


# ---------------------------------------------------------------- Reinforcements


def waiting(*rows: Row, battle_round: int = 1) -> Field:
    field = Field([unit("w", 1), *rows], [unit("y", 1)], "reinforcements", battle_round=battle_round)
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (40.0, 20.0))
    for row in rows:
        field.mark(f"a.{row['id']}", "held")
    return field


@rule("8E-REINF-01")
@rule("8E-REINF-02")
@rule("8E-LOC-07")
@rule("8E-Q-10")
@rule("8E-Q-82")
@example("8E-EX-80")
def test_a_unit_arrives_more_than_9_inches_from_all_enemies_in_the_first_round_too() -> None:
    field = waiting(unit("x", 2, abilities=[DROP]))
    one, two = field.models("a.x")
    field.go()
    field.choose("select", unit="a.x")

    def broken_rule_at(x: float, second: float = 1.5) -> str | None:
        return broken_rule(field.refusal("arrive", poses=[[one, x, 20.0, 0.0], [two, x, 20.0 + second, 0.0]]))

    assert broken_rule_at(50.0) == "8E-REINF-02"
    assert broken_rule_at(50.1) is None
    assert broken_rule_at(50.1, 3.1) == "8E-UNIT-02"
    assert broken_rule_at(59.8) is not None
    field.choose("arrive", poses=[[one, 50.1, 20.0, 0.0], [two, 50.1, 21.5, 0.0]])
    assert field.game.on_table(field.game.unit("a.x"))


@rule("8E-REINF-03")
@rule("8E-REINF-04")
@rule("8E-REINF-05")
@example("8E-EX-13")
def test_arriving_is_its_whole_movement_phase_and_counts_as_moving() -> None:
    field = waiting(unit("x", 1, gun(type="Heavy 1", range='36"'), abilities=[DROP]))
    (model,) = field.models("a.x")
    field.go(3)
    field.choose("select", unit="a.x")
    field.choose("arrive", poses=[[model, 50.1, 20.0, 0.0]])
    assert field.asked == "select"
    assert field.decision.data["to"] == "shoot"
    assert field.game.model_marked(model, "moved")
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert field.event("attack.made")["hit"]["result"] == 2
    field.mark("a.x", "charge-near")
    assert charge.may_charge(field.game, field.game.unit("a.x"))


@rule("8E-REINF-06")
@rule("8E-Q-70")
def test_a_transport_that_never_arrives_is_lost_with_those_aboard() -> None:
    field = Field(
        [unit("w", 1)], [unit("y", 1), carrier(abilities=[DROP]), unit("x", 2)], "morale-tests", battle_round=5, turn=1
    )
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (40.0, 20.0))
    field.mark("b.v", "held")
    board(field, "b.x", "b.v")
    field.go()
    assert {event["unit"] for event in field.events("unit.destroyed")} == {"b.v", "b.x"}


@rule("8E-TRANSPORT-12")
@rule("8E-TRANSPORT-09")
def test_proposals_for_getting_out_are_legal() -> None:
    field = riding(unit("x", 6), foe=(25.0, 20.0))
    field.go()
    field.choose("select", unit="a.x")
    offers = [option["poses"] for option in field.options("disembark") if option["poses"]]
    assert offers
    for poses in offers:
        assert field.refusal("disembark", poses=poses) is None
    field.choose("disembark", poses=offers[0])
    gaps = distances(field.state.bodies(field.models("a.x")), field.state.bodies(field.models("a.v")))
    assert (gaps <= 3.0 + 1e-6).all()


@rule("8E-SHEET-09")
@pytest.mark.parametrize(("dice", "struck"), [((6, 1, 3, 2), ["a.x"]), ((6, 5, 3, 2, 2), ["a.x", "b.y"])])
def test_how_far_an_explosion_reaches_may_be_rolled(dice: Any, struck: list[str]) -> None:
    """The die for exploding, those for the distance, and then one for each unit that is near enough."""
    bang = ability("Bang", {"kind": "explodes", "needs": "6+", "distance": "2D6", "number": "D3", "on": "destroyed"})
    field = Field([carrier(W="6", abilities=[bang]), unit("x", 1, W="9")], [unit("y", 1, W="9")])
    (vehicle,) = field.put("a.v", (20.0, 20.0))
    field.put("a.x", (20.0, 24.0))
    field.put("b.y", (20.0, 28.5))
    with ScriptedDice(dice) as rolled:
        field.game.dice = rolled
        list(destruction.destroy(field.game, vehicle, "attack", 1))
    assert [event["unit"] for event in field.events("mortal-wounds.suffered")] == struck
    assert field.event("ability.rolled")["dice"] == list(dice[1:3])
