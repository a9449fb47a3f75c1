"""Where who flees, pursues and closes up comes to stand: cases of a player's table, each with the places by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.rulesets.grundregelwerk import fleeing
from resolver.rulesets.grundregelwerk.summary import SUMMARY
from resolver.table.areas import inches_inside
from tests.grundregelwerk.stage import DiceByLabel, Stage, arms, blade, piece, squad

Point = tuple[float, float]


def flee(
    *places: Point,
    dice: int,
    foes: tuple[Point, ...] = ((60, 40),),
    terrain: Any = (),
    key: str = "a",
    marks: tuple[str, ...] = (),
    friends: tuple[Point, ...] = (),
    **unit: Any,
) -> Stage:
    """The Flee move of a unit of army a (towards the edge at the bottom) or b (towards the top)."""
    runner, friend, enemy = squad("u", len(places), **unit), squad("v", max(len(friends), 1)), squad("x", len(foes))
    sides = ([runner, friend], [enemy]) if key == "a" else ([enemy], [runner, friend])
    field = Stage(*sides, terrain=terrain, turn="ab".index(key))
    models = field.put(f"{key}.u", *places)
    field.put(f"{key}.v", *friends)
    field.put(f"{'b' if key == 'a' else 'a'}.x", *foes)
    for model in models:
        field.mark_model(model, *marks)
    field.count(f"{key}.u", "fleeing", 1)
    field.act(f"{key}.u")
    field.go(dice, 1, 1, 1)  # who flees has no choice
    return field


def places(field: Stage, key: str) -> list[Point]:
    found = field.models(key)
    return [(round(float(field.state.x[model]), 2), round(float(field.state.y[model]), 2)) for model in found]


WAGON = {"Type": "vehicle", "L": "3"}


@pytest.mark.parametrize(
    ("given", "ends"),
    [
        ({"at": [(20, 24)], "dice": 4}, [(20, 20)]),
        ({"at": [(20, 24)], "dice": 4, "key": "b"}, [(20, 28)]),
        ({"at": [(20, 24), (20, 26), (22, 24)], "dice": 3}, [(20, 21), (20, 23), (22, 21)]),
        ({"at": [(20, 24)], "dice": 6, "friends": ((20, 18),)}, [(20, 19)]),
        ({"at": [(20, 24)], "dice": 6, "foes": ((20, 20),)}, [(20, 18)]),
        ({"at": [(20, 24)], "dice": 6, "foes": ((20, 19),)}, [(20, 21)]),
        ({"at": [(20, 24)], "dice": 5, "marks": ("immobilised",), **WAGON}, [(20, 24)]),
        ({"at": [(20, 24)], "dice": 5, "marks": ("stunned",), **WAGON}, [(20, 24)]),
        ({"at": [(20, 24)], "dice": 5, "marks": ("shaken",), **WAGON}, [(20, 19)]),
    ],
)
@pytest.mark.rule("GRW-FLEE-05", "GRW-FLEE-06", "GRW-Q-81", "GRW-Q-83")
def test_where_a_flee_move_ends(given: dict[str, Any], ends: list[Point]) -> None:
    """Straight to its own edge, past all, to a free place 1" off enemies; and not at all without wheels."""
    key = given.get("key", "a")
    field = flee(*given.pop("at"), **given)
    assert np.array(places(field, f"{key}.u")) == pytest.approx(np.array(ends), abs=0.11)
    assert field.game.on_table(field.game.unit(f"{key}.u"))


@pytest.mark.parametrize(
    ("y", "key", "face", "gone"), [(4, "a", 3, False), (4, "a", 4, True), (44, "b", 3, False), (44, "b", 4, True)]
)
@pytest.mark.rule("GRW-FLEE-07", "GRW-FLEE-08")
def test_the_edge_is_reached_with_the_base(y: float, key: str, face: int, gone: bool) -> None:
    field = flee((20, y), dice=face, key=key, foes=((60, 24),))
    assert field.event("unit.flees")["reached"] == gone
    assert field.game.on_table(field.game.unit(f"{key}.u")) != gone


@pytest.mark.rule("GRW-FLEE-07", "GRW-Q-83")
def test_who_cannot_move_reaches_no_edge() -> None:
    field = flee((20, 2.0), dice=6, marks=("immobilised",), **WAGON)
    assert (field.event("unit.flees")["inches"], field.event("unit.flees")["reached"]) == (0, False)


@pytest.mark.rule("GRW-FLEE-06", "GRW-TERRAIN-06")
def test_who_flees_goes_round_a_pillar() -> None:
    pillar = piece("pillar", 19.0, 20, 24, 21)
    field = flee((20, 23), dice=6, terrain=[pillar])
    (path,) = (step["path"] for step in field.event("unit.moved")["paths"])
    points = np.array([(20, 23), *(pose[:2] for pose in path)])
    assert len(path) == 2
    assert float(np.hypot(*np.diff(points, axis=0).T).sum()) == pytest.approx(6.0, abs=0.11)
    assert inches_inside(points, pillar.footprint) == 0
    assert points[-1][1] < 20, "it gets past"
    short = flee((20, 22), dice=1, terrain=[piece("pillar", 10, 20, 30, 21)])
    assert places(short, "a.u")[0][1] >= 21.5, "it does not end in it"


@pytest.mark.rule("GRW-FLEE-07", "GRW-Q-81")
@pytest.mark.parametrize(("face", "gone"), [(4, False), (5, False), (6, True)])
def test_the_edge_is_reached_only_by_the_way_round(face: int, gone: bool) -> None:
    """A pillar before the edge: straight down it is 3 inches, round the corner 3.68 + 2.05."""
    field = flee((20, 3.5), dice=face, terrain=[piece("pillar", 17, 1, 26, 2)])
    assert field.event("unit.flees")["reached"] == gone
    assert field.game.on_table(field.game.unit("a.u")) != gone
    if not gone:
        assert places(field, "a.u") == [pytest.approx((16.45, 2.55 - (face - 3.675)), abs=0.11)]


@pytest.mark.rule("GRW-SPECIAL-03", "GRW-Q-71", "GRW-Q-81")
@pytest.mark.parametrize("rules", [(), ("Flying",)])
def test_who_flies_flees_over_what_it_may_not_end_in(rules: tuple[str, ...]) -> None:
    ruin = piece("ruin", 10, 6, 30, 8)
    field = flee((20, 10), dice=6, rules=rules, Type="jump_troops", terrain=[ruin], foes=((60, 40),))
    ((x, y),) = places(field, "a.u")
    assert ((x, y) == (20, 4)) == bool(rules)
    assert rules or y >= 8.5
    ends = flee((20, 10), dice=3, rules=rules, Type="jump_troops", terrain=[ruin])
    assert places(ends, "a.u")[0][1] >= 8.5, "it does not end in it"


@pytest.mark.rule("GRW-Q-77", "GRW-Q-78")
def test_who_flees_is_in_no_close_combat_any_more() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.put("b.x", (20, 25))
    field.fight("a.u", "b.x")
    field.count("a.u", "fleeing", 1)
    field.act("a.u")
    field.go(3, 1)
    assert field.event("combat.ended")["target"] == "b.x"


def beaten(
    own: tuple[Point, ...], foe: Point, *, marks: tuple[str, ...] = (), beside: Point = (60, 40), **more: Any
) -> Stage:
    """a.u hits b.x, which strikes nobody, fails its Morale test and flees; more of the dice and of b.x."""
    dice = {key: more.pop(key) for key in ("flee", "pursue") if key in more}
    loser = squad("x", 1, arms(), **({"A": "0", "L": "9", "RW": "6+"} | more))
    field = Stage([squad("u", len(own), blade(), A="1")], [loser, squad("y", 1)])
    field.put("a.u", *own)
    (model,) = field.put("b.x", foe)
    field.put("b.y", beside)
    field.mark_model(model, *marks)
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(source=DiceByLabel(usual=4, hit=6, save=1, morale=1, vehicle_damage=1, **dice))
    field.take("close-combat")
    if field.asked == "fight":
        field.choose("fight", unit="b.x")
    field.lose()
    return field


HEMMED = ((20.0, 25.0), (21.4, 25.2), (18.6, 25.2), (20.0, 26.5))
"""Enemies between a model at (20, 24) and its edge, with no room among them."""


@pytest.mark.rule("GRW-MELEE-17", "GRW-MELEE-19", "GRW-Q-40", "GRW-Q-77", "GRW-Q-83")
@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ({"own": HEMMED, "foe": (20, 24), "flee": 1, "pursue": 1}, 1),
        ({"own": ((20, 24),), "foe": (21, 24), "flee": 6, "pursue": 1, "marks": ("immobilised",), **WAGON}, 0),
    ],
)
def test_who_flees_and_stays_in_contact_may_be_pursued(given: dict[str, Any], needed: int) -> None:
    """Hemmed in, or without wheels: contact with the loser keeps no winner from pursuing it."""
    field = beaten(**given)
    assert (field.asked, field.decision.data["needed"]) == ("pursue", needed)
    field.choose("pursue", pursue=True)
    assert field.event("unit.pursues")["caught"]
    assert not field.game.on_table(field.game.unit("b.x"))


@pytest.mark.rule("GRW-Q-77")
def test_a_winner_in_contact_with_another_enemy_does_not_pursue() -> None:
    field = beaten(HEMMED, (20, 24), beside=(20, 27.5), flee=1)
    assert field.event("unit.flees")["unit"] == "b.x"
    assert field.asked != "pursue"


@pytest.mark.rule("GRW-MELEE-01", "GRW-ACTMELEE-01", "GRW-Q-40", "GRW-Q-78")
@pytest.mark.parametrize("pursues", [True, False])
def test_who_fled_and_stays_in_contact_may_be_attacked_anew(pursues: bool) -> None:
    """The flight has ended the close combat, also where a pursuit fails: nobody is held, and who touches may fight again."""
    field = beaten(HEMMED, (20, 24), flee=2, pursue=1)
    unit, foe = field.game.unit("a.u"), field.game.unit("b.x")
    field.choose("pursue", pursue=pursues)
    assert not field.game.has_pair(unit, foe, "combat")
    assert {"move", "secure-area"} <= field.offered_actions()
    refusal = field.refusal("action", action="close-combat")
    assert refusal is not None
    assert refusal.rule == "GRW-ACTION-02", "it has fought in this activation"
    field.state.write("unit_marks", unit, 0)
    field.act("a.u")
    field.go(source=DiceByLabel(usual=4, hit=6, save=6, morale=6))
    assert {"move", "close-combat"} <= field.offered_actions()
    field.take("close-combat")
    assert field.event("combat.joined")["target"] == "b.x"
    assert field.events("combat.fought")[-1]["target"] == "b.x"


@pytest.mark.rule("GRW-SPECIAL-11", "GRW-MELEE-01")
def test_a_waaaaagh_fights_whom_it_touches() -> None:
    field = Stage(
        [squad("u", 1, blade(), rules=("Waaaaagh!",)), squad("v", 1)], [squad("x", 1, L="9", A="0")], step="activate"
    )
    field.put("a.u", (20, 24))
    field.put("a.v", (5, 5))
    field.put("b.x", (21, 24))
    field.count("b.x", "fleeing", 1)
    field.go(source=DiceByLabel(usual=4, hit=1))
    field.choose("activate", unit=None, waaaaagh=True)
    while field.asked == "march":
        field.choose("march", moves=[])
    assert field.event("combat.fought")["target"] == "b.x"


def pursue(
    *winners: Point, fled: int, roll: int, others: Any = (), terrain: Any = (), aim: Point = (20, 24), **unit: Any
) -> Stage:
    """The pursuit of b.x, which has fled so many inches to its place, by a.u."""
    field = Stage([squad("u", len(winners), **unit)], [squad("x", 1), squad("y", max(len(others), 1))], terrain=terrain)
    field.put("a.u", *winners)
    field.put("b.x", aim)
    field.put("b.y", *others)
    field.count("b.x", "fleeing", 1)
    field.act("a.u")
    game = field.game
    before = game.state.bodies(game.state.standing(game.unit("b.x")))
    field.go(roll)
    list(fleeing.pursue(game, game.unit("a.u"), game.unit("b.x"), fled, before))
    return field


@pytest.mark.parametrize(
    ("given", "ends"),
    [
        ({"at": [(20, 20)], "fled": 6, "roll": 2}, [(20, 22)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 5}, [(20, 22)]),
        ({"at": [(20, 20)], "fled": 3, "roll": 3}, [(20, 23)]),
        ({"at": [(20, 20)], "fled": 5, "roll": 5}, [(20, 23)]),
        ({"at": [(20, 20), (22, 20)], "fled": 6, "roll": 1}, [(20, 21), (21.55, 20.89)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 5, "others": ((20.3, 22),)}, [(20, 21.05)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 5, "terrain": [piece("pillar", 19, 21.2, 26, 21.8)]}, [(18.73, 22.46)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 2, "terrain": [piece("pillar", 19, 21.2, 26, 21.8)]}, [(18.45, 20.97)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 5, "terrain": [piece("pillar", 21, 20, 22, 23)]}, [(20, 22)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 5, "Type": "bike", "terrain": [piece("ruin", 18, 22, 22, 26)]}, [(20, 21.5)]),
        ({"at": [(20, 20)], "fled": 6, "roll": 4, "Type": "vehicle", "immobilised": True}, [(20, 20)]),
    ],
)
@pytest.mark.rule("GRW-MELEE-18", "GRW-MELEE-19", "GRW-Q-40", "GRW-Q-81", "GRW-Q-82")
def test_where_a_pursuit_ends(given: dict[str, Any], ends: list[Point]) -> None:
    """Straight after those that fled, 1" short of them where they are not caught, in contact with others in the way."""
    stuck = given.pop("immobilised", False)
    if stuck:
        field = Stage([squad("u", 1, **WAGON)], [squad("x", 1)])
        (model,) = field.put("a.u", (20, 20))
        field.put("b.x", (20, 24))
        field.mark_model(model, "immobilised")
        field.go(4)
        bodies = field.state.bodies(field.state.standing(field.game.unit("b.x")))
        list(fleeing.pursue(field.game, field.game.unit("a.u"), field.game.unit("b.x"), 6, bodies))
    else:
        field = pursue(*given.pop("at"), **given)
    assert np.array(places(field, "a.u")) == pytest.approx(np.array(ends), abs=0.11)
    meets = bool(given.get("others"))
    assert [event["target"] for event in field.events("combat.joined")] == (["b.y"] if meets else [])
    assert field.event("unit.pursues")["caught"] == (given["roll"] >= given["fled"])


def closing(*own: Point, foe: Point = (20, 22.5), states: Any = (), **unit: Any) -> Stage:
    """Close Combat of a.u, which has lost contact with b.x."""
    field = Stage([squad("u", len(own), blade(), **unit)], [squad("x", 1, L="9", A="0")])
    for model in field.put("a.u", *own):
        field.mark_model(model, *states)
    field.put("b.x", foe)
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(1, 1, 1, 1, 6, 6)
    field.take("close-combat")
    return field


@pytest.mark.rule("GRW-Q-78")
def test_models_close_up_three_inches_straight_at_the_enemy() -> None:
    field = closing((20, 20), (20, 18))
    first, second = field.models("a.u")
    assert field.decision.data["most"] == 3.0
    for moves, rule in (
        ([(first, 20.0, 21.5)], None),
        ([(first, 20.0, 21.5), (second, 20.0, 20.0)], None),
        ([(second, 20.0, 17.0)], "GRW-Q-78"),
        ([(first, 21.0, 21.0)], "GRW-Q-78"),
        ([(second, 20.0, 22.0)], "GRW-ACTMOVE-01"),
        ([(9, 20.0, 21.0)], "GRW-Q-91"),
    ):
        given = [{"model": model, "path": [[x, y, 0.0]]} for model, x, y in moves]
        refusal = field.refusal("close-up", moves=given)
        assert (refusal.rule if refusal else None) == rule, moves
    corner = field.refusal("close-up", moves=[{"model": first, "path": [[19.5, 20.7, 0.0], [20.0, 21.5, 0.0]]}])
    assert corner is not None
    assert corner.code == "move.not-straight"
    (offered,) = field.options("close-up")
    assert {step["model"]: [round(each, 1) for each in step["path"][0][:2]] for step in offered["moves"]} == {
        first: [20, 21.5],
        second: [20, 20.0],
    }
    field.choose("close-up", **offered)
    assert field.events("combat.fought")


@pytest.mark.rule("GRW-Q-78")
@pytest.mark.parametrize("foe", [(20, 21.1), (20, 21.31128), (20.7, 21.4), (22.8, 22.8), (20, 23.999)])
def test_a_model_ends_in_contact_if_it_can(foe: Point) -> None:
    """However small the gap is beside the step: to stay, or to stop short, is refused."""
    field = closing((20, 20), foe=foe, mm=25.4)
    (model,) = field.models("a.u")
    short = {"model": model, "path": [[20 + (foe[0] - 20) / 100, 20 + (foe[1] - 20) / 100, 0.0]]}
    for moves in ([], [short]):
        refusal = field.refusal("close-up", moves=moves)
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("GRW-Q-78", "move.no-contact")
    (offered,) = field.options("close-up")
    field.choose("close-up", **offered)
    assert field.event("combat.fought")["target"] == "b.x"


@pytest.mark.rule("GRW-Q-36", "GRW-Q-40")
def test_nobody_steps_through_a_base_that_is_smaller_than_the_step() -> None:
    field = pursue((20, 20), fled=6, roll=6, aim=(20, 30), others=((20, 22),))
    assert places(field, "a.u") == [(20, 21)]
    assert field.event("combat.joined")["target"] == "b.y"


@pytest.mark.rule("GRW-Q-78", "GRW-Q-83")
@pytest.mark.parametrize(("foe", "states"), [((20, 24.5), ()), ((20, 22.5), ("immobilised",))])
def test_without_contact_the_combat_is_over(foe: Point, states: Any) -> None:
    """Nobody comes near enough, or nobody can move: nothing is rolled and both may do what they like."""
    given = {"Type": "vehicle", "L": "3"} if states else {}
    field = closing((20, 20), foe=foe, states=states, **given)
    if field.battle and field.battle.decision and field.asked == "close-up":
        offered = field.options("close-up")
        assert states == () or offered == [{"moves": []}]
        field.choose("close-up", **offered[0])
    assert field.event("combat.ended")["target"] == "b.x"
    assert not field.events("hits.rolled")


@pytest.mark.parametrize(
    ("marks", "counts", "signs"),
    [
        ((), {}, []),
        (("acting", "activated"), {}, ["acting"]),
        (("activated", "covered"), {}, ["activated", "covered"]),
        ((), {"fleeing": 1}, ["fleeing"]),
        ((), {"pinned": 1}, ["pinned"]),
        ((), {"reaction": 1}, ["reaction"]),
    ],
)
def test_what_is_shown_of_a_unit(marks: tuple[str, ...], counts: dict[str, int], signs: list[str]) -> None:
    field = Stage([squad("u", 1, arms(), arms("Pistol", 12), blade())], [squad("x", 1)])
    (model,) = field.put("a.u", (20, 20))
    field.mark("a.u", *marks)
    for name, number in counts.items():
        field.count("a.u", name, number)
    game, unit = field.game, field.game.unit("a.u")
    assert list(SUMMARY.signs_of(game, unit)) == signs
    field.mark_model(model, "stunned")
    field.fight("a.u", "b.x")
    field.put("b.x", (21, 20))
    assert set(SUMMARY.signs_of(game, unit)) == {*signs, "engaged", "stunned"}
    assert SUMMARY.ranges(game, unit) == [("M", 6.0), ("Rifle", 24.0), ("Pistol", 12.0)]
    assert SUMMARY.control_range(game) == 0
    assert list(SUMMARY.signs_of(game, game.unit("b.x"))) == ["engaged"]
    field.state.write("on_table", model, False)
    assert list(SUMMARY.signs_of(game, unit)) == []


def test_who_holds_the_hill_is_shown() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], mission="king-of-the-hill")
    field.state.write("markers", 0, (36, 24))
    field.put("a.u", (36, 22))
    field.put("b.x", (60, 40))
    assert SUMMARY.holders(field.game) == [(0, 0)]
    assert SUMMARY.control_range(field.game) == 3.0
