"""Abilities in 8th edition: auras, keywords, re-rolls, the Lord of Contagion; units that arrive; exact odds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.families.wh40k.attacks import target_profiles
from resolver.families.wh40k.moves import charge
from resolver.odds import NoAttack, odds
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.moments import find_lapsing
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.table.dice import SeededDice
from tests.bundled import bundled_catalogue
from tests.field import INFANTRY, ability, blade, gun, moves, roster, shot, unit
from tests.field import Field as NinthField
from tests.wh40k_8e.field import Field
from tests.wh40k_8e.test_attacks import duel, effect, kernel

rule, example = pytest.mark.rule, pytest.mark.example
GUARD = ("INFANTRY", "Death Guard")


def gift() -> dict[str, Any]:
    document = bundled_catalogue("core-8e").documents["lord-of-contagion"]
    (found,) = [dict(row) for row in document["abilities"] if row["name"] == "Nurgle's Gift"]
    return found


def start_turn(*faces: int, turn: int = 1, words: Any = GUARD, **spots: tuple[float, float]) -> Field:
    """Start a turn in which the Lord, a mate and three enemy units stand where they are put."""
    field = Field(
        [unit("lord", 1, keywords=words, abilities=[gift()]), unit("mate", 1, keywords=GUARD)],
        [unit("x", 1, W="3"), unit("y", 1, W="3"), unit("z", 1, W="3")],
        "morale-tests",
        turn=turn,
    )
    for name, spot in spots.items():
        field.put(f"{'a' if name in ('lord', 'mate') else 'b'}.{name}", spot)
    field.go(*faces)
    return field


@rule("8E-LOC-03")
@rule("8E-AURA-01")
@rule("8E-Q-13")
@example("8E-EX-02")
def test_nurgles_gift() -> None:
    """Enemies near the Lord himself, and near a Death Guard model within 7 inches of him; one roll for each unit."""
    field = start_turn(4, 3, lord=(20.0, 20.0), mate=(28.0, 20.0), x=(20.0, 22.0), y=(28.0, 22.0), z=(28.0, 30.0))
    assert [event["dice"] for event in field.events("ability.rolled")] == [[4], [3]]
    assert (field.wounds("b.x"), field.wounds("b.y"), field.wounds("b.z")) == ([2], [3], [3])
    assert field.event("mortal-wounds.suffered")["number"] == 1
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("turn.began") < kinds.index("ability.rolled") < kinds.index("phase.began", kinds.index("turn.began"))


@rule("8E-LOC-03")
@rule("8E-Q-13")
def test_nurgles_gift_reaches_no_further() -> None:
    far = {"x": (50.0, 40.0), "z": (50.0, 36.0)}
    assert not start_turn(lord=(20.0, 20.0), mate=(28.1, 20.0), y=(28.1, 22.0), **far).events("ability.rolled")
    assert not start_turn(lord=(20.0, 20.0), mate=(24.0, 20.0), y=(24.0, 22.1), **far).events("ability.rolled")
    assert not start_turn(mate=(24.0, 20.0), y=(24.0, 22.0), **far).events("ability.rolled"), (
        "the Lord is not on the battlefield"
    )
    assert not start_turn(turn=0, lord=(20.0, 20.0), y=(20.0, 22.0), **far).events("ability.rolled"), (
        "not in the enemy's turn"
    )
    field = start_turn(4, words=INFANTRY, lord=(20.0, 20.0), mate=(24.0, 20.0), x=(20.0, 22.0), y=(24.0, 22.0))
    assert field.wounds("b.x") == [3], "without the keyword he spreads nothing himself"
    assert field.wounds("b.y") == [2]


@rule("8E-AURA-01")
@rule("8E-TRANSPORT-08")
def test_a_bearer_off_the_battlefield_has_no_aura() -> None:
    aura = ability(
        "Steady",
        effect("modify-roll", "friendly-units", roll="hit", operation="add", value="1")
        | {"to": {"scope": "friendly-units", "range": 6}},
        aura=True,
    )
    for aboard, face in ((False, 2), (True, 3)):
        field = Field([unit("x", 1, gun()), unit("lord", 1, abilities=[aura])], [unit("y", 5)])
        field.put("a.x", (10.0, 20.0))
        if not aboard:
            field.put("a.lord", (10.0, 23.0))
        field.row("b.y", 20.0, 30.0)
        field.go(source=SeededDice(1))
        sights = [index for index, hits in enumerate(kernel(field).check("hit").passing, 1) if hits]
        assert min(sights) == face


@rule("8E-TOOLS-07")
@rule("8E-MODCHAR-02")
def test_auras_of_the_same_name_add_up() -> None:
    braver = {"kind": "modify-characteristic", "characteristic": "Ld", "operation": "add", "value": "1"}
    banner = ability("Banner", {**braver, "to": {"scope": "friendly-units", "range": 6}}, aura=True)
    field = Field([unit("x", 1, Ld="7"), *(unit(n, 1, abilities=[banner]) for n in ("one", "two"))], [unit("y", 1)])
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("a.one", (10.0, 23.0))
    assert characteristics.value(field.game, model, "nerve") == 8
    field.put("a.two", (10.0, 17.0))
    assert characteristics.value(field.game, model, "nerve") == 9


@rule("8E-KEYWORD-03")
@rule("8E-KEYWORD-04")
@rule("8E-Q-21")
@pytest.mark.parametrize("kind", ["faction", "other"])
def test_faction_keywords_work_like_all_others_in_any_letters(kind: str) -> None:
    """The keywords of a unit's profiles are of both kinds; a rule asks for the words, not for the kind."""
    hate = ability(
        "Hate",
        effect(
            "modify-roll",
            roll="hit",
            operation="add",
            value="1",
            when=[{"name": "target-keyword", "keywords": ["Heretic Astartes"]}],
        ),
    )
    for words, face in (((" heretic astartes ",), 2), (("Astartes",), 3)):
        row = unit("y", 1, keywords=words)
        row["keywords"] = {"faction": [], "other": [], kind: list(words)}
        field = duel(unit("x", 1, gun(), abilities=[hate]), row)
        assert kernel(field).check("hit").passing.index(True) + 1 == face


@rule("8E-REROLL-01")
@rule("8E-Q-87")
@pytest.mark.parametrize(("results", "dice", "total"), [("all", (1, 6, 2, 3), 5), ([1], (1, 6, 4), 10)])
def test_a_roll_is_rolled_again_with_all_dice_or_those_that_the_rule_names(results: Any, dice: Any, total: int) -> None:
    again = ability("Swift", effect("re-roll", roll="charge", results=results))
    field = Field([unit("x", 1, abilities=[again])], [unit("y", 1)], "charges")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    for _ in charge.note_start(field.game):
        pass
    field.go(*dice)
    field.choose("select", unit="a.x")
    field.choose("re-roll", again=True)
    assert field.event("charge.rolled")["distance"] == total


@rule("8E-Q-79")
@rule("8E-WARLORD-05")
def test_legendary_fighter_raises_the_attacks_of_the_warlord_alone() -> None:
    declared = [
        {"kind": "warlord", "subject": "x-m0"},
        {"kind": "warlord-trait", "subject": "x-m0", "value": "legendary-fighter"},
    ]
    rows: Any = [(1, ["Blade"], {"keywords": ["CHARACTER"]}), (1, ["Blade"])]
    field = Field([unit("x", rows, blade(), A="2")], [unit("y", 1, W="50", Sv="2+")], "charges", declarations=(declared, ()))
    lord, mate = field.put("a.x", (10.0, 20.0), (10.0, 21.2))
    field.put("b.y", (13.0, 20.6))
    field.state.write("marks", lord, field.rules.names.model_marks["warlord"], np.bitwise_or)
    for _ in charge.note_start(field.game):
        pass
    field.go(source=SeededDice(3))
    field.choose("select", unit="a.x")
    field.choose("charge-move", moves=moves((lord, 11.6, 20.0), (mate, 11.6, 21.2)))
    while not field.events("attacks.counted"):
        field.choose(**field.options()[-1])
    counted = field.events("attacks.counted")[0]
    assert {row["model"]: row["attacks"] for row in counted["models"]} == {lord: 3, mate: 2}


@rule("8E-REINF-05")
@rule("8E-TRANSPORT-15")
@rule("8E-HEAVY-01")
@rule("8E-Q-04")
@example("8E-EX-13")
@pytest.mark.parametrize(("step", "turned"), [("reinforcements", False), ("move-units", True)])
def test_models_that_arrived_or_turned_have_moved(step: str, turned: bool) -> None:
    """Played through: a unit arrives, or one model of it turns on the spot, and then fires Heavy weapons."""
    drop = ability("Drop", {"kind": "reserves", "distance": 9, "on": "deployment", "to": {"scope": "unit"}})
    field = Field(
        [unit("x", 2, gun("Cannon", '48"', "Heavy 1"), abilities=[] if turned else [drop])], [unit("y", 1, W="9")], step
    )
    field.put("b.y", (40.0, 20.0))
    if turned:
        one, _two = field.put("a.x", (10.0, 20.0), (10.0, 21.5))
    else:
        field.mark("a.x", "held")
    field.go(source=SeededDice(1))
    field.choose("select", unit="a.x")
    if turned:
        field.choose("move", kind="normal", moves=[{"model": one, "path": [[10.0, 20.0, 1.0]]}])
        moved = {one}
    else:
        field.choose(
            "arrive", poses=[[model, 20.0, 20.0 + 1.5 * place, 0.0] for place, model in enumerate(field.models("a.x"))]
        )
        moved = set(field.models("a.x"))
    while field.asked != "shots":
        field.choose(**field.options()[0])
    models = field.models("a.x")
    for model in models:
        assert field.game.model_marked(model, "moved") is (model in moved)
    field.choose("shots", shots=[shot(model, 0, "b.y") for model in models])
    made = {event["model"]: event["hit"] for event in field.events("attack.made")}
    for model in models:
        assert made[model]["result"] == max(made[model]["dice"][0] - (model in moved), 1)


def build_unit(*args: Any, **given: Any) -> Any:
    return roster([unit("x", *args, **given)], system="wh40k-8e").army.units[0]


@rule("8E-HEAVY-01")
@rule("8E-ASSAULT-01")
@rule("8E-ASSAULT-02")
@rule("8E-OVERWATCH-04")
@rule("8E-PISTOL-04")
@rule("8E-GRENADE-01")
def test_exact_odds_know_the_rules_of_the_edition() -> None:
    """Of 5+ saves nothing is left at AP -2; 3+ to hit, 4+ to wound."""
    target = build_unit(5, Sv="5+", W="1")
    sure, penalty = 4 / 6 / 2, 3 / 6 / 2
    heavy = build_unit(1, gun("Cannon", '36"', "Heavy 1", AP="-2"), keywords=("VEHICLE",))
    assert odds(heavy, target, system="wh40k-8e").expected["kills"] == pytest.approx(sure)
    assert odds(heavy, target, moved=True, system="wh40k-8e").expected["kills"] == pytest.approx(penalty)
    assert odds(heavy, target, overwatch=True, system="wh40k-8e").expected["kills"] == pytest.approx(1 / 12)
    with pytest.raises(NoAttack):
        odds(heavy, target, advanced=True, system="wh40k-8e")
    assault = build_unit(1, gun("Carbine", '18"', "Assault 1", AP="-2"))
    assert odds(assault, target, advanced=True, system="wh40k-8e").expected["kills"] == pytest.approx(penalty)
    squad = build_unit(3, gun("Rifle", '24"', "Assault 1", AP="-2"), gun("Bomb", '6"', "Grenade 2", AP="-2"))
    found = odds(squad, target, system="wh40k-8e")
    assert {row["weapon"]: row["weapons"] for row in found.weapons} == {"Rifle": 2, "Bomb": 1}
    both = build_unit(1, gun("Pistol", '12"', "Pistol 1", AP="-2"), gun("Rifle", '24"', "Assault 2", AP="-2"))
    assert [row["weapon"] for row in odds(both, target, system="wh40k-8e").weapons] == ["Rifle"]


@rule("8E-MELEE-03")
@rule("8E-HIT-02")
def test_exact_odds_of_a_fight() -> None:
    """Against -5 not even a 6 hits: nothing hits by itself in this edition."""
    shy = ability("Shy", effect("modify-roll", roll="hit", operation="subtract", value="5", when=[{"name": "targeted"}]))
    found = odds(build_unit(1, A="4"), build_unit(1, abilities=[shy]), fighting=True, system="wh40k-8e")
    assert found.expected["kills"] == 0.0
    assert found.weapons[0]["weapon"] == "Close combat weapon"


@rule("8E-SHEET-09")
def test_a_save_gained_by_advancing_lasts_until_the_next_movement_phase() -> None:
    """Against shooting alone; it holds in the enemy's turn, too."""
    shimmer = {
        "kind": "invulnerable-save",
        "save": "4+",
        "on": "advance",
        "when": [{"name": "phase", "phase": "movement"}, "shooting"],
        "until": "own-phase",
        "to": {"scope": "unit"},
    }
    armies = [unit("x", 1, abilities=[ability("Shimmer", shimmer)]), unit("w", 1)], [unit("y", 1, gun())]
    field = Field(*armies, "move-units")
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("a.w", (5.0, 30.0))
    field.put("b.y", (60.0, 40.0))
    field.go(source=SeededDice(1))
    found = []

    def save(ranged: bool) -> int | None:
        shot = AttackContext(unit=field.game.unit("b.y"), target=field.game.unit("a.x"), ranged=ranged)
        return target_profiles.target_model(field.game, model, shot).fixed_save

    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    field.choose("advance", moves=[])
    found.append((field.state.turn, save(True), save(False)))
    while field.state.turn == 0:
        field.choose(**field.options()[-1])
    found.append((field.state.turn, save(True), save(False)))
    while field.state.turn == 1:
        field.choose(**field.options()[-1])
    found.append((field.state.turn, save(True), save(False)))
    assert found == [(0, 4, None), (1, 4, None), (0, None, None)]


@pytest.mark.parametrize(
    ("on", "phase"),
    [
        ("move", "movement"),
        ("advance", "movement"),
        ("fall-back", "movement"),
        ("manifested", "psychic"),
        ("shoot", "shooting"),
        ("after-shooting", "shooting"),
        ("charge-declared", "charge"),
        ("charged-at", "charge"),
        ("charge", "charge"),
        ("fight", "fight"),
        ("after-fighting", "fight"),
        ("turn-start", None),
    ],
)
@pytest.mark.parametrize("made", [Field, NinthField])
def test_what_lasts_until_the_next_phase_of_its_kind_ends_as_that_phase_begins(
    on: str, phase: str | None, made: type[NinthField]
) -> None:
    """Here and in 9th edition; what begins in no phase ends as its player's next turn begins."""
    haste = effect("modify-characteristic", characteristic="M", operation="add", value="3", on=on, until="own-phase")
    stage = made([unit("x", 1, abilities=[ability("Haste", haste)])], [unit("y", 1)], "shooting")
    (bits,) = (1 << source.lasting for source in sources(stage.game).every if source.lasting is not None)
    stage.count("a.x", "lasting-own", bits)
    phases = dict.fromkeys(step.phase for step in stage.rules.steps)
    assert [each for each in (*phases, None) if find_lapsing(stage.game, 0, each)] == [phase]
    assert not any(find_lapsing(stage.game, 1, each) for each in (*phases, None))


@pytest.mark.parametrize("made", [Field, NinthField])
def test_what_begins_with_the_turn_lasts_through_its_phases(made: type[NinthField]) -> None:
    haste = effect("modify-characteristic", characteristic="M", operation="add", value="3", when=["own-turn"])
    haste |= {"on": "turn-start", "until": "own-phase"}
    stage = made([unit("x", 1, abilities=[ability("Haste", haste)])], [unit("y", 1)], "fight", turn=1)
    stage.put("a.x", (10.0, 20.0))
    stage.put("b.y", (50.0, 20.0))
    stage.go()
    assert stage.asked in ("select", "move")
    assert stage.event("effect.began")["unit"] == "a.x"
    assert stage.events("effects.lapsed") == []
