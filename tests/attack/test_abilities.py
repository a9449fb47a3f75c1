"""What abilities do to attacks and targets, roll by roll, and that the log of an attack leaves nothing out."""

import pytest

from resolver.families.wh40k.attacks import attack_profiles, target_profiles
from resolver.shared.attacks import attacks
from resolver.table.dice import ScriptedDice
from tests.attack.test_in_battle import attacked_model, duel, effect, kernel, play, pool, shoot, shooter, target
from tests.field import ability, blade, gun, unit


@pytest.mark.parametrize(
    ("faces", "cited"),
    [
        ([2], ["9E-HIT-01"]),
        ([1], ["9E-HIT-01", "9E-HIT-04"]),
        ([6, 2], ["9E-HIT-01", "9E-HIT-03", "9E-WOUND-01"]),
        ([4, 1], ["9E-HIT-01", "9E-WOUND-01", "9E-WOUND-04"]),
        ([4, 6, 4], ["9E-HIT-01", "9E-WOUND-01", "9E-WOUND-03", "9E-SAVE-01"]),
        ([4, 4, 1], ["9E-HIT-01", "9E-WOUND-01", "9E-SAVE-01", "9E-SAVE-03", "9E-DAMAGE-01"]),
        ([4, 4, 6], ["9E-HIT-01", "9E-WOUND-01", "9E-SAVE-01"]),
    ],
)
def test_an_attack_names_the_rules_that_decided_it(faces, cited):
    field = duel(shooter(), target(1, W="9"))
    shoot(field, faces)
    assert field.event("attack.made")["rules"] == cited


@pytest.mark.parametrize(("face", "more"), [(1, ["9E-SAVE-03", "9E-DAMAGE-01"]), (4, [])])
def test_an_invulnerable_save_names_its_rules(face, more):
    shield = ability("Shield", effect("invulnerable-save", save="4+"))
    field = duel(shooter(1, gun(type="Heavy 1", AP="-4")), target(1, W="9", abilities=[shield]))
    shoot(field, [4, 4, face])
    assert field.event("attack.made")["rules"][2:] == ["9E-INVUL-01", "9E-INVUL-03", *more]


def test_what_follows_an_attack_names_its_rules():
    stubborn = ability("Stubborn", effect("ignore-wounds", needs="6+"))
    field = duel(shooter(1, gun(type="Heavy 1", D="3")), target(1, W="1", abilities=[stubborn]))
    shoot(field, [4, 4, 1, 2])
    assert field.event("attacks.began")["rules"] == ["9E-ATTACK-01", "9E-NUMATT-01"]
    assert field.event("attack.allocated")["rules"] == ["9E-ALLOC-01", "9E-ALLOC-02"]
    assert field.event("wounds.lost")["rules"] == ["9E-DAMAGE-01", "9E-DAMAGE-03"]
    assert field.event("wounds.ignored")["rules"] == ["9E-IGNORE-01"]
    assert field.event("attacks.began")["models"] == field.models("a.x")


def test_blows_and_mortal_wounds_name_their_rules():
    field = duel(shooter(1, blade()), target(1, W="9"))
    shoot(field, [4, 4, 1], number=1)
    assert field.event("attacks.began")["rules"] == ["9E-ATTACK-01", "9E-MATT-01"]
    assert field.event("wounds.lost")["rules"] == ["9E-DAMAGE-01"]
    play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 1, "Smite", 0), [])
    assert field.events("wounds.lost")[-1]["rules"] == ["9E-MORTAL-01"]


@pytest.mark.parametrize("roll", ["hit", "wound", "damage"])
def test_re_rolls_of_some_dice_are_made_but_not_foreseen(roll):
    """A re-roll of a limited number of dice belongs to the attack, not to the odds of a pool; others belong to both."""
    once = ability("Lucky", effect("re-roll", roll=roll, results=[1], most=1))
    always = ability("Steady", effect("re-roll", roll=roll, results=[1]))
    for given, rolled, foreseen in ((once, "results", "none"), (always, "results", "results")):
        field = duel(shooter(1, gun(type="Heavy 1", D="D3"), abilities=[given]), target(1, W="9"))
        (volley,) = attack_profiles.volleys(field.game, pool(field))
        for profile, expected in ((kernel(field), rolled), (volley.profile, foreseen)):
            found = {
                "hit": profile.check("hit").reroll,
                "wound": profile.check("wound").reroll,
                "damage": profile.damage_reroll,
            }
            assert found.pop(roll).which == expected
            assert {each.which for each in found.values()} == {"none"}


def test_the_log_of_an_attack_is_complete():
    field = duel(shooter(2, gun("Gun", type="Heavy 1", D="D3")), target(1, W="9"))
    first, second = field.models("a.x")
    (model,) = field.models("b.y")
    shoot(field, [4, 5, 2, 6, 3, 2], overwatch=False)
    began = field.event("attacks.began")
    assert (began["unit"], began["target"], began["weapon"]) == ("a.x", "b.y", "Gun")
    assert (began["attacks"], began["dice"], began["overwatch"]) == ([1, 1], [[], []], False)
    made, missed = field.events("attack.made")
    assert (made["unit"], made["model"], made["target"], made["weapon"]) == ("a.x", first, "b.y", "Gun")
    assert (made["allocated"], made["triggers"]) == (model, [])
    assert made["damage"] == {"dice": [6], "first": [], "damage": 3}
    assert (missed["model"], missed["allocated"], missed["wound"]["passed"]) == (second, None, False)
    assert "counts" not in made or not made["counts"]
    lost = field.event("wounds.lost")
    assert (lost["unit"], lost["model"], lost["wounds"], lost["left"], lost["cause"]) == ("b.y", model, 3, 6, "Gun")


def test_the_log_of_mortal_wounds_is_complete():
    field = duel(shooter(), target(1, W="9"))
    play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 2, "Smite", 0, (1, 1)), [])
    suffered = field.event("mortal-wounds.suffered")
    assert (suffered["unit"], suffered["number"], suffered["cause"], suffered["by"]) == ("b.y", 2, "Smite", 0)
    assert suffered["dice"] == [1, 1]
    assert suffered["rules"] == ["9E-MORTAL-01", "9E-MORTAL-02", "9E-MORTAL-03", "9E-MORTAL-04"]


SHOT = ["shooting"]
"""A condition that holds only where the scene of the attack is looked at."""


@pytest.mark.parametrize(
    ("roll", "armour", "invulnerable", "ignore"),
    [
        ("save", True, True, False),
        ("armour-save", True, False, False),
        ("invulnerable-save", False, True, False),
        ("ignore-wounds", False, False, True),
    ],
)
def test_abilities_change_the_rolls_of_the_target(roll, armour, invulnerable, ignore):
    given = [
        ability("Shield", effect("invulnerable-save", save="5+", when=SHOT), effect("ignore-wounds", needs="5+", when=SHOT)),
        ability("Better", effect("modify-roll", roll=roll, operation="add", value="1", when=SHOT)),
        ability("Again", effect("re-roll", roll=roll, results=[1], when=SHOT)),
        ability("Hard", effect("maximum-damage", value=3, when=SHOT)),
    ]
    found = attacked_model(duel(shooter(), target(2, abilities=given)))
    assert (len(found.armour_changes), found.armour_reroll.which) == ((1, "results") if armour else (0, "none"))
    shield = (len(found.fixed_changes), found.fixed_reroll.which)
    assert shield == ((1, "results") if invulnerable else (0, "none"))
    assert (len(found.ignore.changes), found.ignore.reroll.which) == ((1, "results") if ignore else (0, "none"))
    assert (found.fixed_save, found.ignore.need, found.most_damage) == (5, 5, 3)
    fought = attacked_model(duel(shooter(1, blade()), target(2, abilities=given)), number=1)
    assert (fought.fixed_save, fought.ignore, fought.most_damage) == (None, None, None)
    assert (fought.armour_changes, fought.armour_reroll.which) == ((), "none")


def test_what_a_model_of_the_target_bears_is_for_that_model():
    tough = {"kind": "modify-roll", "to": {"scope": "bearer"}, "roll": "armour-save", "operation": "add", "value": "1"}
    shielded = gun("Shield", effects=[tough])
    field = duel(shooter(), unit("y", [(1, ["Shield"], {"W": "2"}), (1, [], {"W": "2"})], shielded))
    assert [len(attacked_model(field, model).armour_changes) for model in (0, 1)] == [1, 0]


@pytest.mark.parametrize(
    ("strength", "toughness", "helped"), [("3", "4", False), ("5", "4", True), ("5", "6", False), ("2D6", "4", True)]
)
def test_the_scene_knows_strength_and_toughness(strength, toughness, helped):
    """The Strength of the attack (its mean where it is rolled) and the Toughness of the target are there for conditions."""
    when = [{"name": "weapon-strength", "at_least": 5}, {"name": "target-toughness", "at_most": 5}]
    keen = ability("Keen", effect("modify-roll", roll="wound", operation="add", value="1", when=when))
    field = duel(shooter(1, gun(type="Heavy 1", S=strength), abilities=[keen]), target(T=toughness))
    assert bool(kernel(field).check("wound").changes) is helped


def test_a_skill_that_abilities_change():
    sharp = effect("modify-characteristic", characteristic="BS", operation="subtract", value="1", when=SHOT)
    field = duel(shooter(abilities=[ability("Sharp", sharp)]), target())
    assert kernel(field).check("hit").need == 2


@pytest.mark.parametrize(("key", "printed", "operation", "after"), [
    ("AP", "-1", "subtract", -3), ("AP", "-1", "add", 0), ("D", "2", "add", 4), ("S", "4", "add", 6),
])  # fmt: skip
def test_abilities_change_the_characteristics_of_weapons(key, printed, operation, after):
    given = effect("modify-characteristic", characteristic=key, of="weapons", operation=operation, value="2")
    field = duel(shooter(1, gun(type="Heavy 1", **{key: printed}), abilities=[ability("Keen", given)]), target(1, W="9"))
    found = kernel(field)
    value = {
        "AP": found.penetration,
        "D": 2 + sum(change.value for change in found.damage_changes),
        "S": found.strength.constant,
    }[key]
    value += sum(change.value for change in found.strength_changes) if key == "S" else 0
    assert value == after


def test_random_numbers_of_attacks_may_be_rolled_again():
    busy = ability("Busy", effect("re-roll", roll="attacks", results="all"))
    field = duel(shooter(1, gun(type="Heavy D6"), abilities=[busy]), target(1, W="9"))
    shoot(field, [2, 6, *[1] * 6])
    assert field.event("attacks.began")["attacks"] == [6]
    assert "9E-NUMATT-01" in field.event("attacks.began")["rules"]


def test_a_damage_roll_made_again_shows_what_it_was():
    steady = ability("Steady", effect("re-roll", roll="damage", results=[1]))
    field = duel(shooter(1, gun(type="Heavy 1", D="D6"), abilities=[steady]), target(1, W="9"))
    shoot(field, [4, 4, 1, 1, 5])
    assert field.event("attack.made")["damage"] == {"dice": [5], "first": [1], "damage": 5}


@pytest.mark.rule("9E-BIGGUNS-04")
@pytest.mark.parametrize("word", ["VEHICLE", "MONSTER"])
def test_both_kinds_of_big_models_are_worse_in_a_melee(word):
    assert kernel(duel(shooter(keywords=(word,)), target(), 0.5)).check("hit").result(4) == 3


def test_a_model_without_a_skill_never_hits():
    found = kernel(duel(shooter(BS="-"), target()))
    assert found.check("hit").passing == (False,) * 6


def test_wound_rolls_that_are_passed_without_a_roll():
    sure = ability("Sure", effect("auto-pass", roll="wound"))
    field = duel(shooter(abilities=[sure]), target(1, W="9", T="9"))
    shoot(field, [3, 1])
    assert field.event("attack.made")["wound"] is None
    assert field.wounds("b.y") == [8]


def test_each_weapon_has_its_own_dice_for_its_number_of_attacks():
    field = duel(shooter(2, gun(type="Heavy D6")), target(1, W="9"))
    with ScriptedDice([1, 1, 1, 1]) as dice:
        field.game.dice = dice
        for _ in attacks.resolve(field.game, pool(field)):
            raise AssertionError
        assert len({each for each in dice.asked if each.label == "attacks"}) == 2


def test_odds_strike_the_wounded_model_first_and_nobody_who_is_dying():
    field = duel(shooter(), target(3, W="3"))
    first, second, third = field.models("b.y")
    field.state.write("wounds", second, 1)
    wounds = [model.wounds for model in target_profiles.target(field.game, field.game.unit("b.y")).models]
    assert wounds == [1, 3, 3]
    field.state.write("wounds", third, 0)
    assert len(target_profiles.target(field.game, field.game.unit("b.y")).models) == 2
    assert field.state.wounds[first] == 3


def test_an_allocation_says_what_it_is_for():
    field = duel(shooter(1, gun("Gun", type="Heavy 1")), target(1, W="9"))
    shoot(field, [4, 4, 1])
    assert field.event("attack.allocated")["cause"] == "Gun"
