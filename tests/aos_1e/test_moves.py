"""The movement phase, charges, piling in: how far, how near the enemy, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from bench.rosters import armies
from resolver.engine.battle import Battle
from resolver.players.random_legal import RandomLegal
from resolver.rulesets.aos_1e import charging, movement
from tests.aos_1e.field import Field, blade, bow, feature, unit
from tests.field import ability, moves, to

rule, example = pytest.mark.rule, pytest.mark.example


def facing(gap: float, step: str = "move", models: int = 1, foe: Any = None, **given: Any) -> Field:
    """A unit of a in a row from x 10 on, an enemy model so far to the right of it; bases are 1 inch wide."""
    field = Field([unit("x", models, blade(), **given)], [foe or unit("y", 1, blade())], step)
    field.row("a.x", 10.0, 20.0, gap=0.5)
    field.put("b.y", (10.0 + (models - 1) * 1.5 + 1.0 + gap, 20.0))
    return field


@rule("AOS-MOVEPH-01")
@rule("AOS-MOVEPH-02")
@rule("AOS-MOVEPH-03")
def test_units_are_moved_one_at_a_time_each_once_and_only_who_wants() -> None:
    field = Field([unit("x", 1, blade()), unit("z", 1, blade())], [unit("y", 1, blade())], "move")
    field.put("a.x", (10.0, 10.0))
    field.put("a.z", (20.0, 10.0))
    field.put("b.y", (60.0, 40.0))
    field.go()
    assert field.options("select") == [{"unit": "a.x"}, {"unit": "a.z"}, {"unit": None}]
    field.choose("select", unit="a.x")
    field.choose("move", kind="normal", moves=moves((0, 12.0, 10.0)))
    assert field.options("select") == [{"unit": "a.z"}, {"unit": None}]
    assert field.refusal("select", unit="a.x") is not None


@rule("AOS-MOVE-01")
@pytest.mark.parametrize(("x", "legal"), [(15.0, True), (15.01, False), (5.0, True)])
def test_a_model_moves_up_to_its_move_in_any_direction(x: float, legal: bool) -> None:
    field = facing(30.0)
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("move", kind="normal", moves=moves((0, x, 20.0)))
    assert (refusal is None) is legal
    assert legal or (refusal is not None and refusal.rule == "AOS-MOVE-01")


@rule("AOS-MOVE-02")
@rule("AOS-SCENERY-01")
@rule("AOS-FLY-01")
@example("AOS-EX-03")
@example("AOS-EX-46")
@pytest.mark.parametrize(("keywords", "x", "legal"), [((), 16.0, True), ((), 16.1, False), (("FLY",), 18.0, True)])
def test_climbing_over_a_wall_counts_and_flying_over_it_does_not(keywords: Any, x: float, legal: bool) -> None:
    """Move 6: 2 to the wall, 1 up, across it with the whole base, 1 down; who flies goes 6 inches straight on."""
    wall = feature("wall", 12.5, 10.0, 13.0, 30.0)
    field = Field([unit("x", 1, blade(), Move='8"', keywords=keywords)], [unit("y", 1, blade())], "move", terrain=[wall])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (60.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    assert (field.refusal("move", kind="normal", moves=moves((0, x, 20.0))) is None) is legal


@rule("AOS-MOVE-01")
@rule("AOS-FLY-01")
@pytest.mark.parametrize(
    ("start", "end", "legal"), [(10.0, 14.0, True), (10.0, 14.1, False), (14.0, 10.0, True), (14.0, 9.9, False)]
)
def test_who_flies_pays_for_the_height_to_which_it_rises_or_sinks(start: float, end: float, legal: bool) -> None:
    """AOS-Q-51: 4 inches across and 3 inches up or down are 5 inches straight."""
    mound = feature("mound", 13.0, 10.0, 20.0, 30.0, height=3.0)
    flyer = unit("x", 1, blade(), Move='5"', keywords=("FLY",))
    field = Field([flyer], [unit("y", 1, blade())], "move", terrain=[mound])
    field.put("a.x", (start, 20.0), z=3.0 if start > 13.0 else 0.0)
    field.put("b.y", (60.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("move", kind="normal", moves=moves((0, end, 20.0)))
    assert (refusal and refusal.rule) == (None if legal else "AOS-MOVE-01")
    for option in field.options("move"):
        assert option["kind"] == "stationary" or field.refusal("move", **option) is None


@rule("AOS-MOVE-03")
@rule("AOS-ENEMY-02")
@pytest.mark.parametrize("friend", [True, False])
def test_nobody_moves_across_other_models(friend: bool) -> None:
    mates = [unit("x", 1, blade(), Move='9"'), *([unit("z", 1, blade())] if friend else [])]
    field = Field(mates, [unit("y", 1, blade())], "move")
    field.put("a.x", (10.0, 20.0))
    if friend:
        field.put("a.z", (13.0, 20.0))
    field.put("b.y", (60.0, 40.0) if friend else (13.0, 20.0))
    field.go()
    field.choose("select", unit="a.x")
    kind = "normal" if friend else "retreat"
    refusal = field.refusal("move", kind=kind, moves=moves((0, 18.0, 20.0)))
    assert refusal is not None
    assert refusal.rule == "AOS-MOVE-03"


@rule("AOS-MOVE-04")
def test_no_part_of_a_long_model_moves_further() -> None:
    """A base of 4 inches turns by a quarter: its ends travel, though its middle stays."""
    field = Field(
        [unit("x", 1, blade(), base={"shape": "oval", "mm": [101.6, 25.4]}, Move='2"')], [unit("y", 1, blade())], "move"
    )
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (60.0, 40.0))
    field.go()
    field.choose("select", unit="a.x")
    turned = [{"model": 0, "path": to(20.0, 20.0, 1.5708)}]
    assert field.refusal("move", kind="normal", moves=turned) is not None


@rule("AOS-ENEMY-01")
@rule("AOS-ENEMY-03")
@rule("AOS-ENEMY-04")
@rule("AOS-TOOLS-03")
@rule("AOS-TOOLS-04")
@example("AOS-EX-24")
@pytest.mark.parametrize(
    ("start", "kind", "end", "broken"),
    [
        (3.0, "normal", 3.5, "AOS-ENEMY-03"),
        (3.0, "retreat", 3.0, "AOS-ENEMY-04"),
        (3.0, "retreat", 3.1, None),
        (3.1, "normal", 3.0, "AOS-ENEMY-01"),
        (3.2, "normal", 3.1, None),
        (3.1, "retreat", 4.0, "AOS-ENEMY-03"),
    ],
)
def test_how_near_the_enemy_moves_begin_and_end(start: float, kind: str, end: float, broken: str | None) -> None:
    field = facing(start)
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("move", kind=kind, moves=moves((0, 10.0 + start - end, 20.0)))
    assert (refusal.rule if refusal else None) == broken


@rule("AOS-ENEMY-01")
@rule("AOS-FLY-02")
@rule("AOS-FLY-03")
def test_only_who_flies_passes_near_an_enemy_and_does_not_end_there() -> None:
    for keywords, x, broken in (((), 21.0, "AOS-ENEMY-01"), (("FLY",), 21.0, None), (("FLY",), 18.0, "AOS-FLY-02")):
        field = facing(4.0, keywords=keywords, Move='12"')
        field.go()
        field.choose("select", unit="a.x")
        refusal = field.refusal("move", kind="normal", moves=moves((0, x, 23.5 if x > 20 else 20.0)))
        assert (refusal.rule if refusal else None) == broken, (keywords, x)
    near = facing(3.0, keywords=("FLY",), Move='12"')
    near.go()
    near.choose("select", unit="a.x")
    refusal = near.refusal("move", kind="normal", moves=moves((0, 5.0, 20.0)))
    assert refusal is not None
    assert refusal.rule == "AOS-FLY-03"


@rule("AOS-RUN-01")
@rule("AOS-RUN-02")
@example("AOS-EX-17")
def test_a_run_is_declared_then_rolled_once_for_the_whole_unit() -> None:
    field = facing(30.0, models=2)
    field.go(4)
    field.choose("select", unit="a.x")
    field.choose("move", kind="run", moves=[])
    assert field.event("run.rolled")["distance"] == 4
    assert field.refusal("run", moves=moves((1, 20.5, 20.0), (0, 19.0, 20.0))) is None
    assert field.refusal("run", moves=moves((1, 20.6, 20.0), (0, 19.1, 20.0))) is not None
    field.choose("run", moves=moves((1, 20.5, 20.0), (0, 19.0, 20.0)))
    assert field.events("unit.moved")[0]["marks"] == ["moved", "ran"]


@rule("AOS-ENEMY-05")
@rule("AOS-RUN-03")
@rule("AOS-SHOOT-02")
@rule("AOS-CHARGE-02")
@example("AOS-EX-25")
def test_who_ran_or_retreated_neither_shoots_nor_charges() -> None:
    a = [unit(id, 1, blade(), bow()) for id in ("moved", "ran", "retreated", "near")]
    field = Field(a, [unit("y", 1, blade()), unit("z", 1, blade())], "shoot")
    for place, id in enumerate(("moved", "ran", "retreated")):
        field.put(f"a.{id}", (10.0, 10.0 + 3 * place))
    field.put("a.near", (16.0, 24.0))
    field.put("b.y", (18.0, 13.0))
    field.put("b.z", (19.0, 24.0))
    field.mark("a.moved", "moved")
    field.mark("a.ran", "ran")
    field.mark("a.retreated", "retreated")
    field.go()
    assert [row["unit"] for row in field.options("select")] == ["a.moved", "a.near", None]
    assert [field.game.key(u) for u in charging.eligible(field.game, 0)] == ["a.moved"]


@rule("AOS-RUN-03", "AOS-CHARGE-02", "AOS-TOOLS-08")
@pytest.mark.parametrize(("action", "charges"), [("charge-after-advance", True), ("shoot-after-advance", False)])
def test_an_ability_lets_who_ran_charge(action: str, charges: bool) -> None:
    swift = ability("Swift", {"kind": "permit", "action": action, "to": {"scope": "unit"}})
    field = Field([unit("x", 1, blade(), abilities=[swift])], [unit("y", 1, blade())], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (16.0, 20.0))
    field.mark("a.x", "ran")
    assert bool(charging.eligible(field.game, 0)) is charges


@rule("AOS-UNIT-06")
@rule("AOS-UNIT-07")
@pytest.mark.parametrize(("x", "legal"), [(12.0, True), (12.01, False)])
def test_a_unit_ends_every_move_as_one_group(x: float, legal: bool) -> None:
    """Models stand 1 inch wide 1.5 apart; the second may be 1 inch away, no more."""
    field = facing(30.0, models=2)
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("move", kind="normal", moves=moves((1, x, 20.0)))
    assert (refusal is None) is legal
    assert legal or (refusal is not None and refusal.rule == "AOS-UNIT-06")


@rule("AOS-UNIT-08")
@example("AOS-EX-52")
def test_a_split_unit_is_no_fault_until_it_moves_and_re_forms_then() -> None:
    field = facing(40.0, models=3)
    field.state.write("on_table", 1, False)
    field.state.write("alive", 1, False)
    field.put("a.x", (10.0, 20.0))
    field.state.write("x", 2, 14.0)
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("move", kind="normal", moves=moves((0, 10.5, 20.0)))
    assert refusal is not None
    assert refusal.rule == "AOS-UNIT-06"
    assert field.refusal("move", kind="normal", moves=moves((0, 12.0, 20.0))) is None


@rule("AOS-CHARGE-01")
@rule("AOS-CHARGE-03")
@example("AOS-EX-26")
@pytest.mark.parametrize(("gap", "may"), [(12.0, True), (12.1, False), (3.0, False), (3.1, True)])
def test_who_may_charge(gap: float, may: bool) -> None:
    field = facing(gap, "charge")
    assert charging.may_charge(field.game, 0) is may


@rule("AOS-CHARGE-04")
@rule("AOS-CHARGE-05")
@rule("AOS-CHARGE-06")
@example("AOS-EX-12")
@example("AOS-EX-13")
@pytest.mark.parametrize(
    ("gap", "dice", "possible"), [(9.0, (4, 4), False), (9.0, (4, 5), True), (8.5, (4, 4), True), (8.51, (4, 4), False)]
)
def test_the_first_model_ends_within_half_an_inch_or_nobody_moves(gap: float, dice: Any, possible: bool) -> None:
    field = facing(gap, "charge")
    field.go(*dice)
    field.choose("select", unit="a.x")
    if not possible:
        assert field.event("charge.failed")["unit"] == "a.x"
        assert float(field.state.x[0]) == 10.0
        return
    assert {"moves": None} in field.options("charge-move")
    field.choose("charge-move", moves=moves((0, 10.0 + gap - 0.5, 20.0)))
    assert field.game.has_mark(0, "charged")


@rule("AOS-CHARGE-05")
@pytest.mark.parametrize(("gap", "legal"), [(0.5, True), (0.6, False)])
def test_a_first_charging_model_at_six_tenths_is_refused(gap: float, legal: bool) -> None:
    field = facing(6.0, "charge", models=2)
    field.go(6, 6)
    field.choose("select", unit="a.x")
    steps = moves((1, 17.5 - gap, 20.0), (0, 15.0, 20.0))
    refusal = field.refusal("charge-move", moves=steps)
    assert (refusal.rule if refusal else None) == (None if legal else "AOS-CHARGE-05")


@rule("AOS-CHARGE-05")
def test_only_the_first_model_has_to_get_near() -> None:
    field = facing(6.0, "charge", models=2)
    field.put("a.x", (10.0, 20.0), (10.0, 22.0))
    field.put("b.y", (17.0, 20.0))
    field.go(6, 6)
    field.choose("select", unit="a.x")
    assert field.refusal("charge-move", moves=moves((1, 16.4, 21.2), (0, 15.0, 20.0))) is None
    late = field.refusal("charge-move", moves=moves((0, 15.0, 20.0), (1, 16.4, 21.2)))
    assert late is not None
    assert late.rule == "AOS-CHARGE-05"


@rule("AOS-CHARGE-07")
def test_a_unit_attempts_one_charge_in_a_phase() -> None:
    field = Field([unit("x", 1, blade()), unit("z", 1, blade())], [unit("y", 1, blade())], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("a.z", (10.0, 24.0))
    field.put("b.y", (20.0, 20.0))
    field.go(1, 1, 1, 1)
    field.choose("select", unit="a.x")
    assert [row["unit"] for row in field.options("select")] == ["a.z", None]


@rule("AOS-COMBAT-07")
@example("AOS-EX-28")
@pytest.mark.parametrize(
    ("x", "y", "broken"),
    [(11.0, 20.0, None), (10.0, 21.0, "AOS-COMBAT-07"), (10.0, 18.0, "AOS-COMBAT-07"), (12.0, 20.0, None)],
)
def test_who_piles_in_ends_nearer_to_the_closest_enemy_model(x: float, y: float, broken: str | None) -> None:
    """P is 2 inches to the right, Q 4 inches above: towards Q alone is not nearer to P."""
    field = Field([unit("x", 1, blade())], [unit("p", 1, blade()), unit("q", 1, blade())], "fight")
    field.put("a.x", (10.0, 20.0))
    field.put("b.p", (13.0, 20.0))
    field.put("b.q", (10.0, 25.0))
    field.go()
    refusal = field.refusal("pile-in", moves=moves((0, x, y)))
    assert (refusal.rule if refusal else None) == broken
    assert field.refusal("pile-in", moves=[]) is None


@rule("AOS-COMBAT-07")
def test_who_piles_in_moves_three_inches_at_most() -> None:
    field = facing(6.0, "fight")
    field.mark("a.x", "charged")
    field.go()
    assert field.refusal("pile-in", moves=moves((0, 13.0, 20.0))) is None
    refusal = field.refusal("pile-in", moves=moves((0, 13.1, 20.0)))
    assert refusal is not None
    assert refusal.rule == "AOS-COMBAT-07"


def test_a_dash_cannot_move_and_a_random_move_is_rolled_when_the_unit_is_picked() -> None:
    """AOS-Q-30, -31."""
    stump = facing(30.0, Move="-")
    assert movement.selectable(stump.game, 0) == []
    engine = facing(30.0, Move='2D6"')
    engine.go(3, 4)
    engine.choose("select", unit="a.x")
    assert engine.event("move.rolled")["distance"] == 7
    assert engine.refusal("move", kind="normal", moves=moves((0, 17.0, 20.0))) is None
    assert engine.refusal("move", kind="normal", moves=moves((0, 17.1, 20.0))) is not None


@rule("AOS-RUN-02")
def test_who_runs_adds_the_die_to_its_random_move() -> None:
    engine = facing(30.0, Move='2D6"')
    engine.go(3, 4, 5)
    engine.choose("select", unit="a.x")
    engine.choose("move", kind="run", moves=[])
    assert engine.refusal("run", moves=moves((0, 22.1, 20.0))) is not None
    engine.choose("run", moves=moves((0, 22.0, 20.0)))
    assert engine.event("unit.moved")["most"] == 12


@rule("AOS-TOOLS-02")
@pytest.mark.parametrize(("apart", "within"), [(12.0, True), (12.01, False)])
def test_distances_are_in_inches_though_bases_are_printed_in_millimetres(apart: float, within: bool) -> None:
    """Two bases of 50.8 mm are 2 inches wide: their middles stand 2 inches farther apart than they do."""
    wide = {"shape": "round", "mm": [50.8]}
    field = Field([unit("x", 1, blade(), base=wide)], [unit("y", 1, blade(), base=wide)], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (12.0 + apart, 20.0))
    assert charging.may_charge(field.game, 0) is within


@rule("AOS-TOOLS-05")
def test_both_players_may_measure_any_distance_whatever_is_asked() -> None:
    """From the first unit on the table on, players and onlookers are shown where every model stands."""
    battle, player, asked = Battle.start(armies("aos-1e", "patrols"), seed=1), RandomLegal(1), set[str]()
    while battle.decision and not {"set-up", "general", "act", "move"} <= asked:
        asked.add(battle.decision.kind)
        for viewer in (0, 1, None):
            view, state = battle.view(viewer), battle.game.state
            shown = [model["pose"][:2] for row in view.to_json()["units"] for model in row["models"] if model["pose"]]
            stands = sorted(zip(state.x[state.on_table].tolist(), state.y[state.on_table].tolist(), strict=True))
            assert sorted(map(tuple, shown)) == [pytest.approx(point, abs=1e-3) for point in stands]
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    assert state.on_table.sum() > 20
