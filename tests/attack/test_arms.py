"""Weapons read by the parts that their columns play: the same code for every system, whatever it calls them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from datasheets.systems.parts import weapon_parts
from datasheets.values import Dice, Strength
from resolver.shared.attacks.arms import Arm, read_arm

ROWS = {
    "wh40k-9e": (
        {"Range": '6-24"', "Type": "Rapid Fire D3", "S": "5", "AP": "-2", "D": "2"},
        Arm(
            ranged=True,
            type="Rapid Fire",
            reach=Fraction(24),
            least=Fraction(6),
            number=Dice.parse("D3"),
            strength=Strength(Dice.parse("5")),
            penetration=-2,
            damage=Dice.parse("2"),
        ),
    ),
    "wh40k-8e": (
        {"Range": "Melee", "Type": "Melee", "S": "User", "AP": "-", "D": "1"},
        Arm(ranged=False, type="Melee", strength=Strength(), damage=Dice.parse("1")),
    ),
    "aos-1e": (
        {
            "Type": "missile",
            "Range": '18"',
            "Attacks": "D6",
            "To Hit": "4+",
            "To Wound": "3+",
            "Rend": "-1",
            "Damage": "D3",
        },
        Arm(
            ranged=True,
            type="missile",
            reach=Fraction(18),
            number=Dice.parse("D6"),
            checks={"hit": 4, "wound": 3},
            penetration=-1,
            damage=Dice.parse("D3"),
        ),
    ),
    "grundregelwerk": (
        {"Kind": "ranged", "Range": '24"', "RoF": "2", "FP": "3"},
        Arm(ranged=True, type="ranged", reach=Fraction(24), number=Dice.parse("2"), penetration=3),
    ),
}


@pytest.mark.parametrize(("system", "row", "wanted"), [(system, *case) for system, case in ROWS.items()], ids=ROWS)
def test_a_row_is_read_by_the_parts_of_its_columns(system: str, row: dict[str, str], wanted: Arm) -> None:
    assert read_arm(weapon_parts(system), row) == wanted


def test_a_target_within_the_shorter_range_cannot_be_attacked() -> None:
    arm = read_arm(weapon_parts("wh40k-9e"), ROWS["wh40k-9e"][0])
    assert [arm.reaches(inches) for inches in (6.0, 6.1, 24.0, 24.1)] == [False, True, True, False]
