"""The Morale phase of 8th edition."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.rulesets.wh40k_8e import morale
from tests.field import ability, unit
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example


def losses(lost: int, left: int, *dice: int, leadership: str = "7", **given: Any) -> Field:
    """A unit of a that had models slain this turn."""
    field = Field([unit("x", left, Ld=leadership, **given)], [unit("y", 1)], "morale-tests")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 40.0))
    field.count("a.x", "lost", lost)
    field.go(*dice)
    return field


@rule("8E-MORALE-02")
@rule("8E-MORALE-03")
@rule("8E-MORALE-04")
@rule("8E-MORALE-05")
@example("8E-EX-61")
@pytest.mark.parametrize(("die", "fleeing"), [(3, 0), (4, 1), (6, 3)])
def test_as_many_models_flee_as_the_test_fails_by(die: int, fleeing: int) -> None:
    field = losses(4, 8, die)
    tested = field.event("morale.tested")
    assert (tested["total"], tested["passed"]) == (4 + die, not fleeing)
    for _ in range(fleeing):
        assert field.decision.player == 0
        model = field.models("a.x")[-1]
        assert {"model": model} in field.options("flee")
        field.choose("flee", model=model)
        assert model not in field.models("a.x")
    assert len(field.models("a.x")) == 8 - fleeing
    assert field.game.step.name != "morale-tests"


@rule("8E-MORALE-05")
def test_a_unit_that_flees_to_the_last_model_is_destroyed_by_the_enemy() -> None:
    destroyed = losses(4, 1, 6).event("unit.destroyed")
    assert (destroyed["unit"], destroyed["cause"], destroyed["by"]) == ("a.x", "fled", 1)


@rule("8E-MORALE-03")
def test_an_unmodified_one_is_no_pass() -> None:
    field = losses(9, 12, 1)
    assert not field.event("morale.tested")["passed"]
    assert field.asked == "flee"


@rule("8E-MORALE-01")
@rule("8E-Q-69")
def test_the_player_whose_turn_it_is_tests_all_units_first_in_any_order() -> None:
    field = Field([unit("p", 3), unit("q", 3), unit("whole", 3)], [unit("r", 3), unit("s", 3)], "morale-tests", turn=1)
    for place, key in enumerate(("a.p", "a.q", "a.whole", "b.r", "b.s")):
        field.row(key, 10.0, 10.0 + 4 * place)
        if key != "a.whole":
            field.count(key, "lost", 1)
    field.go(1, 1, 1, 1)
    assert (field.decision.player, field.decision.data["units"]) == (1, ["b.r", "b.s"])
    field.choose("select", unit="b.s")
    assert (field.decision.player, field.decision.data["units"]) == (0, ["a.p", "a.q"])
    field.choose("select", unit="a.q")
    assert [event["unit"] for event in field.events("morale.tested")] == ["b.s", "b.r", "a.q", "a.p"]


@rule("8E-MORALE-03")
@rule("8E-Q-69")
def test_the_highest_leadership_among_the_models_left_counts() -> None:
    rows: Any = [(3, [], {"Ld": "5"}), (1, [], {"Ld": "9"})]
    for slain, leadership in ((0, 9), (3, 5)):
        field = Field([unit("x", rows)], [unit("y", 1)], "morale-tests")
        models = field.row("a.x", 10, 20)
        field.put("b.y", (50, 40))
        if slain:
            field.state.write("alive", models[slain], False)
            field.state.write("on_table", models[slain], False)
        field.count("a.x", "lost", 4)
        field.go(1)
        assert field.event("morale.tested")["leadership"] == leadership


@rule("8E-Q-69")
def test_a_unit_that_is_gone_is_not_tested_and_one_that_flees_is_gone() -> None:
    field = losses(9, 2, 6)
    for _ in range(1):
        field.choose("flee", model=field.models("a.x")[0])
    assert field.event("unit.destroyed")["unit"] == "a.x"
    assert morale.to_test(field.game, 0) == []


@rule("8E-Q-69")
def test_models_that_flee_count_towards_no_other_test() -> None:
    """The unit is tested once in the phase, and losses are counted anew in the next turn."""
    field = losses(4, 8, 6)
    for _ in range(3):
        field.choose("flee", model=field.models("a.x")[0])
    assert len(field.events("morale.tested")) == 1
    assert field.game.count(field.game.unit("a.x"), "lost") == 0


@rule("8E-WARLORD-06")
@rule("8E-MORALE-03")
@rule("8E-AURA-01")
@example("8E-EX-102")
@pytest.mark.parametrize(("gap", "leadership"), [(6.0, 8), (6.1, 7)])
def test_inspiring_leader(gap: float, leadership: int) -> None:
    declared = [
        {"kind": "warlord", "subject": "lord-m0"},
        {"kind": "warlord-trait", "subject": "lord-m0", "value": "inspiring-leader"},
    ]
    field = Field(
        [unit("x", 4, Ld="7"), unit("lord", 1, keywords=("CHARACTER",), Ld="9")],
        [unit("y", 1)],
        "morale-tests",
        declarations=(declared, ()),
    )
    field.row("a.x", 10.0, 20.0)
    (lord,) = field.put("a.lord", (9.0 - gap, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.count("a.x", "lost", 3)
    field.count("a.lord", "lost", 1)
    field.go(5, 1, 1, 1)
    field.choose("select", unit="a.x")
    if leadership == 7:
        field.choose("flee", model=field.models("a.x")[0])
    x, own = field.events("morale.tested")
    assert (x["leadership"], x["total"], x["passed"]) == (leadership, 8, leadership == 8)
    assert lord in field.models("a.lord")
    assert own["leadership"] == 10, "he is in range of his own ability"


@rule("8E-MORALE-02")
def test_abilities_change_the_test() -> None:
    steady = [ability("Steady", {"kind": "auto-pass", "roll": "morale", "to": {"scope": "unit"}})]
    assert losses(9, 5, abilities=steady).event("morale.tested")["passed"]
    brave = [
        ability(
            "Brave",
            {"kind": "modify-roll", "roll": "morale", "operation": "subtract", "value": "1", "to": {"scope": "unit"}},
        )
    ]
    assert losses(4, 5, 4, abilities=brave).event("morale.tested")["passed"]
