"""The Movement phase: kinds of moves, paths, terrain, flying, coherency, Reinforcements."""

from __future__ import annotations

from math import cos, pi
from typing import Any

import pytest

from resolver.engine.decision import Refusal
from resolver.engine.summary import summarize_units
from resolver.families.wh40k.moves import aircraft, reinforcements
from resolver.families.wh40k.moves.movement import kinds_of_move
from resolver.families.wh40k.summary import SUMMARY
from tests.field import INFANTRY, Field, ability, gun, moves, to, unit, wall

rule, example = pytest.mark.rule, pytest.mark.example


def walk(words: Any = INFANTRY, foe: tuple[float, float] | None = (50.0, 40.0), models: int = 1, **given: Any) -> Field:
    """A unit of a about to move, an enemy somewhere."""
    terrain = given.pop("terrain", ())
    foes = given.pop("foes", [unit("y", 1)])
    field = Field([unit("x", models, keywords=words, **given)], foes, "move-units", terrain=terrain)
    field.row("a.x", 10.0, 20.0)
    if foe:
        field.put("b.y", foe)
    return field


def select_unit(field: Field, key: str = "a.x", dice: Any = ()) -> Field:
    field.go(*dice)
    field.choose("select", unit=key)
    return field


def broken_rule(refusal: Refusal | None) -> str | None:
    return refusal.rule if refusal else None


def normal(field: Field, *steps: tuple[int, float, float], kind: str = "normal") -> str | None:
    return broken_rule(field.refusal("move", kind=kind, moves=moves(*steps)))


@rule("9E-MOVE-03")
@rule("9E-MOVE-04")
@pytest.mark.parametrize(
    ("foe", "kinds"), [((50.0, 40.0), {"stationary", "normal", "advance"}), ((11.9, 20.0), {"stationary", "fall-back"})]
)
def test_which_moves_a_unit_may_make(foe: tuple[float, float], kinds: set[str]) -> None:
    field = select_unit(walk(foe=foe))
    assert set(field.decision.data["kinds"]) == kinds
    for kind in {"stationary", "normal", "advance", "fall-back"} - kinds:
        assert normal(field, kind=kind) in ("9E-MOVE-03", "9E-MOVE-04")


@rule("9E-MOVE-03")
@rule("9E-MOVE-04")
@pytest.mark.parametrize(
    ("foe", "effect", "action", "kinds"),
    [
        ((11.9, 20.0), "forbid", "fall-back", {"stationary"}),
        ((50.0, 40.0), "permit", "fall-back", {"stationary", "normal", "advance", "fall-back"}),
        ((50.0, 40.0), "forbid", "advance", {"stationary", "normal"}),
        ((11.9, 20.0), "permit", "advance", {"stationary", "advance", "fall-back"}),
        ((50.0, 40.0), "forbid", "move", {"stationary", "advance"}),
    ],
)
def test_an_ability_forbids_or_permits_a_kind_of_move(
    foe: tuple[float, float], effect: str, action: str, kinds: set[str]
) -> None:
    has = ability("Has it", {"kind": effect, "action": action, "to": {"scope": "unit"}})
    game = walk(foe=foe, abilities=[has]).game
    assert set(kinds_of_move(game, game.unit("a.x"))) == kinds


@rule("9E-NORM-01")
@rule("9E-MOVE-05")
@rule("9E-MOVE-06")
def test_a_normal_move_is_at_most_the_move_characteristic_along_any_path() -> None:
    field = select_unit(walk())
    model = field.models("a.x")[0]
    assert normal(field, (model, 16.0, 20.0)) is None
    assert normal(field, (model, 16.01, 20.0)) == "9E-NORM-01"
    bent = [{"model": model, "path": [[13.0, 20.0, 0.0], [13.0, 23.0, 0.0]]}]
    assert field.refusal("move", kind="normal", moves=bent) is None
    bent[0]["path"][1] = [13.0, 23.1, 0.0]
    assert broken_rule(field.refusal("move", kind="normal", moves=bent)) == "9E-NORM-01"
    assert normal(field) is None


@rule("9E-MOVE-10")
def test_a_turn_counts_by_the_part_that_moves_furthest() -> None:
    field = walk(base={"shape": "oval", "mm": [101.6, 50.8]})
    model = field.put("a.x", (20.0, 20.0))[0]
    select_unit(field)
    straight = [{"model": model, "path": [[26.0, 20.0, 0.0]]}]
    turned = [{"model": model, "path": [[26.0, 20.0, 1.2]]}]
    assert field.refusal("move", kind="normal", moves=straight) is None
    assert broken_rule(field.refusal("move", kind="normal", moves=turned)) == "9E-NORM-01"
    pivot = [{"model": model, "path": [[20.0, 20.0, 1.2]]}]
    assert field.refusal("move", kind="normal", moves=pivot) is None


@rule("9E-NORM-02")
@pytest.mark.parametrize(
    ("path", "allowed"),
    [([[15.0, 20.0, 0.0]], True), ([[15.6, 20.0, 0.0]], False), ([[13.0, 18.5, 0.0], [14.0, 17.0, 0.0]], True)],
)
def test_a_normal_move_keeps_out_of_engagement_range(path: Any, allowed: bool) -> None:
    field = select_unit(walk(foe=(17.5, 20.0)))
    refusal = field.refusal("move", kind="normal", moves=[{"model": field.models("a.x")[0], "path": path}])
    assert broken_rule(refusal) == (None if allowed else "9E-NORM-02")


@rule("9E-NORM-02")
def test_nor_may_it_pass_through_engagement_range() -> None:
    field = select_unit(walk(foe=(13.0, 22.0), M='9"'))
    assert normal(field, (field.models("a.x")[0], 16.0, 21.0)) == "9E-NORM-02"


@rule("9E-ADV-01")
@rule("9E-ADV-02")
@rule("9E-ADV-03")
def test_an_advance_adds_a_die_to_the_move() -> None:
    field = select_unit(walk(foe=(23.0, 20.0)), dice=(4,))
    model = field.models("a.x")[0]
    field.choose("move", kind="advance")
    assert field.event("advance.rolled")["distance"] == 4
    assert broken_rule(field.refusal("advance", moves=moves((model, 20.0, 22.0)))) == "9E-ADV-02"
    assert broken_rule(field.refusal("advance", moves=moves((model, 19.9, 20.0)))) is None
    field.choose("advance", moves=moves((model, 19.9, 20.0)))
    assert field.event("unit.moved")["most"] == 10
    assert "advanced" in field.event("unit.moved")["marks"]
    field = select_unit(walk(foe=(20.0, 20.0)), dice=(4,))
    field.choose("move", kind="advance")
    assert broken_rule(field.refusal("advance", moves=moves((model, 18.5, 20.0)))) == "9E-ADV-03"


def test_how_units_stand_is_shown_by_signs() -> None:
    """Pages and programs see at a glance who has advanced, and who is in Engagement Range of an enemy."""
    field = select_unit(walk(foe=(11.9, 20.0)))
    field.mark("a.x", "advanced")
    signs = [row.signs for row in summarize_units(field.game, SUMMARY)]
    assert signs == [("advanced", "engaged"), ("engaged",)]


@rule("9E-OUT-04")
@example("9E-EX-34")
def test_turbo_boost_needs_no_die() -> None:
    boost = ability("Turbo-boost", {"kind": "advance-instead", "distance": 6, "on": "advance", "until": "phase-end"})
    field = select_unit(walk(M='14"', abilities=[boost]))
    model = field.models("a.x")[0]
    field.choose("move", kind="advance")
    assert field.event("advance.rolled")["dice"] == []
    assert broken_rule(field.refusal("advance", moves=moves((model, 30.1, 20.0)))) == "9E-ADV-02"
    field.choose("advance", moves=moves((model, 30.0, 20.0)))
    assert "advanced" in field.event("unit.moved")["marks"]


@rule("9E-STAT-01")
@rule("9E-STAT-02")
@rule("9E-MOVE-02")
@rule("9E-MOVE-12")
@rule("9E-MOVE-13")
def test_units_are_selected_once_and_the_others_remained_stationary() -> None:
    field = Field([unit("x", 1), unit("z", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    for key, at in (("a.x", (10.0, 10.0)), ("a.z", (10.0, 20.0)), ("a.w", (10.0, 30.0)), ("b.y", (50.0, 40.0))):
        field.put(key, at)
    field.go()
    field.choose("select", unit="a.z")
    field.choose("move", kind="stationary")
    assert field.decision.data["units"] == ["a.x", "a.w"]
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=moves((field.models("a.x")[0], 12.0, 10.0)))
    field.choose("select", unit=None)
    assert [event["unit"] for event in field.events("unit.stationary")] == ["a.z", "a.w"]
    assert all("stationary" in event["marks"] for event in field.events("unit.stationary"))
    assert field.events("phase.ended")


@rule("9E-FALL-01")
@rule("9E-FALL-02")
def test_a_fall_back_leaves_engagement_range() -> None:
    field = select_unit(walk(foe=(11.5, 20.0)))
    model = field.models("a.x")[0]
    assert normal(field, (model, 4.0, 20.0), kind="fall-back") is None
    assert normal(field, (model, 3.9, 20.0), kind="fall-back") == "9E-FALL-01"
    assert normal(field, (model, 9.8, 20.0), kind="fall-back") == "9E-FALL-02"
    assert normal(field, kind="fall-back") == "9E-FALL-02"
    around = [{"model": model, "path": [[11.5, 21.5, 0.0], [13.9, 20.9, 0.0]]}]
    assert field.refusal("move", kind="fall-back", moves=around) is None
    assert normal(field, (model, 13.8, 20.0), kind="fall-back") == "9E-MOVE-07"


@rule("9E-FALL-02")
def test_every_model_must_get_out() -> None:
    field = select_unit(walk(foe=(10.75, 21.4), models=2))
    one, two = field.models("a.x")
    assert normal(field, (two, 11.5, 18.6), kind="fall-back") == "9E-FALL-02"
    assert normal(field, (two, 11.5, 18.6), (one, 10.0, 18.6), kind="fall-back") is None


@rule("9E-MOVE-07")
@pytest.mark.parametrize("words", [INFANTRY, ("FLY",)])
def test_models_do_not_move_across_models_unless_they_fly(words: Any) -> None:
    field = Field([unit("x", 1, keywords=words), unit("z", 1)], [unit("y", 1)], "move-units")
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("a.z", (12.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    select_unit(field)
    assert normal(field, (model, 14.0, 20.0)) == (None if words == ("FLY",) else "9E-MOVE-07")
    assert normal(field, (model, 12.2, 20.0)) in ("9E-MOVE-07", "9E-FLY-04")


@rule("9E-MOVE-08")
def test_no_part_of_a_model_crosses_the_edge() -> None:
    field = walk()
    model = field.put("a.x", (3.0, 20.0))[0]
    select_unit(field)
    assert normal(field, (model, 0.5, 20.0)) is None
    assert normal(field, (model, 0.4, 20.0)) == "9E-MOVE-08"


@rule("9E-MOVE-11")
@rule("9E-COH-01")
@rule("9E-COH-04")
def test_a_move_ends_in_coherency() -> None:
    field = select_unit(walk(models=2))
    one, two = field.models("a.x")
    assert normal(field, (two, 13.0, 20.0)) is None
    assert normal(field, (two, 13.1, 20.0)) == "9E-COH-04"
    assert normal(field, (two, 14.0, 20.0), (one, 11.1, 20.0)) is None


@rule("9E-COH-01")
@rule("9E-COH-02")
@rule("9E-COH-03")
@example("9E-EX-37")
@pytest.mark.parametrize(("models", "coherent"), [(1, True), (5, True), (6, False)])
def test_a_line_with_two_inches_between_bases(models: int, coherent: bool) -> None:
    field = walk(models=models)
    field.put("a.x", *[(10.0 + 3.0 * place, 20.0) for place in range(models)])
    select_unit(field)
    model = field.models("a.x")[0]
    assert (normal(field, (model, 10.0, 20.0)) is None) is coherent


@rule("9E-COH-01")
@example("9E-EX-37")
def test_two_pairs_apart_are_no_group() -> None:
    field = walk(models=4)
    points = [(10.0, 20.0), (11.5, 20.0), (22.5, 20.0), (24.0, 20.0)]
    models = field.put("a.x", *points)
    select_unit(field)
    assert normal(field, (models[0], 10.0, 20.0)) == "9E-COH-04"


@rule("9E-DS-06")
def test_a_model_without_move_cannot_move() -> None:
    field = walk(M="-")
    field.go()
    field.choose("select", unit="a.x")
    assert field.event("unit.stationary")["unit"] == "a.x"


@rule("9E-MODC-06")
def test_a_random_move_is_rolled_when_the_unit_is_selected() -> None:
    field = select_unit(walk(M='2D6"'), dice=(2, 3))
    assert field.event("move.rolled")["distance"] == 5
    model = field.models("a.x")[0]
    assert normal(field, (model, 15.0, 20.0)) is None
    assert normal(field, (model, 15.1, 20.0)) == "9E-NORM-01"


@rule("9E-MTERR-01")
@rule("9E-MTERR-02")
@rule("9E-MTERR-03")
@rule("9E-FLY-03")
@pytest.mark.parametrize(
    ("height", "words", "most"), [(1.0, INFANTRY, 16.0), (1.5, INFANTRY, 13.0), (5.0, INFANTRY, None), (5.0, ("FLY",), 16.0)]
)
def test_moving_over_terrain(height: float, words: Any, most: float | None) -> None:
    field = select_unit(walk(words, terrain=[wall(11.0, 15.0, 11.2, 25.0, height)]))
    model = field.models("a.x")[0]
    for x in (13.0, 13.2, 16.0, 16.1):
        allowed = most is not None and x <= most
        assert normal(field, (model, x, 20.0)) == (None if allowed else "9E-NORM-01")


@rule("9E-MTERR-04")
def test_no_move_ends_half_way_up() -> None:
    field = select_unit(walk(terrain=[wall(11.0, 15.0, 11.2, 25.0, 1.5)]))
    assert normal(field, (field.models("a.x")[0], 11.4, 20.0)) == "9E-MTERR-04"


@rule("9E-FLY-02")
@rule("9E-FLY-04")
@rule("9E-FLY-01")
def test_flying_models_pass_enemies_but_do_not_end_near_them() -> None:
    field = select_unit(walk(("FLY",), foe=(13.0, 20.0)))
    model = field.models("a.x")[0]
    assert normal(field, (model, 15.1, 20.0)) is None
    assert normal(field, (model, 14.5, 20.0)) == "9E-NORM-02"
    assert normal(field, (model, 13.2, 20.0)) in ("9E-FLY-04", "9E-NORM-02")
    field = select_unit(walk(INFANTRY, foe=(13.0, 20.0)))
    assert normal(field, (model, 15.1, 20.0)) is not None


@rule("9E-AIRER-02")
@rule("9E-AIRER-03")
@rule("9E-AIRER-04")
def test_everybody_passes_aircraft_but_nobody_ends_near_enemy_ones() -> None:
    field = select_unit(walk(foe=(13.0, 20.0), foes=[unit("y", 1, keywords=("AIRCRAFT",))]))
    model = field.models("a.x")[0]
    assert normal(field, (model, 15.1, 20.0)) is None
    assert normal(field, (model, 14.5, 20.0)) == "9E-NORM-02"
    own = Field([unit("x", 1), unit("z", 1, keywords=("AIRCRAFT",))], [unit("y", 1)], "move-units")
    own.put("a.x", (10.0, 20.0))
    own.put("a.z", (12.0, 20.0))
    own.put("b.y", (50.0, 40.0))
    select_unit(own)
    assert normal(own, (model, 14.0, 20.0)) is None
    assert normal(own, (model, 12.5, 20.0)) in ("9E-FLY-04", "9E-MOVE-07")


@rule("9E-AIRER-05")
@rule("9E-AIRER-06")
@pytest.mark.parametrize(
    ("words", "foe_words", "free"),
    [(("AIRCRAFT",), INFANTRY, True), (INFANTRY, ("AIRCRAFT",), True), (INFANTRY, INFANTRY, False)],
)
def test_aircraft_and_engagement_range(words: Any, foe_words: Any, free: bool) -> None:
    field = select_unit(walk(words, foe=(11.5, 20.0), foes=[unit("y", 1, keywords=foe_words)]))
    kinds = field.decision.data["kinds"]
    assert {"normal", "advance"}.issubset(kinds) is free
    if free:
        model = field.models("a.x")[0]
        assert normal(field, (model, 6.0, 20.0)) is None
        assert normal(field, (model, 9.9, 20.0)) == "9E-NORM-02"


@rule("9E-AIRMIN-01")
@rule("9E-AIRMIN-02")
@rule("9E-AIRMIN-03")
@rule("9E-AIRMIN-04")
@example("9E-EX-60")
def test_aircraft_move_between_their_minimum_and_maximum() -> None:
    field = Field([unit("x", 1, M='20-50"', keywords=("AIRCRAFT", "FLY"))], [unit("y", 1)], "move-units", size=(90.0, 44.0))
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (50.0, 40.0))
    select_unit(field, dice=(4,))
    assert field.decision.data["kinds"] == ["none", "normal", "advance"]
    allowed = {x: normal(field, (model, 10.0 + x, 20.0)) for x in (19.9, 20.0, 50.0, 50.1)}
    assert allowed == {19.9: "9E-AIRMIN-02", 20.0: None, 50.0: None, 50.1: "9E-NORM-01"}
    field.choose("move", kind="advance")
    allowed = {
        x: broken_rule(field.refusal("advance", moves=moves((model, 10.0 + x, 20.0)))) for x in (23.9, 24.0, 54.0, 54.1)
    }
    assert allowed == {23.9: "9E-AIRMIN-02", 24.0: None, 54.0: None, 54.1: "9E-ADV-02"}


@rule("9E-AIRMIN-02")
@pytest.mark.parametrize(("turn", "enough"), [(0.0, 20.0), (pi / 2, 21.392), (pi, 24.575)])
def test_all_parts_of_a_long_base_that_turns_count_for_the_minimum_move(turn: float, enough: float) -> None:
    long = {"shape": "oval", "mm": [150.0, 50.0]}
    plane = unit("x", 1, M='20-50"', keywords=("AIRCRAFT", "FLY"), base=long)
    field = Field([plane], [unit("y", 1)], "move-units", size=(90.0, 44.0))
    model = field.put("a.x", (10.0, 10.0))[0]
    field.put("b.y", (80.0, 40.0))
    select_unit(field)
    for far, refused in ((enough - 0.02, "9E-AIRMIN-02"), (enough + 0.02, None)):
        x = y = 10.0 + far * cos(pi / 4)
        move = [{"model": model, "path": [[x, y, turn]]}]
        assert broken_rule(field.refusal("move", kind="normal", moves=move)) == refused


@rule("9E-AIRMIN-05")
@rule("9E-AIRMIN-06")
@example("9E-EX-60")
@pytest.mark.parametrize("selected", [True, False])
def test_aircraft_that_cannot_make_their_minimum_move_are_lost_with_all_aboard(selected: bool) -> None:
    hold = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    plane = unit("x", 1, M='20-50"', keywords=("AIRCRAFT",), transport=hold)
    field = Field([plane, unit("z", 5), unit("w", 1)], [unit("y", 1)], "move-units", size=(30.0, 20.0))
    model = field.put("a.x", (15.0, 10.0))[0]
    field.put("a.w", (5.0, 5.0))
    field.put("b.y", (25.0, 15.0))
    field.state.write("embarked_in", field.game.unit("a.z"), model)
    field.go()
    if selected:
        field.choose("select", unit="a.x")
        assert field.options("move") == [{"kind": "none", "moves": []}, {"kind": "advance", "moves": []}]
        field.choose("move", kind="none")
    else:
        field.choose("select", unit=None)
    assert field.models("a.x") == []
    assert field.models("a.z") == []
    assert all(event["by"] is None for event in field.events("unit.destroyed"))


def test_an_aircraft_is_offered_legal_flights() -> None:
    field = Field([unit("x", 1, M='20-50"', keywords=("AIRCRAFT", "FLY"))], [unit("y", 1)], "move-units")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    select_unit(field)
    flights = [offer for offer in field.options("move") if offer["kind"] == "normal"]
    assert flights
    assert all(field.refusal("move", **offer) is None for offer in flights)


@pytest.mark.parametrize("engaged", [False, True])
def test_every_offered_move_is_legal_and_they_differ(engaged: bool) -> None:
    field = walk(models=6, foe=(12.0, 21.5) if engaged else (40.0, 25.0), terrain=[wall(18, 12, 20, 28, 4)])
    field.state.write("markers", ..., [(30.0, 10.0), (30.0, 30.0), (10.0, 5.0), (50.0, 20.0)])
    select_unit(field, dice=(3,))
    offered = field.options("move")
    assert all(field.refusal("move", **offer) is None for offer in offered)
    kinds = {offer["kind"] for offer in offered}
    assert kinds == ({"stationary", "fall-back"} if engaged else {"stationary", "normal", "advance"})
    ends = {str(offer["moves"]) for offer in offered if offer["kind"] in ("normal", "fall-back")}
    assert len(ends) >= (2 if engaged else 4)


@rule("9E-REINF-01")
@rule("9E-REINF-02")
@rule("9E-REINF-03")
@rule("9E-REINF-04")
@rule("9E-REINF-06")
@rule("9E-MOVE-01")
@rule("9E-ER-03")
def test_reinforcements_arrive_by_their_own_rule_after_the_moves() -> None:
    drop = ability("Drop", {"kind": "reserves", "distance": 9, "from_round": 2, "on": "deployment"})
    for battle_round, waiting in ((1, []), (2, ["a.x"])):
        units = [unit("x", 3, abilities=[drop]), unit("z", 1)]
        field = Field(units, [unit("y", 1)], "move-units", battle_round=battle_round)
        field.mark("a.x", "held")
        field.put("a.z", (5.0, 5.0))
        field.put("b.y", (30.0, 20.0))
        assert [field.game.key(found) for found in reinforcements.waiting_units(field.game, 0)] == waiting
    field.go()
    assert field.decision.data["units"] == ["a.z"]
    field.choose("select", unit=None)
    field.choose("select", unit="a.x")
    models = field.models("a.x")

    def at(*points: tuple[float, float]) -> str | None:
        poses = [[model, x, y, 0.0] for model, (x, y) in zip(models, points, strict=True)]
        return broken_rule(field.refusal("arrive", poses=poses))

    assert at((40.2, 20.0), (41.5, 20.0), (42.8, 20.0)) is None
    assert at((39.9, 20.0), (41.5, 20.0), (42.8, 20.0)) == "9E-REINF-02"
    assert at((31.5, 20.0), (41.5, 20.0), (42.8, 20.0)) == "9E-ER-03"
    assert at((40.2, 20.0), (41.5, 20.0), (49.0, 20.0)) == "9E-COH-01"
    assert all(field.refusal("arrive", **offer) is None for offer in field.options("arrive"))
    field.choose("arrive", poses=[[model, 40.2 + 1.3 * place, 20.0, 0.0] for place, model in enumerate(models)])
    arrived = field.event("unit.set-up")
    assert arrived["marks"] == ["arrived", "moved"]
    assert [event["unit"] for event in field.events("unit.stationary")] == ["a.z"]


@rule("9E-REINF-07")
@rule("9E-REINF-06")
def test_an_aircraft_that_arrives_counts_as_having_made_its_move() -> None:
    """Its whole move, so also the least it must fly: it is bound to no more, and not lost for having flown nothing."""
    drop = ability("Drop", {"kind": "reserves", "distance": 9, "on": "deployment"})
    plane = unit("x", 1, abilities=[drop], M='20-50"', keywords=("AIRCRAFT", "FLY", "VEHICLE"))
    field = Field([plane, unit("z", 1, abilities=[drop])], [unit("y", 1)], "reinforcements")
    for key in ("a.x", "a.z"):
        field.mark(key, "held")
    field.put("b.y", (50.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    model, game = field.models("a.x")[0], field.game
    assert aircraft.least(game, model) == 20.0
    field.choose("arrive", poses=[[model, 20.0, 20.0, 0.0]])
    assert game.has_mark(game.unit("a.x"), "moved")
    assert not aircraft.must_move(game, game.unit("a.x"))


@rule("9E-ADV-04")
@rule("9E-FALL-03")
@rule("9E-FALL-04")
@rule("9E-FALL-05")
@rule("9E-REINF-05")
@rule("9E-REINF-06")
@rule("9E-PSY-02")
@rule("9E-CHARGE-03")
@rule("9E-HEAVY-01")
@example("9E-EX-61")
@pytest.mark.parametrize(
    ("marks", "words", "heavy", "assault", "psychic", "charge"),
    [
        (("stationary",), (), 3, 3, True, True),
        (("normal-move", "moved"), (), 4, 3, True, True),
        (("advanced", "moved"), (), None, 4, True, False),
        (("fell-back", "moved"), (), None, None, False, False),
        (("fell-back", "moved"), ("TITANIC",), 4, 3, True, False),
        (("arrived", "moved"), (), 4, 3, True, True),
    ],
)
def test_what_a_unit_may_do_after_its_move(
    marks: Any, words: Any, heavy: int | None, assault: int | None, psychic: bool, charge: bool
) -> None:
    from resolver.families.wh40k import psychic as powers
    from resolver.families.wh40k.attacks import attack_profiles, shooting
    from resolver.families.wh40k.attacks.sightings import Shot
    from resolver.families.wh40k.attacks.targets import TargetOptions
    from resolver.families.wh40k.moves.charge import may_charge

    weapons = (gun("Cannon", '36"', "Heavy 1"), gun("Carbine", '36"', "Assault 1"))
    smite = {"id": "smite", "name": "Smite", "value": 5, "step": 1, "range_in": 18, "target": "closest-enemy-unit"}
    smite |= {"duration": "", "keywords": [], "text": "", "effects": []}
    psyker = {"casts": 1, "denies": 1, "powers": [smite]}
    field = Field([unit("x", 1, *weapons, keywords=("INFANTRY", "PSYKER", *words), psyker=psyker)], [unit("y", 1)])
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (20.0, 20.0))
    field.mark("a.x", *marks, "charge-near")
    game, found = field.game, field.game.unit("a.x")
    for slot, needed in ((0, heavy), (1, assault)):
        shot = Shot(model, slot, 0, game.unit("b.y"))
        sights = TargetOptions(game, found)
        allowed = shooting.may_shoot(game, found) and sights.refusal(shot) is None
        assert allowed is (needed is not None)
        if needed is not None:
            profile = attack_profiles.attack(game, shooting.group_shots(sights, [shot])[0], 0)
            assert next(face for face in range(2, 7) if profile.check("hit").passes(face)) == needed
    assert powers.may_manifest(game, found) is psychic
    assert may_charge(game, found) is charge


def test_a_path_is_read_strictly() -> None:
    field = select_unit(walk())
    model = field.models("a.x")[0]
    for path in ([], [[1.0, 2.0]], [["1", 2, 3]], [[1e9, 0, 0]], to(float("nan"), 0.0)):
        assert field.refusal("move", kind="normal", moves=[{"model": model, "path": path}])
    assert field.refusal("move", kind="normal", moves=[{"model": model + 1, "path": to(12.0, 20.0)}])
