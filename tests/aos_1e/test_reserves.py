"""Reserves that an ability calls, slain models that come back: where they may stand, once or again, and what is offered."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from resolver.rulesets.aos_1e import hero, reserves
from tests.aos_1e.field import Field, blade, unit
from tests.aos_1e.test_hero import act
from tests.field import Row, ability

rule = pytest.mark.rule
OWN = [{"name": "phase", "phase": "hero"}, "own-turn"]
CALL: Row = {
    "kind": "reserves",
    "distance": 9,
    "on": "phase-start",
    "when": OWN,
    "to": {"scope": "friendly-units", "range": 6, "keywords": ["DEAD"]},
}


def calling(*, models: int = 1, foe: float = 40.0, other: str = "QUICK", **given: Any) -> Field:
    """A caller at (10, 20), two units in reserve of which it may call the dead ones, an enemy so far to the right."""
    own = [
        unit("x", 1, blade(), abilities=[ability("Rise", {**CALL, **given})]),
        unit("dead", models, blade(), keywords=("DEAD",)),
        unit("quick", 1, blade(), keywords=(other,)),
    ]
    field = Field(own, [unit("y", 1, blade())], "hero")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (10.0 + foe, 20.0))
    field.mark("a.dead", "held")
    field.mark("a.quick", "held")
    return field


def summoning(**given: Any) -> Field:
    field = calling(**given)
    field.go(*[1] * 9)
    act(field, do="summon", ability="Rise")
    if field.asked == "pick-unit":
        field.choose("pick-unit", unit="a.dead")
    return field


@rule("AOS-SETUP-11", "AOS-Q-39")
def test_who_may_be_called_by_whom_and_when() -> None:
    field = calling()
    game = field.game
    assert reserves.units_in_reserve(game, 0) == [1, 2]
    ((source, units),) = reserves.callers(game, 0)
    assert (source.unit, units) == (0, [1])
    assert reserves.callers(game, 1) == []
    assert [row for row in hero.actions(game, 0) if row["do"] == "ability"] == []
    assert hero.actions(game, 1) == []
    field.put("a.dead", (30.0, 30.0))
    assert reserves.units_in_reserve(game, 0) == [2]
    assert reserves.callers(game, 0) == []


@rule("AOS-Q-39")
@pytest.mark.parametrize(("scope", "called"), [("unit", []), ("friendly-units", [1])])
def test_an_ability_for_its_own_unit_calls_no_other(scope: str, called: list[int]) -> None:
    field = calling(to={**CALL["to"], "scope": scope})
    assert [unit for _, units in reserves.callers(field.game, 0) for unit in units] == called


@rule("AOS-Q-39")
def test_an_ability_for_another_phase_another_moment_or_a_slain_caller_calls_nobody() -> None:
    assert reserves.callers(calling(when=[{"name": "phase", "phase": "combat"}]).game, 0) == []
    assert reserves.callers(calling(on="turn-start").game, 0) == []
    field = calling()
    field.state.write("on_table", 0, False)
    field.state.write("alive", 0, False)
    assert reserves.callers(field.game, 0) == []


@rule("AOS-Q-39", "AOS-SETUP-11")
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [(15.5, 20.0, True), (15.6, 20.0, True), (16.5, 20.0, True), (16.6, 20.0, False), (10.0, 20.9, False)],
)
def test_a_reserve_comes_in_wholly_within_reach_of_who_calls(x: float, y: float, legal: bool) -> None:
    """Bases are 1 inch wide: wholly within 6 inches of a base at 10 is a middle at 16.0 at most."""
    field = summoning()
    wanted = legal and x <= 16.0
    assert (field.refusal("summon", poses=[[1, x, y, 0.0]]) is None) is wanted


@rule("AOS-Q-39")
@pytest.mark.parametrize(("x", "legal"), [(14.9, True), (15.1, False)])
def test_a_reserve_keeps_away_from_the_enemy(x: float, legal: bool) -> None:
    """An enemy at 25: more than 9 inches between bases of 1 inch is a middle before 15."""
    field = summoning(foe=15.0)
    refusal = field.refusal("summon", poses=[[1, x, 20.0, 0.0]])
    assert (refusal is None) is legal
    assert legal or (refusal is not None and refusal.rule == "AOS-Q-39")


@rule("AOS-Q-39")
def test_who_has_room_for_a_reserve_does_not_leave_it_out_and_who_has_none_may() -> None:
    field = summoning(models=2)
    offers = field.options("summon")
    assert len(offers) == 6
    assert all(offer["poses"] and field.refusal("summon", **offer) is None for offer in offers)
    refusal = field.refusal("summon", poses=None)
    assert refusal is not None
    assert (refusal.rule, refusal.code, refusal.values) == ("AOS-Q-39", "set-up.possible", {})
    field.choose("summon", **offers[0])
    assert [event["where"] for event in field.events("unit.set-up")] == ["summoned"]
    assert field.game.on_table(1)
    crowded = summoning(foe=4.0)
    assert crowded.options("summon") == [{"poses": None}]
    assert crowded.refusal("summon", poses=None) is None
    crowded.choose("summon", poses=None)
    assert crowded.event("unit.unplaced")["unit"] == "a.dead"
    assert not crowded.game.on_table(1)


@rule("AOS-Q-39")
def test_a_reserve_is_offered_places_on_the_enemys_side_all_around_and_without_a_range_near_the_caller_too() -> None:
    field = summoning()
    places = [(round(row["poses"][0][1], 1), round(row["poses"][0][2], 1)) for row in field.options("summon")]
    assert places[:4] == [(10.0, 23.6), (13.6, 20.0), (10.0, 16.4), (6.4, 20.0)]
    assert len(set(places)) == 6
    assert [hypot(x - 10.0, y - 20.0) for x, y in places] == pytest.approx([3.6] * 6, abs=0.1)
    wide = summoning(to={"scope": "friendly-units", "keywords": ["DEAD"]})
    assert len(wide.options("summon")) == 6
    assert wide.refusal("summon", poses=[[1, 34.0, 40.0, 0.0]]) is None


@rule("AOS-Q-39")
@pytest.mark.parametrize(("limit", "again"), [("battle", False), ("phase", False), (None, True)])
def test_an_ability_that_calls_once_is_spent(limit: str | None, again: bool) -> None:
    field = calling(other="DEAD", **({"limit": limit} if limit else {}))
    field.go(*[1] * 9)
    act(field, do="summon", ability="Rise")
    assert field.decision.data["units"] == ["a.dead", "a.quick"]
    field.choose("pick-unit", unit="a.dead")
    used = field.event("ability.used")
    assert (used["effect"], used["targets"]) == ("reserves", ["a.dead"])
    field.choose("summon", **field.options("summon")[0])
    assert [units for _, units in reserves.callers(field.game, 0)] == [[2]] * again


@rule("AOS-VICTORY-06", "AOS-VICTORY-07", "AOS-Q-17")
def test_slain_models_come_back_marked_and_only_where_some_are_slain() -> None:
    back = ability(
        "Back", {"kind": "return-models", "number": "1", "on": "phase-start", "when": OWN, "to": {"scope": "unit"}}
    )
    field = Field([unit("x", 3, blade(), abilities=[back])], [unit("y", 1, blade())], "hero")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    assert hero.actions(field.game, 0) == []
    for model in (1, 2):
        field.state.write("alive", model, False)
        field.state.write("on_table", model, False)
    assert [row["do"] for row in hero.actions(field.game, 0)] == ["ability"]
    field.player(0, removed=2)
    field.go(*[1] * 9)
    act(field, do="ability", ability="Back")
    assert len(field.models("a.x")) == 2
    assert [field.game.model_marked(model, "returned") for model in field.models("a.x")] == [False, True]
    assert field.game.player_count(0, "removed") == 2
    assert list(field.event("models.returned")["rules"]) == ["AOS-VICTORY-06", "AOS-UNIT-05"]
