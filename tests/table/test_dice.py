"""Addressed dice: pure functions of the address, without bias; scripted dice; roll-offs."""

from collections import Counter

import numpy as np
import pytest

from datasheets.values import Dice as Expression
from resolver.table.dice import (
    Address,
    ScriptedDice,
    SeededDice,
    face,
    mix,
    roll_all,
    roll_off,
)
from tests.dice import RecordingDice

HERE = Address(0, 1, 0, "shooting", 3, 1, 7)
U64 = np.uint64


def numpy_mix(word: int) -> int:
    """SplitMix64 once more, in NumPy's wrapping arithmetic."""
    with np.errstate(over="ignore"):
        z = U64(word & (1 << 64) - 1) + U64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
        return int(z ^ (z >> U64(31)))


def test_mixing_is_splitmix64():
    """The published outputs for the state 1234567."""
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(mix(state))
        state += 0x9E3779B97F4A7C15
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert all(mix(word) == numpy_mix(word) for word in (0, 1, 2**63, 2**64 - 1, 987654321))


def test_seeded_dice_have_fixed_values():
    """Whoever changes these changes every battle that was ever recorded by its seed."""
    dice = SeededDice(7)
    assert [dice.roll(HERE.of("hit", number)) for number in range(16)] == HITS
    assert [dice.roll(HERE.of("damage", 2, die), 3) for die in range(8)] == DAMAGE
    assert [SeededDice(seed).roll(HERE.of("save"), 100) for seed in range(8)] == SEEDS
    assert SeededDice(-1).roll(HERE.of("hit"), 1 << 40) == NEGATIVE


HITS = [4, 5, 4, 4, 4, 4, 1, 3, 1, 4, 3, 2, 6, 4, 2, 3]
DAMAGE = [2, 3, 2, 3, 2, 2, 3, 3]
SEEDS = [99, 97, 61, 31, 81, 40, 11, 17]
NEGATIVE = 449718277294


def test_an_address_is_mixed_part_by_part():
    """The whole recipe once more: FNV-1a of texts, SplitMix64 over the parts, number, die and throw in one word."""

    def code(part: int | str) -> int:
        if isinstance(part, int):
            return part & (1 << 64) - 1
        value = 0xCBF29CE484222325
        for byte in part.encode():
            value = (value ^ byte) * 0x100000001B3 % (1 << 64)
        return value

    state = numpy_mix(7)
    for part in (0, 1, 0, "shooting", 3, 1, -1, "save"):
        state = numpy_mix(state ^ code(part))
    word = numpy_mix(state ^ (12 << 32 | 3 << 16 | 1))
    address = Address(0, 1, 0, "shooting", 3, 1, -1, "save", 12, 3, 1)
    assert SeededDice(7).roll(address, 1000) == word % 1000 + 1


def test_a_die_depends_on_its_address_alone():
    one, other = SeededDice(3), SeededDice(3)
    addresses = [HERE.of(label, number) for label in ("hit", "wound") for number in range(50)]
    assert [one.roll(a) for a in addresses] == [other.roll(a) for a in reversed(addresses)][::-1]


@pytest.mark.parametrize("part", [name for name in Address._fields if name != "label"])
def test_every_part_of_the_address_counts(part):
    """Two streams that differ in one part agree about as often as chance has it."""
    dice, value = SeededDice(11), getattr(HERE, part)
    changed = "fight" if part == "phase" else value + 1
    if part == "number":
        pairs = [(HERE.of("hit", n), HERE.of("hit", n + 600)) for n in range(600)]
    else:
        pairs = [(a, a._replace(**{part: changed})) for a in (HERE.of("hit", n) for n in range(600))]
    same = sum(dice.roll(a) == dice.roll(b) for a, b in pairs)
    assert 60 < same < 140


def test_more_prefixes_than_are_kept_change_nothing():
    dice = SeededDice(5)
    first = [dice.roll(HERE._replace(unit=unit)) for unit in range(5000)]
    assert [dice.roll(HERE._replace(unit=unit)) for unit in range(5000)] == first
    assert len(dice._prefixes) <= 4096


def test_faces_are_equally_likely():
    dice = SeededDice(1)
    counts = Counter(dice.roll(HERE.of("hit", number)) for number in range(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 25


def test_words_of_the_incomplete_block_are_rejected():
    last = (1 << 64) - (1 << 64) % 6
    assert face(last - 1, 6) == 6
    assert face(last, 6) == face(mix(last), 6)
    sides = 3 << 62
    assert face(sides - 1, sides) == sides
    assert face(sides, sides) == face(mix(sides), sides)
    with pytest.raises(ValueError, match="no die has 0 sides"):
        face(1, 0)


@pytest.mark.parametrize(
    "address",
    [HERE.of("hit", -1), HERE.of("hit", 1 << 32), HERE.of("hit", 0, 1 << 16), HERE.of("hit", 0, 0, -1)],
)
def test_an_address_out_of_bounds_is_refused(address):
    with pytest.raises(ValueError, match="no such die"):
        SeededDice(1).roll(address)


def test_scripted_dice_run_out_or_are_left_over():
    dice = ScriptedDice([3, 6])
    assert (dice.roll(HERE), dice.left) == (3, 1)
    assert dice.roll(HERE.of("save")) == 6
    assert dice.asked == [HERE, HERE.of("save")]
    with pytest.raises(LookupError, match="no scripted die"):
        dice.roll(HERE)
    with pytest.raises(LookupError, match="1 of 2 scripted dice"), ScriptedDice([1, 2]) as two:
        two.roll(HERE)
    with pytest.raises(ValueError, match="no face 5"):
        ScriptedDice([5]).roll(HERE, 3)
    with pytest.raises(KeyError), ScriptedDice([1]):
        raise KeyError


@pytest.mark.rule("9E-DICE-01")
@pytest.mark.rule("9E-DICE-02")
def test_an_amount_rolls_every_die_by_itself():
    with ScriptedDice([5, 2, 6]) as dice:
        faces = roll_all(dice, HERE.of("damage", 4), Expression.parse("2D3+D6+1"))
    assert faces == (5, 2, 6)
    assert Expression.parse("2D3+D6+1").total(faces) == 3 + 1 + 6 + 1
    assert [(a.label, a.number, a.die) for a in dice.asked] == [("damage", 4, 0), ("damage", 4, 1), ("damage", 4, 2)]


@pytest.mark.rule("9E-ROLLOFF-01")
@pytest.mark.parametrize(("faces", "winner"), [([5, 2], 0), ([1, 6], 1)])
def test_the_higher_die_wins_a_roll_off(faces, winner):
    with ScriptedDice(faces) as dice:
        assert roll_off(dice, HERE).winner == winner


@pytest.mark.rule("9E-ROLLOFF-02")
def test_ties_are_rolled_again():
    with ScriptedDice([4, 4, 1, 1, 2, 3]) as dice:
        result = roll_off(dice, HERE)
    assert result == (1, ((4, 4), (1, 1), (2, 3)))
    assert len(set(dice.asked)) == 6


@pytest.mark.rule("9E-ROLLOFF-03")
def test_a_roll_off_takes_two_dice_and_nothing_changes_them():
    """No re-roll, no modifier: the result is what the two dice show."""
    dice = RecordingDice(SeededDice(2))
    for number in range(40):
        result = roll_off(dice, HERE.of("roll-off", number))
        first, second = result.throws[-1]
        assert result.winner == int(second > first)
        assert all(a == b for a, b in result.throws[:-1])
    assert len(dice.record) == sum(2 * len(roll_off(SeededDice(2), HERE.of("roll-off", n)).throws) for n in range(40))
