"""What players are asked and told: questions by what is done, how far a unit moves, what the log leaves out, signs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from datasheets.words import languages
from resolver.engine.asking import describe
from resolver.engine.decision import Decision
from resolver.rulesets.aos_1e import declaring, movement, spells, summary
from resolver.rulesets.aos_1e.events import AOS_EVENTS
from tests.aos_1e.field import Field, blade, bow, unit, wizard
from tests.aos_1e.test_hero import act, casting
from tests.field import Row, ability, moves

rule = pytest.mark.rule


@pytest.mark.parametrize(("step", "gap", "said"), [("shoot", 9.0, "shoot, and with"), ("fight", 0.5, "attack, and with")])
def test_the_question_says_whether_a_unit_shoots_or_fights(step: str, gap: float, said: str) -> None:
    field = Field([unit("x", 1, blade(), bow())], [unit("y", 1, blade()), unit("z", 1, blade())], step)
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (21.0 + gap, 20.0))
    field.put("b.z", (19.0 - gap, 20.0))
    battle = field.go(*[1] * 9)
    if step == "shoot":
        field.choose("select", unit="a.x")
    else:
        field.choose("pile-in", moves=[])
    assert battle.decision is not None
    sentence = describe(battle.decision, battle.view(0), []).sentence
    assert said in sentence


@rule("AOS-TRITAB-02")
@pytest.mark.parametrize("language", languages())
def test_a_blessed_player_is_asked_about_the_dice_that_it_rolled(language: str) -> None:
    """Of a unit, and of its own."""
    field = Field([unit("x", 1, bow())], [unit("y", 1, blade(), Wounds="9")], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.player(0, triumph=1, triumphs=1)
    battle = field.go(2, *[1] * 9)
    field.choose("select", unit="a.x")
    assert field.asked == "blessed"
    assert battle.decision is not None
    options = field.options("blessed")
    asked = describe(battle.decision, battle.view(0), options, language)
    assert "2" in asked.sentence
    assert "x" in asked.sentence
    assert len(set(asked.options)) == 6
    own = replace(battle.decision, subject="")
    assert describe(own, battle.view(0), options, language).sentence != asked.sentence


@rule("AOS-MOVE-01", "AOS-RUN-02")
def test_a_unit_is_shown_how_far_its_slowest_model_moves() -> None:
    rows: Any = [(1, ["Sword"], {"Move": '8"'}), (1, ["Sword"], {"Move": '5"'})]
    field = Field([unit("x", rows, blade())], [unit("y", 1, blade())], "move")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (60.0, 40.0))
    move = Decision(1, 0, "move", "a.x", "", {"kinds": ["normal"], "rolled": None})
    assert movement.printed_move(field.game, move) == 5.0
    run = Decision(1, 0, "run", "a.x", "", {"way": "run", "rolled": None, "extra": 4})
    assert movement.printed_move(field.game, run) == 9.0
    field.state.write("on_table", [0, 1], False)
    assert movement.printed_move(field.game, move) is None


def test_the_log_does_not_tell_how_models_out_of_play_are_counted() -> None:
    """Everything else has a sentence of its own in every battle."""
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "battleshock", turn=1)
    field.put("a.x", (10.0, 5.0))
    field.put("b.y", (60.0, 40.0))
    field.go(*[3, 1] * 9)
    kinds = {event["kind"] for event in field.game.events}
    assert "round.counted" in kinds
    assert {kind for kind, known in AOS_EVENTS.items() if known.silent} == {"round.counted"}


@rule("AOS-WIZARD-02", "AOS-SPELL-02", "AOS-SPELL-04")
@pytest.mark.parametrize(("of", "casts", "denies"), [("manifest", 3, 1), ("deny", 1, 3), ("", 1, 1)])
def test_an_ability_gives_more_spells_or_more_attempts_to_unbind(of: str, casts: int, denies: int) -> None:
    more = [ability("More", {"kind": "extra-powers", "of": of, "number": 2, "to": {"scope": "unit"}})] if of else []
    field = casting(abilities=more)
    game = field.game
    for number in range(casts + 1):
        field.count("a.w", "casts", number)
        assert bool(spells.castable(game, 0)) is (number < casts)
    for number in range(denies + 1):
        field.count("a.w", "denies", number)
        assert bool(spells.unbinders(game, field.models("b.v")[0])) is (number < denies)


@pytest.mark.parametrize("action", ["manifest", "deny"])
def test_who_is_forbidden_to_cast_or_unbind_does_not(action: str) -> None:
    silence = ability("Silence", {"kind": "forbid", "action": action, "to": {"scope": "unit"}})
    field = casting(abilities=[silence])
    assert bool(spells.castable(field.game, 0)) is (action != "manifest")
    assert bool(spells.unbinders(field.game, field.models("b.v")[0])) is (action != "deny")


def signs(field: Field, unit: int = 0) -> list[str]:
    return list(summary.SUMMARY.signs_of(field.game, unit))


def test_the_signs_on_a_unit_say_what_it_did_what_lasts_on_it_and_whether_it_fights() -> None:
    field = Field([unit("x", 2, blade())], [unit("y", 1, blade())], "fight")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (20.0, 20.0))
    assert signs(field) == []
    field.mark("a.x", "ran", "charged", "held", "sought")
    assert signs(field) == ["ran", "charged", "sought"]
    field.lasts("a.x", "steadfast")
    field.model_mark(1, "general")
    field.put("b.y", (13.0, 20.0))
    assert signs(field) == ["ran", "charged", "sought", "steadfast", "general", "engaged"]
    field.state.write("on_table", [0, 1], False)
    assert signs(field) == ["held", "ran", "charged", "sought", "steadfast", "general"]
    field.state.write("alive", [0, 1], False)
    assert signs(field) == []


def test_the_ranges_of_a_unit_are_its_move_and_its_missile_weapons() -> None:
    field = Field([unit("x", 2, blade(), bow(), bow("Sling", Range='9"'))], [unit("y", 1, blade(), Move="-")], "move")
    assert summary.SUMMARY.ranges is not None
    assert list(summary.SUMMARY.ranges(field.game, 0)) == [("M", 5.0), ("Bow", 20.0), ("Sling", 9.0)]
    assert list(summary.SUMMARY.ranges(field.game, 1)) == []


def aiming(*weapons: Any, step: str = "shoot") -> Field:
    """Two models that may attack y, near, and z, farther away; w is out of reach."""
    field = Field([unit("x", 2, *(weapons or (bow(Attacks="3"),)))], [unit(key, 1, blade()) for key in "yzw"], step)
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (20.0, 20.0))
    field.put("b.z", (10.0, 30.0))
    field.put("b.w", (60.0, 40.0))
    field.go(*[1] * 40)
    field.choose("select", unit="a.x")
    return field


def strike(target: str, number: int | None = None, **given: Any) -> Row:
    return {"model": 0, "slot": 0, "profile": 0, "target": target, "number": number, **given}


@rule("AOS-ATTACK-03", "AOS-ATTACK-05", "AOS-TARGET-01", "AOS-TARGET-04")
@pytest.mark.parametrize(
    ("strikes", "broken", "code"),
    [
        ([strike("b.y")], None, ""),
        ([], None, ""),
        ([strike("b.y", 1), strike("b.z", 2)], None, ""),
        ([strike("b.y", 1), strike("b.z", 1)], "AOS-ATTACK-05", "attacks.number"),
        ([strike("b.y", 4)], "AOS-ATTACK-05", "attacks.number"),
        ([strike("b.y"), strike("b.z")], "AOS-ATTACK-05", "attacks.number"),
        ([strike("b.q")], "AOS-TARGET-01", "unit.unknown"),
        ([strike("a.x")], "AOS-TARGET-01", "target.not-enemy"),
        ([strike("b.w")], "AOS-TARGET-01", "target.out-of-range"),
        ([strike("b.y", slot=1)], "AOS-ATTACK-03", "weapon.unknown"),
        ([strike("b.y", model=2)], "AOS-ATTACK-03", "weapon.unknown"),
        ([strike("b.y", profile=1)], "AOS-ATTACK-03", "weapon.unknown"),
    ],
)
def test_what_is_refused_of_a_declaration_of_attacks(strikes: list[Row], broken: str | None, code: str) -> None:
    refusal = aiming().refusal("strikes", strikes=strikes)
    assert (refusal and refusal.rule, refusal.code if refusal else "") == (broken, code)


@rule("AOS-SHOOT-03", "AOS-TARGET-05", "AOS-MAKE-08")
def test_what_a_declaration_leaves_out_attacks_the_closest_unit_and_one_target_comes_after_the_other() -> None:
    field = aiming()
    assert field.options("strikes")[:2] == [
        {"strikes": [strike(target), strike(target, model=1)]} for target in ("b.y", "b.z")
    ]
    field.choose("strikes", strikes=[strike("b.z", 2), strike("b.y", 1)])
    declared = field.event("attacks.declared")["attacks"]
    assert [(row["target"], row["attacks"]) for row in declared] == [("b.z", [2]), ("b.y", [1, 3])]
    made = [event["target"] for event in field.events("attack.made")]
    assert made == ["b.z"] * 2 + ["b.y"] * 4


@rule("AOS-ATTACK-05", "AOS-Q-30")
def test_a_random_number_of_attacks_is_the_number_that_a_declaration_has_to_share_out() -> None:
    field = Field([unit("x", 1, bow(Attacks="D6"))], [unit(key, 1, blade()) for key in "yz"], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.put("b.z", (10.0, 30.0))
    field.go(4, *[1] * 9)
    field.choose("select", unit="a.x")
    assert field.decision.data["counted"] == [{"model": 0, "slot": 0, "profile": 0, "attacks": 4}]
    assert field.refusal("strikes", strikes=[strike("b.y", 1), strike("b.z", 3)]) is None
    assert field.refusal("strikes", strikes=[strike("b.y", 1), strike("b.z", 2)]) is not None
    field.choose("strikes", strikes=[strike("b.y", 1), strike("b.z", 3)])
    assert len(field.events("attack.made")) == 4


@rule("AOS-TARGET-01")
@pytest.mark.parametrize(("gap", "code"), [(5.9, "target.too-near"), (6.1, ""), (20.0, ""), (20.1, "target.out-of-range")])
def test_some_weapons_reach_from_a_least_to_a_longest_distance(gap: float, code: str) -> None:
    field = Field([unit("x", 1, bow(Range='6"-20"'))], [unit("y", 1, blade())], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.0 + gap, 20.0))
    refusal = declaring.AttackOptions(field.game, 0, ranged=True).refusal(declaring.Strike(0, 0, 0, 1))
    assert (refusal.code if refusal else "") == code


def test_a_wizard_of_one_spell_is_told_what_it_casts() -> None:
    """What may be done names the spell and its casting value; in a unit of several wizards, who casts it."""
    for models, who in ((1, "w"), (2, "w 0")):
        field = Field([wizard("w", models=models)], [unit("y", 1, blade())], "hero")
        field.row("a.w", 10.0, 20.0)
        field.put("b.y", (20.0, 30.0))
        battle = field.go()
        assert battle.decision is not None
        labels = describe(battle.decision, battle.view(0), field.options("act")).options
        assert len(labels) == 2 * models + 1
        assert labels[0].startswith(who), labels[0]
        assert all(word in labels[0] for word in ("Arcane Bolt", "5"))


@rule("AOS-DAMAGE-01", "AOS-MORTAL-02")
@pytest.mark.parametrize(("language", "attack"), [("en", "attack"), ("de", "ttacke"), ("sv", "ttack"), ("fi", "yökkäy")])
def test_who_suffers_the_mortal_wounds_of_a_spell_is_not_asked_as_an_attack(language: str, attack: str) -> None:
    field = casting(10.0, [unit("v", 2, blade(), Wounds="3")], [])
    field.row("b.v", 21.0, 20.0)
    battle = field.go(2, 3, 4, *[1] * 9)
    act(field, power="arcane-bolt")
    assert battle.decision is not None
    assert battle.decision.kind == "allocate"
    assert attack not in describe(battle.decision, battle.view(1), field.options("allocate"), language).sentence


@rule("AOS-SETUP-08")
def test_who_stops_setting_up_is_told_that_the_rest_are_reserves() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "move")
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (40.0, 20.0))
    battle = field.go()
    asked = Decision(0, 0, "select", "", "AOS-SETUP-05", {"to": "deploy", "units": ["a.x"], "optional": True})
    labels = describe(asked, battle.view(0), [{"unit": "a.x"}, {"unit": None}]).options
    assert "reserves" in labels[1]


@rule("AOS-COMBAT-07")
@pytest.mark.parametrize(("gap", "offered"), [(0.04, 1), (0.2, 2)])
def test_nobody_is_offered_to_pile_in_by_nothing(gap: float, offered: int) -> None:
    """It may still be done: the model touches nobody yet."""
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "fight")
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (21.0 + gap, 20.0))
    field.go(*[1] * 9)
    assert len(field.options("pile-in")) == offered
    assert field.refusal("pile-in", moves=moves((0, 20.0 + gap, 20.0))) is None
