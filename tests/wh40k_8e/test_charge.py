"""The Charge phase of 8th edition: who may charge, Overwatch, the roll, the move, Heroic Interventions."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.moves import charge
from resolver.table.dice import SeededDice
from tests.field import INFANTRY, ability, gun, moves, shot, unit, wall
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
RIFLE = gun()


def charging(foe: tuple[float, float] = (19.0, 20.0), *, words: Any = INFANTRY, foes: Any = None, **given: Any) -> Field:
    """A unit of a, one enemy model; the Charge phase has begun."""
    terrain = given.pop("terrain", ())
    field = Field(
        [unit("x", given.pop("models", 1), keywords=words, **given)], foes or [unit("y", 1)], "charges", terrain=terrain
    )
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", foe)
    return field


def begin(field: Field, *dice: int, source: Any = None) -> Field:
    """Note who is engaged, as the phase does when it begins, and go on."""
    for _ in charge.note_start(field.game):
        pass
    field.go(*dice, source=source)
    return field


def eligible_units(field: Field) -> list[str]:
    for _ in charge.note_start(field.game):
        pass
    return [field.game.key(found) for found in charge.eligible(field.game)]


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


@rule("8E-CHARGE-01")
@pytest.mark.parametrize(("gap", "eligible"), [(12.0, True), (12.1, False)])
def test_a_unit_within_12_inches_may_charge(gap: float, eligible: bool) -> None:
    assert bool(eligible_units(charging((11.0 + gap, 20.0)))) is eligible


@rule("8E-CHARGE-01")
def test_it_must_be_near_when_it_is_picked_not_when_the_phase_began() -> None:
    field = charging((30.0, 20.0))
    assert eligible_units(field) == []
    field.put("b.y", (19.0, 20.0))
    assert [field.game.key(found) for found in charge.eligible(field.game)] == ["a.x"]


@rule("8E-CHARGE-02")
@rule("8E-FALLBACK-04")
@rule("8E-ADVANCE-04")
@example("8E-EX-73")
@pytest.mark.parametrize("mark", ["advanced", "fell-back"])
@pytest.mark.parametrize("words", [INFANTRY, ("FLY",)])
def test_who_advanced_or_fell_back_may_not_charge(mark: str, words: Any) -> None:
    field = charging(words=words)
    field.mark("a.x", mark)
    assert eligible_units(field) == []


@rule("8E-CHARGE-02")
@pytest.mark.parametrize(("mark", "other"), [("advanced", "fell-back"), ("fell-back", "advanced")])
def test_abilities_let_a_unit_charge_after_one_kind_of_move(mark: str, other: str) -> None:
    action = {"advanced": "charge-after-advance", "fell-back": "charge-after-fall-back"}[mark]
    swift = ability("Swift", {"kind": "permit", "action": action, "to": {"scope": "unit"}})
    for marks, found in (((mark,), ["a.x"]), ((other,), []), ((mark, other), [])):
        field = charging(abilities=[swift])
        field.mark("a.x", *marks)
        assert eligible_units(field) == found


def test_an_ability_may_forbid_to_charge() -> None:
    assert (
        eligible_units(
            charging(abilities=[ability("Slow", {"kind": "forbid", "action": "charge", "to": {"scope": "unit"}})])
        )
        == []
    )


@rule("8E-CHARGE-03")
@pytest.mark.parametrize(("gap", "eligible"), [(1.0, False), (1.1, True)])
def test_who_started_the_phase_near_an_enemy_may_not_charge(gap: float, eligible: bool) -> None:
    field = charging((11.0 + gap, 20.0))
    assert bool(eligible_units(field)) is eligible
    if not eligible:
        field.put("b.y", (15.0, 20.0))
        assert charge.eligible(field.game) == []


@rule("8E-CHARGE-01")
@rule("8E-CHARGE-04")
@example("8E-EX-83")
def test_targets_are_units_within_12_inches() -> None:
    field = Field([unit("x", 1)], [unit("x", 1), unit("y", 1), unit("z", 1)], "charges")
    field.put("a.x", (10.0, 20.0))
    field.put("b.x", (23.0, 20.0))
    field.put("b.y", (10.0, 33.5))
    field.put("b.z", (10.0, 30.0))
    begin(field)
    field.choose(unit="a.x")
    assert broken_rule(field.refusal("charge", targets=["b.y"])) == "8E-CHARGE-04"
    assert broken_rule(field.refusal("charge", targets=[])) == "8E-CHARGE-04"
    assert field.refusal("charge", targets=["b.x"]) is None
    assert field.refusal("charge", targets=["b.x", "b.z"]) is None


@rule("8E-CHARGE-04")
def test_targets_need_not_be_visible_and_may_be_aircraft() -> None:
    foes = [unit("y", 1, keywords=("AIRCRAFT", "FLY"))]
    assert eligible_units(charging((19.0, 20.0), foes=foes, terrain=[wall(14, 10, 15, 30, height=9.0)])) == ["a.x"]


@rule("8E-CHARGE-09")
@rule("8E-CHARGE-10")
@rule("8E-CHARGE-11")
@rule("8E-CHARGE-03")
@rule("8E-Q-66")
@example("8E-EX-104")
def test_a_unit_charges_once_whether_it_succeeds_or_not() -> None:
    field = Field([unit("x", 1), unit("z", 1)], [unit("y", 1)], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    field.put("b.y", (19, 20))
    begin(field, 1, 1)
    assert field.decision.data == {"to": "charge", "units": ["a.x", "a.z"], "optional": True}
    field.choose(unit="a.x")
    field.choose("charge-move", moves=None)
    assert field.event("charge.failed")["unit"] == "a.x"
    assert "declined" not in field.event("charge.failed")
    assert not field.game.has_mark(field.game.unit("a.x"), "charged")
    assert field.decision.data["units"] == ["a.z"]


@rule("8E-CHARGE-06")
@rule("8E-CHARGE-07")
@rule("8E-CHARGE-09")
@rule("8E-Q-02")
@rule("8E-Q-66")
@example("8E-EX-82")
@pytest.mark.parametrize(("dice", "succeeds"), [((3, 3), True), ((3, 2), False)])
def test_a_charge_over_seven_inches(dice: tuple[int, int], succeeds: bool) -> None:
    field = begin(charging((18.0, 20.0)), *dice)
    field.choose("select", unit="a.x")
    (model,) = field.models("a.x")
    assert field.event("charge.rolled")["distance"] == sum(dice)
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 16.0, 20.0)))) == (
        None if succeeds else "8E-CHARGE-06"
    )
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 14.9, 20.0)))) == "8E-CHARGE-07"
    assert field.refusal("charge-move", moves=None) is None, "after the roll the player may decline"
    offers = field.options("charge-move")
    assert offers[-1] == {"moves": None}
    assert (len(offers) > 1) is succeeds


@rule("8E-CHARGE-09")
def test_the_log_says_of_a_charge_that_could_have_come_in_that_it_was_declined() -> None:
    field = begin(charging((18.0, 20.0)), 3, 3)
    field.choose("select", unit="a.x")
    field.choose("charge-move", moves=None)
    assert field.event("charge.failed")["declined"]


@rule("8E-CHARGE-07")
@rule("8E-UNIT-03")
@rule("8E-Q-66")
def test_only_the_first_model_has_to_come_near_and_the_unit_stays_together() -> None:
    field = begin(charging((16.0, 20.0), models=2), 3, 3)
    back, front = field.models("a.x")
    field.choose(unit="a.x")
    good = [*moves((front, 14.5, 20.0)), {"model": back, "path": [[10.0, 21.5, 0.0], [12.0, 21.5, 0.0]]}]
    assert field.refusal("charge-move", moves=good) is None
    assert broken_rule(field.refusal("charge-move", moves=good[::-1])) == "8E-CHARGE-07"
    apart = field.refusal("charge-move", moves=moves((front, 14.5, 20.0)))
    assert broken_rule(apart) == "8E-UNIT-03"
    assert broken_rule(field.refusal("charge-move", moves=[])) == "8E-CHARGE-07"


@rule("8E-CHARGE-07")
@rule("8E-Q-66")
def test_not_all_targets_have_to_be_reached() -> None:
    field = Field([unit("x", 1)], [unit("n", 1), unit("s", 1)], "charges")
    (model,) = field.put("a.x", (20.0, 20.0))
    field.put("b.n", (20.0, 26.0))
    field.put("b.s", (20.0, 14.0))
    begin(field, 2, 3)
    field.choose(unit="a.x")
    field.choose("charge", targets=["b.n", "b.s"])
    assert field.refusal("charge-move", moves=moves((model, 20.0, 24.5))) is None
    assert {tuple(offer["moves"][0]["path"][-1][:2]) for offer in field.options("charge-move")[:-1]} >= {(20.0, 24.98)}


@rule("8E-CHARGE-08")
@rule("8E-Q-50")
@rule("8E-MOVE-08")
@pytest.mark.parametrize(("words", "rule"), [(INFANTRY, "8E-CHARGE-08"), (("FLY",), None)])
def test_nobody_ends_near_others_and_only_those_that_fly_pass_them(words: Any, rule: str | None) -> None:
    field = Field([unit("x", 1, keywords=words)], [unit("y", 1), unit("z", 1)], "charges")
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("b.y", (19.0, 20.0))
    field.put("b.z", (14.0, 21.5))
    begin(field, 6, 6)
    field.choose(unit="a.x")
    field.choose("charge", targets=["b.y"])
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 17.5, 20.0)))) == rule
    around = [{"model": model, "path": [[14.0, 18.0, 0.0], [17.5, 20.0, 0.0]]}]
    assert field.refusal("charge-move", moves=around) is None
    field.put("b.z", (17.0, 22.0))
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 17.2, 20.3)))) == "8E-CHARGE-08"


@rule("8E-MOVE-08")
@rule("8E-Q-50")
@rule("8E-Q-66")
@pytest.mark.parametrize(("words", "rule"), [(INFANTRY, "8E-CHARGE-06"), (("FLY",), None)])
def test_those_that_fly_charge_over_terrain_for_nothing(words: Any, rule: str | None) -> None:
    field = begin(charging((18.0, 20.0), words=words, terrain=[wall(13.5, 10, 14.0, 30, height=2.0)]), 3, 3)
    field.choose(unit="a.x")
    (model,) = field.models("a.x")
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 16.0, 20.0)))) == rule


@rule("8E-CHARGE-05")
@rule("8E-OVERWATCH-01")
@rule("8E-OVERWATCH-02")
@rule("8E-OVERWATCH-04")
def test_every_target_may_fire_overwatch_at_every_charge() -> None:
    """Without any ability; before the charge is rolled; with the same weapon at the next charger again."""
    field = Field([unit("x", 1, W="9"), unit("z", 1, W="9")], [unit("y", 1, RIFLE, W="9"), unit("w", 1, RIFLE)], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    (y,) = field.put("b.y", (22, 20))
    field.put("b.w", (22, 24))
    begin(field, 5, 6, 4, 6, 1, 1)
    field.choose("select", unit="a.x")
    field.choose("charge", targets=["b.y", "b.w"])
    assert (field.asked, field.decision.player, field.decision.subject) == ("overwatch", 1, "b.y")
    field.choose("overwatch", fire=True)
    field.choose("shots", shots=[shot(y, 0, "a.x")])
    made = field.events("attack.made")
    assert [(event["hit"]["passed"], event["target"]) for event in made] == [(False, "a.x"), (True, "a.x")]
    assert (field.asked, field.decision.subject) == ("overwatch", "b.w")
    field.choose("overwatch", fire=False)
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("charge.declared") < kinds.index("attack.made") < kinds.index("charge.rolled")


@rule("8E-OVERWATCH-02")
def test_the_same_weapons_fire_at_each_charge() -> None:
    field = Field([unit("x", 1, W="9"), unit("z", 1, W="9")], [unit("y", 1, RIFLE, W="9")], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    (y,) = field.put("b.y", (21.9, 20))
    begin(field, 5, 5, 1, 1, 5, 5, 1, 1)
    for key in ("a.x", "a.z"):
        field.choose("select", unit=key)
        field.choose("overwatch", fire=True)
        field.choose("shots", shots=[shot(y, 0, key)])
        assert {offer["moves"] for offer in field.options("charge-move")} == {None}
        field.choose("charge-move", moves=None) if key == "a.x" else None
    assert [event["target"] for event in field.events("overwatch.fired")] == ["a.x", "a.z"]


@rule("8E-OVERWATCH-03")
@rule("8E-Q-65")
@pytest.mark.parametrize(("gap", "asked"), [(1.0, "charge-move"), (1.1, "overwatch")])
def test_no_overwatch_with_enemies_near(gap: float, asked: str) -> None:
    pistol = gun("Pistol", '12"', "Pistol 1")
    field = Field([unit("x", 1), unit("z", 1)], [unit("y", 1, pistol)], "charges")
    field.put("a.x", (10, 20))
    field.put("b.y", (16, 20))
    field.put("a.z", (17 + gap, 20))
    begin(field, 3, 3)
    field.choose("select", unit="a.x")
    assert field.asked == asked


@rule("8E-OVERWATCH-04")
@rule("8E-Q-65")
def test_overwatch_needs_range_and_sight_but_minds_no_advance_and_no_character() -> None:
    for range, terrain, asked in (
        ('24"', [], "overwatch"),
        ('4"', [], "charge-move"),
        ('24"', [wall(14, 10, 15, 30, height=9.0)], "charge-move"),
    ):
        field = Field(
            [unit("x", 1, keywords=("CHARACTER",), W="5"), unit("near", 1)],
            [unit("y", 1, gun("Rifle", range, "Rapid Fire 1"))],
            "charges",
            terrain=terrain,
        )
        field.put("a.x", (10, 20))
        field.put("a.near", (20, 24))
        field.put("b.y", (20, 20))
        field.mark("b.y", "advanced", "fell-back", "moved")
        begin(field, 3, 3)
        field.choose("select", unit="a.x")
        assert field.asked == asked, (range, terrain)


@rule("8E-OVERWATCH-04")
@rule("8E-CHARGE-09")
@rule("8E-Q-66")
def test_a_charger_that_overwatch_slays_charges_no_more() -> None:
    field = Field([unit("x", 1), unit("far", 1)], [unit("y", 1, RIFLE)], "charges")
    field.put("a.x", (10, 20))
    field.put("a.far", (50, 40))
    (y,) = field.put("b.y", (22.9, 20))
    begin(field, 6, 6, 1)
    field.choose("select", unit="a.x")
    field.choose("overwatch", fire=True)
    field.choose("shots", shots=[shot(y, 0, "a.x")])
    assert field.event("unit.destroyed")["unit"] == "a.x"
    assert not field.events("charge.rolled")


@rule("8E-FTARGET-02")
@rule("8E-FIGHT-02")
@rule("8E-CHARGE-10")
def test_a_charge_that_was_made_is_remembered() -> None:
    field = begin(charging((18.0, 20.0)), 3, 3, source=None)
    field.choose(unit="a.x")
    (model,) = field.models("a.x")
    field.game.dice = SeededDice(1)
    field.choose("charge-move", moves=moves((model, 16.0, 20.0)))
    assert field.events("unit.moved")[0]["marks"] == ["charged"]


def intervening(*gaps: float, models: Any = 1, words: Any = ("INFANTRY", "CHARACTER"), **given: Any) -> Field:
    """The enemy's Charge phase is over; a unit of b may intervene against units of a that are so far away."""
    field = Field(
        [unit(f"x{place}", 1) for place in range(len(gaps))],
        [unit("hero", models, keywords=words, **given)],
        "heroic-interventions",
    )
    field.row("b.hero", 20.0, 20.0, number=None)
    for place, gap in enumerate(gaps):
        field.put(f"a.x{place}", (19.0 - gap, 20.0) if place == 0 else (20.0, 21.0 + gap))
    field.go(source=SeededDice(1))
    return field


def intervenes(field: Field) -> bool:
    decision = field.battle.decision if field.battle else None
    return bool(decision and decision.kind == "select" and decision.data["to"] == "intervene")


@rule("8E-HEROIC-01")
@rule("8E-Q-67")
@pytest.mark.parametrize(
    ("gap", "words", "able"),
    [
        (3.0, ("CHARACTER",), True),
        (3.1, ("CHARACTER",), False),
        (3.0, INFANTRY, False),
        (0.5, ("CHARACTER",), True),
    ],
)
def test_characters_within_three_inches_may_intervene_even_if_they_are_in_combat(gap: float, words: Any, able: bool) -> None:
    field = intervening(gap, words=words)
    assert intervenes(field) is able
    if able:
        assert field.decision.data == {"to": "intervene", "units": ["b.hero"], "optional": True}


@rule("8E-HEROIC-02")
@rule("8E-Q-67")
def test_an_intervention_goes_three_inches_closer_to_the_nearest_enemy() -> None:
    field = intervening(2.5, 4.0)
    field.choose("select", unit="b.hero")
    (hero,) = field.models("b.hero")
    assert field.refusal("heroic-move", moves=moves((hero, 17.6, 20.0))) is None
    assert broken_rule(field.refusal("heroic-move", moves=moves((hero, 20.0, 22.9)))) == "8E-HEROIC-02"
    assert broken_rule(field.refusal("heroic-move", moves=moves((hero, 20.0, 23.1)))) == "8E-HEROIC-02"
    assert field.refusal("heroic-move", moves=[]) is None
    assert len(field.options("heroic-move")) == 2


@rule("8E-Q-67")
@rule("8E-HEROIC-01")
def test_a_character_of_a_unit_moves_alone_and_stays_with_it() -> None:
    rows: Any = [(1, [], {"keywords": ["CHARACTER"]}), (1, [])]
    field = intervening(2.5, models=rows, words=INFANTRY)
    field.choose("select", unit="b.hero")
    hero, mate = field.models("b.hero")
    assert broken_rule(field.refusal("heroic-move", moves=moves((mate, 20.5, 20.0)))) == "8E-HEROIC-01"
    assert field.refusal("heroic-move", moves=moves((hero, 18.6, 20.0))) is None
    assert broken_rule(field.refusal("heroic-move", moves=moves((hero, 18.4, 20.0)))) == "8E-UNIT-03"
    assert all(step["model"] == hero for offer in field.options("heroic-move") for step in offer["moves"])
    rows = [(1, []), (1, [], {"keywords": ["CHARACTER"]})]
    assert not intervenes(intervening(2.5, models=rows, words=INFANTRY)), "the Character himself is 4 inches away"


@rule("8E-AURA-01")
def test_fly_moves_in_short_moves_too() -> None:
    """8E-Q-50: with FLY models pass over others whenever they move."""
    for words, rule in ((("CHARACTER",), "8E-MOVE-06"), (("CHARACTER", "FLY"), None)):
        field = Field([unit("x", 1)], [unit("hero", 1, keywords=words), unit("mate", 1)], "heroic-interventions")
        (hero,) = field.put("b.hero", (20.0, 20.0))
        field.put("b.mate", (18.8, 20.0))
        field.put("a.x", (16.1, 20.0))
        field.go(source=SeededDice(1))
        field.choose("select", unit="b.hero")
        assert broken_rule(field.refusal("heroic-move", moves=moves((hero, 17.4, 20.0)))) == rule


def test_an_ability_may_let_other_units_intervene() -> None:
    eager = [ability("Eager", {"kind": "heroic-intervention", "distance": 6, "to": {"scope": "unit"}})]
    assert not intervenes(intervening(2.5, words=INFANTRY))
    field = intervening(5.0, words=INFANTRY, models=2, abilities=eager)
    assert intervenes(field)
    field.choose("select", unit="b.hero")
    one, two = field.models("b.hero")
    assert field.refusal("heroic-move", moves=moves((one, 17.5, 20.0), (two, 18.8, 20.0))) is None


ALOOF = ability("High", {"kind": "aloof", "keywords": ["FLY"], "to": {"scope": "unit"}})


@rule("8E-SHEET-09")
@rule("8E-CHARGE-04")
@pytest.mark.parametrize(("words", "able"), [(INFANTRY, False), (("FLY",), True)])
def test_who_keeps_aloof_is_charged_by_few(words: Any, able: bool) -> None:
    field = Field([unit("x", 1, keywords=words)], [unit("y", 1, abilities=[ALOOF])], "charges")
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (15.0, 10.0))
    assert bool(charge.near_targets(field.game, field.game.unit("a.x"))) is able
