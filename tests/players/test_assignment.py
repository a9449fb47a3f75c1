"""Goals for units: the best for all together, not the best for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from resolver.engine.decision_kinds import Goals
from resolver.engine.ruleset import Prospects
from resolver.players.assignment import assign_goals


def total(prospects: Prospects, goals: Goals) -> float:
    """What an assignment is worth: at each goal the best unit counts whole, the others their shares."""
    rows = dict(zip(prospects.units, prospects.worth, strict=True))
    found = 0.0
    for goal in set(goals.values()):
        there = sorted((rows[unit][goal] for unit, at in goals.items() if at == goal), reverse=True)
        found += sum(worth * share for worth, share in zip(there, prospects.shares, strict=False))
    return found


def best(prospects: Prospects) -> float:
    """The worth of the best of all assignments."""
    goals: Sequence[int | None] = (None, *range(len(prospects.worth[0])))
    made = (zip(prospects.units, choice, strict=True) for choice in product(goals, repeat=len(prospects.units)))
    return max(total(prospects, {unit: goal for unit, goal in some if goal is not None}) for some in made)


def test_each_goal_is_given_to_whom_it_is_worth_most() -> None:
    assert assign_goals(Prospects((3, 5), ((9.0, 2.0), (8.0, 7.0)), (1.0, 0.1))) == {3: 0, 5: 1}


def test_a_good_goal_takes_two_where_the_second_counts_enough() -> None:
    worth = ((9.0, 1.0), (8.0, 1.0))
    assert assign_goals(Prospects((0, 1), worth, (1.0, 0.5))) == {0: 0, 1: 0}
    assert assign_goals(Prospects((0, 1), worth, (1.0, 0.0))) == {0: 0, 1: 1}


def test_units_make_room_for_each_other() -> None:
    prospects = Prospects((0, 1, 2), ((5.0, 4.9, 0.0), (5.0, 0.0, 0.0), (0.0, 5.0, 4.0)), (1.0, 0.0, 0.0))
    assert assign_goals(prospects) == {0: 1, 1: 0, 2: 2}


def test_what_is_worth_nothing_is_no_goal() -> None:
    assert assign_goals(Prospects((0,), ((0.0, 0.0),), (1.0,))) == {}
    assert assign_goals(Prospects((0,), ((),), (1.0,))) == {}
    assert assign_goals(Prospects((), (), (1.0,))) == {}


@given(st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=1, max_size=5))
def test_no_assignment_is_worth_more(worth: list[list[int]]) -> None:
    prospects = Prospects(range(len(worth)), worth, (1.0, 0.5, 0.25))
    assert abs(total(prospects, assign_goals(prospects)) - best(prospects)) < 1e-9
