"""The Movement phase of 8th edition: moves, FLY, minimum moves, Falling Back, Advancing, unit coherency."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from resolver.families.wh40k.moves import movement
from resolver.shared.units import coherency, engagement
from resolver.table.geometry import distances
from tests.field import INFANTRY, ability, gun, moves, to, unit, wall
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
HULL = {"shape": "hull", "mm": [101.6, 50.8]}


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


def moving(row: Any, at: tuple[float, float] = (10.0, 10.0), foe: tuple[float, float] = (50.0, 40.0), **given: Any) -> Field:
    """A unit of one model that was selected to move."""
    field = Field([row, unit("w", 1)], [unit("y", 1)], "move-units", **given)
    field.put(f"a.{row['id']}", at)
    field.put("a.w", (60.0, 2.0))
    field.put("b.y", foe)
    field.go()
    field.choose("select", unit=f"a.{row['id']}")
    return field


def broken_move_rule(field: Field, *points: tuple[float, float], kind: str = "normal", facing: float = 0.0) -> str | None:
    """Which rule a move of the first model through these points breaks."""
    path = [[x, y, facing] for x, y in points]
    return broken_rule(field.refusal("move", kind=kind, moves=[{"model": 0, "path": path}]))


@rule("8E-ENEMY-03")
@rule("8E-Q-02")
@example("8E-EX-81")
def test_a_model_may_not_end_within_an_inch_of_an_enemy() -> None:
    field = moving(unit("x", 1), foe=(16.0, 10.0))
    assert broken_move_rule(field, (14.0, 10.0)) == "8E-ENEMY-03"
    assert broken_move_rule(field, (13.99, 10.0)) is None


@rule("8E-ENEMY-03")
def test_nor_come_so_near_on_its_way() -> None:
    field = moving(unit("x", 1), foe=(13.0, 11.5))
    assert broken_move_rule(field, (15.0, 10.0)) == "8E-ENEMY-03"
    assert broken_move_rule(field, (13.0, 8.5), (15.0, 8.6)) is None


@rule("8E-ENEMY-01")
@rule("8E-ENEMY-02")
def test_friendly_models_need_no_distance() -> None:
    field = Field([unit("x", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.x", (10.0, 10.0))
    field.put("a.w", (13.0, 10.0))
    field.put("b.y", (40.0, 10.0))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_move_rule(field, (12.0, 10.0)) is None
    assert not engagement.is_engaged(field.game, field.game.unit("a.w"))


@rule("8E-MOVE-01")
@rule("8E-MOVE-02")
@rule("8E-MOVE-03")
def test_units_move_one_after_the_other_as_their_player_likes_and_none_twice() -> None:
    field = Field([unit("x", 2), unit("w", 1), unit("v", 1)], [unit("y", 1)], "move-units")
    one, _ = field.put("a.x", (10.0, 10.0), (11.5, 10.0))
    field.put("a.w", (20.0, 10.0))
    field.put("a.v", (30.0, 10.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    assert {"unit": None} in field.options("select")
    field.choose("select", unit="a.w")
    field.choose("move", kind="stationary")
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=moves((one, 10.0, 11.0)))
    assert [pose[0] for pose in field.event("unit.moved")["poses"]] == [one]
    assert field.decision.data["units"] == ["a.v"]
    field.choose("select", unit=None)
    assert field.state.turn == 1
    assert field.event("unit.moved")["unit"] == "a.x"


@rule("8E-MOVE-04")
@rule("8E-MOVE-05")
def test_a_model_moves_in_any_direction_as_far_as_its_move() -> None:
    field = moving(unit("x", 1), at=(20.0, 20.0))
    for x, y in ((26.0, 20.0), (14.0, 20.0), (20.0, 26.0), (20.0, 14.0), (24.2, 24.2)):
        assert broken_move_rule(field, (x, y)) is None
    assert broken_move_rule(field, (26.1, 20.0)) == "8E-MOVE-04"
    assert broken_move_rule(field, (23.0, 20.0), (23.0, 23.2)) == "8E-MOVE-04"


@rule("8E-MOVE-05")
@rule("8E-TOOLS-02")
def test_a_turn_counts_for_the_part_of_the_hull_that_gets_farthest() -> None:
    field = moving(unit("x", 1, base=HULL, height=2.0, M='4"'), at=(20.0, 20.0))
    assert broken_move_rule(field, (20.0, 20.0), facing=pi / 8) is None
    assert broken_move_rule(field, (20.0, 20.0), facing=pi) == "8E-MOVE-04"
    assert broken_move_rule(field, (24.0, 20.0), facing=pi / 4) == "8E-MOVE-04"


@rule("8E-MOVE-06")
def test_a_model_moves_through_no_other_model() -> None:
    field = Field([unit("x", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.x", (10.0, 10.0))
    field.put("a.w", (12.0, 10.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_move_rule(field, (14.0, 10.0)) == "8E-MOVE-06"
    assert broken_move_rule(field, (12.0, 12.0), (14.0, 10.0)) is None


@rule("8E-MOVE-07")
def test_terrain_is_climbed_and_what_is_climbed_counts() -> None:
    field = moving(unit("x", 1), at=(10.0, 10.0), terrain=[wall(12.0, 5.0, 13.0, 15.0, 2.0)])
    assert broken_move_rule(field, (14.0, 10.0)) == "8E-MOVE-04"
    low = moving(unit("x", 1), at=(10.0, 10.0), terrain=[wall(11.0, 5.0, 11.5, 15.0, 1.0)])
    assert broken_move_rule(low, (13.9, 10.0)) is None
    assert broken_move_rule(low, (14.1, 10.0)) == "8E-MOVE-04"


@rule("8E-MOVE-08")
@rule("8E-Q-50")
def test_fly_crosses_models_and_terrain_but_ends_on_none_and_away_from_enemies() -> None:
    field = Field(
        [unit("x", 1, keywords=("FLY",), M='12"'), unit("w", 1)],
        [unit("y", 1)],
        "move-units",
        terrain=[wall(14.0, 5.0, 15.0, 15.0, 8.0)],
    )
    field.put("a.x", (10.0, 10.0))
    field.put("a.w", (20.0, 10.0))
    field.put("b.y", (12.5, 10.0))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_move_rule(field, (17.5, 10.0)) is None
    assert broken_move_rule(field, (20.0, 10.0)) == "8E-MOVE-08"
    assert broken_move_rule(field, (12.5, 11.5)) == "8E-ENEMY-03"


@rule("8E-UNIT-03")
@rule("8E-UNIT-04")
@rule("8E-Q-01")
@pytest.mark.parametrize(("x", "z", "fine"), [(3.0, 0.0, True), (3.1, 0.0, False), (1.5, 6.0, True), (1.5, 6.1, False)])
def test_unit_coherency_is_2_inches_across_and_6_up(x: float, z: float, fine: bool) -> None:
    field = Field([unit("x", 2)], [unit("y", 1)])
    one = field.put("a.x", (10.0, 10.0))
    field.state.write("on_table", field.models("a.x")[1], True)
    field.state.write("x", 1, 10.0 + x)
    field.state.write("y", 1, 10.0)
    field.state.write("z", 1, z)
    assert coherency.in_coherency(field.game, field.state.bodies([*one, 1])) is fine


@rule("8E-UNIT-04")
def test_one_neighbour_is_enough_for_large_units() -> None:
    field = Field([unit("x", 8)], [unit("y", 1)])
    models = field.row("a.x", 5.0, 10.0, gap=1.9)
    assert coherency.in_coherency(field.game, field.state.bodies(models))
    single = field.put("b.y", (40.0, 10.0))
    assert coherency.in_coherency(field.game, field.state.bodies(single))


@rule("8E-UNIT-01")
@rule("8E-UNIT-03")
@rule("8E-UNIT-05")
@rule("8E-Q-89")
def test_a_unit_out_of_coherency_stays_or_moves_back_into_it() -> None:
    field = Field([unit("x", 2), unit("w", 1)], [unit("y", 1)], "move-units")
    one, two = field.put("a.x", (10.0, 10.0), (18.0, 10.0))
    field.put("a.w", (60.0, 2.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    assert broken_rule(field.refusal("move", kind="normal", moves=moves((one, 11.0, 10.0)))) == "8E-UNIT-03"
    assert field.refusal("move", kind="normal", moves=moves((one, 15.5, 10.0))) is None
    field.choose("move", kind="stationary")
    field.choose("select", unit=None)
    assert field.models("a.x") == [one, two]
    assert not field.events("model.removed")


def flyer(**given: str) -> Any:
    return unit("x", 1, keywords=("FLY", "VEHICLE"), M='20-60"', **given)


@rule("8E-MINMOVE-01")
@rule("8E-MINMOVE-02")
@rule("8E-MINMOVE-03")
@example("8E-EX-98")
def test_a_minimum_move_is_measured_from_start_to_end() -> None:
    field = moving(flyer(), at=(5.0, 5.0), foe=(70.0, 40.0), size=(72.0, 48.0))
    assert "stationary" not in field.decision.data["kinds"]
    assert broken_move_rule(field, (5.0, 17.5), (23.0, 5.0)) == "8E-MINMOVE-02"
    assert broken_move_rule(field, (25.0, 5.0)) is None
    assert broken_move_rule(field, (65.0, 5.0)) is None
    assert broken_move_rule(field, (65.1, 5.0)) == "8E-MOVE-04"
    assert broken_move_rule(field, (75.0, 5.0)) is not None


@rule("8E-MINMOVE-02")
@rule("8E-Q-51")
def test_an_advance_adds_to_the_maximum_only() -> None:
    field = Field([flyer(), unit("w", 1)], [unit("y", 1)], "move-units", size=(90.0, 48.0))
    field.put("a.x", (5.0, 5.0))
    field.put("a.w", (60.0, 40.0))
    field.put("b.y", (80.0, 40.0))
    field.go(4)
    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    (model,) = field.models("a.x")
    assert field.refusal("advance", moves=moves((model, 25.0, 5.0))) is None
    assert field.refusal("advance", moves=moves((model, 69.0, 5.0))) is None
    assert broken_rule(field.refusal("advance", moves=moves((model, 69.1, 5.0)))) == "8E-ADVANCE-02"
    assert broken_rule(field.refusal("advance", moves=moves((model, 24.0, 5.0)))) == "8E-MINMOVE-02"


@rule("8E-MINMOVE-04")
@pytest.mark.parametrize("how", ["none", "unselected"])
def test_what_does_not_make_its_minimum_move_is_destroyed(how: str) -> None:
    field = Field([flyer(W="8"), unit("w", 1)], [unit("y", 1)], "move-units", size=(30.0, 16.0))
    field.put("a.x", (15.0, 8.0))
    field.put("a.w", (2.0, 2.0))
    field.put("b.y", (28.0, 14.0))
    field.go()
    if how == "none":
        field.choose("select", unit="a.x")
        assert [option["kind"] for option in field.options("move") if option["kind"] != "advance"] == ["none"]
        field.choose("move", kind="none", moves=[])
    else:
        field.choose("select", unit=None)
    assert field.event("minimum-move.failed")["rules"] == ["8E-MINMOVE-02", "8E-MINMOVE-04"]
    assert not field.models("a.x")


@rule("8E-MINMOVE-04")
@rule("8E-TRANSPORT-09")
@rule("8E-TRANSPORT-10")
def test_those_aboard_get_out_of_a_transport_that_does_not_make_its_minimum_move() -> None:
    room = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    words = ("FLY", "VEHICLE", "TRANSPORT")
    carrier = unit("v", 1, keywords=words, M='20-60"', W="8", transport=room)
    field = Field([carrier, unit("x", 2), unit("w", 1)], [unit("y", 1)], "move-units", size=(30.0, 16.0))
    (vehicle,) = field.put("a.v", (15.0, 8.0))
    field.put("a.w", (2.0, 2.0))
    field.put("b.y", (28.0, 14.0))
    field.state.write("embarked_in", field.game.unit("a.x"), vehicle)
    field.go(1, 4, 1)
    field.choose("select", unit=None)
    field.choose("disembark", **field.options()[0])
    assert field.event("survivors.rolled")["dice"] == [1, 4]
    field.choose("casualty", model=field.models("a.x")[0])
    assert not field.models("a.v")
    assert len(field.models("a.x")) == 1
    assert field.game.on_table(field.game.unit("a.x"))


@rule("8E-MINMOVE-01")
def test_the_keyword_aircraft_means_nothing_here() -> None:
    field = moving(unit("x", 1, keywords=("AIRCRAFT",)), foe=(12.5, 10.0))
    assert field.decision.data["kinds"] == ["stationary", "normal", "advance"]
    assert broken_move_rule(field, (14.0, 10.0)) is not None


@rule("8E-FALLBACK-01")
@rule("8E-FALLBACK-03")
@example("8E-EX-105")
def test_a_unit_with_a_model_an_inch_from_an_enemy_stays_or_falls_back() -> None:
    field = Field([unit("x", 2), unit("w", 1)], [unit("y", 1)], "move-units")
    field.put("a.x", (10.0, 10.0), (11.5, 10.0))
    field.put("a.w", (12.5, 14.0))
    field.put("b.y", (13.5, 10.0))
    assert movement.kinds_of_move(field.game, field.game.unit("a.x")) == ["stationary", "fall-back"]
    assert movement.kinds_of_move(field.game, field.game.unit("a.w")) == ["stationary", "normal", "advance"]


@rule("8E-FALLBACK-02")
@rule("8E-Q-52")
@example("8E-EX-81")
def test_a_fall_back_ends_more_than_an_inch_away_from_all_enemies() -> None:
    field = moving(unit("x", 1), at=(20.0, 20.0), foe=(21.5, 20.0))
    assert broken_move_rule(field, (19.5, 20.0), kind="fall-back") == "8E-FALLBACK-02"
    assert broken_move_rule(field, (19.49, 20.0), kind="fall-back") is None
    assert broken_move_rule(field, (13.9, 20.0), kind="fall-back") == "8E-FALLBACK-01"
    assert broken_move_rule(field, (23.6, 20.0), kind="fall-back") == "8E-MOVE-06"


@rule("8E-ADVANCE-01")
@rule("8E-ADVANCE-02")
@rule("8E-Q-54")
def test_an_advance_is_declared_before_one_roll_for_the_whole_unit() -> None:
    field = Field([unit("x", 2, M='5"'), unit("w", 1)], [unit("y", 1)], "move-units")
    one, two = field.put("a.x", (10.0, 10.0), (10.0, 11.5))
    field.put("a.w", (60.0, 2.0))
    field.put("b.y", (50.0, 40.0))
    field.go(3)
    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    assert field.event("advance.rolled")["distance"] == 3
    assert broken_rule(field.refusal("advance", moves=moves((one, 18.1, 10.0), (two, 18.0, 11.5)))) == "8E-ADVANCE-02"
    assert field.refusal("advance", moves=moves((one, 18.0, 10.0), (two, 18.0, 11.5))) is None
    field.choose("advance", moves=[])
    assert field.game.has_mark(field.game.unit("a.x"), "advanced")


@rule("8E-LOC-05")
@rule("8E-Q-53")
@rule("8E-ADVANCE-02")
@example("8E-EX-68")
def test_an_advance_roll_that_is_halved_is_rounded_up() -> None:
    slow = {"kind": "modify-roll", "roll": "advance", "operation": "divide", "value": "2", "on": "advance"}
    field = Field([unit("x", 1, M='4"', abilities=[ability("Plate", slow)])], [unit("y", 1)], "move-units")
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (50.0, 40.0))
    field.go(5)
    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    assert field.event("advance.rolled")["distance"] == 3
    assert field.refusal("advance", moves=moves((model, 17.0, 10.0))) is None
    assert broken_rule(field.refusal("advance", moves=moves((model, 17.1, 10.0)))) == "8E-ADVANCE-02"


@rule("8E-Q-54")
@rule("8E-Q-04")
def test_what_changed_place_or_was_turned_has_moved() -> None:
    field = Field([unit("x", 3, base=HULL, height=1.0), unit("w", 1)], [unit("y", 1)], "move-units")
    one, two, three = field.put("a.x", (10.0, 10.0), (10.0, 13.0), (10.0, 16.0))
    field.put("a.w", (60.0, 2.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    path = [{"model": one, "path": to(12.0, 10.0)}, {"model": two, "path": to(10.0, 13.0, 0.3)}]
    field.choose("move", kind="normal", moves=path)
    assert [field.game.model_marked(model, "moved") for model in (one, two, three)] == [True, True, False]


@rule("8E-Q-80")
def test_no_part_of_a_model_leaves_the_battlefield() -> None:
    field = moving(unit("x", 1), at=(2.0, 10.0))
    assert broken_move_rule(field, (0.4, 10.0)) is not None
    assert broken_move_rule(field, (0.5, 10.0)) is None


@rule("8E-TOOLS-01")
@rule("8E-TOOLS-02")
def test_distances_are_between_the_closest_points_of_bases_and_hulls() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, base=HULL, height=2.0)])
    one, other = field.put("a.x", (10.0, 10.0)), field.put("b.y", (20.0, 10.0))
    assert distances(field.state.bodies(one), field.state.bodies(other))[0, 0] == pytest.approx(10.0 - 0.5 - 2.0)


@rule("8E-TOOLS-03")
def test_a_player_may_measure_anything_at_any_time() -> None:
    field = moving(unit("x", 1, gun(), keywords=INFANTRY))
    view = field.battle.view(1) if field.battle else None
    assert view
    assert np.isclose(engagement.distance(view.game, view.game.unit("a.x"), view.game.unit("b.y")), 49.0)
