"""Printed characteristics are read to values, and what cannot be read says what to write."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheets.values import READERS, Change, Dice, Distance, Mark, Range, Strength, WeaponType, read

READ = [
    ("distance", '6"', Distance(Fraction(6))),
    ("distance", "6", Distance(Fraction(6))),
    ("distance", '6.5"', Distance(Fraction(13, 2))),
    ("distance", '2D6"', Distance(Dice.parse("2D6"))),
    ("distance", '20-50"', Distance(Fraction(50), Fraction(20))),
    ("distance", '20"-50"', Distance(Fraction(50), Fraction(20))),
    ("distance", "-", Mark.NONE),
    ("distance", "*", Mark.TABLE),
    ("target", "3+", 3),
    ("target", "-", Mark.NONE),
    ("number", "4", Dice(constant=4)),
    ("number", "D6", Dice.parse("D6")),
    ("number", "*", Mark.TABLE),
    ("whole", "12", 12),
    ("wounds", "12", 12),
    ("damage", "D3+3", Dice.parse("D3+3")),
    ("penetration", "0", 0),
    ("penetration", "-3", -3),
    ("penetration", "−3", -3),
    ("penetration", "-", 0),
    ("strength", "8", Strength(Dice(constant=8))),
    ("strength", "User", Strength()),
    ("strength", "+1", Strength(change=Change("add", 1))),
    ("strength", "-1", Strength(change=Change("subtract", 1))),
    ("strength", "x2", Strength(change=Change("multiply", 2))),
    ("strength", "×2", Strength(change=Change("multiply", 2))),
    ("strength", "2D6", Strength(Dice.parse("2D6"))),
    ("range", '24"', Range(Fraction(24))),
    ("range", '6"-48"', Range(Fraction(48), Fraction(6))),
    ("range", "Melee", Range(melee=True)),
    ("weapon-type", "Melee", WeaponType("Melee")),
    ("weapon-type", "Rapid Fire 2", WeaponType("Rapid Fire", Dice(constant=2))),
    ("weapon-type", "heavy d6", WeaponType("Heavy", Dice.parse("D6"))),
    ("weapon-type", "HunTR D6", WeaponType("HunTR", Dice.parse("D6"))),
    ("weapon-type", "Dakka 5/3", WeaponType("Assault", Dice(constant=3), Dice(constant=5))),
    ("weapon-type", "Grenade 2D3", WeaponType("Grenade", Dice.parse("2D3"))),
    ("text", "infantry", "infantry"),
]
REFUSED = [
    ("distance", ""),
    ("distance", "six"),
    ("distance", '50-20"'),
    ("distance", '-6"'),
    ("target", "0+"),
    ("target", "3"),
    ("target", "٣+"),
    ("target", "+3"),
    ("number", "4+"),
    ("number", "99999"),
    ("whole", "-"),
    ("whole", "1.0"),
    ("wounds", "0"),
    ("wounds", "*"),
    ("wounds", "D6"),
    ("damage", "0"),
    ("damage", "D6-1"),
    ("damage", "-"),
    ("penetration", "1"),
    ("penetration", "+1"),
    ("strength", "/2"),
    ("strength", "-"),
    ("range", "-"),
    ("range", '2D6"'),
    ("weapon-type", "Heavy"),
    ("weapon-type", "Melee 2"),
    ("weapon-type", "Salvo 2"),
    ("weapon-type", "Salvo 4/2"),
    ("weapon-type", "Dakka 5"),
    ("weapon-type", "Dakka 5/"),
    ("weapon-type", "Heavy 5/3"),
    ("weapon-type", "Heavy 0"),
    ("weapon-type", "Heavy -1"),
]


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_what_is_printed_is_read(kind: str, text: str, value: object) -> None:
    assert read(kind, text) == value


@pytest.mark.parametrize(("kind", "text"), REFUSED)
def test_what_cannot_be_read_says_what_to_write(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read; write"):
        read(kind, text)


@given(st.sampled_from(sorted(READERS)), st.text(max_size=30))
def test_any_text_is_read_or_refused(kind: str, text: str) -> None:
    with contextlib.suppress(ValueError):
        assert read(kind, text) is not None


@pytest.mark.rule("9E-DICE-03")
def test_a_target_is_a_result_of_that_much_or_more() -> None:
    needed = read("target", "3+")
    assert isinstance(needed, int)
    assert [face for face in range(1, 7) if face >= needed] == [3, 4, 5, 6]


@pytest.mark.rule("9E-WPN-01")
def test_a_melee_weapon_reaches_nothing_from_afar() -> None:
    melee = read("range", "Melee")
    assert isinstance(melee, Range)
    assert melee.melee
    assert not melee.reaches(0.5)
    assert not melee.reaches(0)
    for printed in ('12"', '6"-48"'):
        ranged = read("range", printed)
        assert isinstance(ranged, Range)
        assert not ranged.melee


@pytest.mark.rule("9E-WPN-02")
@pytest.mark.example("9E-EX-08")
@pytest.mark.parametrize(("distance", "shot"), [(5, False), (6, False), (6.1, True), (48, True), (48.1, False)])
def test_minimum_range(distance: float, shot: bool) -> None:
    printed = read("range", '6"-48"')
    assert isinstance(printed, Range)
    assert printed.reaches(distance) is shot


def test_slack_for_computed_distances() -> None:
    printed = Range(Fraction(48), Fraction(6))
    assert printed.reaches(48 + 1e-9, slack=1e-6)
    assert not printed.reaches(6 + 1e-9, slack=1e-6)


@pytest.mark.rule("9E-WPN-03")
def test_the_weapon_types() -> None:
    types = ("Assault", "Heavy", "Rapid Fire", "Grenade", "Pistol")
    assert [read("weapon-type", f"{name} 1") for name in types] == [WeaponType(n, Dice(constant=1)) for n in types]
    assert read("weapon-type", "Melee") == WeaponType("Melee")
