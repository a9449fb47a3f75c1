"""What players may choose from, in words: set-up, territories, Triumphs, hero phase, piling in; what is no choice."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.asking import describe
from resolver.engine.decision import Decision
from resolver.rulesets.aos_1e import battlefield, piling_in, sudden_death, territories, triumphs, victory
from resolver.rulesets.aos_1e.valuation import moves as moving
from resolver.rulesets.aos_1e.valuation import outlook, places, standing, weights
from resolver.shared.field import borders
from resolver.shared.moves.allowance import equal_limits, move_limits
from resolver.shared.moves.ends import ends_of
from tests.aos_1e.field import Field, blade, bow, feature, question, unit
from tests.aos_1e.test_mission import events, start, until
from tests.field import moves

rule = pytest.mark.rule
GREEDY, PLANNED = weights.GREEDY, weights.PLANNED


def words(field: Field, decision: Decision, options: list[Any]) -> tuple[str, ...]:
    battle = field.battle or field.go(*[1] * 30)
    return tuple(describe(decision, battle.view(decision.player), options).options)


@rule("AOS-FIELD-08", "AOS-MIR-01", "AOS-SCENERY-02")
def test_what_both_players_are_asked_of_terrain() -> None:
    """How many features on 11 or 12, and each scenery rule where they chose those; who wins a roll-off has its way."""
    field = Field([unit("x", 1)], [unit("y", 1)], "move")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (60.0, 20.0))
    numbers = list(battlefield.feature_options(field.game, question("features")))
    assert numbers == [{"number": number} for number in (0, 1, 2, 3)]
    agreed: Any = ({"scenery": "choose", "terrain": "one", "field_width": 48, "field_depth": 48}, {})
    battle = start([unit("x", 1, blade())], [unit("y", 1, blade())], agreed=agreed)
    until(battle, "scenery")
    assert battle.decision is not None
    assert battle.decision.data["feature"] == 0
    names = battle.decision.data["names"]
    for player in (0, 1):
        assert battle.decision.player == player
        battle.choose(next(o for o in battle.options() if o.data == {"scenery": names[0]}))
    ruled = events(battle, "scenery.ruled")[0]
    assert (ruled["scenery"], list(ruled["dice"])) == (names[0], [])
    assert not events(battle, "ruling.made")
    battle.choose(next(o for o in battle.options() if o.data == {"scenery": names[1]}))
    battle.choose(next(o for o in battle.options() if o.data == {"scenery": names[2]}))
    off = next(event for event in events(battle, "rolled-off") if event["purpose"] == "ruling")
    made = events(battle, "ruling.made")[0]
    wanted = names[1 + off["winner"]]
    assert (made["player"], made["matter"], made["ruling"]) == (off["winner"], "scenery", wanted)
    assert made["rules"] == ["AOS-MIR-01", "AOS-MIR-02"]
    assert events(battle, "scenery.ruled")[1]["scenery"] == wanted


@rule("AOS-SETUP-03")
@pytest.mark.parametrize(
    ("angle", "legal"),
    [(0, True), (33.69, True), (179.99, True), (180, False), (33.691, False), (90, True)],
)
def test_borders_at_any_angle_that_can_be_remembered(angle: float, legal: bool) -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "territories", battle_round=0)
    refusal = territories.divide_check(field.game, question("divide"), {"angle": angle})
    assert (refusal is None) is legal


@rule("AOS-SETUP-03", "AOS-SETUP-07")
@pytest.mark.parametrize(("depth", "angles"), [(48.0, [0.0, 90.0, 33.69, 146.31]), (25.0, [90.0, 19.15, 160.85])])
def test_borders_are_offered_where_both_halves_have_room(depth: float, angles: list[float]) -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "territories", battle_round=0, size=(72.0, depth))
    assert [row["angle"] for row in territories.divide_options(field.game, question("divide"))] == angles
    assert (territories.divide_check(field.game, question("divide"), {"angle": 0.0}) is None) is (0.0 in angles)


@rule("AOS-SETUP-06")
def test_which_way_is_forward() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "set-up", battle_round=0)
    field.player(0, zone=1, border=9000)
    field.player(1, zone=2)
    assert borders.angle_of(field.game) == 90.0
    assert borders.forward(field.game, 0) == pytest.approx(3.14159, abs=1e-4)
    assert borders.forward(field.game, 1) == pytest.approx(0.0)
    assert territories.zone(field.game, 0).box == pytest.approx((48.0, 0.0, 72.0, 48.0))
    assert territories.territory(field.game, 1).box == pytest.approx((0.0, 0.0, 36.0, 48.0))


@rule("AOS-TRITAB-02")
def test_a_blessed_player_may_set_each_die_to_each_other_face() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "move")
    rows = list(triumphs.options(field.game, question("blessed", "a.x", dice=[2, 6], roll="charge", needed=5)))
    assert {"die": None, "face": None} in rows
    known = {(row["die"], row["face"]) for row in rows if row["die"] is not None}
    assert known == {(die, face) for die, old in ((0, 2), (1, 6)) for face in range(1, 7) if face != old}


@rule("AOS-COMBAT-07", "AOS-CHARGE-04", "AOS-MOVE-01")
def test_a_model_that_cannot_move_neither_piles_in_nor_charges() -> None:
    """AOS-Q-31: a dash for Move; the others of its unit do."""
    rows: Any = [(1, ["Sword"], {"Move": "-"}), (1, ["Sword"])]
    field = Field([unit("x", rows, blade())], [unit("y", 1, blade())], "fight")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (14.0, 20.0))
    assert equal_limits(field.game, 0, piling_in.INCHES) == {0: 0.0, 1: 3.0}
    assert equal_limits(field.game, 0, 7) == {0: 0.0, 1: 7}
    assert move_limits(field.game, 0, None) == {0: 0.0, 1: 5.0}
    assert move_limits(field.game, 0, None, 4) == {0: 0.0, 1: 9.0}


@rule("AOS-COMBAT-07")
def test_who_touches_the_closest_enemy_is_not_asked_to_pile_in() -> None:
    for gap, kinds in ((0.0, "allocate"), (1.0, "pile-in")):
        field = Field([unit("x", 1, blade())], [unit("y", 2, blade())], "fight")
        field.put("a.x", (10.0, 20.0))
        field.put("b.y", (11.0 + gap, 20.0), (12.0 + gap, 20.0))
        field.go(6, 6, 1, *[1] * 9)
        assert field.asked == kinds


@rule("AOS-ENEMY-04", "AOS-RUN-03", "AOS-Q-11")
def test_a_retreat_at_a_run_may_lead_nowhere_and_then_the_unit_stays() -> None:
    """It is shut in by a ring of enemies: it has run, and stands where it stood."""
    ring = [(10.0 + 1.2 * x, 20.0 + 1.2 * y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    field = Field([unit("x", 1, blade())], [unit("y", 8, blade())], "move")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", *ring)
    field.go(1, *[1] * 9)
    field.choose("select", unit="a.x")
    assert [row["kind"] for row in field.options("move")] == ["stationary", "run-retreat"]
    field.choose("move", kind="run-retreat", moves=[])
    assert field.options("run") == [{"moves": None}]
    field.choose("run", moves=None)
    assert field.event("run.stayed")["unit"] == "a.x"
    assert field.game.has_mark(0, "ran")
    open_ground = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "move")
    open_ground.put("a.x", (10.0, 20.0))
    open_ground.put("b.y", (12.0, 20.0))
    open_ground.go(1, *[1] * 9)
    open_ground.choose("select", unit="a.x")
    open_ground.choose("move", kind="run-retreat", moves=[])
    assert {"moves": None} not in open_ground.options("run")
    stays = open_ground.refusal("run", moves=None)
    assert (stays and stays.rule, stays and stays.code) == ("AOS-RUN-02", "move.no-path")
    assert open_ground.refusal("run", moves=[]) is not None


@rule("AOS-RUN-02")
def test_a_run_may_lead_nowhere_and_a_path_is_given_after_its_roll() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "move")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (50.0, 20.0))
    field.go(1, *[1] * 9)
    field.choose("select", unit="a.x")
    early = field.refusal("move", kind="run", moves=moves((0, 12.0, 20.0)))
    assert (early and early.code) == "move.no-path"
    field.choose("move", kind="run", moves=[])
    assert field.refusal("run", moves=[]) is None
    assert field.refusal("run", moves=None) is not None
    assert {"moves": []} in field.options("run")
    field.choose("run", moves=[])
    assert field.event("unit.moved")["marks"] == ["moved", "ran"]


@rule("AOS-VICTORY-01", "AOS-VICTORY-03", "AOS-VICTORY-04", "AOS-Q-32")
def test_who_wins_when_nobody_is_left_and_when_nothing_happens_any_more() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "fight")
    assert victory.victor(field.game)[:3] == (None, "both-wiped-out", "")
    field.put("b.y", (50.0, 20.0))
    assert victory.victor(field.game)[:3] == (1, "wiped-out", "major")
    field.put("a.x", (10.0, 20.0))
    assert victory.victor(field.game)[:3] == (None, "equal-losses", "")
    field.player(0, models=4, removed=1)
    field.player(1, models=4, removed=2)
    assert victory.victor(field.game)[:3] == (0, "fewer-losses", "minor")
    field.player(0, quiet=victory.QUIET - 1)
    assert victory.victor(field.game)[1] == "fewer-losses"
    field.player(0, quiet=victory.QUIET)
    assert victory.victor(field.game)[:3] == (0, "stalemate", "minor")
    for _ in victory.end(field.game):
        pass
    assert list(field.event("battle.ended")["losses"]) == [25.0, 50.0]


@rule("AOS-SUDTAB-05")
def test_half_of_a_feature_is_not_more_than_half_of_it() -> None:
    stones = [feature("wood", 20.0, 22.0, 24.0, 26.0), feature("wood", 30.0, 22.0, 34.0, 26.1)]
    field = Field([unit("x", 1)], [unit("y", 1)], "sudden-death", battle_round=0, terrain=stones)
    field.player(0, zone=1)
    field.player(1, zone=2)
    assert sudden_death.features(field.game, 0) == [1]
    assert sudden_death.features(field.game, 1) == []
    slanting = Field([unit("x", 1)], [unit("y", 1)], "sudden-death", battle_round=0, terrain=stones)
    slanting.player(0, zone=1, border=4500)
    slanting.player(1, zone=2)
    assert sudden_death.features(slanting.game, 0) == [0, 1]
    assert sudden_death.features(slanting.game, 1) == []


def test_options_in_words() -> None:
    field = Field([unit("x", 2, blade())], [unit("y", 1, blade())], "move")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    assert words(field, question("scenery", feature=0), [{"scenery": "deadly"}]) == ("Deadly",)
    none, seize, endure = words(
        field,
        question("sudden-death", features=[1]),
        [
            {"objective": None, "feature": None},
            {"objective": "seize-ground", "feature": 1},
            {"objective": "endure", "feature": None},
        ],
    )
    assert "Seize Ground" in seize
    assert "2" in seize
    assert endure == "Endure"
    assert none not in (seize, endure)
    zones = [[(0.0, 0.0), (72.0, 0.0), (72.0, 24.0), (0.0, 24.0)], [(0.0, 24.0), (72.0, 24.0), (72.0, 48.0), (0.0, 48.0)]]
    first, second = words(field, question("choose-zone", zones=zones), [{"zone": 1}, {"zone": 2}])
    assert all(number in first for number in ("1", "72", "24"))
    assert ("near edge" in first, "far edge" in second) == (True, True)
    angles = [{"angle": angle} for angle in (0, 90, 33.69, 146.31, 20.5)]
    level, upright, rising, falling, slanting = words(field, question("divide"), angles)
    assert len({level, upright, rising, falling}) == 4
    assert ("near left" in rising, "far left" in falling, "20.5" in slanting) == (True, True, True)
    kept, changed = words(
        field,
        question("blessed", "a.x", dice=[2, 5], roll="charge", needed=9),
        [{"die": None, "face": None}, {"die": 1, "face": 6}],
    )
    assert all(number in changed for number in ("5", "2", "6"))
    assert kept != changed
    nobody, wizard = words(field, question("unbind", "a.x", power="arcane-bolt", total=5), [{"model": None}, {"model": 1}])
    assert "x" in wizard
    assert nobody != wizard
    stay, run, walk = words(
        field,
        question("move", "a.x", kinds=["stationary", "run", "normal"], rolled=None),
        [
            {"kind": "stationary", "moves": []},
            {"kind": "run", "moves": []},
            {"kind": "normal", "moves": moves((0, 12.0, 20.0))},
        ],
    )
    assert len({stay, run, walk}) == 3
    rows = [
        {"do": "sacrifice", "unit": "a.x", "feature": 1},
        {"do": "summon", "unit": "a.x", "ability": "Rise"},
        {"do": "command", "unit": "a.x", "ability": "Onwards"},
        {"do": "ability", "unit": "a.x", "ability": "Heal"},
    ]
    acts = words(field, question("act", actions=rows, refused=[]), [{"action": place} for place in (0, 1, 2, 3)])
    assert all(word in act for word, act in zip(("2", "Rise", "Onwards", "Heal"), acts, strict=True))


def open_field(gap: float = 30.0, **given: Any) -> Field:
    field = Field([unit("x", 3, blade(), **given)], [unit("y", 3, blade())], "move")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 21.0 + gap)
    return field


def test_where_programs_expect_a_run_to_lead() -> None:
    """Towards the nearest enemy model, or the goal of the plan, 3.5 inches farther than a move; never close to it."""
    field = open_field()
    there = moving._after_run(field.game, 0, None)
    assert (float(there.x.mean()), float(there.y.mean())) == pytest.approx((11.5, 28.5))
    near = moving._after_run(open_field(6.0).game, 0, None)
    assert float(near.y.mean()) == pytest.approx(20.0 + 7.0 - 4.5)
    two = Field([unit("x", 1, blade())], [unit("y", 1, blade()), unit("z", 1, blade())], "move")
    two.put("a.x", (10.0, 20.0))
    two.put("b.y", (10.0, 40.0))
    two.put("b.z", (40.0, 20.0))
    assert moving._after_run(two.game, 0, 2).x == pytest.approx([18.5])
    assert moving._after_run(two.game, 0, None).y == pytest.approx([28.5])
    two.state.write("on_table", 2, False)
    assert moving._after_run(two.game, 0, 2).y == pytest.approx([28.5])


def test_moves_are_weighed_by_where_they_lead_and_what_is_left_to_do() -> None:
    field = open_field(16.0)
    game, decision = field.game, question("move", "a.x", kinds=["normal"], rolled=None)
    ahead = moves((0, 10.0, 25.0), (1, 11.5, 25.0), (2, 13.0, 25.0))
    options = [
        {"kind": "stationary", "moves": []},
        {"kind": "normal", "moves": ahead},
        {"kind": "retreat", "moves": ahead},
        {"kind": "run", "moves": []},
        {"kind": "run-retreat", "moves": []},
    ]
    stay, walk, retreat, run, flee = moving.move(game, decision, options)
    place = standing.place_of(game, 0, ahead, GREEDY)
    assert stay == standing.place_of(game, 0, [], GREEDY).value(standing.Stance())
    assert walk == place.value(standing.Stance())
    assert retreat == place.value(standing.Stance(False, False))
    there = standing.Place(game, 0, moving._after_run(game, 0, None), [0, 1, 2], GREEDY)
    assert run == pytest.approx(there.value(standing.Stance(False, False)) - 0.01)
    assert flee == -1000.0
    (ran,) = moving.run(game, question("run", "a.x", way="run"), [{"moves": ahead}])
    assert ran == place.value(standing.Stance(False, False))
    (stayed,) = moving.run(game, question("run", "a.x", way="run-retreat"), [{"moves": None}])
    assert stayed == standing.place_of(game, 0, [], GREEDY).value(standing.Stance(False, False))
    planned = moving.plan_move(game, decision, options, {})
    assert planned[4] == -1000.0
    assert all(value > 0.9e6 for value in planned[:4])
    done = frozenset({0})
    for number, (where, idle) in enumerate([(20.0, done - {0}), (25.0, done - {0}), (25.0, done), (28.5, done)]):
        rest = outlook.Rest("movement", done, idle)
        assert planned[number] == pytest.approx(1e6 + outlook.foresee(game, 0, rest, {0: (11.5, where)}), abs=1e-6)


@rule("AOS-CHARGE-05", "AOS-COMBAT-07")
def test_charges_and_piling_in_are_weighed_by_whom_and_how_many_fight() -> None:
    field = open_field(6.0)
    game = field.game
    near = moves((0, 10.0, 25.5), (1, 11.5, 25.5))
    decision = question("charge-move", "a.x", most=8)
    stay, two, nobody = moving.charge(game, decision, [{"moves": None}, {"moves": near}, {"moves": moves((0, 10.0, 21.0))}])
    assert (stay, nobody) == (0.0, 0.0)
    assert two == pytest.approx(standing.combat(game, 0, 1, GREEDY) + 0.02 * 2)
    (close,) = moving.close(game, question("pile-in", "a.x", most=3), [{"moves": near}])
    assert close == two
    plan = moving.plan_charge(game, decision, [{"moves": None}, {"moves": near}], {})
    one = moving.plan_charge(game, decision, [{"moves": moves((0, 10.0, 25.5))}], {})
    assert plan[1] - one[0] == pytest.approx(0.02)


def test_moves_of_ones_own_lead_toward_the_goal_and_to_where_one_shoots_and_is_not_charged() -> None:
    def ends(field: Field, kind: str = "normal") -> list[float]:
        decision = question("move", "a.x", kinds=[kind], rolled=None)
        found = [ends_of(field.game, 0, row["moves"]) for row in moving.ways(field.game, decision, {})]
        return [round(float(there.y.mean()), 1) for there in found]

    field = open_field(9.0)
    assert max(ends(field)) == pytest.approx(25.0, abs=0.1)
    assert ends(field, "retreat") == []
    assert ends(open_field(9.0, Move="-")) == []
    run = question("run", "a.x", way="run", rolled=None, extra=3)
    far = [float(ends_of(field.game, 0, row["moves"]).y.mean()) for row in moving.run_ways(field.game, run, {})]
    assert max(far) == pytest.approx(25.9, abs=0.1)
    assert list(moving.run_ways(field.game, question("run", "a.x", way="run-retreat", rolled=None, extra=3), {})) == []
    archers = Field([unit("x", 1, bow())], [unit("y", 1, blade())], "move")
    archers.put("a.x", (10.0, 20.0))
    archers.put("b.y", (10.0, 43.0))
    assert 22.5 in ends(archers), "within half an inch of its reach"


@rule("AOS-SETUP-07")
def test_units_are_set_up_where_they_reach_most_and_in_the_middle() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "set-up", battle_round=0)
    field.player(0, zone=1)
    field.player(1, zone=2)
    decision = question("set-up", "a.x", reserves=False)
    options = [{"poses": [[0, x, y, 0.0]]} for x, y in ((36.0, 4.0), (6.0, 4.0))] + [{"poses": None}]
    middle, side, nowhere = places.set_up(field.game, decision, options)
    assert (middle, nowhere) == (pytest.approx(-0.2), -1000.0)
    assert side == pytest.approx(-0.01 * (30.0**2 + 20.0**2) ** 0.5)
    found = [row["poses"][0] for row in places.set_ups(field.game, decision, {})]
    assert len(found) == 12
    assert {round(x) for _, x, _, _ in found} == {14, 29, 43, 58}
    assert sorted({round(y, 1) for _, _, y, _ in found}) == [2.4, 6.0, 10.2]
    field.put("b.y", (36.0, 40.0))
    value = standing.poses_of(field.game, 0, [[0, 36.0, 4.0, 0.0]], PLANNED).value(standing.Stance())
    (planned,) = places.plan_set_up(field.game, decision, options[:1], {})
    assert planned == pytest.approx(value - 0.2)
    assert places.summon(field.game, decision, options) == places.set_up(field.game, decision, options)
