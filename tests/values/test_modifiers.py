"""Modifier arithmetic, played from the ledger's examples."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheets.systems import system
from datasheets.values import (
    Change,
    Dice,
    Mark,
    Strength,
    apply_changes,
    attack_strength,
    characteristic,
    modified_roll,
    required_roll,
)
from datasheets.values.printed import strength

DOUBLE, HALVE, ONE_MORE, TWO_LESS = Change("multiply", 2), Change("divide", 2), Change("add", 1), Change("subtract", 2)
CHANGES = st.lists(
    st.builds(Change, st.sampled_from(["divide", "multiply", "add", "subtract"]), st.integers(1, 6)), max_size=5
)


@pytest.mark.rule("9E-DICE-07")
@pytest.mark.example("9E-EX-04")
def test_a_roll_can_be_more_than_the_die_has() -> None:
    assert modified_roll(6, [ONE_MORE]) == 7


@pytest.mark.rule("9E-DICE-04")
@pytest.mark.rule("9E-DICE-05")
@pytest.mark.rule("9E-DICE-06")
@pytest.mark.rule("9E-DICE-08")
@pytest.mark.example("9E-EX-45")
@pytest.mark.parametrize(
    ("roll", "changes", "result"),
    [(5, [HALVE, DOUBLE, ONE_MORE, TWO_LESS], 4), (5, [HALVE, ONE_MORE], 4), (2, [Change("subtract", 3)], 1)],
)
def test_rolls(roll: int, changes: list[Change], result: int) -> None:
    for order in permutations(changes):
        assert modified_roll(roll, order) == result


@pytest.mark.rule("9E-MODC-01")
@pytest.mark.rule("9E-MODC-02")
@pytest.mark.rule("9E-WPN-05")
@pytest.mark.example("9E-EX-10")
def test_a_power_fist_with_a_psychic_power() -> None:
    assert attack_strength(strength("x2"), {"strength": 4, "resistance": 4}, [ONE_MORE]) == 9


@pytest.mark.rule("9E-WPN-05")
@pytest.mark.example("9E-EX-09")
def test_a_multiple_of_the_bearers_strength() -> None:
    assert attack_strength(strength("x2"), {"strength": 6, "resistance": 4}) == 12
    assert attack_strength(strength("+1"), {"strength": 6, "resistance": 4}) == 7


@pytest.mark.rule("9E-WPN-04")
@pytest.mark.parametrize("bearer", [3, 4, 8])
def test_user_is_the_bearers_strength(bearer: int) -> None:
    assert attack_strength(strength("User"), {"strength": bearer, "resistance": 4}) == bearer
    assert attack_strength(strength("5"), {"strength": bearer, "resistance": 4}) == 5


def test_a_rolled_weapon_strength() -> None:
    assert attack_strength(Strength(Dice.parse("2D6")), {"strength": 4, "resistance": 4}, [ONE_MORE], rolled=7) == 8


@pytest.mark.rule("9E-MODC-02")
@pytest.mark.rule("9E-MODC-03")
@pytest.mark.rule("9E-MODC-04")
@pytest.mark.rule("9E-MODC-08")
@pytest.mark.rule("9E-MODC-09")
@pytest.mark.example("9E-EX-46")
def test_characteristics() -> None:
    assert apply_changes(3, [HALVE], 1) == 2
    assert apply_changes(3, [ONE_MORE, HALVE], 1) == 3
    assert apply_changes(2, [ONE_MORE, Change("set", 5)], 1) == 6
    assert apply_changes(2, [Change("subtract", 3)], 1) == 1
    assert required_roll({"S": Mark.NONE, "T": 5}, "S", [ONE_MORE], minimum=1, fallback="T") == 5


@pytest.mark.rule("9E-MODC-05")
@pytest.mark.parametrize(("key", "least"), [("S", 1), ("T", 1), ("A", 1), ("Ld", 1), ("M", -1)])
def test_what_is_never_below_one(key: str, least: int) -> None:
    column = next(item for item in system("wh40k-9e").characteristics if item.key == key)
    assert apply_changes(2, [Change("subtract", 3)], column.minimum) == least


@pytest.mark.rule("9E-MODC-09")
def test_for_what_toughness_stands_in() -> None:
    columns = system("wh40k-9e").characteristics
    assert {item.key for item in columns if item.substitute == "T"} == {"S", "Ld"}


@pytest.mark.rule("9E-MODC-08")
@pytest.mark.parametrize("operation", ["set", "divide", "multiply", "add", "subtract"])
def test_a_dash_is_never_modified(operation: str) -> None:
    assert characteristic(Mark.NONE, [Change(operation, 2)], 1) is Mark.NONE
    assert characteristic(4, [Change(operation, 2)], 1) != 4


@pytest.mark.rule("9E-MODC-09")
@pytest.mark.parametrize("key", ["S", "Ld"])
def test_toughness_stands_in_for_a_dash(key: str) -> None:
    assert required_roll({key: Mark.NONE, "T": 5}, key, [DOUBLE], minimum=1, fallback="T") == 5
    assert required_roll({key: Mark.NONE, "T": Mark.NONE}, key, fallback="T") == 1
    assert required_roll({key: Mark.NONE, "T": 5}, key) is None
    assert required_roll({key: 7, "T": 5}, key, [DOUBLE], fallback="T") == 14
    for weapon in ("User", "+1", "x2"):
        assert attack_strength(strength(weapon), {"strength": Mark.NONE, "resistance": 5}, [ONE_MORE]) == 5


@given(st.integers(0, 20), CHANGES)
def test_the_order_of_changes_does_not_matter(value: int, changes: list[Change]) -> None:
    assert (
        apply_changes(value, changes)
        == apply_changes(value, list(reversed(changes)))
        == apply_changes(value, sorted(changes, key=str))
    )


@given(st.integers(1, 12), CHANGES)
def test_rounding_is_up_and_once(value: int, changes: list[Change]) -> None:
    exact = Fraction(value)
    for operation in ("divide", "multiply", "add", "subtract"):
        for change in changes:
            if change.operation == operation:
                exact = {
                    "divide": exact / change.value,
                    "multiply": exact * change.value,
                    "add": exact + change.value,
                    "subtract": exact - change.value,
                }[operation]
    assert 0 <= apply_changes(value, changes) - exact < 1
