"""Transports, destroyed models and units, explosions, and other things that abilities do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.families.wh40k.moves import movement, transports
from resolver.families.wh40k.units import destruction
from resolver.shared.attacks.attacks import mortal_wounds
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.shared.units.coherency import in_coherency
from resolver.table.dice import SeededDice
from resolver.table.geometry import overlaps
from tests.dice import RecordingDice
from tests.field import Field, ability, gun, moves, part_of, unit, wall

rule, example = pytest.mark.rule, pytest.mark.example
BLOWS_UP = {"kind": "explodes", "needs": "6+", "distance": 6, "number": "D3", "on": "destroyed"}
EXPLODES = ability("Explodes", {**BLOWS_UP, "to": {"scope": "units", "range": 6}})
HULL = {"shape": "hull", "mm": [101.6, 50.8]}


def carrier(id: str = "v", capacity: int = 10, **given: Any) -> Any:
    hold = {"capacity": capacity, "admits": [["INFANTRY"]], "refuses": ["JUMP PACK"], "slots": {"TERMINATOR": 2}, "text": ""}
    return unit(id, 1, keywords=("VEHICLE", "TRANSPORT"), transport=hold, **{"W": "6", "base": HULL, **given})


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


def riding(
    *riders: Any, vehicle: Any = None, step: str = "move-units", foe: tuple[float, float] = (50.0, 40.0), **given: Any
) -> Field:
    """A transport of a at (20, 20) with units aboard."""
    field = Field([vehicle or carrier(), *riders], [unit("y", 1, W="9")], step, **given)
    model = field.put("a.v", (20.0, 20.0))[0]
    field.put("b.y", foe)
    for row in riders:
        field.state.write("embarked_in", field.game.unit(f"a.{row['id']}"), model)
    return field


def at(field: Field, key: str, *points: tuple[float, float]) -> list[list[float]]:
    return [[model, x, y, 0.0] for model, (x, y) in zip(field.models(key), points, strict=False)]


@rule("9E-TRANS-01")
@rule("9E-TRANS-02")
@pytest.mark.parametrize(
    ("words", "models", "fits"),
    [
        (["INFANTRY"], 10, True),
        (["INFANTRY"], 11, False),
        (["BIKER"], 1, False),
        (["INFANTRY", "JUMP PACK"], 1, False),
        (["INFANTRY", "TERMINATOR"], 5, True),
        (["INFANTRY", "TERMINATOR"], 6, False),
    ],
)
def test_who_fits_into_a_transport(words: list[str], models: int, fits: bool) -> None:
    field = Field([carrier(), unit("x", models, keywords=words)], [unit("y", 1)])
    vehicle = field.put("a.v", (20.0, 20.0))[0]
    assert transports.can_carry(field.game, field.game.unit("a.x"), vehicle) is fits


@rule("9E-TRANS-01")
@rule("9E-TRANS-02")
def test_the_capacity_counts_all_aboard_and_only_friends_embark() -> None:
    field = riding(unit("x", 6))
    game = field.game
    assert not transports.can_carry(game, game.unit("b.y"), 0)
    more = Field([carrier(), unit("x", 6), unit("z", 4), unit("w", 5)], [unit("y", 1)])
    model = more.put("a.v", (20.0, 20.0))[0]
    more.state.write("embarked_in", 1, model)
    assert transports.can_carry(more.game, 2, model)
    assert not transports.can_carry(more.game, 3, model)


@rule("9E-TRANS-03")
@rule("9E-TRANS-02")
def test_units_start_the_battle_aboard() -> None:
    field = Field([carrier(), unit("x", 6), unit("z", 6)], [unit("y", 1)], "embarking", battle_round=0)
    field.go()
    vehicle = field.models("a.v")[0]
    assert {"embarked": {}} in field.options("start-embarked")
    assert broken_rule(field.refusal("start-embarked", embarked={"a.x": vehicle, "a.z": vehicle})) == "9E-TRANS-02"
    assert broken_rule(field.refusal("start-embarked", embarked={"b.y": vehicle})) == "9E-TRANS-01"
    field.choose("start-embarked", embarked={"a.x": vehicle})
    assert field.state.embarked_in[field.game.unit("a.x")] == vehicle
    assert field.decision.data["to"] == "deploy"
    assert "a.x" not in field.decision.data["units"]


@rule("9E-TRANS-03")
@rule("9E-TRANS-02")
@pytest.mark.parametrize(
    ("sizes", "fits"), [((10,), True), ((11,), False), ((6, 4), True), ((6, 5), False), ((4, 3, 3), True)]
)
def test_a_transport_starts_the_battle_as_full_as_it_may_be(sizes: tuple[int, ...], fits: bool) -> None:
    riders = [unit(f"x{place}", size) for place, size in enumerate(sizes)]
    field = Field([carrier(), *riders, unit("w", 1)], [unit("y", 1)], "embarking", battle_round=0)
    field.go()
    refusal = field.refusal("start-embarked", embarked={f"a.{row['id']}": field.models("a.v")[0] for row in riders})
    assert (refusal is None) is fits
    if refusal and len(sizes) > 1:
        assert (refusal.rule, refusal.values) == ("9E-TRANS-02", {"wanted": 10, "found": sum(sizes)})


@rule("9E-TRANS-03")
def test_what_the_roster_declares_is_the_first_offer() -> None:
    declared = ([{"kind": "embarked", "subject": "x", "value": "v"}], [])
    field = Field([carrier(), unit("x", 6)], [unit("y", 1)], "embarking", battle_round=0, declarations=declared)
    field.go()
    assert field.options("start-embarked")[0] == {"embarked": {"a.x": field.models("a.v")[0]}}


@rule("9E-EMB-01")
@rule("9E-EMB-02")
@rule("9E-EMB-03")
@rule("9E-EMB-04")
@example("9E-EX-59")
@pytest.mark.parametrize(
    ("points", "foe", "marks", "may"),
    [
        (((23.0, 20.0), (24.2, 20.0)), (50.0, 40.0), (), True),
        (((23.0, 20.0), (25.6, 20.0)), (50.0, 40.0), (), False),
        (((23.0, 20.0), (24.2, 20.0)), (20.0, 22.4), (), False),
        (((23.0, 20.0), (24.2, 20.0)), (50.0, 40.0), ("disembarked",), False),
    ],
)
def test_who_may_embark_after_a_move(points: Any, foe: tuple[float, float], marks: Any, may: bool) -> None:
    field = Field([carrier(), unit("x", 2), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.v", (20.0, 20.0))
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", foe)
    one, two = field.put("a.x", *[(x + 1.0, y - 4.0) for x, y in points])
    field.mark("a.x", *marks)
    field.go()
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=moves((one, *points[0]), (two, *points[1])))
    assert (field.asked == "embark") is may
    if may:
        field.choose("embark", transport=field.models("a.v")[0])
        assert field.event("unit.embarked")
        assert not field.game.on_table(field.game.unit("a.x"))


@rule("9E-EMB-01")
def test_embarking_is_optional_and_stationary_units_do_not() -> None:
    field = Field([carrier(), unit("x", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.v", (20.0, 20.0))
    field.put("a.x", (23.0, 20.0))
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=[])
    field.choose("embark", transport=None)
    assert field.game.on_table(field.game.unit("a.x"))
    field.choose("select", unit="a.w")
    field.choose("move", kind="stationary")
    assert field.asked == "select"


@rule("9E-EMB-05")
@rule("9E-EMB-06")
def test_units_aboard_do_nothing_and_nothing_affects_them() -> None:
    banner = ability(
        "Banner",
        {
            "kind": "modify-characteristic",
            "characteristic": "Ld",
            "operation": "add",
            "value": "1",
            "to": {"scope": "friendly-units", "range": 6},
        },
        aura=True,
    )
    rider = unit("x", 1, gun(), abilities=[banner])
    field = riding(rider, unit("z", 1, gun()), step="shooting", foe=(30.0, 20.0))
    game = field.game
    assert not abilities.effects(game, "modify-characteristic", game.unit("a.x"))
    assert not abilities.effects(game, "modify-characteristic", game.unit("a.v"))
    from resolver.families.wh40k.attacks.shooting import eligible

    assert eligible(game) == []


@rule("9E-EMB-08")
def test_those_aboard_share_the_move_of_their_transport() -> None:
    field = riding(unit("x", 1))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.v")
    field.choose("move", kind="normal", moves=moves((field.models("a.v")[0], 23.0, 20.0)))
    carried = field.event("unit.carried")
    assert (carried["unit"], carried["move"]) == ("a.x", "normal-move")


@rule("9E-DISE-01")
@example("9E-EX-59")
@pytest.mark.parametrize(
    ("mark", "may"), [((), True), (("normal-move",), False), (("stationary",), False), (("advanced",), False)]
)
def test_a_unit_gets_out_before_its_transport_has_moved(mark: Any, may: bool) -> None:
    field = riding(unit("x", 1))
    field.mark("a.v", *mark)
    assert transports.may_disembark(field.game, field.game.unit("a.x")) is may


@rule("9E-DISE-01")
def test_a_unit_that_embarked_in_this_phase_does_not_get_out_in_it() -> None:
    field = riding(unit("x", 1))
    field.mark("a.x", "boarded")
    assert not transports.may_disembark(field.game, field.game.unit("a.x"))


@rule("9E-DISE-02")
@rule("9E-DISE-03")
@rule("9E-DISE-04")
@rule("9E-ER-03")
@example("9E-EX-59")
def test_disembarking() -> None:
    field = riding(unit("x", 2, gun("Cannon", '36"', "Heavy 1")), foe=(20.0, 26.5))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (24.5, 20.0), (23.3, 20.0)))) is None
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (24.6, 20.0), (23.3, 20.0)))) == "9E-DISE-02"
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (20.0, 23.4), (21.1, 23.4)))) is None
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (24.5, 20.0)))) == "9E-DEPLOY-02"
    assert all(field.refusal("disembark", **offer) is None for offer in field.options("disembark"))
    field.choose("disembark", poses=at(field, "a.x", (24.5, 20.0), (23.3, 20.0)))
    event = field.event("unit.set-up")
    assert (event["where"], event["transport"]) == ("disembark", 0)
    game, found = field.game, field.game.unit("a.x")
    assert game.has_mark(found, "moved")
    assert found in movement.selectable(game)
    field.choose("select", unit=None)
    stationary = {event["unit"]: event["marks"] for event in field.events("unit.stationary")}
    assert stationary["a.x"] == ["acted"]


@rule("9E-DISE-02")
@rule("9E-ER-03")
def test_nobody_gets_out_next_to_an_enemy() -> None:
    field = riding(unit("x", 1), foe=(24.5, 22.0))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (24.0, 20.5)))) == "9E-ER-03"


@rule("9E-DISE-02")
def test_a_roof_next_to_the_transport_is_too_high_to_get_out_on() -> None:
    field = riding(unit("x", 1), terrain=[wall(22.6, 15.0, 28.0, 30.0)])
    field.go()
    field.choose("select", unit="a.x")
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (24.0, 20.0)))) == "9E-DISE-02"
    offers = field.options("disembark")
    assert any(offer["poses"] for offer in offers)
    assert all(field.refusal("disembark", **offer) is None for offer in offers)


@rule("9E-DISE-02")
def test_a_unit_that_stays_aboard_is_not_asked_again() -> None:
    field = riding(unit("x", 1))
    field.go()
    field.choose("select", unit="a.x")
    field.choose("disembark", poses=None)
    assert field.decision.data["units"] == ["a.v"]


def destroy_transport(field: Field, *dice: int) -> None:
    """Have the transport suffer six mortal wounds as the Shooting phase of b."""
    game = field.game
    script = mortal_wounds(game, game.unit("a.v"), 6, "test", 1)

    def once(_: Any) -> Any:
        yield from script
        return True

    steps = list(field.rules.steps)
    from dataclasses import replace

    place = field.state.phase
    steps[place] = replace(steps[place], activation=once)
    game.ruleset = replace(field.rules, steps=tuple(steps))
    field.go(*dice)


@rule("9E-DESTR-01")
@rule("9E-DESTR-02")
@rule("9E-DESTR-03")
@rule("9E-DESTR-04")
@rule("9E-DESTR-05")
@example("9E-EX-58")
def test_a_destroyed_transport() -> None:
    field = riding(unit("x", 6, W="3"), vehicle=carrier(abilities=[EXPLODES]), step="shooting", foe=(25.0, 20.0), turn=1)
    destroy_transport(field, 6, 4, 1, 3, 1, 6, 2, 5)
    assert field.asked == "disembark"
    assert field.decision.data["emergency"]
    assert field.event("explosion.rolled")["exploded"]
    assert field.wounds("b.y") == [7]
    assert len(field.models("a.v")) == 1
    poses = field.options("disembark")[0]["poses"]
    assert len(poses) == 6
    field.choose("disembark", poses=poses)
    for _ in range(2):
        field.choose("casualty", model=field.models("a.x")[0])
    assert len(field.models("a.x")) == 4
    assert field.wounds("a.x") == [3] * 4
    assert field.models("a.v") == []
    order = [event["kind"] for event in field.game.events]
    gone = next(event["n"] for event in field.events("model.destroyed") if event["unit"] == "a.v")
    assert order.index("explosion.rolled") < order.index("unit.set-up") < order.index("survivors.rolled") < gone
    event = field.event("unit.set-up")
    assert (event["where"], event["transport"]) == ("destroyed-transport", 0)
    assert set(event["marks"]) == {"disembarked", "moved", "wrecked"}


@rule("9E-DESTR-02")
def test_models_that_find_no_place_are_destroyed() -> None:
    ring = [(13.4 + 2.2 * place, y) for place in range(7) for y in (17.0, 23.0)] + [(16.0, 20.0), (24.0, 20.0)]
    foes = unit("y", len(ring), W="9", base={"shape": "round", "mm": [50.8]})
    field = Field([carrier(), unit("x", 3)], [foes], "shooting", turn=1)
    model = field.put("a.v", (20.0, 20.0))[0]
    field.put("b.y", *ring)
    field.state.write("embarked_in", field.game.unit("a.x"), model)
    destroy_transport(field, *((6,) * 3))
    assert field.options("disembark") == [{"poses": None}]
    field.choose("disembark", poses=None)
    lost = [event for event in field.events("model.destroyed") if event["cause"] == "no-room"]
    assert len(lost) == 3
    assert all(event["by"] is None for event in lost)


@rule("9E-DESTR-02")
def test_in_an_emergency_as_many_get_out_as_can() -> None:
    field = riding(unit("x", 3), step="shooting", turn=1)
    destroy_transport(field, 6, 6, 6)
    assert broken_rule(field.refusal("disembark", poses=None)) == "9E-DESTR-02"
    assert broken_rule(field.refusal("disembark", poses=at(field, "a.x", (23.0, 20.0)))) == "9E-DESTR-02"


@rule("9E-SSTR-02")
@rule("9E-SSTR-04")
@rule("9E-SSTR-07")
def test_a_unit_is_destroyed_with_its_last_model() -> None:
    field = Field([unit("x", 2)], [unit("y", 1)])
    one, two = field.put("a.x", (10, 10), (11, 11))
    field.put("b.y", (40, 30))
    list(destruction.destroy(field.game, one, "attack", 1))
    assert not field.events("unit.destroyed")
    assert not field.state.on_table[one]
    list(destruction.destroy(field.game, two, "attack", 1))
    assert field.event("unit.destroyed")["by"] == 1
    assert field.game.count(0, "lost") == 2


def test_only_the_destroyed_model_explodes() -> None:
    field = Field([carrier(abilities=[EXPLODES]), unit("x", 1)], [unit("y", 1)])
    field.put("a.v", (20.0, 20.0))
    model = field.put("a.x", (23.0, 20.0))[0]
    list(destruction.destroy(field.game, model, "attack", 1))
    assert not field.events("explosion.rolled")


@rule("9E-UNIT-03")
@rule("9E-DESTR-01")
def test_an_explosion_harms_every_unit_near_whosever_it_is() -> None:
    field = Field([carrier(abilities=[EXPLODES]), unit("x", 1, W="9"), unit("z", 1, W="9")], [unit("y", 1, W="9")])
    vehicle = field.put("a.v", (20.0, 20.0))[0]
    field.put("a.x", (26.0, 20.0))
    field.put("a.z", (29.1, 20.0))
    field.put("b.y", (20.0, 25.0))
    from resolver.table.dice import ScriptedDice

    with ScriptedDice((6, 5, 1)) as dice:
        field.game.dice = dice
        list(destruction.destroy(field.game, vehicle, "attack", 1))
    assert (field.wounds("a.x"), field.wounds("a.z"), field.wounds("b.y")) == ([6], [9], [8])


@rule("9E-UNIT-02")
@rule("9E-AURA-01")
@rule("9E-AURA-02")
@rule("9E-AURA-03")
@rule("9E-WARLORD-05")
@rule("9E-MODC-01")
@example("9E-EX-07")
def test_auras_reach_so_far_and_count_once() -> None:
    bold = ability(
        "Bold",
        {
            "kind": "modify-characteristic",
            "characteristic": "Ld",
            "operation": "add",
            "value": "1",
            "to": {"scope": "friendly-units", "range": 6},
        },
        aura=True,
    )
    field = Field(
        [unit("x", 1, abilities=[bold]), unit("z", 1, abilities=[bold]), unit("w", 1), unit("v", 1)], [unit("y", 1)]
    )
    models = [
        field.put(key, point)[0]
        for key, point in (("a.x", (10, 10)), ("a.z", (10, 14)), ("a.w", (17, 10)), ("a.v", (17.1, 20)))
    ]
    field.put("b.y", (10.0, 12.0))
    value = {key: characteristics.value(field.game, model, "nerve") for key, model in zip("xzwv", models, strict=True)}
    assert value == {"x": 8, "z": 8, "w": 8, "v": 7}
    assert characteristics.value(field.game, field.models("b.y")[0], "nerve") == 7


@rule("9E-AURA-03")
def test_of_two_auras_that_happen_at_a_moment_one_strikes() -> None:
    burn = {"kind": "mortal-wounds", "number": "1", "on": "turn-end", "to": {"scope": "enemy-units", "range": 6}}
    for aura, left in ((True, 8), (False, 7)):
        burning = [ability("Burn", burn, aura=aura)]
        field = Field([unit("x", 1, abilities=burning), unit("z", 1, abilities=burning)], [unit("y", 1, W="9")], "coherency")
        for key, point in (("a.x", (10, 10)), ("a.z", (10, 13)), ("b.y", (13, 11))):
            field.put(key, point)
        field.go()
        while field.battle and field.battle.decision and field.asked == "order":
            field.choose("order", first=0)
        assert field.wounds("b.y") == [left]


@rule("9E-WARLORD-05")
@rule("9E-WARLORD-03")
def test_inspiring_leader() -> None:
    declared = [
        {"kind": "warlord", "subject": "x-m0"},
        {"kind": "warlord-trait", "subject": "x-m0", "value": "inspiring-leader"},
    ]
    field = Field(
        [unit("x", 1, keywords=("CHARACTER",)), unit("z", 1), unit("w", 1)], [unit("y", 1)], declarations=(declared, [])
    )
    leader, near, far = (field.put(key, at)[0] for key, at in (("a.x", (10, 10)), ("a.z", (17, 10)), ("a.w", (17.1, 14))))
    field.put("b.y", (12.0, 12.0))
    values = [characteristics.value(field.game, model, "nerve") for model in (leader, near, far)]
    assert values == [8, 8, 7]
    field.state.write("on_table", leader, False)
    field.state.write("alive", leader, False)
    assert characteristics.value(field.game, near, "nerve") == 7


@rule("9E-WARLORD-05")
def test_a_warlord_takes_the_trait_along_when_the_unit_is_divided() -> None:
    declared = [
        {"kind": "warlord", "subject": "x-m0"},
        {"kind": "warlord-trait", "subject": "x-m0", "value": "inspiring-leader"},
    ]
    squads = ability("Combat Squads", {"kind": "combat-squads", "models": 4, "on": "deployment"})
    field = Field([unit("x", 4, keywords=("CHARACTER",), abilities=[squads])], [unit("y", 1)], declarations=(declared, []))
    leader, mate, third, fourth = field.models("a.x")
    list(field.game.happen("unit.split", unit=0, into=1, models=[leader, mate]))
    field.put("a.x+", (10, 10), (11.5, 10))
    field.put("a.x", (30, 10), (31.5, 10))
    field.put("b.y", (50.0, 40.0))
    assert [characteristics.value(field.game, model, "nerve") for model in (leader, mate, third, fourth)] == [8, 8, 7, 7]
    field.put("a.x", (15, 10), (16.5, 10))
    assert characteristics.value(field.game, third, "nerve") == 8


@rule("9E-DICEADV-01")
@rule("9E-MODC-07")
def test_two_abilities_at_once_have_dice_of_their_own_and_the_log_shows_them() -> None:
    scorch = {"kind": "mortal-wounds", "number": "D6", "needs": "2+", "on": "phase-start", "to": {"scope": "enemy-units"}}
    heal = {"kind": "regain-wounds", "number": "D6", "on": "phase-start", "to": {"scope": "unit"}}
    row = unit("x", 1, W="30", abilities=[ability("Scorch", scorch), ability("Sear", scorch), ability("Heal", heal)])
    shown = set()
    for seed in range(12):
        field = Field([row], [unit("y", 1, W="40")])
        field.put("a.x", (10.0, 10.0))
        field.put("b.y", (30.0, 10.0))
        field.state.write("wounds", 0, 1)
        field.game.dice = dice = RecordingDice(SeededDice(seed))
        for source in sources(field.game).by_trigger["phase-start"]:
            list(moment(field.game, "phase-start", only=[source]))
        told = [
            face
            for kind in ("ability.rolled", "mortal-wounds.suffered")
            for row_ in field.events(kind)
            for face in row_["dice"]
        ]
        assert sorted(told) == sorted(dice.record.values())
        assert len(field.events("ability.rolled")) == 3
        shown.add(tuple(event["dice"][0] for event in field.events("ability.rolled")[:2]))
    assert any(first != second for first, second in shown)


@rule("9E-DMG-01")
@rule("9E-DMG-02")
@rule("9E-DS-10")
def test_damage_tables_are_read_by_the_wounds_that_are_left() -> None:
    table = [
        {"wounds": [7, 12], "characteristics": {"M": '12"', "BS": "3+"}},
        {"wounds": [4, 6], "characteristics": {"M": '8"', "BS": "4+"}},
        {"wounds": [1, 3], "characteristics": {"M": '4"', "BS": "5+"}},
    ]
    field = Field([unit("x", 1, W="12", M="*", BS="*", table=table)], [unit("y", 1)])
    model = field.put("a.x", (10, 10))[0]
    found = []
    for wounds in (12, 7, 6, 4, 3, 1, 7):
        field.state.write("wounds", model, wounds)
        found.append((characteristics.move(field.game, model), characteristics.value(field.game, model, "ranged-hit")))
    assert found == [((0.0, m), bs) for m, bs in ((12.0, 3), (12.0, 3), (8.0, 4), (8.0, 4), (4.0, 5), (4.0, 5), (12.0, 3))]


def changing(*changes: tuple[str, str, str]) -> Any:
    rows = [
        {
            "kind": "modify-characteristic",
            "characteristic": key,
            "operation": operation,
            "value": value,
            "to": {"scope": "unit"},
        }
        for key, operation, value in changes
    ]
    return ability("Changed", *rows)


@rule("9E-MODC-02")
@rule("9E-MODC-03")
@rule("9E-MODC-04")
@rule("9E-MODC-05")
@rule("9E-MODC-08")
@rule("9E-MODC-09")
@example("9E-EX-46")
@pytest.mark.parametrize(
    ("key", "printed", "changes", "wanted"),
    [
        ("A", "3", [("divide", "2")], 2),
        ("A", "3", [("add", "1"), ("divide", "2")], 3),
        ("A", "2", [("add", "1"), ("set", "5")], 6),
        ("Ld", "2", [("subtract", "3")], 1),
        ("A", "0", [], 1),
        ("S", "-", [("add", "1")], 5),
        ("Ld", "-", [("add", "1")], 5),
    ],
)
def test_modified_characteristics(key: str, printed: str, changes: Any, wanted: int) -> None:
    given: Any = {"T": "5", key: printed}
    field = Field([unit("x", 1, abilities=[changing(*((key, *change) for change in changes))], **given)], [unit("y", 1)])
    model = field.put("a.x", (10, 10))[0]
    assert characteristics.value(field.game, model, part_of(field.game, key)) == wanted


@rule("9E-KEY-09")
@rule("9E-KEY-10")
@example("9E-EX-38")
def test_units_and_models_with_different_keywords() -> None:
    from resolver.shared.units.engagement import has_keyword, model_has

    field = Field([unit("x", [(4, []), (1, [], {"keywords": ["CHARACTER"]})])], [unit("y", 1)])
    models = field.row("a.x", 10, 10)
    assert has_keyword(field.game, 0, "CHARACTERS")
    assert [model_has(field.game, model, "CHARACTER") for model in models] == [False] * 4 + [True]


@rule("9E-SEQ-01")
@rule("9E-SEQ-02")
@example("9E-EX-06")
@pytest.mark.parametrize(("on", "rule_id"), [("phase-start", "9E-SEQ-01"), ("round-start", "9E-SEQ-02")])
def test_who_orders_rules_that_happen_at_once(on: str, rule_id: str) -> None:
    scorch = {"kind": "mortal-wounds", "number": "1", "on": on, "to": {"scope": "enemy-units", "range": 12}}
    field = Field(
        [unit("x", 1, abilities=[ability("Fire", scorch)])],
        [unit("y", 1, W="9", abilities=[ability("Frost", scorch)])],
        turn=1,
    )
    field.state.write("wounds", 0, 9)
    field.put("a.x", (10, 10))
    field.put("b.y", (14, 10))
    from resolver.table.dice import ScriptedDice

    field.game.dice = ScriptedDice((2, 5))
    script = moment(field.game, on)
    decision = next(script)
    assert (decision.kind, decision.rule) == ("order", rule_id)
    assert decision.player == 1
    assert bool(field.events("rolled-off")) is (rule_id == "9E-SEQ-02")


def test_an_effect_that_happens_is_used_as_often_as_it_may() -> None:
    heal = {"kind": "regain-wounds", "number": "1", "on": "phase-start", "limit": "battle", "to": {"scope": "unit"}}
    field = Field([unit("x", 1, W="5", abilities=[ability("Mend", heal)])], [unit("y", 1)])
    model = field.put("a.x", (10, 10))[0]
    field.state.write("wounds", model, 2)
    for _ in range(2):
        list(moment(field.game, "phase-start"))
    assert field.wounds("a.x") == [3]


@rule("9E-COH-05")
def test_models_that_come_back_stand_with_their_unit() -> None:
    rise = {"kind": "return-models", "number": "1", "on": "phase-start", "to": {"scope": "unit"}}
    field = Field([unit("x", 3, abilities=[ability("Rise", rise)])], [unit("y", 1)])
    field.row("a.x", 10, 10)
    field.put("b.y", (40, 30))
    gone = field.models("a.x")[2]
    field.state.write("alive", gone, False)
    field.state.write("on_table", gone, False)
    list(moment(field.game, "phase-start"))
    assert len(field.models("a.x")) == 3
    bodies = field.state.bodies(field.models("a.x"))
    assert in_coherency(field.game, bodies)
    assert not (overlaps(bodies, bodies) & ~np.eye(3, dtype=bool)).any()
    assert field.event("models.returned")["poses"][0][0] == gone


@rule("9E-COH-05")
def test_models_that_come_back_do_not_stand_on_a_tower_above_their_unit() -> None:
    """Its top is the nearest place to the middle of the unit, and higher than coherency reaches."""
    rise = {"kind": "return-models", "number": "1", "on": "phase-start", "to": {"scope": "unit"}}
    tower = wall(9.0, 9.0, 11.0, 11.0, 6.0)
    field = Field([unit("x", 3, abilities=[ability("Rise", rise)])], [unit("y", 1)], terrain=[tower])
    field.put("a.x", (8.0, 10.0), (12.0, 10.0), (20.0, 10.0))
    field.put("b.y", (40, 30))
    gone = field.models("a.x")[2]
    field.state.write("alive", gone, False)
    field.state.write("on_table", gone, False)
    list(moment(field.game, "phase-start"))
    ((model, _, x, y, z, _),) = field.event("models.returned")["poses"]
    assert (model, z) == (gone, 0.0)
    assert not tower.footprint.holds(field.state.bodies([gone])).any(), (x, y)


def test_an_ability_may_give_keywords_for_good() -> None:
    from resolver.shared.units.engagement import has_keyword, model_has

    swift = ability("Swift", {"kind": "add-keywords", "keywords": ["FLY"], "to": {"scope": "unit"}})
    field = Field([unit("x", 1, abilities=[swift])], [unit("y", 1)])
    assert has_keyword(field.game, 0, "FLY")
    assert model_has(field.game, 0, "FLY")
    assert field.rules.list_unresolved(field.game.armies) == []


def test_what_is_not_resolved_is_listed() -> None:
    rows = [
        ability("Text only"),
        ability("Rolled", {"kind": "modify-characteristic", "characteristic": "A", "operation": "add", "value": "D3"}),
        ability("Late", {"kind": "mortal-wounds", "number": "1", "on": "destroys-unit"}),
        ability("Once", {"kind": "re-roll", "roll": "hit", "results": "all", "limit": "battle"}),
        ability("Told", {"kind": "re-roll", "roll": "hit", "results": [1]}),
    ]
    field = Field([unit("x", 1, gun("Gun"), abilities=rows)], [unit("y", 1)])
    listed = {(row["unit"], row["name"]) for row in field.rules.list_unresolved(field.game.armies)}
    assert listed == {("a.x", "Text only"), ("a.x", "Rolled"), ("a.x", "Late"), ("a.x", "Once")}


def test_an_effect_may_need_to_see_whom_it_concerns() -> None:
    gaze = {"kind": "forbid", "action": "shoot", "to": {"scope": "enemy-units", "range": 24, "visible": True}}
    for terrain, concerned in (((), True), ([wall(15, 0, 16, 44)], False)):
        field = Field([unit("x", 1, abilities=[ability("Gaze", gaze)])], [unit("y", 1)], terrain=terrain)
        field.put("a.x", (10.0, 20.0))
        field.put("b.y", (20.0, 20.0))
        assert bool(abilities.effects(field.game, "forbid", 1)) is concerned


@rule("9E-REINF-08")
@rule("9E-DEPLOY-04")
def test_those_aboard_a_unit_that_never_arrived_are_lost_with_it() -> None:
    field = riding(unit("x", 3))
    for model in field.models("a.v"):
        field.state.write("on_table", model, False)
    field.mark("a.v", "held")
    list(destruction.never_arrived(field.game))
    assert [(event["unit"], event["by"]) for event in field.events("unit.destroyed")] == [("a.x", None), ("a.v", None)]


@rule("9E-DESTR-02")
@rule("9E-MTEST-04")
def test_those_aboard_a_transport_that_flees_get_out_and_nothing_else_is_set_off() -> None:
    hold = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    carts = unit("v", 2, keywords=("VEHICLE", "TRANSPORT"), transport=hold, abilities=[EXPLODES], base=HULL, Ld="1")
    field = Field([carts, unit("x", 2)], [unit("y", 1)], "morale-tests")
    first, _ = field.put("a.v", (20.0, 20.0), (26.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.state.write("embarked_in", field.game.unit("a.x"), first)
    field.count("a.v", "lost", 1)
    field.go(6, 6, 6, 6)
    field.choose("flee", model=first)
    field.choose("disembark", **field.options("disembark")[0])
    assert field.event("unit.set-up")["where"] == "destroyed-transport"
    assert field.game.on_table(field.game.unit("a.x"))
    assert not field.state.alive[first]
    assert not field.events("explosion.rolled")


@rule("9E-DISE-04")
def test_a_unit_that_got_out_of_a_stationary_transport_never_remained_stationary() -> None:
    aim = ability("Aim", {"kind": "re-roll", "roll": "hit", "results": "all", "when": [{"name": "stationary"}]})
    field = Field([unit("x", 1, abilities=[aim])], [unit("y", 1)])
    field.put("a.x", (10.0, 20.0))
    field.mark("a.x", "stationary")
    assert abilities.effects(field.game, "re-roll", 0)
    field.mark("a.x", "disembarked")
    assert not abilities.effects(field.game, "re-roll", 0)
