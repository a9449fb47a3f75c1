"""Dice expressions against an independent oracle (icepool) and the ledger's sentences."""

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheets.values import Dice
from datasheets.values.dice import SIDES, face_value, rolled_sides

EXPRESSIONS = st.builds(
    lambda terms, constant: (tuple(terms), constant),
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(SIDES[:-1])), max_size=3),
    st.integers(-9, 99),
)


@pytest.mark.parametrize(
    ("text", "terms", "constant"),
    [
        ("3", (), 3),
        ("0", (), 0),
        ("D6", ((1, 6),), 0),
        ("d6", ((1, 6),), 0),
        ("2D6", ((2, 6),), 0),
        ("2D3+1", ((2, 3),), 1),
        ("D3 + 3", ((1, 3),), 3),
        ("D6-1", ((1, 6),), -1),
        ("2D6+D4", ((2, 6), (1, 4)), 0),
        (" 4+D6 ", ((1, 6),), 4),
    ],
)
def test_expressions(text: str, terms: tuple[tuple[int, int], ...], constant: int) -> None:
    assert Dice.parse(text) == Dice(terms, constant)


@pytest.mark.parametrize(
    "text",
    ["", " ", "D", "6D", "D7", "0D6", "99D6", "3 4", "D6D6", "+", "D6+", "1.5", "-D6", "٣", "D6*2", "x2", "User", "9" * 99],
)
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(ValueError, match="no number or dice expression"):
        Dice.parse(text)


@given(EXPRESSIONS)
def test_parse_and_print_are_inverse(expression: tuple[tuple[tuple[int, int], ...], int]) -> None:
    dice = Dice(*expression)
    assert Dice.parse(str(dice)) == dice


@pytest.mark.rule("9E-DICE-01")
@given(EXPRESSIONS)
def test_distribution_equals_the_oracle(expression: tuple[tuple[tuple[int, int], ...], int]) -> None:
    terms, constant = expression
    oracle = sum((number @ icepool.d(sides) for number, sides in terms), start=icepool.Die([constant]))
    dice = Dice(terms, constant)
    distribution = dice.distribution()
    assert distribution == {outcome: Fraction(ways, oracle.denominator()) for outcome, ways in oracle.items()}
    assert (dice.minimum, dice.maximum) == (min(distribution), max(distribution))
    assert dice.mean == sum(total * chance for total, chance in distribution.items())
    assert list(distribution) == sorted(distribution)


@pytest.mark.rule("9E-DICE-01")
def test_several_dice_are_added() -> None:
    assert Dice.parse("2D6").total((3, 5)) == 8
    assert Dice.parse("3D6").total((1, 1, 1)) == 3


@pytest.mark.rule("9E-DICE-02")
@pytest.mark.parametrize(("d6", "d3"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_half_a_d6_rounded_up(d6: int, d3: int) -> None:
    assert rolled_sides(3) == 6
    assert face_value(3, d6) == d3
    assert Dice.parse("D3").total((d6,)) == d3


@pytest.mark.parametrize(("text", "least", "most"), [("2D3", 2, 6), ("D3+3", 4, 6), ("D6+2", 3, 8), ("3D6", 3, 18)])
def test_least_and_most_include_the_constant(text: str, least: int, most: int) -> None:
    """9E-Q-62."""
    assert (Dice.parse(text).minimum, Dice.parse(text).maximum) == (least, most)


def test_faces_must_fit_the_dice() -> None:
    with pytest.raises(ValueError, match="takes 2 dice"):
        Dice.parse("2D6").total((1,))
    with pytest.raises(ValueError, match="no face 7"):
        Dice.parse("D6").total((7,))
    with pytest.raises(ValueError, match="no face 0"):
        Dice.parse("D3").total((0,))
