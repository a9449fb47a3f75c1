"""How programs that plan expect a battle to go on."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.rulesets.aos_1e.valuation import forces, outlook
from resolver.rulesets.aos_1e.valuation.outlook import Rest
from tests.aos_1e.field import Field, blade, unit


def lead(strength: str, *, gap: float = 6.0, charges: bool = True) -> float:
    """What player 0 is expected to be ahead by when its unit charges an enemy of so many attacks, or stays."""
    field = Field([unit("x", 3, blade())], [unit("y", 3, blade(Attacks=strength))], "charge")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 21.0 + gap)
    game = field.game
    mine, theirs = game.unit("a.x"), game.unit("b.y")
    done = frozenset({mine})
    return outlook.foresee(game, 0, Rest("charge", done, done, {mine: theirs} if charges else {}))


def test_who_strikes_first_is_ahead() -> None:
    assert lead("4") > lead("4", charges=False)


def test_a_stronger_enemy_leaves_less() -> None:
    found = [lead(strength) for strength in ("1", "2", "4")]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1]


def course(gap: float = 10.0, foes: int = 1, **given: Any) -> outlook._Course:
    """A unit of worth 20 at (0, 0), enemies of worth 10 in a row above it; 10 wounds each; bases take an inch between two.

    It inflicts 4 wounds in a fight and suffers 2, moves 5 inches and does not shoot, unless something else is given.
    """
    every, theirs = range(foes + 1), tuple(range(1, foes + 1))
    own: dict[str, Any] = {"places": dict.fromkeys(theirs, (0.0, gap + 1.0)) | {0: (0.0, 0.0)}}
    own["wounds"] = dict.fromkeys(every, 10.0)
    own["worth"] = dict.fromkeys(theirs, 10.0) | {0: 20.0}
    own["stride"] = dict.fromkeys(every, 5.0)
    for name, mine, back in (("fights", 4.0, 2.0), ("shots", 0.0, 0.0), ("reach", 0.0, 0.0), ("sizes", 1.0, 1.0)):
        own[name] = {0: dict.fromkeys(theirs, mine)} | {unit: {0: back} for unit in theirs}
    for name, rows in given.items():
        own[name] = own[name] | rows
    return outlook._Course(outlook.Start(units=((0,), theirs), side={}, **own), {})


def test_a_turn_of_moving_charging_and_fighting() -> None:
    """5 inches ahead, a charge over 5 inches by its chance of 30/36; the answer is that of what is left."""
    found = course()
    found.turn(0, Rest())
    assert found.at == {0: (0.0, 10.0), 1: (0.0, 11.0)}
    chance = 30 / 36
    assert found.wounds[1] == pytest.approx(10 - 4 * chance)
    assert found.wounds[0] == pytest.approx(10 - 2 * chance * found.wounds[1] / 10)
    assert found.worth_left(0) == pytest.approx(20 * (0.85 * found.wounds[0] / 10 + 0.15))
    assert found.worth_left(1) == pytest.approx(10 * (0.85 * found.wounds[1] / 10 + 0.15))
    assert course().worth_left(0) == 20.0
    fallen = course()
    fallen.wounds[1] = 0.5
    assert fallen.worth_left(1) == 0.0
    fallen.wounds[1] = 0.6
    assert fallen.worth_left(1) == pytest.approx(10 * (0.85 * 0.06 + 0.15))


@pytest.mark.parametrize(
    ("rest", "moves", "fights"),
    [
        (Rest(done=frozenset({0})), False, True),
        (Rest(idle=frozenset({0})), True, False),
        (Rest(done=frozenset({0}), idle=frozenset({0})), False, False),
        (Rest("charge"), False, True),
        (Rest("charge", done=frozenset({0})), False, False),
        (Rest("charge", done=frozenset({0}), idle=frozenset({0}), charged={0: 1}), False, True),
    ],
)
def test_who_has_moved_charged_or_is_spent_does_no_more_of_it(rest: Rest, moves: bool, fights: bool) -> None:
    found = course(6.0)
    found.turn(0, rest)
    assert (found.wounds[1] < 10.0) is fights
    assert (found.at[0] == (0.0, 0.0)) is (not moves and not fights)
    if rest.charged:
        assert found.at[0] == pytest.approx((0.0, 6.0))
        assert found.wounds[1] == pytest.approx(6.0)


@pytest.mark.parametrize(
    ("gap", "reach", "after", "hits"),
    [(30.0, 20.0, 25.0, False), (22.0, 20.0, 19.5, True), (19.0, 20.0, 19.0, True), (8.0, 3.0, 3.1, False)],
)
def test_who_shoots_better_stays_afar_and_shoots_within_reach(gap: float, reach: float, after: float, hits: bool) -> None:
    found = course(gap, shots={0: {1: 4.0}}, reach={0: {1: reach}}, fights={0: {1: 1.0}, 1: {0: 9.0}})
    found.turn(0, Rest())
    assert found.at[0] == pytest.approx((0.0, gap - after))
    assert found.wounds == pytest.approx({0: 10.0, 1: 6.0 if hits else 10.0})


def test_who_fights_better_goes_to_where_it_may_charge_however_far_it_shoots() -> None:
    found = course(20.0, shots={0: {1: 3.0}}, reach={0: {1: 24.0}})
    found.turn(0, Rest())
    assert found.at[0] == pytest.approx((0.0, 5.0))
    assert found.wounds[1] == pytest.approx(7.0)


@pytest.mark.parametrize(
    ("gap", "chance", "ahead"), [(7.5, 21 / 36, True), (8.5, 15 / 36, False), (12.0, 1 / 36, False), (12.1, 0.0, False)]
)
def test_a_charge_that_rather_fails_stays_where_it_is_and_counts_by_its_chance(
    gap: float, chance: float, ahead: bool
) -> None:
    found = course(gap)
    found.turn(0, Rest("charge"))
    assert found.wounds[1] == pytest.approx(10 - 4 * chance)
    assert found.at[0] == pytest.approx((0.0, gap if ahead else 0.0))


@pytest.mark.parametrize(("back", "charges"), [(7.0, True), (8.0, False)])
def test_a_charge_that_costs_more_than_it_takes_is_not_made(back: float, charges: bool) -> None:
    """It takes 4 of 10 wounds of a worth of 10; what is left, 6/10, answers; 0.45 of that counts: 4 against 0.54 a wound."""
    found = course(6.0, fights={0: {1: 4.0}, 1: {0: back}})
    found.turn(0, Rest("charge"))
    assert (found.wounds[1] < 10.0) is charges


def test_who_cannot_move_neither_goes_ahead_nor_charges_and_fights_who_is_near() -> None:
    still = course(6.0, stride={0: 0.0})
    still.turn(0, Rest())
    assert (still.at[0], still.wounds[1]) == ((0.0, 0.0), 10.0)
    near = course(3.0, stride={0: 0.0})
    near.turn(0, Rest())
    assert (near.at[0], near.wounds[1]) == ((0.0, 0.0), 6.0)


def test_whom_units_go_for() -> None:
    """A nearer enemy rather than one that is worth a little more and is reached turns later; a slain one no more."""
    places = {1: (0.0, 12.0), 2: (21.0, 0.0)}
    for worth, goal in ((11.0, 1), (25.0, 2)):
        found = course(foes=2, places=places, worth={2: worth})
        found._move(0)
        assert found.at[0] == pytest.approx((0.0, 5.0) if goal == 1 else (5.0, 0.0))
    found = course(foes=2, places=places)
    found.wounds[1] = 0.0
    found._move(0)
    assert found.at[0] == pytest.approx((5.0, 0.0))


def test_whom_units_shoot_and_charge_is_whom_they_take_most_of() -> None:
    places = {1: (0.0, 7.0), 2: (7.0, 0.0)}
    shots, reach = {0: {1: 2.0, 2: 3.0}}, {0: {1: 9.0, 2: 9.0}}
    found = course(foes=2, places=places, shots=shots, reach=reach)
    found._shoot(0)
    assert found.wounds == {0: 10.0, 1: 10.0, 2: 7.0}
    dear = course(foes=2, places=places, shots=shots, reach=reach, worth={1: 20.0})
    dear._shoot(0)
    assert dear.wounds == {0: 10.0, 1: 8.0, 2: 10.0}
    short = course(foes=2, places=places, shots=shots, reach={0: {1: 6.0, 2: 5.9}})
    short._shoot(0)
    assert short.wounds == {0: 10.0, 1: 8.0, 2: 10.0}
    for strong, goal in ((3.0, 1), (6.0, 2)):
        charges = course(foes=2, places=places, fights={0: {1: 4.0, 2: strong}})
        chances: dict[tuple[int, int], float] = {}
        charges._charge(0, chances)
        assert chances == {(0, goal): pytest.approx(26 / 36)}


def test_the_strongest_of_each_side_strike_first_and_by_turns() -> None:
    """Enemies 1 and 2 fight the unit: it strikes whom it takes most of, then the stronger of them by what is left, ..."""
    found = course(0.0, foes=2, fights={0: {1: 3.0, 2: 8.0}, 1: {0: 1.0}, 2: {0: 5.0}})
    found.turn(0, Rest("charge", idle=frozenset({0})))
    assert found.wounds == pytest.approx({2: 2.0, 1: 10.0, 0: 10.0 - 5.0 * 0.2 - 1.0})
    theirs = course(0.0, foes=2, fights={0: {1: 3.0, 2: 8.0}, 1: {0: 1.0}, 2: {0: 5.0}})
    theirs.turn(1, Rest("charge", idle=frozenset({1, 2})))
    assert theirs.wounds == pytest.approx({2: 10.0 - 8.0 * 0.5, 1: 10.0, 0: 10.0 - 5.0 - 1.0})
    dead = course(0.0, fights={0: {1: 99.0}})
    dead.turn(0, Rest("charge"))
    assert dead.wounds == {0: 10.0, 1: 0.0}


def test_two_ways_in_which_the_next_round_may_begin() -> None:
    """Who had the first turn sees the enemy's, then either's; who has the second, either's first."""
    field = Field([unit("x", 3, blade())], [unit("y", 3, blade())], "charge")
    for first, orders in ((0, ((1, 0), (1, 1))), (1, ((0, 1), (1, 0)))):
        field.state.first = first
        assert outlook._orders(field.game, 0) == orders


def test_what_is_foreseen_is_the_mean_of_both_ways_for_either_player() -> None:
    field = Field([unit("x", 3, blade())], [unit("y", 3, blade(Attacks="3"))], "charge")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 27.0)
    game, done = field.game, frozenset({0})
    start = outlook._start(game)
    assert start.places == {0: (11.5, 20.0), 1: (11.5, 27.0)}
    assert start.sizes[0][1] == pytest.approx(1.0)
    assert start.fights[0][1] == pytest.approx(0.75 * forces.expected_wounds(game, 0, 1, ranged=False))
    assert start.stride == {0: 5.0, 1: 5.0}
    assert start.wounds == {0: 3.0, 1: 3.0}
    leads = []
    for order in ((1, 0), (1, 1)):
        course = outlook._Course(start, {})
        for side, rest in ((0, Rest("charge", done, done)), *((side, Rest()) for side in order)):
            course.turn(side, rest)
        leads.append(course.worth_left(0) - course.worth_left(1))
    assert leads[0] != leads[1]
    found = outlook.foresee(game, 0, Rest("charge", done, done))
    assert found == pytest.approx(sum(leads) / 2)
    assert outlook.foresee(game, 1, Rest("charge", done, done)) == pytest.approx(-found)
    assert outlook.foresee(game, 0, Rest("charge", done, done), {0: (60.0, 40.0)}) > found
