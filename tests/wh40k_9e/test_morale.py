"""The Morale phase: tests, attrition, coherency checks; Half-strength."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.retelling import Retelling
from resolver.engine.summary import summarize_units
from resolver.families.wh40k.summary import SUMMARY
from resolver.rulesets.wh40k_9e import morale
from resolver.shared.units import strength
from tests.field import Field, ability, unit
from tests.referee.battles import plain
from tests.referee.judge import Referee
from tests.referee.rebuild import apply

rule, example = pytest.mark.rule, pytest.mark.example


def losses(lost: int, left: int, *dice: int, leadership: str = "7", started: int | None = None, **given: Any) -> Field:
    """A unit of a that lost models this turn."""
    field = Field([unit("x", left, Ld=leadership, **given)], [unit("y", 1)], "morale-tests")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 40.0))
    field.count("a.x", "lost", lost)
    field.state.write("starting_strength", 0, started if started is not None else left + lost)
    field.go(*dice)
    return field


@rule("9E-MTEST-01")
@rule("9E-MTEST-02")
@rule("9E-MTEST-03")
@example("9E-EX-42")
@pytest.mark.parametrize(("lost", "die", "passed"), [(3, 5, True), (3, 6, False), (9, 1, True)])
def test_the_total_must_not_exceed_the_leadership(lost: int, die: int, passed: bool) -> None:
    field = losses(lost, 10, die, *((6,) * 9), leadership="8")
    assert field.event("morale.tested")["passed"] is passed
    assert field.event("morale.tested")["total"] == lost + die
    assert bool(field.battle and field.battle.decision and field.asked == "flee") is not passed


@rule("9E-MTEST-03")
def test_a_unit_that_passes_automatically_rolls_nothing_and_loses_nobody() -> None:
    steady = ability("Steady", {"kind": "auto-pass", "roll": "morale", "to": {"scope": "unit"}})
    field = losses(9, 10, abilities=[steady])
    tested = field.event("morale.tested")
    assert (tested["passed"], tested["dice"], tested["total"]) == (True, [], 9)
    assert len(field.models("a.x")) == 10


@rule("9E-MTEST-01")
def test_the_highest_leadership_in_the_unit_counts() -> None:
    rows: Any = [(3, [], {"Ld": "5"}), (1, [], {"Ld": "9"})]
    field = Field([unit("x", rows)], [unit("y", 1)], "morale-tests")
    field.row("a.x", 10, 20)
    field.put("b.y", (50, 40))
    field.count("a.x", "lost", 4)
    field.go(5)
    assert field.event("morale.tested")["leadership"] == 9
    assert field.event("morale.tested")["passed"]


@rule("9E-MTEST-01")
@rule("9E-MTEST-03")
@rule("9E-MTEST-04")
@rule("9E-ATTRIT-01")
@rule("9E-ATTRIT-02")
@rule("9E-ATTRIT-03")
@rule("9E-SSTR-03")
@rule("9E-DICE-08")
@example("9E-EX-23")
def test_the_skitarii_rangers() -> None:
    field = losses(5, 5, 4, 1, 2, 5, 6)
    assert field.event("morale.tested")["total"] == 9
    assert not field.event("morale.tested")["passed"]
    first = field.models("a.x")[2]
    assert {choice["model"] for choice in field.options("flee")} == set(field.models("a.x"))
    field.choose("flee", model=first)
    assert first not in field.models("a.x")
    attrition = field.event("attrition.tested")
    assert attrition["below_half"]
    assert attrition["fleeing"] == 2
    for _ in range(2):
        field.choose("flee", model=field.models("a.x")[0])
    assert len(field.models("a.x")) == 2
    assert all("cause" not in event for event in field.events("model.fled"))
    assert not field.events("model.destroyed")


@rule("9E-ATTRIT-02")
@pytest.mark.parametrize(("left", "fleeing"), [(6, 0), (5, 1)])
def test_below_half_strength_is_counted_after_the_first_has_fled(left: int, fleeing: int) -> None:
    field = losses(6, left, 6, 2, *((6,) * (left - 2)), started=10)
    field.choose("flee", model=field.models("a.x")[0])
    assert field.event("attrition.tested")["fleeing"] == fleeing


@rule("9E-MORALE-02")
@rule("9E-MORALE-03")
@rule("9E-MORALE-04")
@rule("9E-MORALE-01")
def test_the_players_alternate_the_one_whose_turn_it_is_first() -> None:
    field = Field([unit("x", 3), unit("z", 3), unit("w", 3)], [unit("y", 3)], "morale-tests", turn=0)
    for place, key in enumerate(("a.x", "a.z", "a.w", "b.y")):
        field.row(key, 5.0 + 12 * place, 20.0)
        if key != "a.w":
            field.count(key, "lost", 1)
    field.go(1, 1, 1)
    assert (field.decision.player, field.decision.data["units"], field.decision.data["optional"]) == (
        0,
        ["a.x", "a.z"],
        False,
    )
    field.choose(unit="a.z")
    assert [event["unit"] for event in field.events("morale.tested")] == ["a.z", "b.y", "a.x"]


@rule("9E-MORALE-02")
@pytest.mark.parametrize("where", ["aboard", "off"])
def test_only_units_on_the_battlefield_test(where: str) -> None:
    field = Field([unit("x", 3), unit("z", 1)], [unit("y", 1)], "morale-tests")
    field.put("a.z", (10, 20))
    field.put("b.y", (50, 40))
    field.count("a.x", "lost", 2)
    assert morale.to_test(field.game, 0) == []


@rule("9E-SSTR-07")
def test_a_unit_that_flees_was_destroyed_by_the_opponent() -> None:
    field = losses(9, 1, 6)
    assert field.event("unit.destroyed")["by"] == 1


@rule("9E-SSTR-03")
@example("9E-EX-29")
@pytest.mark.parametrize(
    ("started", "left", "below"),
    [(10, 5, False), (10, 4, True), (5, 3, False), (5, 2, True), (3, 2, False), (3, 1, True), (1, 1, False)],
)
def test_half_strength(started: int, left: int, below: bool) -> None:
    field = Field([unit("x", left)], [unit("y", 1)])
    field.state.write("starting_strength", 0, started)
    assert strength.below_half(field.game, 0) is below


@rule("9E-SSTR-01")
def test_starting_strength_is_the_number_of_models_at_first() -> None:
    field = Field([unit("x", 7)], [unit("y", 1)])
    assert field.state.starting_strength.tolist() == [7, 1]


@rule("9E-SSTR-06")
@example("9E-EX-66")
@pytest.mark.parametrize(("left", "below"), [((4, 4), False), ((8, 0), False), ((4, 3), True), ((2, 5), True)])
def test_merged_units_start_with_the_strength_of_both(left: tuple[int, int], below: bool) -> None:
    """Units of 10 and 5 models count as one of 15, whatever is left of each."""
    field = Field([unit("x", 10), unit("z", 5)], [unit("y", 1)])
    state, game = field.state, field.game
    for key, number in (("a.x", left[0]), ("a.z", left[1])):
        state.write("alive", field.models(key)[number:], False)
    models = [*field.models("a.x"), *field.models("a.z")]
    list(game.happen("unit.merged", unit=1, into=0, rules=("9E-SSTR-06",)))
    assert (field.models("a.x"), field.models("a.z")) == (models, [])
    assert state.starting_strength.tolist() == [15, 0, 1]
    assert strength.below_half(game, 0) is below
    told = field.event("unit.merged")
    assert (told["unit"], told["into"]) == ("a.z", "a.x")


def test_the_picture_and_the_referee_see_merged_units_as_one() -> None:
    field = Field([unit("x", 2), unit("z", 3)], [unit("y", 1)])
    for index, key in enumerate(("a.x", "a.z")):
        poses = [[model, 10.0 + 2 * model, 10.0, 0.0, 0.0] for model in field.models(key)]
        list(field.game.happen("unit.set-up", unit=index, where="deployment", poses=poses))
    list(field.game.happen("unit.merged", unit=1, into=0))
    armies = field.game.armies
    told = Retelling(armies, field.game.ruleset, field.game.mission)
    told.upto(field.game.events)
    assert [(row.unit, row.models, row.strength) for row in summarize_units(told.game, SUMMARY)] == [(0, 5, 5), (2, 1, 1)]
    referee = Referee(plain((armies.documents[0], armies.documents[1])))
    for event in field.game.events:
        apply(referee.table, event)
    assert [model.number for model in referee.table.of("a.x")] == [0, 1, 2, 3, 4]
    assert (referee.table.of("a.z"), referee.table.units["a.x"].starting) == ([], 5)


@rule("9E-COHCHK-01")
@rule("9E-COHCHK-02")
@rule("9E-COHCHK-03")
@rule("9E-COHCHK-04")
def test_models_out_of_coherency_are_removed_one_at_a_time_by_their_player() -> None:
    field = Field([unit("x", 4)], [unit("y", 1)], "coherency")
    models = field.put("a.x", (10.0, 20.0), (11.5, 20.0), (22.5, 20.0), (24.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    assert field.decision.player == 0
    assert {choice["model"] for choice in field.options("remove")} == set(models)
    field.choose("remove", model=models[0])
    field.choose("remove", model=models[1])
    assert field.models("a.x") == models[2:]
    assert not field.events("morale.tested")
    assert not field.events("model.destroyed")
    assert field.events("turn.ended")


@rule("9E-COHCHK-01")
@rule("9E-COH-02")
def test_a_unit_that_falls_to_five_needs_one_neighbour_only() -> None:
    field = Field([unit("x", 6)], [unit("y", 1)], "coherency")
    models = field.put("a.x", *[(10.0 + 3.0 * place, 20.0) for place in range(6)])
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("remove", model=models[5])
    assert field.models("a.x") == models[:5]


@rule("9E-COHCHK-01")
def test_the_first_option_keeps_the_largest_group() -> None:
    field = Field([unit("x", 4)], [unit("y", 1)], "coherency")
    models = field.put("a.x", (22.5, 20.0), (10.0, 20.0), (11.5, 20.0), (13.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("remove", **field.options("remove")[0])
    assert field.models("a.x") == models[1:]


@rule("9E-SSTR-08")
def test_a_unit_that_coherency_destroys_was_destroyed_by_nobody() -> None:
    field = Field([unit("x", 2), unit("z", 1)], [unit("y", 1)], "coherency")
    field.put("a.x", (10.0, 20.0), (30.0, 20.0))
    field.put("a.z", (10.0, 30.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("remove", model=field.models("a.x")[0])
    assert len(field.models("a.x")) == 1
    assert not field.events("unit.destroyed")


@pytest.mark.parametrize(("again", "passed"), [(True, True), (False, False)])
def test_a_failed_morale_test_may_be_taken_again(again: bool, passed: bool) -> None:
    steady = ability("Steady", {"kind": "re-roll", "roll": "morale", "results": "failed", "to": {"scope": "unit"}})
    field = losses(5, 5, 4, *((1,) if again else ()), *((6,) * 4), abilities=[steady])
    field.choose("re-roll", again=again)
    assert field.event("morale.tested")["passed"] is passed
    field = losses(1, 5, 4, abilities=[steady])
    assert field.event("morale.tested")["passed"]
