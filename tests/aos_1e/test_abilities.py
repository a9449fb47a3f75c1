"""What abilities do to attacks, saves, wounds and battleshock tests: each kind by itself, under its condition or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from datasheets.effects import vocabulary
from datasheets.values import Dice
from resolver.engine.duel import Terms
from resolver.rulesets.aos_1e import battleshock, declaring, duel, reader, weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.unresolved import list_unresolved
from tests.aos_1e.field import Field, blade, bow, unit
from tests.effects.test_effects import example
from tests.field import Row, ability

rule = pytest.mark.rule
WEAPON = {"kind": "modify-characteristic", "of": "weapons"}


def shooting(*mine: Row, theirs: Any = (), weapon: Any = None, step: str = "shoot", gap: float = 6.0, **foe: Any) -> Field:
    """A model with abilities that attacks one with others."""
    arms = [weapon or (blade() if step == "fight" else bow())]
    own = [ability(f"Mine {n}", row) for n, row in enumerate(mine)]
    other = [ability(f"Theirs {n}", row) for n, row in enumerate(theirs)]
    field = Field(
        [unit("x", 1, *arms, abilities=own)], [unit("y", 1, blade(), abilities=other, **{"Wounds": "20", **foe})], step
    )
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.0 + gap, 20.0))
    return field


def attack(field: Field) -> Any:
    """The attacks of the first model with its first weapon, as they would be made."""
    ranged = field.game.step.name == "shoot"
    held = next(iter(weapons.find_carried(field.game, 0, ranged=ranged)))
    return reader.attack(field.game, Shots(0, 1, (0,), held.row, ranged), 0)


def check(field: Field, roll: str) -> Any:
    return dict(attack(field).rolls)[roll]


@rule("AOS-MAKE-04", "AOS-TOOLS-08")
@pytest.mark.parametrize(
    ("operation", "value", "rend"), [("subtract", "1", -2), ("add", "1", 0), ("add", "3", 0), ("set", "-3", -3)]
)
def test_an_ability_changes_rend_which_never_helps_the_target(operation: str, value: str, rend: int) -> None:
    change = {**WEAPON, "characteristic": "Rend", "operation": operation, "value": value}
    field = shooting(change, weapon=bow(Rend="-1"))
    assert attack(field).penetration == rend


@rule("AOS-MAKE-04")
def test_who_ignores_rend_saves_as_if_there_were_none() -> None:
    ignores = {"kind": "ignore-modifiers", "roll": "save", "to": {"scope": "unit"}}
    assert attack(shooting(theirs=[ignores], weapon=bow(Rend="-2"))).penetration == 0
    assert attack(shooting(ignores, weapon=bow(Rend="-2"))).penetration == -2


@rule("AOS-MAKE-06", "AOS-Q-30")
@pytest.mark.parametrize(
    ("operation", "value", "damage", "changes"), [("set", "D3", Dice.parse("D3"), 0), ("add", "1", Dice.parse("2"), 1)]
)
def test_an_ability_sets_damage_or_adds_to_it(operation: str, value: str, damage: Dice, changes: int) -> None:
    change = {**WEAPON, "characteristic": "Damage", "operation": operation, "value": value}
    found = attack(shooting(change, weapon=bow(Damage="2")))
    assert (found.damage, len(found.damage_changes)) == (damage, changes)


@rule("AOS-ATTACK-05")
@pytest.mark.parametrize(
    ("printed", "operation", "value", "dice"),
    [
        ("2", "add", "1", "3"),
        ("2", "multiply", "2", "4"),
        ("2", "subtract", "3", "0"),
        ("D6", "add", "2", "D6+2"),
        ("D6", "multiply", "2", "D6"),
    ],
)
def test_an_ability_changes_how_many_attacks_a_weapon_makes(printed: str, operation: str, value: str, dice: str) -> None:
    change = {**WEAPON, "characteristic": "Attacks", "operation": operation, "value": value}
    assert attack(shooting(change, weapon=bow(Attacks=printed))).attacks == Dice.parse(dice)


@rule("AOS-ATTACK-05")
@pytest.mark.parametrize(("printed", "dice"), [("2", "4"), ("D6", "D6+2")])
def test_extra_attacks_come_on_top(printed: str, dice: str) -> None:
    more = {"kind": "extra-attacks", "number": "2", "to": {"scope": "unit"}}
    assert attack(shooting(more, weapon=bow(Attacks=printed))).attacks == Dice.parse(dice)


@rule("AOS-TARGET-01")
@pytest.mark.parametrize(("more", "reaches"), [("0", False), ("4", True)])
def test_an_ability_lengthens_the_range_of_weapons(more: str, reaches: bool) -> None:
    change = {**WEAPON, "characteristic": "Range", "operation": "add", "value": more}
    field = shooting(change, gap=24.0)
    assert declaring.has_target(field.game, 0, ranged=True) is reaches


@rule("AOS-MAKE-02", "AOS-MAKE-03")
@pytest.mark.parametrize(("roll", "key"), [("hit", "To Hit"), ("wound", "To Wound")])
def test_abilities_for_hit_and_wound_rolls_change_that_roll_alone(roll: str, key: str) -> None:
    other = "wound" if roll == "hit" else "hit"

    def both(name: str, *rows: Row) -> tuple[Any, Any]:
        field = shooting(*rows)
        return getattr(check(field, roll), name), getattr(check(field, other), name)

    better = {**WEAPON, "characteristic": key, "operation": "subtract", "value": "1"}
    assert both("need", better) == (3, 4)
    assert both("automatic", {"kind": "auto-pass", "roll": roll}) == (True, False)
    assert both("always", {"kind": "always-passes", "roll": roll, "needs": "5+"}) == (5, 7)
    assert both("always", {"kind": "always-passes", "roll": roll, "needs": "5+", "unmodified": False}) == (7, 7)
    assert both("never", {"kind": "always-fails", "roll": roll, "at_most": 2}) == (2, 0)
    changes = both("changes", {"kind": "modify-roll", "roll": roll, "operation": "add", "value": "1"})
    assert ([change.value for change in changes[0]], changes[1]) == ([1], ())
    again = both("reroll", {"kind": "re-roll", "roll": roll, "results": [1]})
    assert again[0] != again[1]


@rule("AOS-MAKE-02", "AOS-MAKE-03")
def test_weapons_that_always_hit_or_wound_on_a_fixed_result() -> None:
    assert check(shooting({"kind": "auto-hit"}), "hit").automatic
    assert not check(shooting({"kind": "auto-hit"}), "wound").automatic
    assert check(shooting({"kind": "wounds-on", "needs": "2+"}), "wound").need == 2
    assert check(shooting({"kind": "wounds-on", "needs": "6+"}), "wound").need == 4
    assert check(shooting({"kind": "wounds-on", "needs": "2+"}), "hit").need == 4


@rule("AOS-MAKE-02", "AOS-TOOLS-08")
def test_what_a_target_does_to_attacks_against_it_is_not_done_to_its_own() -> None:
    hidden = {"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1", "when": ["targeted"]}
    hidden["to"] = {"scope": "unit"}
    assert [change.value for change in check(shooting(theirs=[hidden]), "hit").changes] == [1]
    assert check(shooting(hidden), "hit").changes == ()
    plain = {key: value for key, value in hidden.items() if key != "when"}
    assert check(shooting(theirs=[plain]), "hit").changes == ()


@rule("AOS-TRITAB-03", "AOS-SCENTAB-10")
@pytest.mark.parametrize(("step", "again"), [("fight", True), ("shoot", False)])
def test_inspired_counts_in_combat_alone_and_ensorcelled_for_wound_rolls(step: str, again: bool) -> None:
    field = shooting(step=step, gap=0.5)
    plain = check(field, "hit").reroll
    field.mark("a.x", "inspired")
    assert (check(field, "hit").reroll == reader.FAILED) is again
    assert check(field, "wound").reroll == plain
    field.lasts("a.x", "ensorcelled")
    assert check(field, "wound").reroll == reader.FAILED
    assert (check(field, "hit").reroll == reader.FAILED) is again


@rule("AOS-ATTACK-05", "AOS-MORTAL-01")
def test_what_happens_on_a_good_roll() -> None:
    """More hits, wounds without a roll, mortal wounds, more rend or damage: on this roll, from this face on."""
    rows: list[tuple[Row, dict[str, Any]]] = [
        ({"kind": "extra-hits", "needs": "6+", "number": "2"}, {"roll": "hit", "extra_hits": Dice.parse("2")}),
        ({"kind": "auto-wound", "needs": "6+"}, {"roll": "hit", "passes": "wound"}),
        (
            {"kind": "attack-mortal-wounds", "roll": "wound", "needs": "6+", "number": "D3", "instead": True},
            {"roll": "wound", "mortal_wounds": Dice.parse("D3"), "instead": True},
        ),
    ]
    for row, wanted in rows:
        (trigger,) = attack(shooting(row)).triggers
        assert {name: getattr(trigger, name) for name in wanted} == wanted
        assert (trigger.needs, trigger.unmodified) == (6, True)
    for key, name in (("Rend", "penetration"), ("Damage", "damage")):
        change = {"characteristic": key, "operation": "subtract" if key == "Rend" else "add", "value": "1"}
        row = {"kind": "modify-attack", "roll": "wound", "needs": "success", "unmodified": False, **change}
        (trigger,) = attack(shooting(row)).triggers
        assert (trigger.roll, trigger.needs, trigger.unmodified) == ("wound", 0, False)
        assert [each.value for each in getattr(trigger, name)] == [1]


@rule("AOS-MAKE-05", "AOS-TOOLS-08")
@pytest.mark.parametrize(("condition", "by"), [("shooting", "shoot"), ("fighting", "fight")])
def test_a_save_may_be_better_against_some_attacks(condition: str, by: str) -> None:
    """By the characteristic and by the roll: only while such an attack is made."""
    for step in ("shoot", "fight"):
        better = {"kind": "modify-characteristic", "characteristic": "Save", "operation": "subtract", "value": "2"}
        more = {"kind": "modify-roll", "roll": "save", "operation": "add", "value": "1"}
        again = {"kind": "re-roll", "roll": "save", "results": [1]}
        theirs = [{**row, "when": [condition], "to": {"scope": "unit"}} for row in (better, more, again)]
        field = shooting(theirs=theirs, step=step, gap=0.5)
        ranged = step == "shoot"
        held = next(iter(weapons.find_carried(field.game, 0, ranged=ranged)))
        now = AttackContext(attacker=0, unit=0, target=1, weapon=held.row, ranged=ranged)
        (struck,) = reader.target(field.game, 1, now).models
        other = reader.target_model(field.game, 1, now)
        assert struck == other
        assert struck.save == (3 if step == by else 5)
        assert [change.value for change in struck.armour_changes] == ([1] if step == by else [])
        plain = reader.target_model(shooting().game, 1, now).armour_reroll
        assert (struck.armour_reroll != plain) is (step == by)


@rule("AOS-DAMAGE-02")
def test_wounds_are_ignored_by_a_roll_of_the_model_that_takes_them() -> None:
    for against, plain in (("all", True), ("mortal", False)):
        ward = {"kind": "ignore-wounds", "needs": "5+", "against": against, "to": {"scope": "unit"}}
        bonus = {"kind": "modify-roll", "roll": "ignore-wounds", "operation": "add", "value": "1", "to": {"scope": "unit"}}
        field = shooting(theirs=[ward, bonus])
        found = reader.target_model(field.game, 1, AttackContext(target=1))
        assert (found.ignore is not None) is plain
        assert found.ignore_mortal is not None
        assert found.ignore_mortal.need == 5
        assert reader.target(field.game, 1).models == (found,)
        assert [change.value for change in found.ignore_mortal.changes] == [1]
    ward = {"kind": "ignore-wounds", "needs": "5+", "to": {"scope": "unit"}}
    field = shooting(theirs=[ward], weapon=bow(Damage="3"))
    field.go(6, 6, 1, 5, 4, 6)
    field.choose("select", unit="a.x")
    field.allocate()
    assert [event["ignored"] for event in field.events("wounds.ignored")] == [True, False, True]
    lost = field.event("wounds.lost")
    assert (lost["wounds"], lost["ignored"], field.wounds("b.y")) == (1, 2, [19])
    field = shooting(theirs=[{**ward, "against": "mortal"}], weapon=bow(Damage="3"))
    field.go(6, 6, 1, *[6] * 5)
    field.choose("select", unit="a.x")
    field.allocate()
    assert (field.events("wounds.ignored"), field.wounds("b.y")) == ([], [17])


@rule("AOS-MAKE-02", "AOS-MAKE-03")
@pytest.mark.parametrize(("key", "printed"), [("To Hit", 2), ("To Wound", 3)])
def test_the_log_says_what_a_weapon_needs_without_its_ability(key: str, printed: int) -> None:
    worse = {**WEAPON, "characteristic": key, "operation": "add", "value": "1"}
    field = shooting(worse, weapon=bow(Hit="2+", Wound="3+"))
    field.go(*[6] * 9)
    field.choose("select", unit="a.x")
    field.allocate()
    rolled = {part: field.event("attack.made")[part] for part in ("hit", "wound")}
    assert {part: row.get("printed") for part, row in rolled.items() if "modifiers" in row} == {
        "hit" if key == "To Hit" else "wound": {key: printed}
    }


@rule("AOS-BSHOCK-01")
@pytest.mark.parametrize("charger", [None, "a.x", "b.y", "b.z"])
def test_a_rule_for_who_was_charged_looks_at_the_enemy_in_this_fight(charger: str | None) -> None:
    brace = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", "when": ["was-charged"]}
    own = unit("x", 1, blade(), abilities=[ability("Brace", brace)])
    field = Field([own], [unit("y", 1, blade()), unit("z", 1, blade())], "fight")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.5, 20.0))
    field.put("b.z", (10.0, 21.5))
    if charger:
        field.mark(charger, "charged")
    assert bool(check(field, "hit").changes) is (charger == "b.y")


@rule("AOS-BSHOCK-03", "AOS-BSHOCK-04", "AOS-COMMAND-04")
def test_abilities_change_bravery_and_battleshock_tests_or_spare_them() -> None:
    braver = {"kind": "modify-characteristic", "characteristic": "Bravery", "operation": "add", "value": "2"}
    calm = {"kind": "modify-roll", "roll": "morale", "operation": "subtract", "value": "1"}
    for rows, fleeing in (([], 4), ([braver], 2), ([calm], 3), ([braver, calm], 1)):
        own = [ability(f"Own {n}", {**row, "to": {"scope": "unit"}}) for n, row in enumerate(rows)]
        field = Field([unit("x", 6, blade(), abilities=own, Bravery="4")], [unit("y", 1, blade())], "battleshock")
        field.row("a.x", 10.0, 20.0)
        field.put("b.y", (50.0, 20.0))
        field.count("a.x", "lost", 4)
        field.go(4, *[1] * 9)
        tested = field.event("battleshock.tested")
        assert tested["fleeing"] == fleeing
        assert len(tested.get("modifiers", ())) == len(rows)
    steady = ability("Steady", {"kind": "auto-pass", "roll": "morale", "to": {"scope": "unit"}})
    field = Field([unit("x", 6, blade(), abilities=[steady], Bravery="4")], [unit("y", 1, blade())], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    field.count("a.x", "lost", 4)
    field.go(*[1] * 9)
    spared = field.event("battleshock.spared")
    assert spared["slain"] == 4
    assert len(spared["modifiers"]) == 1


@rule("AOS-BSHOCK-04", "AOS-Q-18")
def test_a_unit_of_which_everybody_flees_is_destroyed() -> None:
    field = Field([unit("x", 2, blade(), Bravery="1")], [unit("y", 1, blade())], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    field.count("a.x", "lost", 5)
    field.go(6, *[1] * 9)
    while field.battle and field.battle.decision and field.asked == "flee":
        field.choose("flee", **field.options("flee")[0])
    destroyed = field.event("unit.destroyed")
    assert (destroyed["unit"], destroyed["cause"], destroyed["by"]) == ("a.x", "fled", 1)
    assert len(field.events("model.fled")) == 2
    assert field.game.player_count(0, "removed") == 2


@rule("AOS-BSHOCK-04")
def test_the_bravest_model_speaks_for_its_unit() -> None:
    rows: Any = [(2, ["Sword"], {"Bravery": "5"}), (1, ["Sword"], {"Bravery": "8"}), (1, ["Sword"], {"Bravery": "-"})]
    field = Field([unit("x", rows, blade())], [unit("y", 1, blade())], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    assert battleshock.bravery(field.game, 0) == (8, {})


@rule("AOS-BSHOCK-03", "AOS-SCENTAB-12")
def test_the_log_says_that_fear_lowers_bravery() -> None:
    field = Field([unit("x", 6, blade())], [unit("y", 1, blade())], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (10.0, 22.0))
    field.lasts("b.y", "fearsome", 1)
    value, said = battleshock.bravery(field.game, 0)
    assert value == 5
    assert [(row["by"], row["rule"]) for row in said["modifiers"]] == [("-1", "AOS-SCENTAB-12")], said


@rule("AOS-SHOOT-03")
def test_models_of_a_unit_attack_each_with_its_own_weapons_and_abilities() -> None:
    """Odds of a unit whose models are not alike are those of all of them."""
    rows: Any = [(2, ["Bow"]), (1, ["Sling"])]
    field = Field([unit("x", rows, bow(), bow("Sling", Attacks="5"))], [unit("y", 1, blade(), Wounds="20")], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (20.0, 20.0))
    volleys = duel.attacks(field.game, 0, 1, Terms(fighting=False))
    assert sorted((volley.profile.name, volley.weapons) for volley in volleys) == [("Bow", 2), ("Sling", 1)]
    row = next(iter(weapons.find_carried(field.game, 0, ranged=True))).row
    shots = Shots(0, 1, (0, 1), row, ranged=True, numbers=(1, 3))
    assert sorted(volley.profile.attacks.constant for volley in reader.volleys(field.game, [shots])) == [1, 3]


def test_an_ability_about_which_there_are_no_rules_is_listed_as_not_resolved() -> None:
    """A kind of effects that no code of this game names does nothing in its battles; who plays has to be told."""
    folders = ("resolver/attack", "resolver/shared", "resolver/rulesets/aos_1e")
    modules = [path for folder in folders for path in Path(folder).rglob("*.py") if path.name != "effects.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    idle = {kind for kind in vocabulary.KINDS if f'"{kind}"' not in code}
    assert {"best-roll", "invulnerable-save"} <= idle
    abilities = [ability(kind, {"kind": kind, **example(vocabulary.KINDS[kind])}) for kind in sorted(idle)]
    field = Field([unit("x", 1, blade(), abilities=abilities)], [unit("y", 1, blade())])
    assert {row["name"] for row in list_unresolved(field.rules, field.game.armies)} >= idle
