"""Enlisting: what ability texts come to where no effects are given, what is listed, and the version in the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from datasheets.effects.recognition.recognise import VERSION
from resolver.engine.battle import Battle
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.compile_armies import NotPlayable, compile_armies
from resolver.engine.record import read_record, record_from
from resolver.engine.replay import ReplayError, replay
from resolver.players import play
from resolver.players.random_legal import RandomLegal
from resolver.shared.effects.context import AttackContext
from resolver.shared.units import characteristics
from resolver.table.dice import SeededDice
from tests.field import Field, blade, gun, roster, unit

Row = dict[str, Any]


GLARE = "Each model in this unit has a 2+ invulnerable save against ranged weapons."


def ability_row(name: str, text: str, **given: Any) -> Row:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": [], **given}


def rifle_with_text(text: str) -> Row:
    """Make a rifle whose row says this and gives no effects."""
    rifle = gun()
    rifle["profiles"][0]["abilities"] = text
    return rifle


def compile_unit(unit_row: Row) -> BattleArmies:
    return compile_armies((roster([unit_row]), roster([unit("y")])))


def kinds(armies: BattleArmies) -> list[str]:
    return [effect.kind for ability in armies.units[0].abilities for effect in ability.effects]


def unresolved_names(armies: BattleArmies) -> list[str]:
    return [row["name"] for row in armies.unresolved]


def test_the_same_documents_are_read_once() -> None:
    first, second = (roster([unit("x")]), roster([unit("y")])), (roster([unit("x")]), roster([unit("z")]))
    assert compile_armies(first) is compile_armies(first)
    assert compile_armies(second).units[1].name == "z"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([unit("x", 999)], ""),
        ([unit("x", 1000)], "2 units and 1001 models; a battle holds 200 units and 1000 models"),
        ([unit(f"x{place}") for place in range(199)], ""),
        ([unit(f"x{place}") for place in range(200)], "201 units and 201 models"),
        ([unit("x", [(1, ["Rifle"] * 60)], gun())], ""),
        ([unit("x", [(1, ["Rifle"] * 61)], gun())], '"x 0" of "x" carries 61 weapons; 60 are the most'),
    ],
)
def test_how_much_a_battle_holds(rows: list[Row], problem: str) -> None:
    armies = roster(rows), roster([unit("y")])
    if problem:
        with pytest.raises(NotPlayable, match=problem):
            compile_armies(armies)
    else:
        assert compile_armies(armies).units[-1].key == "b.y"


def test_the_text_of_a_unit_is_recognised() -> None:
    armies = compile_unit(unit("x", abilities=[ability_row("Glare", GLARE)]))
    assert kinds(armies) == ["invulnerable-save"]
    assert unresolved_names(armies) == []


def test_what_is_not_understood_is_listed_and_does_nothing() -> None:
    text = f"{GLARE} The dunes remember."
    armies = compile_unit(unit("x", abilities=[ability_row("Glare", text)]))
    assert kinds(armies) == []
    assert armies.unresolved == ({"unit": "a.x", "name": "Glare", "text": text, "external": False},)


def test_given_effects_are_never_replaced_by_a_text() -> None:
    given = [{"kind": "ignore-wounds", "needs": "6+", "to": {"scope": "unit"}}]
    armies = compile_unit(unit("x", abilities=[ability_row("Glare", GLARE, effects=given)]))
    assert kinds(armies) == ["ignore-wounds"]


def test_texts_of_weapons_and_wargear_are_recognised() -> None:
    row = unit("x", 1, rifle_with_text("Blast."))
    row["wargear"] = [{"id": "g0", "name": "Mirror", "text": "The bearer has a 2+ invulnerable save.", "effects": []}]
    row["models"][0]["wargear"] = {"g0": 1}
    armies = compile_unit(row)
    assert [effect.kind for effect in armies.weapons[0].ability.effects] == ["blast"]
    (mirror,) = armies.loadouts[0].wargear
    assert [(effect.kind, effect.to.scope) for effect in mirror.effects] == [("invulnerable-save", "bearer")]
    assert unresolved_names(armies) == []


def test_the_note_of_a_weapon_is_said_of_each_profile() -> None:
    rifle = gun(profiles=[{"name": "Near"}, {"name": "Far"}])
    rifle["note"] = "Choose a profile before selecting targets. Add 2 to wound rolls made for this weapon."
    armies = compile_unit(unit("x", 1, rifle))
    assert [[effect.kind for effect in row.ability.effects] for row in armies.weapons[:2]] == [["modify-roll"]] * 2
    assert unresolved_names(armies) == []
    rifle["note"] += " The dunes remember."
    armies = compile_unit(unit("x", 1, rifle))
    assert armies.weapons[0].ability.effects == ()
    assert unresolved_names(armies) == ["Rifle"]


def test_a_text_that_changes_nothing_in_a_battle_is_not_listed() -> None:
    armies = compile_unit(
        unit(
            "x", 1, rifle_with_text("When attacking with this weapon, choose one of the following profiles to attack with.")
        )
    )
    assert armies.weapons[0].ability.effects == ()
    assert unresolved_names(armies) == []


def test_this_model_is_nobody_where_the_unit_has_several_kinds() -> None:
    text = "This model has a 2+ invulnerable save against melee attacks."
    assert kinds(compile_unit(unit("x", 3, abilities=[ability_row("Ward", text)]))) == ["invulnerable-save"]
    mixed = unit("x", [(1, []), (2, [], {"T": "5"})], abilities=[ability_row("Ward", text)])
    assert kinds(compile_unit(mixed)) == []
    assert unresolved_names(compile_unit(mixed)) == ["Ward"]


@pytest.mark.parametrize(("models", "used"), [(1, True), (3, False)])
def test_wounds_that_each_of_several_models_would_regain_are_nobodys(models: int, used: bool) -> None:
    row = unit("x", models, abilities=[ability_row("Mend", "At the start of your turn, this model regains 2 lost wounds.")])
    assert kinds(compile_unit(row)) == (["regain-wounds"] if used else [])


@pytest.mark.parametrize(
    ("text", "alone_only"),
    [
        ("The bearer has a 2+ invulnerable save.", False),
        ("Each time the bearer makes a ranged attack, add 2 to the wound roll.", False),
        ("Each time a melee attack targets this unit, subtract 2 from the wound roll.", False),
        ("Each time a melee attack targets the bearer, subtract 2 from the wound roll.", True),
        ("The bearer is eligible to declare a charge in a turn in which it fell back or advanced.", True),
        ("Re-roll charge rolls made for the bearer.", True),
    ],
)
def test_what_wargear_gives_to_one_of_several_models(text: str, alone_only: bool) -> None:
    for models in (1, 2):
        row = unit("x", models)
        row["wargear"] = [{"id": "g0", "name": "Mirror", "text": text, "effects": []}]
        row["models"][0]["wargear"] = {"g0": 1}
        assert unresolved_names(compile_unit(row)) == (["Mirror"] if alone_only and models > 1 else [])


def test_keywords_in_brackets_must_be_the_units_own() -> None:
    near = 'While a friendly <HOST> CORE unit is within 7" of this model'
    text = f"{near}, each time a model in that unit makes a melee attack, re-roll wound rolls of 2."
    assert kinds(compile_unit(unit("x", abilities=[ability_row("Lead (Aura)", text)], keywords=("<HOST>",)))) == ["re-roll"]
    assert unresolved_names(compile_unit(unit("x", abilities=[ability_row("Lead (Aura)", text)]))) == ["Lead (Aura)"]


def test_an_aura_is_known_by_its_name() -> None:
    text = 'While an enemy unit is within 5" of the bearer, subtract 3 from the Toughness characteristic of that unit.'
    auras = [
        compile_unit(unit("x", abilities=[ability_row(name, text)])).units[0].abilities[0].aura
        for name in ("Awe (Aura)", "Awe")
    ]
    assert auras == [True, False]


@pytest.fixture(scope="module")
def battle() -> Battle:
    army = roster([unit("x", 2, rifle_with_text("When attacking with this weapon, re-roll hit rolls of 1 or 2."), blade())])
    fought = Battle.start((army, roster([unit("y", 2, gun(), blade())])), seed=1)
    play(fought, (RandomLegal(1), RandomLegal(2)))
    return fought


def test_the_record_says_by_which_tables_texts_were_read(battle: Battle) -> None:
    record = battle.record()
    assert record.to_json()["recognition"] == VERSION
    assert read_record(record.to_bytes()) == record
    old = {key: value for key, value in record.to_json().items() if key != "recognition"}
    assert record_from(old).to_json() == old


def test_a_replay_by_other_tables_that_goes_another_way_says_so(battle: Battle) -> None:
    record = replace(battle.record(), recognition="0", events_digest="sha256:0")
    with pytest.raises(ReplayError, match=f"read by version 0 then and are by {VERSION} now"):
        replay(record)


CHARGERS = (
    "At the start of the Fight phase, if this unit made a charge move, was charged or performed a Heroic Intervention this"
    " turn, until the end of the phase add 4 to the Attacks characteristic of models in this unit."
)


@pytest.mark.parametrize(
    ("ours", "theirs", "attacks"),
    [
        ((), (), 1),
        (("charged",), (), 5),
        (("intervened",), (), 5),
        ((), ("declared",), 1),
        ((), ("declared", "charged"), 5),
        (("intervened",), ("declared", "charged"), 5),
    ],
)
def test_a_charge_counts_once_and_only_if_it_was_made(ours: tuple[str, ...], theirs: tuple[str, ...], attacks: int) -> None:
    field = Field([unit("x", 1, blade(), abilities=[ability_row("Wave", CHARGERS)])], [unit("y", 1, W="9")], "fight")
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.5, 20.0))
    field.mark("a.x", *ours)
    field.mark("b.y", *(mark for mark in theirs if mark == "charged"))
    if theirs:
        field.pair("b.y", "a.x", "charge-target")
    now = AttackContext(attacker=model, unit=field.game.unit("a.x"), ranged=False)
    assert characteristics.value(field.game, model, "number", now) == attacks


@pytest.mark.parametrize(("gap", "begins"), [(0.5, True), (9.0, False)])
def test_who_may_fight_first_is_settled_at_the_start_of_the_phase(gap: float, begins: bool) -> None:
    text = (
        "At the start of the Fight phase, if the bearer's unit is within Engagement Range of any enemy units, it can fight"
        " first that phase"
    )
    row = unit("x", 1, blade(), abilities=[ability_row("Quick", text)])
    field = Field([row], [unit("y", 1, blade(), W="9")], "charges", turn=0)
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.0 + gap, 20.0))
    field.go(source=SeededDice(1))
    began = [event for event in field.events("effect.began") if event["effect"] == "Quick"]
    assert bool(began) is begins
    assert all((event["phase"], event["until"]) == ("fight", "phase-end") for event in began)
