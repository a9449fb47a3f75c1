"""The mission Only War: battlefield, markers, zones, deployment, first turn, points, end, victor; the order of it all."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision
from resolver.families.wh40k import assembly
from resolver.players.random_legal import RandomLegal
from resolver.rulesets.wh40k_9e import matchup, mission_only_war
from resolver.rulesets.wh40k_9e.deployment import zones
from resolver.shared.field import battlefield, holding, objectives
from resolver.table.dice import SeededDice
from resolver.table.geometry import distances
from tests.armies import army
from tests.field import Field, ability, moves, roster, unit

rule, example = pytest.mark.rule, pytest.mark.example
SECURED = ability("Objective Secured", {"kind": "objective-secured", "to": {"scope": "unit"}})
HELD_BACK = ability("Drop", {"kind": "reserves", "distance": 9, "from_round": 2, "on": "deployment"})


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


def start(a: Any, b: Any, seed: int = 1, **given: Any) -> Battle:
    return Battle.start((roster(a, **given), roster(b, **given)), seed=seed)


def small() -> Battle:
    return start([unit("x", 3), unit("z", 1)], [unit("y", 3)])


def until(battle: Battle, kind: str, seed: int = 1) -> None:
    """Answer at random until this is asked."""
    player = RandomLegal(seed)
    while battle.decision and battle.decision.kind != kind:
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    assert battle.decision


def events(battle: Battle, kind: str) -> list[Any]:
    return [event for event in battle.events if event["kind"] == kind]


@cache
def whole(seed: int = 1) -> Battle:
    """A whole battle of the golden armies."""
    documents = [document_from(army(name)) for name in ("sunward-host", "gloam-court")]
    battle = Battle.start(documents, seed=seed)
    player = RandomLegal(seed)
    while battle.decision:
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    return battle


@rule("9E-MUSTER-05")
@rule("9E-CREATE-02")
@rule("9E-FIELD-01")
@rule("9E-INSTR-03")
@example("9E-EX-35")
@pytest.mark.parametrize(
    ("power", "size", "hours", "table"),
    [
        (25, "combat-patrol", 1, (44, 30)),
        (25.5, "incursion", 2, (44, 30)),
        (50, "incursion", 2, (44, 30)),
        (100, "strike-force", 3, (60, 44)),
        (150, "onslaught", 4, (90, 44)),
        (151, "onslaught", 4, (90, 44)),
    ],
)
def test_the_battle_size_is_proposed_from_the_power_of_both_armies(power: float, size: str, hours: int, table: Any) -> None:
    facts = matchup.matchup([roster([unit("x", 1)], power=power)] * 2)
    assert (facts.more["battle_size"], facts.more["hours"], (facts.table.width_in, facts.table.depth_in)) == (
        size,
        hours,
        table,
    )
    assert set(facts.rules) == {"combined_power", "battle_size", "hours", "table"}
    assert {facts.rules[fact] for fact in ("combined_power", "battle_size", "hours")} == {"9E-MUSTER-05"}
    assert facts.more["combined_power"] == 2 * power
    assert "underdog" not in facts.more


@rule("9E-MUSTER-05")
@rule("9E-MUSTER-03")
def test_the_players_choose_another_battle_size() -> None:
    agreed = [roster([unit("x", 1)], power=10, battle_size="strike-force")] * 2
    assert matchup.matchup(agreed).more["battle_size"] == "strike-force"
    assert matchup.matchup(agreed).more["proposed"] == "combat-patrol"
    differing = [agreed[0], roster([unit("x", 1)], power=10, battle_size="onslaught")]
    assert matchup.matchup(differing).more["battle_size"] == "combat-patrol"
    small_size = matchup.matchup([roster([unit("x", 1)], power=40)] * 2, "combat-patrol")
    assert [finding.rule for finding in small_size.findings] == ["9E-MUSTER-05"]


@rule("9E-ARMY-05")
@rule("9E-ARMY-06")
@example("9E-EX-25")
@pytest.mark.parametrize(("power", "advice"), [(14, "9E-ARMY-05"), (15, None), (300, None), (301, "9E-ARMY-06")])
def test_advice_for_very_small_and_very_large_battles(power: int, advice: str | None) -> None:
    pair = [roster([unit("x", 1)], power=power - 5), roster([unit("x", 1)], power=5)]
    rules = [finding.rule for finding in matchup.matchup(pair).findings if finding.rule.startswith("9E-ARMY")]
    assert rules == ([advice] if advice else [])


@rule("9E-FIELD-02")
@rule("9E-TFEAT-01")
@rule("9E-TFEAT-02")
@rule("9E-CREATE-01")
@pytest.mark.parametrize("seed", range(4))
def test_the_battlefield_is_filled_with_symmetric_terrain(seed: int) -> None:
    battle = start([unit("x", 1)], [unit("y", 1)], seed, power=60)
    board = battle.game.state.board
    assert (board.width, board.depth) == (60, 44)
    wanted = round(60 * 44 / mission_only_war.AREA_PER_FEATURE)
    assert wanted - 5 <= len(board.terrain) <= wanted
    middles = {tuple(np.round(piece.footprint.points.mean(0), 2)) for piece in board.terrain}
    for x, y in middles:
        assert any(abs(60 - x - u) < 0.02 and abs(44 - y - v) < 0.02 for u, v in middles)
    placed = events(battle, "terrain.placed")
    assert len(placed) == len(board.terrain)
    assert all(0 <= x <= 60 and 0 <= y <= 44 for event in placed for x, y in event["corners"])


@rule("9E-WARLORD-01")
@rule("9E-WARLORD-02")
@rule("9E-WARLORD-03")
@rule("9E-WARLORD-04")
def test_the_declared_warlord_is_named_and_another_player_is_asked() -> None:
    declared = [{"kind": "warlord", "subject": "x-m0", "index": 1}]
    documents = (roster([unit("x", 3)], declared), roster([unit("y", [(1, []), (2, [])])]))
    battle = Battle.start(documents, seed=1)
    assert battle.decision
    assert (battle.decision.kind, battle.decision.player) == ("warlord", 1)
    assert [option.data["model"] for option in battle.options()] == [3, 4]
    battle.choose(Choice(battle.decision.id, "warlord", {"model": 4}))
    named = events(battle, "warlord.named")
    assert [event["model"] for event in named] == [1, 4]
    game = battle.game
    from resolver.shared.units.engagement import has_keyword, model_has

    assert has_keyword(game, 0, "WARLORD")
    assert [model_has(game, model, "WARLORD") for model in range(3)] == [False, True, False]


@rule("9E-CREATE-03")
@rule("9E-CREATE-04")
@rule("9E-CREATE-05")
@rule("9E-OBJ-01")
@rule("9E-OBJ-02")
@example("9E-EX-62")
def test_markers_are_placed_alternately_and_apart() -> None:
    battle = small()
    until(battle, "place-marker")
    first = battle.decision
    assert first
    assert first.player == events(battle, "rolled-off")[0]["winner"]

    def at(x: float, y: float) -> str | None:
        decision = battle.decision
        assert decision
        return broken_rule(battle.check(Choice(decision.id, "place-marker", {"at": [x, y]})))

    assert at(6.7, 15.0) == "9E-CREATE-04"
    assert at(6.8, 15.0) is None
    assert at(20.0, 23.3) == "9E-CREATE-04"
    battle.choose(Choice(first.id, "place-marker", {"at": [20.0, 15.0]}))
    assert at(30.5, 15.0) == "9E-CREATE-05"
    assert at(30.6, 15.0) is None
    assert battle.decision
    assert battle.decision.player == 1 - first.player
    until(battle, "choose-zone")
    placed = events(battle, "marker.placed")
    assert [event["player"] for event in placed] == [first.player, 1 - first.player] * 2
    assert len(placed) == 4
    assert all({"9E-CREATE-03", "9E-CREATE-04", "9E-CREATE-05"} <= set(event["rules"]) for event in placed)


@rule("9E-CREATE-03")
@pytest.mark.parametrize("seed", range(3))
def test_the_offered_places_leave_room_for_all_markers(seed: int) -> None:
    battle = start([unit("x", 1)], [unit("y", 1)], seed)
    until(battle, "choose-zone", seed)
    assert len(events(battle, "marker.placed")) == 4
    assert not events(battle, "marker.skipped")


@rule("9E-CREATE-03")
@rule("9E-CREATE-05")
@pytest.mark.parametrize(
    ("xs", "left", "fits"),
    [
        ((), 0, True),
        ((), 1, False),
        ((30,), 1, True),
        ((30, 22, 38), 2, True),  # not where one stands in the middle
        ((30, 22, 33), 2, True),
        ((30, 22, 32), 2, False),
        ((30, 22, 38, 54), 3, True),
        ((30, 22, 38, 48), 3, False),
    ],
)
def test_markers_fit_if_they_do_in_any_order(xs: tuple[int, ...], left: int, fits: bool) -> None:
    """Else a place is not offered that leaves room, or one is that leaves none."""
    game = Field([unit("x", 1)], [unit("y", 1)], "first-marker").game
    assert objectives.can_place(game, np.array([(float(x), 20.0) for x in xs]).reshape(-1, 2), left) is fits


@rule("9E-CREATE-05")
def test_a_marker_without_a_legal_place_is_left_out() -> None:
    battle = small()
    until(battle, "place-marker")
    for x in (22.0, 10.8, 33.2):
        decision = battle.decision
        assert decision
        battle.choose(Choice(decision.id, "place-marker", {"at": [x, 15.0]}))
    assert len(events(battle, "marker.skipped")) == 1
    assert battle.decision
    assert battle.decision.kind == "choose-zone"


@rule("9E-DEPLOY-01")
@rule("9E-MAP-01")
@rule("9E-INSTR-05")
def test_the_winner_of_a_roll_off_chooses_a_zone_along_a_long_edge() -> None:
    battle = small()
    until(battle, "choose-zone")
    decision = battle.decision
    assert decision
    assert decision.player == events(battle, "rolled-off")[-1]["winner"]
    assert [zone.box for zone in zones(battle.game)] == [(0, 0, 44, 6), (0, 24, 44, 30)]
    battle.choose(Choice(decision.id, "choose-zone", {"zone": 2}))
    chosen = {event["player"]: event["zone"] for event in events(battle, "zone.chosen")}
    assert chosen == {decision.player: 2, 1 - decision.player: 1}


@rule("9E-INSTR-04")
@pytest.mark.parametrize("size", [(44.0, 60.0), (72.0, 48.0), (48.0, 48.0), (120.0, 36.0)])
def test_zones_markers_and_terrain_fit_a_battlefield_of_another_size(size: tuple[float, float]) -> None:
    """Zones reach from edge to edge, are as far from the centre line as the mission says; what is placed is on the table."""
    field = Field([unit("x", 1)], [unit("y", 1)], "first-marker", size=size)
    (width, depth), game = size, field.game
    near, far = zones(game)
    deep = depth / 2 - 9
    assert (near.box, far.box) == ((0, 0, width, deep), (0, depth - deep, width, depth))
    placed = battlefield.generate_features(game, width, depth, mission_only_war.AREA_PER_FEATURE, assembly.FEATURES)
    assert len(placed) >= 0.7 * width * depth / mission_only_war.AREA_PER_FEATURE
    for feature in placed:
        assert all(0 <= x <= width and 0 <= y <= depth for x, y in battlefield.corners(*feature))
    assert max(x for _, x, _, _ in placed) > 0.7 * width
    field.go(source=SeededDice(1))
    while field.asked == "place-marker":
        field.choose(**field.options()[0])
    markers = field.events("marker.placed")
    assert len(markers) == len(field.state.markers)
    for event in markers:
        x, y = event["at"]
        assert min(x, y, width - x, depth - y) >= 6
    assert max(event["at"][0] for event in markers) > width / 2 or max(event["at"][1] for event in markers) > depth / 2


@rule("9E-DEPLOY-02")
@rule("9E-DEPLOY-04")
@rule("9E-DEPLOY-05")
def test_units_are_set_up_alternately_starting_with_the_player_who_did_not_choose() -> None:
    battle = small()
    until(battle, "choose-zone")
    assert battle.decision
    chooser = battle.decision.player
    until(battle, "choose-turn")
    owners = [0 if event["unit"].startswith("a.") else 1 for event in events(battle, "unit.set-up")]
    assert owners == ([0, 1, 0] if chooser == 1 else [1, 0, 0])


@rule("9E-DEPLOY-03")
@rule("9E-ER-03")
@rule("9E-COH-01")
@rule("9E-COH-06")
def test_models_are_set_up_wholly_within_their_zone() -> None:
    battle = start([unit("x", 3)], [unit("y", 1)])
    until(battle, "set-up")
    decision = battle.decision
    assert decision
    while decision.subject != "a.x":
        battle.choose(battle.options()[0])
        until(battle, "set-up")
        decision = battle.decision
        assert decision
    bottom = battle.game.player_count(0, "zone") == 1
    models = [int(model) for model in battle.game.state.models_of(0)]

    def at(*points: tuple[float, float]) -> str | None:
        poses = [[model, float(x), y if bottom else 30.0 - y, 0.0] for model, (x, y) in zip(models, points, strict=True)]
        return broken_rule(battle.check(Choice(decision.id, "set-up", {"poses": poses, "reserves": False})))

    clear = next(x for x in np.arange(1.0, 40.0, 0.5) if at((x, 0.6), (x + 1.2, 0.6), (x + 2.4, 0.6)) is None)
    assert at((clear, 5.6), (clear + 1.2, 0.6), (clear + 2.4, 0.6)) in ("9E-DEPLOY-03", "9E-MOVE-07", "9E-MTERR-04")
    assert at((clear, 0.6), (clear + 0.8, 0.6), (clear + 2.4, 0.6)) == "9E-MOVE-07"
    assert at((clear, 0.6), (clear + 1.2, 0.6), (clear + 6.4, 0.6)) in ("9E-COH-01", "9E-MTERR-04")
    assert at((clear, 0.6), (clear + 1.2, 0.6), (clear + 2.4, 14.9)) in ("9E-DEPLOY-03", "9E-MTERR-04", "9E-MOVE-07")
    for option in battle.options():
        assert battle.check(option) is None


LATER = ability("Scout", {"kind": "reserves", "distance": 9, "from_round": 0, "on": "deployment"})


def set_up_in_two_steps(both: bool, seed: int) -> tuple[Battle, list[Decision]]:
    """A battle up to the first turn, and what was asked after the deployment: a.x1 comes later, b.y1 too if `both`."""
    a, b = (
        [
            unit(f"{name}1", 1, abilities=[LATER] if able else []),
            unit(f"{name}2", 1),
            unit(f"{name}3", 1, abilities=[HELD_BACK]),
        ]
        for name, able in (("x", True), ("y", both))
    )
    battle, player, asked = start(a, b, seed), RandomLegal(seed), []
    while (decision := battle.decision) and decision.kind != "choose-turn":
        options = battle.options()
        choice = player.choose(battle.view(decision.player), options)
        if decision.kind == "set-up" and decision.data["reserves"]:
            choice = options[-1]
        elif decision.kind == "arrive":
            asked.append(decision)
            choice = options[0]
            assert (
                broken_rule(battle.check(Choice(decision.id, "arrive", {"poses": beside_the_enemy(battle, decision)})))
                == "9E-REINF-02"
            )
        battle.choose(choice)
    return battle, asked


def beside_the_enemy(battle: Battle, decision: Decision) -> list[list[float]]:
    """A pose 8.9 inches away from the enemy unit that was deployed."""
    game = battle.game
    foe = game.state.bodies(game.state.standing(game.unit("b.y2" if decision.player == 0 else "a.x2")))
    x, model = float(foe.x[0]), int(game.state.models_of(game.unit(decision.subject))[0])
    return [[model, x + 9.9 if x < 22 else x - 9.9, float(foe.y[0]), 0.0]]


@rule("9E-DEPLOY-06")
@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_units_that_are_set_up_after_both_armies_come_last_the_winner_of_a_roll_off_first(both: bool, seed: int) -> None:
    battle, asked = set_up_in_two_steps(both, seed)
    rolled = [event for event in events(battle, "rolled-off") if event["purpose"] == "later-units"]
    assert len(rolled) == both
    order = [0, 1] if not both or rolled[0]["winner"] == 0 else [1, 0]
    wanted = [(("a.x1", "b.y1")[player], player) for player in order if player == 0 or both]
    assert [(decision.subject, decision.player) for decision in asked] == wanted
    assert {decision.rule for decision in asked} == {"9E-DEPLOY-06"}
    placed = [event["where"] for event in events(battle, "unit.set-up")]
    assert placed == ["deployment"] * (len(placed) - len(asked)) + ["after-deployment"] * len(asked)
    for decision in asked:
        assert not battle.game.has_mark(battle.game.unit(decision.subject), "moved")
        assert not battle.game.has_mark(battle.game.unit(decision.subject), "arrived")


@rule("9E-AIS-04")
@rule("9E-SSTR-05")
@example("9E-EX-66")
def test_combat_squads() -> None:
    squads = ability("Combat Squads", {"kind": "combat-squads", "models": 10, "on": "deployment"})
    battle = start([unit("x", [(9, []), (1, [])], abilities=[squads]), unit("w", 9, abilities=[squads])], [unit("y", 1)])
    until(battle, "split")
    decision = battle.decision
    assert decision
    assert decision.subject == "a.x"
    assert not events(battle, "unit.set-up")
    half = battle.check(Choice(decision.id, "split", {"models": [0, 1, 2]}))
    assert broken_rule(half) == "9E-AIS-04"
    battle.choose(Choice(decision.id, "split", {"models": [0, 1, 2, 3, 9]}))
    divided = events(battle, "unit.split")[0]
    assert (divided["unit"], divided["into"]) == ("a.x", "a.x+")
    state, game = battle.game.state, battle.game
    for key in ("a.x", "a.x+"):
        assert len(state.models_of(game.unit(key))) == 5
        assert state.starting_strength[game.unit(key)] == 5
    until(battle, "choose-turn")
    assert {event["unit"] for event in events(battle, "unit.set-up")} == {"a.x", "a.x+", "a.w", "b.y"}


@rule("9E-REINF-01")
@rule("9E-REINF-08")
def test_a_unit_may_wait_and_is_destroyed_if_it_never_arrives() -> None:
    field = Field([unit("x", 1, abilities=[HELD_BACK]), unit("z", 1)], [unit("y", 1)], "coherency", turn=1, battle_round=5)
    field.put("a.z", (10, 10))
    field.put("b.y", (50, 40))
    field.mark("a.x", "held")
    field.go()
    assert field.models("a.x") == []
    gone = next(event for event in field.events("unit.destroyed") if event["unit"] == "a.x")
    assert gone["by"] is None
    assert "9E-REINF-08" in gone["rules"]


@rule("9E-FTURN-01")
@rule("9E-INSTR-08")
@rule("9E-ROUND-02")
@pytest.mark.parametrize(("turn", "same"), [("first", True), ("second", False)])
def test_the_winner_of_a_roll_off_takes_the_first_or_second_turn(turn: str, same: bool) -> None:
    battle = small()
    until(battle, "choose-turn")
    decision = battle.decision
    assert decision
    assert decision.player == events(battle, "rolled-off")[-1]["winner"]
    battle.choose(Choice(decision.id, "choose-turn", {"turn": turn}))
    assert events(battle, "turn.began")[0]["player"] == (decision.player if same else 1 - decision.player)


@rule("9E-ROUND-01")
@rule("9E-ROUND-02")
@rule("9E-ROUND-03")
@rule("9E-ROUND-04")
@rule("9E-INSTR-01")
@rule("9E-BEGIN-01")
@rule("9E-END-01")
@rule("9E-INSTR-10")
@rule("9E-INTRO-01")
def test_five_rounds_of_two_turns_of_seven_phases() -> None:
    battle = whole(1)
    first = battle.game.state.first
    turns = [(event["round"], event["player"]) for event in events(battle, "turn.began")]
    assert turns == [(number, player) for number in range(1, 6) for player in (first, 1 - first)]
    phases = [event["phase"] for event in events(battle, "phase.began")]
    assert phases == ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"] * 10
    assert battle.events[-1]["kind"] == "battle.ended"
    steps = [step.name for step in battle.game.ruleset.steps]
    assert steps.index("battlefield") < steps.index("markers") < steps.index("zones") < steps.index("deployment")
    assert steps.index("deployment") < steps.index("first-turn") < steps.index("pre-battle") < steps.index("command")


def marker_holder(a: Any, b: Any) -> int | None:
    """Return who controls a marker in the middle; `a` and `b` are units and where they stand."""
    field = Field([row for row, _ in a], [row for row, _ in b])
    field.state.write("markers", 0, (30.0, 20.0))
    for side, rows in (("a", a), ("b", b)):
        for row, points in rows:
            field.put(f"{side}.{row['id']}", *points)
    return holding.holders(field.game)[0]


def around(number: int, side: int = 1) -> list[tuple[float, float]]:
    return [(28.0 + 1.1 * place, 20.0 + 1.2 * side) for place in range(number)]


@rule("9E-OBJ-04")
@rule("9E-OBJ-06")
@rule("9E-OBSEC-01")
@rule("9E-OBSEC-02")
@example("9E-EX-44")
def test_who_controls_a_marker() -> None:
    secure = [SECURED]
    cases = [
        ([(unit("x", 3), around(3))], [(unit("y", 2), around(2, -1))], 0),
        ([(unit("x", 2), around(2))], [(unit("y", 2), around(2, -1))], None),
        ([(unit("x", 1, abilities=secure), around(1))], [(unit("y", 5), around(5, -1))], 0),
        (
            [(unit("x", 1, abilities=secure), around(1))],
            [(unit("y", 4), around(4, -1)), (unit("z", 1, abilities=secure), [(32.6, 18.8)])],
            1,
        ),
        ([(unit("x", 2, keywords=("AIRCRAFT",)), around(2))], [(unit("y", 1), around(1, -1))], 1),
        ([(unit("x", 2, role="fortification"), around(2))], [(unit("y", 1), around(1, -1))], 1),
    ]
    for a, b, wanted in cases:
        assert marker_holder(a, b) == wanted


@rule("9E-OBJ-03")
@example("9E-EX-63")
@pytest.mark.parametrize(("across", "up", "inside"), [(3.0, 5.0, True), (3.1, 0.0, False), (1.0, 5.1, False)])
def test_the_range_of_a_marker(across: float, up: float, inside: bool) -> None:
    field = Field([unit("x", 1)], [unit("y", 1)])
    field.state.write("markers", 0, (30.0, 20.0))
    radius = objectives.marker_radius(field.game)
    models = field.put("a.x", (30.0 + radius + across + 0.5, 20.0), z=up)
    assert bool(len(holding.in_range(field.game, 0, np.array(models)))) is inside


@rule("9E-OBJ-05")
@example("9E-EX-63")
def test_a_model_counts_for_one_marker_in_a_turn() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "command")
    field.state.write("markers", np.s_[:2], [(28.0, 20.0), (33.0, 20.0)])
    field.put("a.x", (30.5, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.go()
    assert field.asked == "count-for"
    field.choose(marker=1)
    holders = [event["player"] for event in field.events("marker.controlled")]
    assert holders[:2] == [None, 0]
    assert field.event("victory-points.scored")["points"] == 1


@rule("9E-OBJ-05")
def test_a_model_that_counted_for_one_marker_counts_for_no_other_in_that_turn() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "command")
    field.state.write("markers", np.s_[:2], [(10.0, 20.0), (40.0, 20.0)])
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (55.0, 40.0))
    field.go()
    field.state.write("x", model, 40.0)
    assert list(holding.control(field.game)) == []
    assert [event["player"] for event in field.events("marker.controlled")] == [0, None, None, None]


@rule("9E-BRIEF-02")
@rule("9E-CMD-01")
@rule("9E-CMD-02")
@rule("9E-CMD-03")
@pytest.mark.parametrize("forged", [True, False])
def test_the_command_phase(forged: bool) -> None:
    declared = ([{"kind": "battle-forged"}] if forged else [], [])
    field = Field([unit("x", 1), unit("z", 1)], [unit("y", 1)], "pre-battle", battle_round=0, declarations=declared)
    field.state.write("markers", np.s_[:3], [(10.0, 10.0), (30.0, 10.0), (50.0, 30.0)])
    field.put("a.x", (10.0, 11.0))
    field.put("a.z", (30.0, 11.0))
    field.put("b.y", (50.0, 31.0))
    field.go()
    assert field.game.player_counts("victory-points") == [2, 0]
    assert field.game.player_counts("command-points") == [int(forged), 0]
    if forged:
        assert field.event("command-points.gained")["n"] < field.event("victory-points.scored")["n"]
    assert field.game.step.phase == "movement"


@rule("9E-CMD-01")
@example("9E-EX-41")
def test_a_battle_forged_army_gains_a_command_point_in_each_of_its_command_phases() -> None:
    declared = (
        [{"kind": "battle-forged"}, {"kind": "warlord", "subject": "x-m0"}],
        [{"kind": "warlord", "subject": "y-m0"}],
    )
    documents = (roster([unit("x", 1, M="-")], declared[0]), roster([unit("y", 1, M="-")], declared[1]))
    battle = Battle.start(documents, seed=1)
    while battle.decision:
        battle.choose(battle.options()[-1])
    assert battle.game.player_counts("command-points") == [5, 0]


@rule("9E-BRIEF-01")
@rule("9E-BRIEF-02")
@rule("9E-BRIEF-03")
@rule("9E-INSTR-07")
@rule("9E-VICTOR-01")
@rule("9E-VICTOR-02")
@example("9E-EX-67")
@pytest.mark.parametrize("destroyed", [False, True])
def test_the_score_at_the_end(destroyed: bool) -> None:
    field = Field([unit("x", 1), unit("w", 1)], [unit("y", 1), unit("z", 1)], "coherency", turn=1, battle_round=5)
    field.score("victory-points", (10, 5))
    field.state.write("markers", np.s_[:3], [(10.0, 10.0), (30.0, 10.0), (50.0, 30.0)])
    warlord_a, warlord_b = field.models("a.w")[0], field.models("b.z")[0]
    field.state.write("marks", [warlord_a, warlord_b], field.rules.names.model_marks["warlord"], np.bitwise_or)
    field.state.write("alive", warlord_a, False)
    field.put("a.x", (10.0, 11.0))
    if destroyed:
        field.state.write("alive", field.models("b.y") + field.models("b.z"), False)
    else:
        field.put("b.y", (30.0, 11.0))
        field.put("b.z", (50.0, 31.0))
    battle = field.go()
    assert battle.outcome
    assert battle.outcome.winner == 0
    if destroyed:
        assert battle.outcome.reason == "army-destroyed"
    else:
        assert battle.outcome.victory_points == (10, 7)
        assert battle.outcome.reason == "victory-points"


@rule("9E-VICTOR-02")
@rule("9E-INSTR-06")
def test_equal_points_are_a_draw() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "coherency", turn=1, battle_round=5)
    field.put("a.x", (10.0, 11.0))
    field.put("b.y", (30.0, 11.0))
    field.state.write("marks", [0, 1], field.rules.names.model_marks["warlord"], np.bitwise_or)
    battle = field.go()
    assert battle.outcome
    assert (battle.outcome.winner, battle.outcome.reason) == (None, "draw")


@rule("9E-END-01")
@rule("9E-VICTOR-01")
def test_the_battle_ends_when_an_army_is_destroyed() -> None:
    field = Field([unit("x", 2)], [unit("y", 1)], "morale-tests", turn=0, battle_round=2)
    field.row("a.x", 10, 10)
    field.put("b.y", (40.0, 30.0))
    field.state.write("alive", field.models("b.y"), False)
    field.state.write("marks", [0, 2], field.rules.names.model_marks["warlord"], np.bitwise_or)
    battle = field.go()
    assert battle.outcome
    assert (battle.outcome.winner, battle.outcome.reason, battle.outcome.rounds) == (0, "army-destroyed", 2)


@rule("9E-END-01")
def test_units_off_the_table_keep_an_army_alive_until_the_end() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, abilities=[HELD_BACK])], "coherency", turn=0, battle_round=2)
    field.put("a.x", (10, 10))
    field.mark("b.y", "held")
    assert not field.game.decided
    field.go()
    assert field.battle
    assert field.battle.outcome is None


@rule("9E-VICTOR-01")
def test_if_both_armies_are_destroyed_the_points_decide() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "end", battle_round=2)
    field.state.write("alive", ..., False)
    field.score("victory-points", (1, 3))
    assert mission_only_war.victor(field.game)[:2] == (1, "victory-points")


@rule("9E-MEAS-02")
def test_distances_of_a_hull_are_from_its_whole_body() -> None:
    field = Field([unit("x", 1, base={"shape": "hull", "mm": [101.6, 50.8]}, height=4.0)], [unit("y", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0), z=3.0)
    gaps = distances(field.state.bodies([0]), field.state.bodies([1]))
    assert gaps[0, 0] == pytest.approx(7.5)


@rule("9E-PREB-01")
@rule("9E-INSTR-09")
@rule("9E-SEQ-02")
def test_rules_before_the_battle_follow_the_first_turn_roll_and_the_players_roll_off_for_their_order() -> None:
    scorch = {"kind": "mortal-wounds", "number": "1", "on": "deployment", "to": {"scope": "enemy-units"}}
    rows = [unit(name, 1, W="9", abilities=[ability(name, scorch)]) for name in ("x", "y")]
    battle = start([rows[0]], [rows[1]])
    until(battle, "order")
    decision = battle.decision
    assert decision
    rolled = events(battle, "rolled-off")[-1]
    assert (rolled["purpose"], rolled["winner"]) == ("order", decision.player)
    assert events(battle, "turn.chosen")[0]["n"] < rolled["n"]
    assert [row["unit"] for row in decision.data["effects"]] == ["a.x", "b.y"]
    battle.choose(Choice(decision.id, "order", {"first": 1}))
    assert [event["unit"] for event in events(battle, "ability.used")] == ["b.y", "a.x"]
    assert events(battle, "ability.used")[1]["n"] < events(battle, "round.began")[0]["n"]


@rule("9E-MISSION-01")
@rule("9E-MDEF-01")
def test_a_battle_begins_with_its_mission() -> None:
    battle = small()
    assert battle.events[0]["kind"] == "battle.began"
    assert battle.events[0]["mission"] == "only-war"
    with pytest.raises(KeyError, match="no mission"):
        Battle.start((roster([unit("x", 1)]), roster([unit("y", 1)])), mission="no-war")


@rule("9E-MUSTER-02")
def test_any_two_armies_may_meet() -> None:
    battle = start([unit("x", 1, keywords=("TYRANT",))], [unit("y", 1, keywords=("GLOAM",), role="hq")])
    assert battle.decision


def test_a_move_cannot_be_made_before_the_battle() -> None:
    battle = small()
    assert battle.decision
    assert battle.check(Choice(battle.decision.id, "move", {"kind": "normal", "moves": moves((0, 1.0, 1.0))}))


@rule("9E-CMD-01")
def test_the_command_point_comes_before_everything_else_in_the_phase() -> None:
    drums = {"kind": "mortal-wounds", "number": "1", "on": "phase-start", "to": {"scope": "enemy-units"}}
    drums["when"] = [{"name": "phase", "phase": "command"}]
    declared: Any = ([{"kind": "battle-forged"}], [])
    field = Field(
        [unit("x", 1, abilities=[ability("Drums", drums)])],
        [unit("y", 1, W="9")],
        "pre-battle",
        battle_round=0,
        declarations=declared,
    )
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (50.0, 30.0))
    field.go()
    assert field.events("command-points.gained")[0]["n"] < field.events("ability.used")[0]["n"]


@rule("9E-END-01")
@rule("9E-VICTOR-01")
@pytest.mark.parametrize("on", ["phase-start", "turn-start", "turn-end"])
def test_nobody_is_asked_anything_when_an_ability_has_destroyed_an_army(on: str) -> None:
    doom: Any = {"kind": "mortal-wounds", "number": "1", "on": on, "to": {"scope": "enemy-units"}}
    doom["when"] = [{"name": "phase", "phase": "movement"}] if on == "phase-start" else []
    field = Field([unit("x", 1, abilities=[ability("Doom", doom)])], [unit("y", 1)], "coherency", turn=1)
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (50.0, 30.0))
    field.go()
    assert field.battle
    assert field.battle.decision is None
    assert field.event("battle.ended")["winner"] == 0
    assert not field.events("unit.stationary")
    assert [event["player"] for event in field.events("turn.began")] == ([] if on == "turn-end" else [0])
