"""Set-up, scenarios, hidden loot, victory; battles of programs from the bundled rosters, told again and replayed."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bench.rosters import armies
from datasheets.systems import rulebook, system
from datasheets.words import languages
from resolver.engine.battle import Battle
from resolver.engine.prose import LogWriter, tell
from resolver.engine.record import read_record
from resolver.engine.registry import ruleset
from resolver.engine.replay import replay
from resolver.engine.retelling import Retelling
from resolver.players import BOTS, play
from resolver.rulesets.grundregelwerk import field as table
from resolver.rulesets.grundregelwerk import lineup, scenarios, traits
from resolver.table.board import Area
from tests.armies import few
from tests.grundregelwerk.stage import SYSTEM, Stage, squad

MISSIONS = ("king-of-the-hill", "secret-loot", "capture-objectives", "annihilation")
MARKERS = {"king-of-the-hill": 1, "secret-loot": 6}


def strings(value: Any) -> list[str]:
    """All keys and words of nested data."""
    if isinstance(value, dict):
        return [*map(str, value), *(each for inner in value.values() for each in strings(inner))]
    return [each for inner in value for each in strings(inner)] if isinstance(value, list) else [str(value)]


@cache
def fought(mission: str, seed: int = 3, bot: str = "random") -> Battle:
    """A battle of foot and vehicles, played to its end; what anybody saw on the way is looked at."""
    a = few("rustwater-ferry", "Toll Captain", "Deck Hands", "Toll Wagon")
    b = few("thornmane-scouts", "Voice of Thorns", "Burr Hounds", "Root Strider")
    battle = Battle.start((a, b), SYSTEM, mission, seed=seed)
    players = [BOTS[bot](seed), BOTS[bot](seed + 1)]
    while battle.decision is not None:
        if mission == "secret-loot" and len(battle.choices) % 25 == 0:
            for player in (0, 1, None):
                view = battle.view(player)
                seen = json.dumps([view.to_json(), view.events, [each.data for each in battle.options()]], default=str)
                assert "value" not in set(strings(json.loads(seen))), "the worth of a hidden marker shows"
                assert not any(event["kind"] == "loot.revealed" for event in view.events)
        player = battle.decision.player
        battle.choose(players[player].choose(battle.view(player), battle.options()))
    return battle


@pytest.mark.sample(1)
@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.rule("GRW-SCEN-01", "GRW-ROUND-12", "GRW-ROUND-13", "GRW-Q-84")
def test_each_scenario_is_fought_to_an_end_and_replayed_byte_for_byte(mission: str) -> None:
    battle = fought(mission)
    assert battle.outcome is not None
    record = battle.record().to_bytes()
    assert replay(read_record(record)).record().to_bytes() == record
    told = Retelling(battle.armies, battle.game.ruleset, mission)
    told.upto(battle.events)
    assert told.state.to_bytes() == battle.game.state.to_bytes()
    placed = [event for event in battle.events if event["kind"] == "marker.placed"]
    counted = next((event["number"] for event in battle.events if event["kind"] == "objectives.counted"), 1)
    assert len(placed) == {"annihilation": 0}.get(mission, MARKERS.get(mission, counted))


@pytest.mark.parametrize("language", languages())
def test_a_battle_is_told_in_every_language(language: str) -> None:
    for mission in MISSIONS:
        battle = fought(mission)
        for line in tell(battle.events, battle.armies, battle.game.ruleset, language):
            assert line.strip()
            assert "{" not in line, line
            assert "None" not in line, line


def test_every_rule_that_a_battle_cites_is_in_the_ledger() -> None:
    book = rulebook(SYSTEM)
    known = {rule.id for rule in book.rules} | {decision.id for decision in book.decisions}
    for mission in MISSIONS:
        assert {rule for event in fought(mission).events for rule in event["rules"]} <= known


@pytest.mark.rule("GRW-SCEN-03", "GRW-SCEN-04", "GRW-Q-58")
def test_loot_is_turned_over_at_the_end_and_sums_to_fourteen() -> None:
    battle = fought("secret-loot")
    shown = [event for event in battle.events if event["kind"] == "loot.revealed"]
    assert sorted(event["value"] for event in shown) == [1, 2, 2, 3, 3, 3]
    last = max(event["n"] for event in battle.events if event["kind"] == "round.ended")
    assert all(event["n"] > last for event in shown)


@pytest.mark.rule("GRW-AMOUNT-01", "GRW-AMOUNT-02", "GRW-AMOUNT-03", "GRW-AMOUNT-04", "GRW-AMOUNT-05", "GRW-AMOUNT-06")
@pytest.mark.parametrize("seed", range(3))
def test_terrain_covers_a_quarter_of_the_table_in_three_equal_categories(seed: int) -> None:
    game = Battle.start(armies(SYSTEM, "patrols"), SYSTEM, "annihilation", seed=seed).game
    placed = table.generate(game, 72.0, 48.0)
    areas = [sum(row[0].length * row[0].width for row in placed if row[0] in features) for features in table.SETS]
    for place, features in enumerate(table.SETS):
        total = sum(2 * feature.length * feature.width for feature in features)
        assert total == pytest.approx(288, abs=0.1)
        assert areas[place] <= 2 * total + 0.1
    assert sum(row[0].length * row[0].width for row in placed) == pytest.approx(864, abs=0.5)
    shapes = [Area(tuple((x, y) for x, y in table.corners(*row))) for row in placed]
    assert all(table.apart(a, b) >= 3.0 - 1e-6 for i, a in enumerate(shapes) for b in shapes[:i])
    assert all(0 <= x <= 72 and 0 <= y <= 48 for shape in shapes for x, y in shape.corners)
    for features in table.SETS[:2]:
        assert all(feature.length / feature.width == pytest.approx(1.5, abs=0.001) for feature in features)


@pytest.mark.rule("GRW-TERRAIN-08", "GRW-Q-52")
def test_one_looks_over_craters_and_through_nothing_else() -> None:
    battle = Battle.start(armies(SYSTEM, "patrols"), SYSTEM, "annihilation", seed=3)
    placed = [event for event in battle.events if event["kind"] == "terrain.placed"]
    blocking = {event["name"]: event["blocks_sight"] for event in placed}
    assert blocking == {"hill": True, "support-pillar": True, "woods": True, "ruin": True, "crater": False}


def last_round(mission: str, **given: Any) -> Stage:
    field = Stage(
        [squad("a1", 1), squad("a2", 1)],
        [squad(f"b{n}", 1) for n in range(5)],
        step="end",
        battle_round=6,
        mission=mission,
        **given,
    )
    field.put("a.a1", (36, 24))
    field.put("a.a2", (10, 10))
    return field


@pytest.mark.rule("GRW-SCEN-06", "GRW-SCEN-07", "GRW-Q-86")
@pytest.mark.example("GRW-EX-21")
def test_annihilation_counts_destroyed_and_fleeing_units() -> None:
    field = last_round("annihilation")
    for n in range(3):
        field.put(f"b.b{n}", (60, 5 + 5 * n))
    field.count("b.b0", "fleeing", 1)
    field.count("b.b1", "pinned", 1)
    battle = field.go()
    assert battle.outcome is not None
    assert battle.outcome.victory_points == (3, 0)


@pytest.mark.rule("GRW-SCEN-02", "GRW-Q-56", "GRW-Q-57")
@pytest.mark.example("GRW-EX-43")
def test_who_holds_the_hill() -> None:
    field = last_round("king-of-the-hill")
    field.state.write("markers", 0, (36, 24))
    field.put("b.b0", (60, 5))
    assert scenarios.holders(field.game) == [0]
    field.put("b.b0", (36, 27.4))
    assert scenarios.holders(field.game) == [None]
    field.put("b.b0", (36, 27.6))
    assert scenarios.holders(field.game) == [0]
    field.count("a.a1", "pinned", 1)
    assert scenarios.holders(field.game) == [None]


@pytest.mark.rule("GRW-SCEN-02", "GRW-ROUND-12")
@pytest.mark.example("GRW-EX-43")
def test_the_hill_is_scored_at_the_end_of_every_round() -> None:
    battle = fought("king-of-the-hill", 3, "greedy")
    scored = [event for event in battle.events if event["kind"] == "victory-points.scored"]
    assert scored
    for event in scored:
        after = battle.events[event["n"] + 1 : event["n"] + 3]
        assert event["points"] == 1
        assert any(each["kind"] == "round.ended" for each in after)


@pytest.mark.rule("GRW-SCEN-05")
@pytest.mark.example("GRW-EX-43")
@pytest.mark.parametrize(("face", "number"), [(1, 3), (6, 8)])
def test_how_many_objectives_there_are(face: int, number: int) -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], step="markers", battle_round=0, mission="capture-objectives")
    field.go(face)
    assert field.event("objectives.counted")["number"] == number
    near = field.refusal("place-marker", at=[5.9, 24.0])
    assert near is not None
    assert near.rule == "GRW-Q-58"
    field.choose("place-marker", at=[20.0, 20.0])
    assert field.refusal("place-marker", at=[31.9, 20.0]) is not None
    assert field.decision.player == 1


@pytest.mark.rule("GRW-Q-58")
def test_markers_lie_at_least_so_far_away() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], step="markers", battle_round=0, mission="secret-loot")
    field.go()
    for at, code in (([5.99, 24.0], "marker.edge-least"), ([6.0, 24.0], None)):
        refusal = field.refusal("place-marker", at=at)
        assert (refusal.code if refusal else None) == code
    field.choose("place-marker", at=[6.0, 24.0])
    for at, code in (([17.99, 24.0], "marker.apart-least"), ([18.0, 24.0], None)):
        refusal = field.refusal("place-marker", at=at)
        assert (refusal.code if refusal else None) == code


@pytest.mark.rule("GRW-Q-84")
@pytest.mark.parametrize("seed", range(4))
def test_who_won_the_edge_is_first_at_each_step(seed: int) -> None:
    """Markers, units and Vanguard moves, however many markers and units there are."""
    battle = Battle.start(armies(SYSTEM, "patrols"), SYSTEM, "capture-objectives", seed=seed)
    player_of = {battle.game.key(unit): battle.game.owner(unit) for unit in battle.game.living_units()}
    while battle.decision and battle.game.state.round == 0:
        battle.choose(battle.options()[0])
    winner = next(event["player"] for event in battle.events if event["kind"] == "zone.chosen")
    firsts = {event["kind"]: event for event in reversed(battle.events)}
    assert firsts["marker.placed"]["player"] == winner
    assert player_of[firsts["unit.set-up"]["unit"]] == winner
    vanguards = [player_of[event["unit"]] for event in battle.events if event["kind"] == "vanguard.moves"]
    assert vanguards
    assert vanguards == sorted(vanguards, key=lambda player: player != winner)


@pytest.mark.rule("GRW-SCEN-08", "GRW-ROUND-12", "GRW-ROUND-13", "GRW-Q-14", "GRW-Q-85")
@pytest.mark.example("GRW-EX-49")
@pytest.mark.parametrize(("dead", "winner", "reason"), [(True, 1, "general"), (False, 0, "victory-points")])
def test_the_death_of_the_general(dead: bool, winner: int, reason: str) -> None:
    field = Stage(
        [squad("a1", 1), squad("a2", 1)],
        [squad("b1", 1)],
        step="end",
        battle_round=3,
        additional_rule="death-of-the-general",
    )
    (general,), (other,), (enemy,) = field.put("a.a1", (20, 20)), field.put("a.a2", (30, 30)), field.put("b.b1", (60, 20))
    for model in (general, enemy):
        field.mark_model(model, "general")
    if dead:
        field.state.write("alive", general, False)
        field.state.write("on_table", general, False)
    field.score("victory-points", (3, 2))
    battle = field.go()
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.reason) == (winner, reason)
    assert other in field.models("a.a2")


@pytest.mark.rule("GRW-SCEN-08", "GRW-Q-14")
def test_the_general_that_a_list_names_is_not_asked_for() -> None:
    named = [{"kind": "general", "subject": "a2-m0", "index": 1}]
    field = Stage(
        [squad("a1", 1), squad("a2", 3)],
        [squad("b1", 1), squad("b2", 1)],
        step="generals",
        battle_round=0,
        declarations=(named, ()),
        additional_rule="death-of-the-general",
    )
    field.go()
    assert field.event("general.chosen")["model"] == field.models("a.a2")[1]
    assert (field.decision.kind, field.decision.player) == ("name-general", 1)


@pytest.mark.rule("GRW-Q-55", "GRW-ROUND-13")
def test_who_has_no_units_left_loses_whatever_the_points() -> None:
    field = last_round("annihilation")
    battle = field.go()
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.reason) == (0, "no-units")


@pytest.mark.parametrize(
    ("mission", "markers"), [("king-of-the-hill", 1), ("secret-loot", 6), ("capture-objectives", 8), ("annihilation", 0)]
)
@pytest.mark.rule("GRW-AMOUNT-01", "GRW-SCEN-02", "GRW-SCEN-03", "GRW-SCEN-05")
def test_the_table_has_six_by_four_feet_and_room_for_every_marker(mission: str, markers: int) -> None:
    """A D6 and 2 objectives are eight at most."""
    field = Stage([squad("u", 1)], [squad("x", 1)])
    state = field.rules.initial_state(field.game.armies, mission)
    assert (state.board.width, state.board.depth) == (72.0, 48.0)
    assert len(state.markers) == markers


@pytest.mark.rule("GRW-Q-54", "GRW-FLEE-05")
def test_the_winner_of_the_roll_off_takes_an_edge() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], step="edges", battle_round=0)
    field.go(2, 5)
    assert field.decision.player == 1
    field.choose("edge", edge="bottom")
    assert [event["zone"] for event in field.events("zone.chosen")] == [1, 2]
    assert field.asked == "set-up"
    model = field.models("b.x")[0]
    deep = field.refusal("set-up", poses=[[model, 20, 11.6, 0]], reserves=False)
    assert deep is not None
    assert deep.rule == "GRW-Q-54"
    field.choose("set-up", poses=[[model, 20, 11.4, 0]], reserves=False)


@pytest.mark.parametrize("edge", ["bottom", "top"])
def test_who_looks_ahead_is_offered_places_along_the_zone_in_front_and_at_the_back(edge: str) -> None:
    """The zone is 12 inches deep, from either edge."""
    field = Stage([squad("u", 1)], [squad("x", 1)], step="edges", battle_round=0)
    field.go(2, 5)
    field.choose("edge", edge=edge)
    offers = list(lineup.proposals(field.game, field.decision, {}))
    assert all(field.refusal("set-up", **data) is None and not data["reserves"] for data in offers)
    found = [data["poses"][0] for data in offers]
    across, deep = [pose[1] for pose in found], [pose[2] if edge == "bottom" else 48 - pose[2] for pose in found]
    columns = sorted({round(x) for x in across})
    assert (len(found), len(columns)) == (12, 6)
    assert all(10 < right - left < 13 for left, right in pairwise(columns)), "a sixth of the edge each"
    assert 2 < min(deep) < 5
    assert 8 < max(deep) < 12


@pytest.mark.rule("GRW-SPECIAL-01")
def test_every_special_rule_of_the_table_is_known_by_both_its_names() -> None:
    rules = list(rulebook(SYSTEM).rule("GRW-SPECIAL-01").table)
    names = [str(row[name]) for row in rules for name in ("name", "term") if row["name"] != "Twin-linked"]
    field = Stage([squad("u", 1, rules=names)], [squad("x", 1)])
    assert not field.rules.list_unresolved(field.game.armies)
    wanted = {ability.id for ability in system(SYSTEM).abilities if not ability.external} - {"twin-linked"}
    assert {each for each in wanted if traits.has(field.game, field.game.unit("a.u"), each)} == wanted


@pytest.mark.rule("GRW-INTRO-03")
def test_dice_in_play_have_six_sides() -> None:
    battle = fought("annihilation")
    rolled = [event for event in battle.events if event["kind"] in ("hits.rolled", "saves.rolled")]
    assert {face for event in rolled for face in event["dice"]} == {1, 2, 3, 4, 5, 6}


@pytest.mark.sample(0)
def test_greedy_beats_random() -> None:
    battle = Battle.start(armies(SYSTEM, "patrols"), SYSTEM, seed=0, log=False)
    assert play(battle, (BOTS["random"](0), BOTS["greedy"](0))).winner == 1


def test_dice_and_words_of_the_ruleset_are_known() -> None:
    rules = ruleset(SYSTEM)
    battle = fought("annihilation")
    assert set(rules.dice) >= {"flee", "pursue", "morale", "rally", "vehicle-damage", "loot"}
    assert LogWriter(battle.armies, rules, "de").word("action", "suppressive-fire") == "Sperrfeuer"
