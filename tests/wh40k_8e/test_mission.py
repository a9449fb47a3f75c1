"""Only War of 8th edition: battlefield, markers, Primary Objectives, halves, traits, deployment, points, victory, order."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import dist
from typing import Any

import numpy as np
import pytest

from datasheets.systems import system
from datasheets.systems.mission import Table
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice
from resolver.engine.decision_kinds import Pointing, find_nearest
from resolver.engine.prose import LogWriter
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.families.wh40k.moves import dividing
from resolver.players.random_legal import RandomLegal
from resolver.rulesets.wh40k_8e import matchup as muster
from resolver.rulesets.wh40k_8e import mission_only_war
from resolver.rulesets.wh40k_8e.deployment import half, zone
from resolver.shared.field import holding, objectives
from resolver.table.bases import Base, Bodies
from tests.field import Field as AnyField
from tests.field import ability, roster, unit
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
HELD_BACK = ability("Drop", {"kind": "reserves", "distance": 9, "on": "deployment"})
WARLORDS = ([{"kind": "warlord", "subject": "x-m0"}], [{"kind": "warlord", "subject": "y-m0"}])


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


def start(a: Any, b: Any, seed: int = 1, *, declared: Any = WARLORDS, powers: tuple[float, float] = (10, 10)) -> Battle:
    rows = zip((a, b), declared, powers, strict=True)
    documents = [roster(units, said, power, system="wh40k-8e") for units, said, power in rows]
    return Battle.start(documents, "wh40k-8e", seed=seed)


def small(seed: int = 1, **given: Any) -> Battle:
    return start([unit("x", 3), unit("z", 1)], [unit("y", 3)], seed, **given)


def until(battle: Battle, kind: str, seed: int = 1) -> Any:
    """Answer at random until this is asked; return the question."""
    player = RandomLegal(seed)
    while battle.decision and battle.decision.kind != kind:
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    assert battle.decision
    return battle.decision


def answer(battle: Battle, **data: Any) -> None:
    assert battle.decision
    battle.choose(Choice(battle.decision.id, battle.decision.kind, data))


def broken_choice_rule(battle: Battle, **data: Any) -> str | None:
    """The rule that forbids an answer, which can be told."""
    assert battle.decision
    refusal = battle.check(Choice(battle.decision.id, battle.decision.kind, data))
    assert refusal is None or LogWriter(battle.armies, battle.game.ruleset).refusal(refusal)
    return broken_rule(refusal)


def events(battle: Battle, kind: str) -> list[Any]:
    return [event for event in battle.events if event["kind"] == kind]


@cache
def whole(seed: int = 1) -> Battle:
    """A whole battle in which nobody can do much."""
    still = {"M": '3"', "W": "9"}
    battle = start([unit("x", 2, **still)], [unit("y", 2, **still), unit("z", 1, **still)], seed)
    player = RandomLegal(seed)
    while battle.decision:
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    return battle


# ---------------------------------------------------------------- the order of it all


@rule("8E-ROUND-01")
@rule("8E-ROUND-02")
@rule("8E-ROUND-03")
@rule("8E-ROUND-04")
@rule("8E-ROUND-05")
@rule("8E-LENGTH-01")
@example("8E-EX-103")
@pytest.mark.parametrize("seed", range(2))
def test_five_rounds_of_two_turns_of_six_phases(seed: int) -> None:
    battle = whole(seed)
    first = battle.game.state.first
    turns = [(event["round"], event["player"]) for event in events(battle, "turn.began")]
    assert turns == [(number, player) for number in range(1, 6) for player in (first, 1 - first)]
    phases = [event["phase"] for event in events(battle, "phase.began")]
    assert phases == ["movement", "psychic", "shooting", "charge", "fight", "morale"] * 10
    assert battle.events[-1]["kind"] == "battle.ended"
    assert events(battle, "turn.chosen")[0]["first"] == first


@rule("8E-Q-36")
@rule("8E-Q-48")
def test_the_order_of_the_steps_before_the_battle() -> None:
    kinds = ["warlord.named", "battlefield.created", "terrain.placed", "marker.placed", "primary.rolled"]
    kinds += ["battlefield.divided", "zone.chosen", "unit.set-up", "underdog.named", "turn.chosen", "round.began"]
    battle = whole(1)
    first = [events(battle, kind)[0]["n"] for kind in kinds]
    assert first == sorted(first)


@rule("8E-Q-75")
def test_other_missions_are_refused() -> None:
    documents = [roster([unit("x", 1)], system="wh40k-8e")] * 2
    with pytest.raises(KeyError, match="only-war"):
        Battle.start(documents, "wh40k-8e", "no-war")


@rule("8E-FIELD-02")
@rule("8E-FIELD-04")
@rule("8E-FIELD-05")
@rule("8E-OBJECTIVE-01")
@pytest.mark.parametrize("seed", range(3))
def test_the_battlefield_and_its_terrain(seed: int) -> None:
    battle = small(seed)
    field = events(battle, "battlefield.created")[0]
    assert (field["width"], field["depth"]) == (72, 48)
    terrain = events(battle, "terrain.placed")
    assert 6 <= len(terrain) <= 12
    until(battle, "place-marker", seed)
    assert terrain[-1]["n"] < events(battle, "rolled-off")[0]["n"]


@rule("8E-Q-43")
def test_a_battle_is_played_again_to_the_byte() -> None:
    battle = whole(1)
    record = battle.record()
    again = replay(read_record(record.to_bytes()))
    assert again.events == battle.events
    assert again.record().to_bytes() == record.to_bytes()


# ---------------------------------------------------------------- markers


@rule("8E-OBJECTIVE-02")
@rule("8E-OBJECTIVE-04")
@rule("8E-ROLLOFF-01")
@rule("8E-ROLLOFF-02")
@pytest.mark.parametrize("seed", range(8))
def test_the_players_place_two_markers_each_in_turn(seed: int) -> None:
    battle = small(seed)
    until(battle, "divide", seed)
    rolled = events(battle, "rolled-off")[0]
    *ties, (a, b) = rolled["throws"]
    assert all(one == two for one, two in ties)
    assert rolled["winner"] == int(b > a)
    order = [event["player"] for event in events(battle, "marker.placed")]
    assert order == [rolled["winner"], 1 - rolled["winner"]] * 2


@rule("8E-OBJECTIVE-03")
@rule("8E-Q-38")
@example("8E-EX-78")
def test_markers_are_more_than_10_inches_apart_centre_to_centre() -> None:
    battle = small()
    until(battle, "place-marker")
    answer(battle, at=[20.0, 20.0])
    assert broken_choice_rule(battle, at=[30.0, 20.0]) == "8E-OBJECTIVE-03"
    assert broken_choice_rule(battle, at=[30.1, 20.0]) is None
    assert broken_choice_rule(battle, at=[0.0, 48.0]) is None
    assert broken_choice_rule(battle, at=[-0.1, 40.0]) is not None


def marker_holder(a: Any, b: Any) -> int | None:
    """Who controls a marker at (30, 20): units and where they stand."""
    field = Field([row for row, _ in a], [row for row, _ in b])
    field.state.write("markers", 0, (30.0, 20.0))
    for side, rows in (("a", a), ("b", b)):
        for row, points in rows:
            field.put(f"{side}.{row['id']}", *points)
    return holding.holders(field.game)[0]


def around(number: int, side: int = 1) -> list[tuple[float, float]]:
    return [(28.6 + 1.1 * place, 20.0 + 1.2 * side) for place in range(number)]


@rule("8E-OBJECTIVE-05")
@rule("8E-Q-39")
@example("8E-EX-69")
def test_whoever_has_more_models_within_3_inches_controls_a_marker() -> None:
    assert marker_holder([(unit("x", 3), around(3))], [(unit("y", 2), around(2, -1))]) == 0
    assert marker_holder([(unit("x", 2), around(2))], [(unit("y", 2), around(2, -1))]) is None
    assert marker_holder([(unit("x", 1), [(33.5, 20.0)])], [(unit("y", 1), [(26.4, 20.0)])]) == 0
    plane = unit("x", 2, keywords=("AIRCRAFT",))
    assert marker_holder([(plane, around(2))], [(unit("y", 1), around(1, -1))]) == 0
    fort = unit("x", 2, role="fortification")
    assert marker_holder([(fort, around(2))], [(unit("y", 1), around(1, -1))]) == 0


@rule("8E-OBJECTIVE-05")
def test_a_model_counts_for_every_marker_that_it_is_near() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)])
    field.state.write("markers", np.s_[:2], [(28.0, 20.0), (33.0, 20.0)])
    field.put("a.x", (30.5, 20.0))
    assert holding.holders(field.game) == [0, 0]
    script = holding.control(field.game)
    with pytest.raises(StopIteration) as done:
        next(script)
    assert done.value.value == [0, 0]


# ---------------------------------------------------------------- the Primary Objectives


@rule("8E-PRIMARY-01")
@rule("8E-PRIMARY-02")
@rule("8E-Q-42")
def test_the_winner_of_a_roll_off_rolls_for_the_primary_objectives() -> None:
    found = set()
    names = ["slay-and-secure", "ancient-relic", "domination"]
    for seed in range(12):
        battle = small(seed)
        until(battle, "divide", seed)
        rolled, off = events(battle, "primary.rolled")[0], events(battle, "rolled-off")[1]
        assert rolled["player"] == off["winner"]
        assert rolled["primary"] == names[(rolled["dice"][0] + 1) // 2 - 1] == mission_only_war.primary(battle.game)
        found.add(rolled["primary"])
    assert found == set(names)


@rule("8E-SHEET-09")
@rule("8E-DEPLOY-03")
def test_a_unit_may_be_divided_right_before_the_armies_are_set_up() -> None:
    squads = ability("Squads", {"kind": "combat-squads", "models": 10, "on": "deployment"})
    battle = start([unit("x", 10, abilities=[squads]), unit("w", 9, abilities=[squads])], [unit("y", 1)])
    decision = until(battle, "split")
    assert (decision.subject, decision.rule) == ("a.x", "8E-SHEET-09")
    assert not events(battle, "unit.set-up")
    assert broken_choice_rule(battle, models=[0, 1, 2]) == "8E-SHEET-09"
    answer(battle, models=[0, 1, 2, 3, 9])
    until(battle, "choose-turn")
    assert {event["unit"] for event in events(battle, "unit.set-up")} == {"a.x", "a.x+", "a.w", "b.y"}


@rule("8E-SHEET-09")
@pytest.mark.parametrize(("most", "models", "divided"), [(6, 6, True), (6, 4, False), (5, 5, False), (None, 6, False)])
def test_a_unit_of_the_greatest_size_may_be_divided(most: int | None, models: int, divided: bool) -> None:
    squads = ability("Squads", {"kind": "combat-squads", "models": 0, "on": "deployment"})
    row = unit("x", models, abilities=[squads])
    row["size"]["max"] = most
    field = Field([row], [unit("y", 1)])
    assert dividing.divisible(field.game, field.game.unit("a.x")) is divided
    assert not dividing.divisible(field.game, field.game.unit("a.x+"))


def test_what_this_edition_has_no_rules_for_is_not_resolved() -> None:
    def unresolved_effects(*effects: Any) -> list[str]:
        field = Field([unit("x", 1, abilities=[ability("Odd", *effects)])], [unit("y", 1)])
        return [row["effect"] for row in field.rules.list_unresolved(field.game.armies)]

    assert unresolved_effects({"kind": "modify-roll", "roll": "attrition", "operation": "add", "value": "1"}) == [
        "modify-roll"
    ]
    assert unresolved_effects({"kind": "blast"}) == ["blast"]
    assert unresolved_effects({"kind": "modify-roll", "roll": "morale", "operation": "add", "value": "1"}) == []
    mends = {"kind": "regain-wounds", "number": "1", "on": "phase-start"}
    assert unresolved_effects({**mends, "when": [{"name": "phase", "phase": "command"}]}) == ["regain-wounds"]
    assert unresolved_effects({**mends, "when": [{"name": "phase", "phase": "movement"}]}) == []


def playing(number: int, step: str = "morale-tests", *, battle_round: int = 5, turn: int = 1, **given: Any) -> Field:
    """A battle with these Primary Objectives, four markers, and two single models with wounds for each player."""
    sides = ([unit("x", 1, W="3"), unit("w", 1)], [unit("y", 1, W="3"), unit("z", 1)])
    field = Field(*sides, step, battle_round=battle_round, turn=turn, **given)
    field.state.write("markers", ..., [(10.0, 10.0), (30.0, 10.0), (50.0, 10.0), (10.0, 40.0)])
    field.state.write("player_counters", (0, field.rules.names.player_counters["primary"]), number)
    for player, key in enumerate(("a.x", "b.y")):
        field.state.write("marks", field.models(key), field.rules.names.model_marks["warlord"], np.bitwise_or)
        field.state.write("player_counters", (player, field.rules.names.player_counters["zone"]), player + 1)
    return field


@rule("8E-PRIMARY-03")
@rule("8E-PRIMARY-04")
@rule("8E-Q-45")
@example("8E-EX-76")
def test_slay_and_secure() -> None:
    field = playing(1)
    field.put("a.x", (10.0, 11.0))
    field.put("a.w", (30.0, 11.0))
    field.put("b.z", (50.0, 11.0))
    field.state.write("alive", field.models("b.y"), False)
    battle = field.go(4)
    assert battle.outcome
    assert battle.outcome.victory_points == (6, 2)
    assert [event["purpose"] for event in field.events("victory-points.scored")] == [
        "slay-and-secure",
        "slay-and-secure",
        "slay-the-warlord",
    ]


@rule("8E-PRIMARY-04")
def test_both_players_can_score_for_the_warlord() -> None:
    field = playing(1)
    field.put("a.w", (20.0, 20.0))
    field.put("b.z", (50.0, 30.0))
    field.state.write("alive", field.models("a.x") + field.models("b.y"), False)
    battle = field.go(5, 1)
    assert battle.outcome
    assert battle.outcome.victory_points == (3, 1)


@rule("8E-PRIMARY-05")
@rule("8E-PRIMARY-06")
@example("8E-EX-77")
def test_ancient_relic() -> None:
    field = playing(2, "relic", battle_round=0, turn=0)
    field.put("a.x", (50.0, 11.0))
    field.put("b.y", (48.0, 10.0))
    field.put("b.z", (50.0, 8.5))
    field.go(3)
    assert [event["marker"] for event in field.events("marker.removed")] == [0, 1, 3]
    assert objectives.on_field(field.game) == [2]
    assert field.game.step.phase == "movement"
    field.state.round, field.state.turn, field.state.phase = 5, 1, field.rules.step("morale-tests")
    field.game.events.clear()
    battle = Battle.resume(field.game)
    assert battle.outcome
    assert battle.outcome.victory_points == (0, 6)
    assert not field.events("marker.removed")


@rule("8E-PRIMARY-05")
@rule("8E-Q-43")
def test_each_marker_is_equally_likely_to_be_the_relic() -> None:
    kept = set()
    for face in range(1, 5):
        field = playing(2, "relic", battle_round=0, turn=0)
        field.put("a.x", (50.0, 11.0))
        field.put("b.y", (48.0, 30.0))
        field.go(face)
        kept |= set(objectives.on_field(field.game))
    assert kept == {0, 1, 2, 3}


@rule("8E-PRIMARY-07")
@rule("8E-Q-44")
@example("8E-EX-75")
def test_domination_scores_for_both_at_the_end_of_every_turn() -> None:
    field = playing(3, battle_round=2, turn=0)
    field.put("a.x", (10.0, 11.0))
    field.put("a.w", (30.0, 11.0))
    field.put("b.y", (50.0, 11.0))
    field.go()
    assert field.game.player_counts("victory-points") == [2, 1]
    assert field.events("victory-points.scored")[0]["n"] < field.events("turn.ended")[0]["n"]
    field.put("b.z", (30.0, 8.9))
    field.state.write("x", field.models("a.w"), 60.0)
    field.state.phase, field.state.turn = field.rules.step("morale-tests"), 1
    Battle.resume(field.game)
    assert field.game.player_counts("victory-points") == [3, 3]


@rule("8E-PRIMARY-07")
@rule("8E-PRIMARY-06")
@pytest.mark.parametrize("number", [1, 2])
def test_the_others_score_nothing_before_the_end(number: int) -> None:
    field = playing(number, battle_round=2, turn=0)
    field.put("a.x", (10.0, 11.0))
    field.put("b.y", (50.0, 11.0))
    field.go()
    assert not field.events("victory-points.scored")


# ---------------------------------------------------------------- end and victory


@rule("8E-VICTORY-01")
@rule("8E-LENGTH-01")
@rule("8E-Q-46")
@example("8E-EX-100")
def test_a_destroyed_army_loses_at_once_whatever_the_points() -> None:
    field = playing(3, battle_round=3, turn=0)
    field.score("victory-points", (0, 5))
    field.put("a.x", (10.0, 11.0))
    field.state.write("alive", field.models("b.y") + field.models("b.z"), False)
    battle = field.go()
    assert battle.outcome
    assert (battle.outcome.winner, battle.outcome.reason, battle.outcome.rounds) == (0, "army-destroyed", 3)
    assert field.event("battle.ended")["victory"] == "major"


@rule("8E-VICTORY-02")
@rule("8E-VICTORY-03")
@example("8E-EX-54")
@example("8E-EX-100")
@pytest.mark.parametrize(
    ("points", "powers", "winner", "victory"),
    [((5, 4), (10, 10), 0, "major"), ((4, 4), (20, 10), 1, "minor"), ((4, 4), (10, 10), 0, "minor")],
)
def test_the_points_decide_and_else_the_underdog(points: Any, powers: Any, winner: int, victory: str) -> None:
    field = playing(2)
    documents = [roster([unit(name, 1)], power=power, system="wh40k-8e") for name, power in zip("xy", powers, strict=True)]
    object.__setattr__(field.game.armies, "documents", tuple(documents))
    field.score("victory-points", points)
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (60.0, 40.0))
    field.go()
    ended = field.event("battle.ended")
    assert (ended["winner"], ended["victory"]) == (winner, victory)


@rule("8E-REINF-06")
@rule("8E-Q-46")
def test_what_never_arrived_counts_as_destroyed_at_the_end() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, abilities=[HELD_BACK])], "morale-tests", battle_round=5, turn=1)
    field.put("a.x", (10.0, 11.0))
    field.mark("b.y", "held")
    battle = field.go()
    assert battle.outcome
    assert (battle.outcome.winner, battle.outcome.reason) == (0, "army-destroyed")
    assert field.event("unit.destroyed")["cause"] == "never-arrived"


# ---------------------------------------------------------------- halves and deployment


@rule("8E-DEPLOY-01")
@rule("8E-DEPLOY-02")
@rule("8E-Q-37")
@pytest.mark.parametrize("angle", [0.0, 90.0, 33.5])
def test_one_player_divides_and_the_other_chooses(angle: float) -> None:
    battle = small()
    divides = until(battle, "divide")
    roller = events(battle, "primary.rolled")[0]["player"]
    assert divides.player == 1 - roller
    assert [option.data["angle"] for option in battle.options()] == [0, 90]
    assert broken_choice_rule(battle, angle=180) == "8E-DEPLOY-01"
    assert broken_choice_rule(battle, angle=1.234) == "8E-DEPLOY-01"
    answer(battle, angle=angle)
    decision = battle.decision
    assert decision
    assert (decision.kind, decision.player) == ("choose-zone", roller)
    sizes = [_area(corners) for corners in decision.data["zones"]]
    assert sizes == pytest.approx([72 * 48 / 2] * 2)
    answer(battle, zone=2)
    chosen = {event["player"]: event["zone"] for event in events(battle, "zone.chosen")}
    assert chosen == {roller: 2, 1 - roller: 1}
    low, high = (zone(battle.game, player) for player in (1 - roller, roller))
    assert _area(low.corners) == pytest.approx(_area(high.corners), rel=1e-6)


def _area(corners: Any) -> float:
    x, y = np.array(corners).T
    return float(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2)


def deploying(a: Any, b: Any, **given: Any) -> Battle:
    """A battle in which player `go` sets up next, the border between the short edges."""
    battle = start(a, b, **given)
    until(battle, "divide")
    answer(battle, angle=0.0)
    answer(battle, zone=1)
    return battle


@rule("8E-DEPLOY-03")
@rule("8E-UNIT-02")
def test_the_players_set_up_one_unit_after_the_other() -> None:
    battle = deploying([unit("x", 1), unit("z", 1), unit("v", 1)], [unit("y", 1)])
    divider = events(battle, "battlefield.divided")[0]["player"]
    until(battle, "choose-turn")
    order = [event["unit"][0] for event in events(battle, "unit.set-up")]
    assert order[0] == "ab"[divider]
    assert order in (["a", "b", "a", "a"], ["b", "a", "a", "a"])


@rule("8E-DEPLOY-04")
@rule("8E-Q-09")
@rule("8E-Q-80")
@example("8E-EX-79")
def test_models_are_set_up_more_than_12_inches_from_the_enemy_half() -> None:
    battle = deploying([unit("x", 1)], [unit("y", 1)])
    decision = until(battle, "set-up")
    top = battle.game.player_count(decision.player, "zone") == 2
    model = 0 if decision.subject == "a.x" else 1

    def broken_rule_at(distance: float, x: float = 20.0) -> str | None:
        y = 24.0 + distance + 0.5 if top else 24.0 - distance - 0.5
        return broken_choice_rule(battle, poses=[[model, x, y, 0.0]], reserves=False)

    assert broken_rule_at(12.0) == "8E-DEPLOY-04"
    assert broken_rule_at(12.1) is None
    assert broken_rule_at(20.0) is None
    assert broken_rule_at(23.1) is not None
    assert broken_rule_at(-20.0) == "8E-DEPLOY-04"


@rule("8E-UNIT-02")
@rule("8E-DEPLOY-03")
def test_a_unit_is_set_up_in_coherency() -> None:
    battle = deploying([unit("x", 2)], [unit("y", 2)])
    decision = until(battle, "set-up")
    y = 46.0 if battle.game.player_count(decision.player, "zone") == 2 else 2.0
    models = [0, 1] if decision.subject == "a.x" else [2, 3]
    rows = [[models[0], 20.0, y, 0.0], [models[1], 23.1, y, 0.0]]
    assert broken_choice_rule(battle, poses=rows, reserves=False) == "8E-UNIT-02"
    rows[1][1] = 23.0
    assert broken_choice_rule(battle, poses=rows, reserves=False) is None


@rule("8E-DEPLOY-05")
@rule("8E-Q-40")
@rule("8E-FIELD-03")
def test_a_unit_without_room_takes_no_part() -> None:
    giant = {"shape": "hull", "mm": [1500, 1500]}
    battle = deploying([unit("x", 1), unit("z", 1, base=giant)], [unit("y", 1)])
    until(battle, "choose-turn")
    assert [event["unit"] for event in events(battle, "unit.unplaced")] == ["a.z"]
    assert [event["cause"] for event in events(battle, "unit.destroyed")] == ["no-room"]


@rule("8E-LOC-06")
@rule("8E-Q-41")
@rule("8E-Q-82")
def test_a_unit_that_waits_elsewhere_is_one_set_up() -> None:
    battle = deploying([unit("x", 1, abilities=[HELD_BACK]), unit("z", 1)], [unit("y", 1)])
    while battle.decision and battle.decision.kind != "choose-turn":
        held = [option for option in battle.options() if option.data.get("reserves")]
        battle.choose((held or battle.options())[0])
    waits = events(battle, "unit.held-back")
    assert [event["unit"] for event in waits] == ["a.x"]
    order = [event["unit"][0] for event in battle.events if event["kind"] in ("unit.held-back", "unit.set-up")]
    assert order[:2] in (["a", "b"], ["b", "a"])
    assert not battle.game.on_table(battle.game.unit("a.x"))


def carrier(name: str = "v", **given: Any) -> Any:
    room = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    return unit(name, 1, keywords=("VEHICLE", "TRANSPORT"), transport=room, **given)


@rule("8E-TRANSPORT-05")
@rule("8E-TRANSPORT-04")
@rule("8E-Q-41")
def test_who_starts_aboard_is_declared_when_the_transport_is_set_up() -> None:
    said = ([*WARLORDS[0], {"kind": "embarked", "subject": "x", "value": "v"}], WARLORDS[1])
    battle = deploying([unit("x", 6), carrier(), unit("z", 5)], [unit("y", 1)], declared=said)
    while battle.decision and battle.decision.kind != "start-embarked":
        assert "a.x" not in battle.decision.data.get("units", [])
        units = battle.decision.data.get("units", [])
        answer(battle, unit="a.v") if "a.v" in units else battle.choose(battle.options()[0])
    decision = battle.decision
    assert decision
    vehicle = 6
    assert decision.subject == "a.v"
    assert [option.data["embarked"] for option in battle.options()] == [{"a.x": vehicle}, {}, {"a.z": vehicle}]
    assert broken_choice_rule(battle, embarked={"a.x": vehicle, "a.z": vehicle}) == "8E-TRANSPORT-04"
    answer(battle, embarked={"a.x": vehicle})
    until(battle, "choose-turn")
    assert [event["unit"] for event in events(battle, "unit.set-up") if event["unit"][0] == "a"] == ["a.v", "a.z"]


@rule("8E-TRANSPORT-05")
def test_what_does_not_go_aboard_is_set_up_after_all() -> None:
    said = ([*WARLORDS[0], {"kind": "embarked", "subject": "x", "value": "v"}], WARLORDS[1])
    battle = deploying([unit("x", 6), carrier()], [unit("y", 1)], declared=said)
    until(battle, "start-embarked")
    answer(battle, embarked={})
    until(battle, "choose-turn")
    assert "a.x" in [event["unit"] for event in events(battle, "unit.set-up")]


# ---------------------------------------------------------------- Warlords and their traits

CHARACTERS = [unit("x", 1, keywords=("CHARACTER", "INFANTRY"))], [unit("y", 1, keywords=("CHARACTER", "INFANTRY"))]


@rule("8E-WARLORD-01")
@rule("8E-WARLORD-02")
@rule("8E-WARLORD-03")
@rule("8E-WARLORD-04")
@rule("8E-SEQ-02")
@rule("8E-Q-34")
@pytest.mark.parametrize("seed", range(6))
def test_traits_are_rolled_or_chosen_before_the_players_deploy(seed: int) -> None:
    battle = start(*CHARACTERS, seed)
    decision = until(battle, "warlord-trait", seed)
    off = events(battle, "rolled-off")[2]
    assert (off["purpose"], decision.player) == ("traits", off["winner"])
    table = system("wh40k-8e").traits
    assert [option.data["trait"] for option in battle.options()] == ["roll", *(trait.id for trait in table)]
    answer(battle, trait="roll")
    rolled = events(battle, "trait.determined")[0]
    wanted = next(trait.id for trait in table if trait.roll == (rolled["dice"][0] + 1) // 2)
    assert (rolled["player"], rolled["trait"]) == (off["winner"], wanted)
    answer(battle, trait="tenacious-survivor")
    assert events(battle, "trait.determined")[1]["dice"] == []
    assert not events(battle, "unit.set-up")


@rule("8E-WARLORD-02")
@rule("8E-Q-34")
def test_a_trait_of_the_roster_stands_and_roll_is_rolled() -> None:
    said = (
        [*WARLORDS[0], {"kind": "warlord-trait", "subject": "x-m0", "value": "inspiring-leader"}],
        [*WARLORDS[1], {"kind": "warlord-trait", "subject": "y-m0", "value": "roll"}],
    )
    battle = start(*CHARACTERS, declared=said)
    until(battle, "select")
    assert [event["player"] for event in events(battle, "trait.determined")] == [1]
    assert events(battle, "warlord.named")[0]["trait"] == "inspiring-leader"
    plain = start([unit("x", 1)], [unit("y", 1)])
    until(plain, "select")
    assert not events(plain, "trait.determined")


@rule("8E-WARLORD-01")
def test_a_player_without_a_declared_warlord_names_any_model() -> None:
    battle = start([unit("x", 2), unit("z", 1)], [unit("y", 1)], declared=([], WARLORDS[1]))
    assert battle.decision
    assert battle.decision.kind == "warlord"
    answer(battle, model=2)
    assert [event["model"] for event in events(battle, "warlord.named")] == [2, 3]


@rule("8E-WARLORD-06")
@rule("8E-WARLORD-04")
@example("8E-EX-102")
@pytest.mark.parametrize(("trait", "lost"), [("inspiring-leader", 0), ("legendary-fighter", 1)])
def test_only_the_determined_trait_works(trait: str, lost: int) -> None:
    place = [each.id for each in system("wh40k-8e").traits].index(trait) + 1
    squad = unit("s", 5, Ld="7")
    field = Field([*CHARACTERS[0], squad], CHARACTERS[1], "morale-tests")
    field.put("a.x", (10.0, 10.0))
    field.row("a.s", 10.0, 17.0)
    field.put("b.y", (50.0, 40.0))
    field.state.write("marks", field.models("a.x"), field.rules.names.model_marks["warlord"], np.bitwise_or)
    field.state.write("player_counters", (0, field.rules.names.player_counters["trait"]), place)
    field.count("a.s", "lost", 3)
    field.go(5)
    tested = field.event("morale.tested")
    assert tested["leadership"] == 8 - lost
    assert tested["passed"] is not bool(lost)


def test_positions_take_the_edition() -> None:
    assert AnyField([unit("x", 1)], [unit("y", 1)]).rules.id == "wh40k-9e"
    assert Field([unit("x", 1)], [unit("y", 1)]).rules.id == "wh40k-8e"


@rule("8E-SHEET-09")
@rule("8E-DEPLOY-04")
@pytest.mark.parametrize("hidden", [True, False])
def test_some_units_are_set_up_far_from_the_enemys_half_and_models(hidden: bool) -> None:
    """The enemy's half, not what of it is far enough from the border to be set up in."""
    creep = ability("Creep", {"kind": "infiltrate", "distance": 9})
    field = Field([unit("x", 1, abilities=[creep] if hidden else [])], [unit("y", 1)], "deployment", battle_round=0)
    field.state.write("player_counters", np.s_[:, field.rules.names.player_counters["zone"]], (1, 2))
    low = half(field.game, 0).holds(Bodies.of(Base(0.5), [[30.0, 1.0]]))[0]
    height = field.state.board.depth

    def up(y: float) -> float:
        return y if low else height - y

    field.put("b.y", (30.0, up(16.0)))
    field.go()
    (model,) = field.models("a.x")

    def refusal(x: float, y: float) -> str | None:
        return broken_rule(field.refusal("set-up", poses=[[model, x, up(y), 0.0]], reserves=False))

    assert refusal(10.0, height / 2 - 12.6) is None
    assert refusal(10.0, height / 2 - 9.6) == (None if hidden else "8E-DEPLOY-04")
    assert refusal(10.0, height / 2 - 9.5) == "8E-DEPLOY-04", "just 9 inches from the other half"
    assert refusal(30.0, height / 2 - 12.4) == "8E-DEPLOY-04", "near the enemy"


@rule("8E-SHEET-09")
@rule("8E-DEPLOY-04")
def test_who_may_be_set_up_outside_the_zone_is_offered_the_place_beside_one_that_is_taken_there() -> None:
    creep = ability("Creep", {"kind": "infiltrate", "distance": 9})
    field = Field([unit("x", 1, abilities=[creep]), unit("z", 1)], [unit("y", 1)], "deployment", battle_round=0)
    field.state.write("player_counters", np.s_[:, field.rules.names.player_counters["zone"]], (1, 2))
    low = half(field.game, 0).holds(Bodies.of(Base(0.5), [[30.0, 1.0]]))[0]
    at = 10.0, field.state.board.depth / 2 + (-10.0 if low else 10.0)
    field.put("a.z", at)
    field.put("b.y", (50.0, 43.0 if low else 1.0))
    battle = field.go()
    found = find_nearest(battle.view(0).game, field.decision, field.options("set-up"), Pointing(at))
    assert broken_rule(found.refusal) == "8E-MOVE-06"
    assert found.data is not None
    assert field.refusal("set-up", **found.data) is None
    assert dist(found.data["poses"][0][1:3], at) < 1.5


@rule("8E-FIELD-02")
@pytest.mark.parametrize(
    ("agreed", "table"),
    [((None, None), 72.0), (("small", "small"), 30.0), (("small", "only-war"), 72.0), (("small", None), 72.0)],
)
def test_the_battlefield_is_that_of_the_mission_both_agreed_on(
    agreed: tuple[str | None, str | None], table: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = system("wh40k-8e")
    small = replace(known.missions[0], id="small", table=Table(30.0, 22.0))
    monkeypatch.setattr(muster, "system", lambda _: replace(known, missions=(*known.missions, small)))
    said = [{} if mission is None else {"mission": mission} for mission in agreed]
    documents = [roster([unit("x", 1)], system="wh40k-8e", **given) for given in said]
    assert muster.matchup(documents).table.width_in == table
