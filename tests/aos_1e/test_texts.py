"""Texts of warscrolls, read and played: what they say happens in a battle, and not without them."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.attack.check import NO_REROLL
from resolver.rulesets.aos_1e import movement, reader, spells, weapons
from resolver.shared.attacks.attacks import attack_context
from resolver.shared.attacks.pools import Shots
from tests.aos_1e.field import Field, blade, bow, feature, unit, wizard
from tests.aos_1e.test_hero import act
from tests.field import moves

rule = pytest.mark.rule


def text_ability(text: str) -> dict[str, Any]:
    """An ability that has a text and no effects as data."""
    return {"name": "Said", "text": text, "aura": False, "external": False, "effects": []}


def attack_field(text: str, step: str = "shoot", rend: str = "-", terrain: Any = ()) -> Field:
    """A model that attacks a unit of two with a text."""
    arm = blade(Rend=rend) if step == "fight" else bow(Rend=rend)
    field = Field(
        [unit("x", 1, arm)], [unit("y", 2, blade(), Wounds="3", abilities=[text_ability(text)])], step, terrain=terrain
    )
    field.put("a.x", (10.0, 20.0))
    field.row("b.y", 11.5, 20.0)
    return field


def attack_and_target(field: Field) -> tuple[Any, Any]:
    """The attacks of a's first model, and the target as they strike it."""
    game = field.game
    held = next(iter(weapons.find_carried(game, 0, ranged=game.step.name == "shoot")))
    shots = Shots(0, 1, (0,), held.row, game.step.name == "shoot")
    now = attack_context(game, shots, 0)
    return reader.attack(game, shots, 0, now), reader.target_model(game, int(game.state.standing(1)[0]), now)


IMPACT = (
    'Roll a dice for each enemy unit that is within 1" of this model after this model completes a charge move. On a 4+'
    " the enemy unit suffers D3 mortal wounds."
)
ETHEREAL = "Ignore modifiers (positive or negative) when making save rolls for this unit."


@rule("AOS-MAKE-04", "AOS-COVER-01")
@pytest.mark.parametrize(("text", "rend", "changes"), [("", -2, 1), (ETHEREAL, 0, 0)])
def test_save_rolls_without_modifiers_know_neither_rend_nor_cover(text: str, rend: int, changes: int) -> None:
    field = attack_field(text, rend="-2", terrain=[feature("wood", 5.0, 10.0, 30.0, 30.0)])
    attack, target = attack_and_target(field)
    assert (attack.penetration, len(target.armour_changes)) == (rend, changes)


@rule("AOS-MAKE-04")
@pytest.mark.parametrize(("rend", "left"), [("-", 0), ("-1", 0), ("-2", -2)])
def test_rend_of_1_is_ignored_and_better_rend_is_not(rend: str, left: int) -> None:
    text = "When you make save rolls for this unit, ignore the enemy's Rend characteristic unless it is -2 or better."
    assert attack_and_target(attack_field(text, rend=rend))[0].penetration == left


@rule("AOS-TOOLS-08")
@pytest.mark.parametrize(
    ("text", "step", "again"),
    [
        ("You can re-roll failed save rolls for this unit in the shooting phase.", "shoot", True),
        ("You can re-roll failed save rolls for this unit in the shooting phase.", "fight", False),
        ("Re-roll save rolls of 1 for this unit against missile weapons.", "shoot", True),
        ("Re-roll save rolls of 1 for this unit against missile weapons.", "fight", False),
        (
            "In the combat phase, re-roll save rolls of 1 for this unit if it made a charge move in the same turn.",
            "fight",
            False,
        ),
    ],
)
def test_saves_are_rolled_again_in_their_phase_only(text: str, step: str, again: bool) -> None:
    assert (attack_and_target(attack_field(text, step))[1].armour_reroll != NO_REROLL) is again


@rule("AOS-MAKE-02")
@pytest.mark.parametrize(("step", "less"), [("fight", 1), ("shoot", 0)])
def test_hit_rolls_against_a_unit_are_lowered_in_the_combat_phase(step: str, less: int) -> None:
    text = "Your opponent must subtract 1 from any hit rolls that target this unit in the combat phase."
    assert len(dict(attack_and_target(attack_field(text, step))[0].rolls)["hit"].changes) == less


@pytest.mark.parametrize(
    ("text", "wound", "mortal"),
    [
        ("Each time you allocate a mortal wound to this unit, roll a dice. On a 5+ the mortal wound is negated.", None, 5),
        ("Roll a dice whenever this unit suffers a wound or a mortal wound. On a 6 that wound is negated.", 6, 6),
        ("Roll a dice each time this unit suffers a mortal wound. On a 5 or a 6 that mortal wound is ignored.", None, 5),
    ],
)
def test_wounds_are_ignored_on_what_the_text_needs(text: str, wound: int | None, mortal: int) -> None:
    target = attack_and_target(attack_field(text))[1]
    assert (target.ignore and target.ignore.need, target.ignore_mortal.need) == (wound, mortal)


@rule("AOS-RUN-03", "AOS-ENEMY-05")
@pytest.mark.parametrize(
    ("text", "mark", "may"),
    [
        ("This unit can run and shoot in the same turn.", "ran", (True, False)),
        ("This model can shoot even if it ran in the movement phase.", "ran", (True, False)),
        ("This unit can charge even if it ran in the same turn.", "ran", (False, True)),
        ("This unit can shoot and charge even if it retreated in the same turn.", "retreated", (True, True)),
        ("This unit can shoot and charge even if it retreated in the same turn.", "ran", (False, False)),
    ],
)
def test_who_may_shoot_and_charge_after_a_run_or_a_retreat(text: str, mark: str, may: tuple[bool, bool]) -> None:
    field = Field([unit("x", 1, blade(), abilities=[text_ability(text)])], [unit("y", 1, blade())], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (30.0, 20.0))
    field.mark("a.x", mark)
    assert tuple(movement.may_shoot_or_charge(field.game, 0, action) for action in ("shoot", "charge")) == may


@rule("AOS-WIZARD-03")
@pytest.mark.parametrize(
    ("text", "able"),
    [("", 0), ("This model can attempt to unbind one spell in each enemy hero phase as if it were a WIZARD.", 1)],
)
def test_who_is_no_wizard_unbinds_as_if_it_were(text: str, able: int) -> None:
    field = Field([wizard("w")], [unit("y", 1, blade(), abilities=[text_ability(text)] if text else [])], "hero")
    field.put("a.w", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    assert len(spells.unbinders(field.game, 0)) == able


@pytest.mark.parametrize(
    ("text", "dice", "left"),
    [
        (
            'After this model completes a charge move, pick an enemy unit within 1"; that unit suffers D3 mortal wounds.',
            (5,),
            2,
        ),
        (
            IMPACT,
            (4, 5),
            2,
        ),
        (
            IMPACT,
            (3,),
            5,
        ),
    ],
)
@rule("AOS-MORTAL-01")
def test_a_charge_that_ends_inflicts_mortal_wounds(text: str, dice: tuple[int, ...], left: int) -> None:
    field = Field([unit("x", 1, blade(), abilities=[text_ability(text)])], [unit("y", 1, blade(), Wounds="5")], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (17.0, 20.0))
    field.go(6, 6, *dice, *[1] * 9)
    field.choose("select", unit="a.x")
    field.choose("charge-move", moves=moves((0, 15.9, 20.0)))
    while field.asked == "pick-unit":
        field.choose(**field.options()[0])
    assert field.wounds("b.y") == [left]


@pytest.mark.parametrize(
    "text",
    [
        "In your hero phase, you can heal D3 wounds that have been allocated to this model.",
        "This model heals D3 wounds in each of your hero phases.",
    ],
)
def test_wounds_heal_in_the_own_hero_phase(text: str) -> None:
    field = Field([unit("x", 1, blade(), Wounds="8", abilities=[text_ability(text)])], [unit("y", 1, blade())], "hero")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (30.0, 20.0))
    field.state.write("wounds", 0, 3)
    field.go(5, *[1] * 9)
    act(field, do="ability", ability="Said")
    assert field.event("wounds.regained")["left"] == (6 if "D3" in text else 3)
