"""Abilities of weapons and of those they strike, in a 9th edition battle: one test for each word of the vocabulary."""

from typing import Any

import pytest

from resolver.shared.attacks import attacks
from resolver.shared.attacks.pools import Shots
from tests.attack.test_in_battle import attacked_model, duel, effect, kernel, play, shoot, shooter, target
from tests.field import ability, blade, gun, unit

Row = dict[str, Any]


def weapon(*effects: Row, **given: str) -> Row:
    return gun(type="Heavy 2", **given, effects=[{"to": {"scope": "weapon"}, **row} for row in effects])


VEHICLES = {"name": "target-keyword", "keywords": ["VEHICLE"]}
GREEN = {"kind": "always-passes", "roll": "wound", "needs": "2+"}


def test_a_wound_roll_that_always_passes():
    """An unmodified 2 passes whatever it needs and whatever changes it; where the modified one counts, it may not."""
    harder = ability("Harder", effect("modify-roll", roll="wound", operation="subtract", value="1", when=["targeted"]))
    for row, wounded in ((GREEN, True), ({**GREEN, "unmodified": False}, False)):
        field = duel(shooter(1, weapon(row)), target(1, T="8", abilities=[harder]))
        shoot(field, [6, 2, *([6] if wounded else []), 1])
        assert field.events("attack.made")[0]["wound"]["passed"] is wounded
    field = duel(shooter(1, weapon({**GREEN, "when": [{**VEHICLES, "not": True}]})), target(1, T="8", keywords=("VEHICLE",)))
    assert kernel(field).check("wound").always == 6


def test_a_wound_roll_that_always_fails():
    """What fails whatever else holds also fails where another rule lets it pass."""
    thick = ability("Thick", effect("always-fails", roll="wound", at_most=3, when=["targeted"]))
    field = duel(shooter(1, weapon(GREEN, S="9")), target(1, abilities=[thick]))
    shoot(field, [6, 3, 6, 4, 6])
    assert [event["wound"]["passed"] for event in field.events("attack.made")] == [False, True]


def test_hit_rolls_that_always_pass_or_fail():
    sure = weapon({"kind": "always-passes", "roll": "hit", "needs": "2+"})
    assert kernel(duel(shooter(1, sure, BS="5+"), target())).check("hit").passing == (False, *[True] * 5)
    blurred = ability("Blurred", effect("always-fails", roll="hit", at_most=2, when=["targeted"]))
    assert kernel(duel(shooter(1, sure, BS="5+"), target(abilities=[blurred]))).check("hit").passing == (
        False,
        False,
        *[True] * 4,
    )


def test_several_hit_rolls_for_each_attack():
    field = duel(shooter(1, weapon({"kind": "hit-rolls", "number": 3})), target())
    shoot(field, [1] * 6)
    assert len(field.events("attack.made")) == 6


def test_damage_replaced_by_dice():
    melting = {"kind": "modify-characteristic", "characteristic": "D", "of": "weapons", "operation": "set", "value": "D6+2"}
    field = duel(shooter(1, weapon({**melting, "when": ["half-range"]})), target(1, W="9"))
    assert str(kernel(field).damage) == "1"
    shoot(field, [6, 6, 1, 4, 1], half=True)
    assert field.wounds("b.y") == [3]


def test_damage_against_the_model_that_is_struck():
    """The same weapon inflicts more on one model of the unit than on another."""
    row = {"kind": "modify-characteristic", "characteristic": "D", "of": "weapons", "operation": "set", "value": "3"}
    big = {**row, "when": [{"name": "struck-keyword", "keywords": ["MONSTER"]}]}
    armoured = {**row, "operation": "add", "value": "1", "when": [{"name": "struck-save", "save": "3+"}]}
    mixed = unit("y", [(1, [], {"keywords": ["MONSTER"], "W": "5"}), (1, [], {"Sv": "3+", "W": "5"}), (1, [], {"W": "5"})])
    field = duel(shooter(1, weapon(big, armoured)), mixed)
    found = [attacked_model(field, place) for place in range(3)]
    assert [model.damage and str(model.damage) for model in found] == ["3", None, None]
    assert [len(model.damage_changes) for model in found] == [0, 1, 0]
    shoot(field, [6, 6, 1, 1], [field.models("b.y")[0]])
    assert field.wounds("b.y") == [2, 5, 5]


@pytest.mark.parametrize("denied", ["invulnerable-saves", "saves", "ignoring-wounds"])
def test_what_attacks_deny(denied):
    proud = ability("Proud", effect("invulnerable-save", save="4+"), effect("ignore-wounds", needs="5+"))
    found = attacked_model(duel(shooter(1, weapon({"kind": "deny", "of": denied})), target(1, abilities=[proud])))
    assert (found.save is None) == (denied == "saves")
    assert (found.fixed_save is None) == (denied != "ignoring-wounds")
    assert (found.ignore is None) == (denied == "ignoring-wounds")


def test_a_hit_that_becomes_a_mortal_wound():
    """Every hit counts, with a roll or without one."""
    row = {"kind": "attack-mortal-wounds", "roll": "hit", "needs": "success", "number": "1", "instead": True}
    field = duel(shooter(1, weapon(row)), target(1, W="9"))
    shoot(field, [3, 2])
    assert field.wounds("b.y") == [8]
    field = duel(shooter(1, weapon(row, {"kind": "auto-hit"})), target(1, W="9"))
    shoot(field, [])
    assert field.wounds("b.y") == [7]


@pytest.mark.parametrize(("each", "whom"), [(True, "unit"), (False, "unit"), (True, "bearer")])
def test_who_is_hurt_by_a_weapon_and_how_often(each, whom):
    """Two 1s: two mortal wounds or one, on a model that the player picks or on the bearer."""
    row = {"kind": "harm-bearer", "roll": "hit", "results": [1], "number": "1", "each": each, "whom": whom}
    crew = unit("x", [(1, []), (1, ["Rifle"])], weapon(row), W="3")
    field = duel(crew, target())
    first, bearer = field.models("a.x")
    game = field.game
    profile = game.armies.loadouts[game.state.loadout[bearer]].slots[0].profiles[0]
    pair = Shots(game.unit("a.x"), game.unit("b.y"), (bearer,), profile, True, (), (False,), 5)
    play(field, attacks.resolve(game, pair), [1, 1], [first] * 2 if whom == "unit" else [])
    assert field.wounds("a.x") == ([3 - 1 - each, 3] if whom == "unit" else [3, 1])


def test_sixes_to_wound_pierce_invulnerable_saves():
    proud = ability("Proud", effect("invulnerable-save", save="4+"))
    row = {"kind": "pierce", "roll": "wound", "needs": "6+"}
    field = duel(shooter(1, weapon(row, AP="-4")), target(1, abilities=[proud]))
    shoot(field, [6, 5, 4, 6, 6, 6])
    kinds = [(event["save"]["kind"], event["save"]["passed"]) for event in field.events("attack.made")]
    assert kinds == [("invulnerable", True), ("armour", False)]


def test_damage_that_is_not_lost():
    field = duel(shooter(1, gun(type="Heavy 1", D="5", effects=[effect("spill-damage", "weapon")])), target(4))
    models = field.models("b.y")
    shoot(field, [6, 6, 1], [models[0], models[1], models[2]])
    assert [field.state.wounds[model] for model in models] == [0, 0, 1, 2]


@pytest.mark.parametrize(("printed", "other", "strength"), [("User", "x2", 8), ("+1", "+3", 7), ("x2", "6", 6)])
def test_another_strength_of_the_weapon(printed, other, strength):
    row = effect("weapon-strength", "weapon", strength=other, when=["charged"])
    field = duel(shooter(1, blade(S=printed, effects=[row])), target())
    plain = kernel(field, number=1).strength.constant
    field.mark("a.x", "charged")
    assert (plain != strength, kernel(field, number=1).strength.constant) == (True, strength)


def test_a_weapon_that_nothing_else_changes():
    blessed = ability(
        "Blessed",
        *[
            effect("modify-characteristic", characteristic=key, of="weapons", operation="add", value="1")
            for key in ("S", "D")
        ],
    )
    own = effect("modify-characteristic", "weapon", characteristic="D", of="weapons", operation="add", value="2")
    for rows, found in (([own], (1, 2)), ([own, effect("unchanging", "weapon")], (0, 1))):
        field = duel(shooter(1, gun(type="Heavy 1", effects=rows), abilities=[blessed]), target())
        assert (len(kernel(field).strength_changes), len(kernel(field).damage_changes)) == found


def test_a_weapon_that_is_better_in_overwatch():
    row = {"kind": "always-passes", "roll": "hit", "needs": "5+", "when": ["overwatch"]}
    field = duel(shooter(1, weapon(row)), target())
    assert kernel(field, overwatch=True).check("hit").passing == (False,) * 4 + (True,) * 2
    assert kernel(field).check("hit").passing == (False, False, *[True] * 4)
    field = duel(shooter(1, weapon({**row, "when": []})), target())
    assert kernel(field, overwatch=True).check("hit").passing == (False,) * 5 + (True,)


@pytest.mark.parametrize(
    "row",
    [
        effect("modify-characteristic", characteristic="S", operation="add", value="D3"),
        effect("modify-characteristic", characteristic="D", of="weapons", operation="add", value="D3"),
        effect("modify-attack", roll="wound", needs="6+", characteristic="D", operation="set", value="D3"),
        effect("modify-roll", roll="hit", operation="add", value="D3"),
    ],
)
def test_rolled_changes_are_listed_and_do_nothing(row):
    field = duel(shooter(1, blade(), abilities=[ability("Whim", row)]), target())
    assert kernel(field, number=1) == kernel(duel(shooter(1, blade()), target()), number=1)
    assert [line["name"] for line in field.rules.list_unresolved(field.game.armies)] == ["Whim"]


def test_the_better_of_two_damage_rolls():
    """Dice are rolled in turn, the highest total counts; damage that is not rolled stays."""
    melts = {"kind": "best-roll", "of": "damage", "times": 2}
    for printed, dice, left in (("D6", [2, 5], 4), ("D3+1", [6, 1], 5), ("2", [], 7)):
        field = duel(
            shooter(1, gun(type="Heavy 1", D=printed, effects=[{"to": {"scope": "weapon"}, **melts}])), target(1, W="9")
        )
        shoot(field, [6, 6, 1, *dice])
        assert field.wounds("b.y") == [left]
        assert list(field.event("attack.made")["damage"]["dice"]) == dice
    far = duel(shooter(1, weapon({**melts, "when": ["half-range"]}, D="D6")), target(1, W="9"))
    assert str(kernel(far).damage) == "D6"


def test_the_better_of_two_numbers_of_attacks():
    row = {"kind": "best-roll", "of": "attacks", "times": 2, "to": {"scope": "weapon"}}
    field = duel(shooter(1, gun(type="Heavy D6", effects=[row])), target())
    shoot(field, [2, 3, 1, 1, 1])
    assert field.event("attacks.began")["attacks"] == [3]


@pytest.mark.parametrize(("unmodified", "slain"), [(True, False), (False, True)])
def test_a_modified_1_destroys_the_bearer_where_modified_rolls_count(unmodified, slain):
    row = {"kind": "destroy-bearer", "roll": "hit", "results": [1], "unmodified": unmodified}
    worse = {"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1"}
    field = duel(
        shooter(1, gun(type="Heavy 1", effects=[{"to": {"scope": "weapon"}, **each} for each in (row, worse)])), target()
    )
    shoot(field, [2])
    assert bool(field.events("model.destroyed")) is slain


@pytest.mark.parametrize(("keywords", "need"), [((), 4), (("VEHICLE",), 6)])
def test_a_wound_roll_whatever_strength_and_toughness(keywords, need):
    rows = [
        {"kind": "wounds-on", "needs": "4+", "when": [{**VEHICLES, "not": True}]},
        {"kind": "wounds-on", "needs": "6+", "when": [VEHICLES]},
    ]
    field = duel(shooter(1, weapon(*rows, S="9")), target(1, T="4", keywords=keywords, W="9"))
    shoot(field, [6, 6, 1, 1])
    assert field.events("attack.made")[0]["wound"]["needed"] == need
