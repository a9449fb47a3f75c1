"""Columns of the 2nd edition: what can be written in them, and what is refused with what to write."""

from fractions import Fraction

import pytest

from datasheets.systems import rulebook, system
from datasheets.systems.rows import is_within, unreadable
from datasheets.values import Dice, read
from datasheets.values.older import Absent, OfUser, Penetration, Reach, penetration_of

READ = [
    ("score", "10", 10),
    ("score", "0", 0),
    ("score", "-", Absent.NONE),
    ("band", "24", Fraction(24)),
    ("band", '24"', Fraction(24)),
    ("band", "template", Reach.TEMPLATE),
    ("band", "thrown", Reach.THROWN),
    ("radius", "1.5", Fraction(3, 2)),
    ("radius", "-", Absent.NONE),
    ("hit-modifier", "+2", 2),
    ("hit-modifier", "-1", -1),
    ("hit-modifier", "0", 0),
    ("hit-strength", "9", 9),
    ("hit-strength", "user", OfUser()),
    ("hit-damage", "2D12", Dice.parse("2D12")),
    ("save-modifier", "-6", -6),
    ("save-modifier", "user", OfUser()),
    ("armour-penetration", "D6+D20+8", Penetration(Dice.parse("D6+D20+8"))),
    ("armour-penetration", "D6+S", Penetration(Dice.parse("D6"), adds_strength=True)),
    ("armour-penetration", "S+D6", Penetration(Dice.parse("D6"), adds_strength=True)),
    ("count", "3", 3),
]


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_what_is_printed_is_read(kind, text, value):
    assert read(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("score", "4+"),
        ("score", "banana"),
        ("score", ""),
        ("band", "0"),
        ("band", "6-12"),
        ("radius", "big"),
        ("hit-modifier", "+x"),
        ("hit-strength", "banana"),
        ("hit-strength", "11"),
        ("hit-strength", "0"),
        ("hit-damage", "0"),
        ("hit-damage", "D6-3"),
        ("save-modifier", "3"),
        ("armour-penetration", "8"),
        ("armour-penetration", "D6+"),
        ("armour-penetration", "S"),
        ("armour-penetration", "SS+D6"),
        ("count", "0"),
    ],
)
def test_what_is_no_such_value_is_refused(kind, text):
    with pytest.raises(ValueError, match="cannot be read"):
        read(kind, text)


@pytest.mark.rule("2E-R-PEN-02")
def test_without_a_printed_penetration_strength_and_damage_dice_are_rolled():
    assert penetration_of(Absent.NONE, 8, Dice.parse("D10")) == Dice.parse("D6+D10+8")
    assert penetration_of(Absent.NONE, 4, Dice.parse("1")) == Dice.parse("D6+4")
    assert penetration_of(Penetration(Dice.parse("D6"), adds_strength=True), 4, Dice.parse("1")) == Dice.parse("D6+4")
    assert penetration_of(Penetration(Dice.parse("2D6+8")), 3, Dice.parse("D6")) == Dice.parse("2D6+8")


@pytest.mark.rule("2E-R-WEAPON-04")
def test_every_weapon_of_the_ledgers_table_can_be_written():
    """The starter table of 2E-Q-69, column by column, as a datasheet would print it."""
    table = rulebook("wh40k-2e").decision("2E-Q-69").table
    keys = ("Class", "Short", "Long", "Hit Short", "Hit Long", "Str", "Dam", "Save", "AP")
    flags = {"Blast": "-", "Sustained": "-", "Fire": "no", "Twin": "no", "Jams": "no"}
    for name, *row in table["rows"]:
        printed = {key: "-" if value is None else str(value) for key, value in zip(keys, row[:9], strict=True)} | flags
        assert unreadable(printed, system("wh40k-2e").weapon_characteristics) is None, (name, printed)


@pytest.mark.rule("2E-CHAR-02")
@pytest.mark.example("2E-EX-03")
def test_a_characteristic_may_be_0_and_none_lies_above_10():
    """A Genestealer's Ballistic Skill is 0: it has no ability there at all."""
    for column in system("wh40k-2e").characteristics:
        assert is_within(read(column.kind, "0"), column)
        assert is_within(read(column.kind, "11"), column) is (column.most is None)
