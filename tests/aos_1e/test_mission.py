"""Before the battle, battle rounds, victory: realm and field, territories, set-up, generals, Sudden Death, who wins how."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from resolver.engine.battle import Battle
from resolver.engine.compile_armies import NotPlayable
from resolver.rulesets.aos_1e import agreements, battleshock, features, setting_up, sudden_death, territories, victory
from resolver.shared.field import borders
from resolver.table.bases import Bodies
from tests.aos_1e.field import MISSION, Field, blade, feature, general, roster, unit
from tests.field import ability

rule, example = pytest.mark.rule, pytest.mark.example


def start(a: Any, b: Any, seed: int = 1, agreed: Any = ({}, {}), said: Any = ((), ())) -> Battle:
    documents = tuple(roster(rows, who, **with_) for rows, who, with_ in zip((a, b), said, agreed, strict=True))
    return Battle.start(documents, "aos-1e", MISSION, seed=seed)  # type: ignore[arg-type]


def until(battle: Battle, *kinds: str) -> None:
    """Take the first option until one of these is asked."""
    while battle.decision is not None and battle.decision.kind not in kinds:
        battle.choose(battle.options()[0])


def events(battle: Battle, kind: str) -> list[Any]:
    return [event for event in battle.events if event["kind"] == kind]


@rule("AOS-FIELD-03")
@rule("AOS-FIELD-04")
@rule("AOS-FIELD-05")
@rule("AOS-MIR-02")
@rule("AOS-MIR-01")
@example("AOS-EX-04")
@example("AOS-EX-55")
def test_the_realm_is_as_agreed_or_as_the_winner_of_a_roll_off_says() -> None:
    a, b = [unit("x", 1, blade())], [unit("y", 1, blade())]
    same = start(a, b, agreed=({"realm": "realm-of-fire"}, {"realm": "realm-of-fire"}))
    assert events(same, "realm.chosen")[0]["realm"] == "realm-of-fire"
    assert not [event for event in events(same, "rolled-off") if event["purpose"] == "ruling"]
    other = start(a, b, agreed=({"realm": "realm-of-fire"}, {"realm": "realm-of-life"}))
    off = next(event for event in events(other, "rolled-off") if event["purpose"] == "ruling")
    assert off["throws"][-1][0] != off["throws"][-1][1]
    assert events(other, "realm.chosen")[0]["realm"] == ("realm-of-fire", "realm-of-life")[off["winner"]]
    assert events(other, "ruling.made")[0]["player"] == off["winner"]


@rule("AOS-FIELD-01")
@rule("AOS-FIELD-02")
@example("AOS-EX-19")
@pytest.mark.parametrize(
    ("width", "depth", "legal"), [(48, 36, True), (47, 35.4, True), (78.7, 35, False), (35.3, 60, False)]
)
def test_no_side_of_the_battlefield_is_shorter_than_three_feet(width: float, depth: float, legal: bool) -> None:
    agreed = ({"field_width": width, "field_depth": depth}, {})
    if not legal:
        with pytest.raises(NotPlayable, match="AOS-FIELD-02"):
            start([unit("x", 1, blade())], [unit("y", 1, blade())], agreed=agreed)
        return
    battle = start([unit("x", 1, blade())], [unit("y", 1, blade())], agreed=agreed)
    created = events(battle, "battlefield.created")[0]
    assert (created["width"], created["depth"]) == (width, depth)


@rule("AOS-FIELD-06")
@rule("AOS-FIELD-07")
@rule("AOS-FIELD-08")
@example("AOS-EX-06")
def test_how_many_features_a_square_has() -> None:
    assert [features.number_of(total) for total in range(2, 13)] == [0, 0, 2, 2, 1, 1, 1, 2, 2, None, None]
    assert [len(features.squares(*size)) for size in ((36, 36), (72, 48), (48, 48))] == [3, 6, 4]


def test_models_walk_into_a_graveyard_and_climb_a_wall_that_hides_them() -> None:
    """What else there is stands as open ground does, but for what its scenery rule says."""
    assert {kind.name for kind in features.KINDS if kind.solid} == {"mound", "wall", "watchtower"}
    assert {kind.name for kind in features.KINDS if kind.sight} == {"wall", "watchtower"}


@rule("AOS-FIELD-06")
@rule("AOS-FIELD-08")
@rule("AOS-SCENERY-02")
@rule("AOS-SCENTAB-01")
def test_features_stand_in_their_squares_and_each_has_a_scenery_rule() -> None:
    for seed in range(6):
        battle = start([unit("x", 1, blade())], [unit("y", 1, blade())], seed=seed)
        until(battle, "divide")
        rolled = {event["square"]: event["number"] for event in events(battle, "features.rolled")}
        assert set(rolled) == set(range(1, 7))
        assert all(
            event["chosen"] or event["number"] == features.number_of(event["total"])
            for event in events(battle, "features.rolled")
        )
        placed, ruled = events(battle, "terrain.placed"), events(battle, "scenery.ruled")
        assert len(placed) <= sum(rolled.values())
        assert [event["feature"] for event in ruled] == list(range(len(placed)))
        names = ["damned", "arcane", "inspiring", "deadly", "mystical", "sinister"]
        assert all(event["scenery"] == names[event["dice"][0] - 1] for event in ruled)
    bare = start([unit("x", 1, blade())], [unit("y", 1, blade())], agreed=({"terrain": "one", "scenery": "none"}, {}))
    assert len(events(bare, "terrain.placed")) == 6
    assert not events(bare, "scenery.ruled")


@rule("AOS-SETUP-01")
@rule("AOS-SETUP-02")
@rule("AOS-SETUP-03")
@rule("AOS-SETUP-04")
def test_who_rolls_highest_divides_and_the_opponent_picks_a_half() -> None:
    battle = start([unit("x", 1, blade())], [unit("y", 1, blade())])
    until(battle, "divide")
    winner = battle.decision.player  # type: ignore[union-attr]
    off = next(event for event in events(battle, "rolled-off") if event["purpose"] == "zones")
    assert off["winner"] == winner
    assert {0.0, 90.0} < {choice.data["angle"] for choice in battle.options()}
    until(battle, "choose-zone")
    assert battle.decision.player == 1 - winner  # type: ignore[union-attr]
    halves = [borders.halves(battle.game, angle, 0.0) for angle in (0.0, 90.0, 33.69)]
    for pair in halves:
        sizes = [sudden_death._area(half.points) for half in pair]
        assert sizes[0] == pytest.approx(sizes[1])


@rule("AOS-SETUP-06")
@rule("AOS-SETUP-07")
@example("AOS-EX-20")
@pytest.mark.parametrize(("inches", "legal"), [(12.0, True), (11.9, False), (20.0, True), (-15.0, False)])
def test_models_are_set_up_in_their_own_territory_twelve_inches_from_the_enemys(inches: float, legal: bool) -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "set-up", battle_round=0)
    field.player(0, zone=1)
    field.player(1, zone=2)
    body: Bodies = field.state.bodies([0]).with_poses([30.0], [24.0 - inches - 0.5])  # type: ignore[arg-type]
    assert bool(territories.zone(field.game, 0).holds(body)[0]) is legal


@rule("AOS-UNIT-05")
@rule("AOS-UNIT-07")
@example("AOS-EX-18")
@pytest.mark.parametrize(("gaps", "legal"), [((1.0, 1.0, 1.0), True), ((1.0, 1.5, 1.0), False), ((1.0, 1.0, 1.01), False)])
def test_a_unit_is_set_up_as_one_group(gaps: Any, legal: bool) -> None:
    field = Field([unit("x", 4, blade())], [unit("y", 1, blade())], "set-up", battle_round=0)
    field.player(0, zone=1)
    field.player(1, zone=2)
    field.go()
    xs = [20.0]
    for gap in gaps:
        xs.append(xs[-1] + 1.0 + gap)
    refusal = field.refusal("set-up", poses=[[n, x, 5.0, 0.0] for n, x in enumerate(xs)], reserves=False)
    assert (refusal.rule if refusal else None) == (None if legal else "AOS-UNIT-05")


@rule("AOS-SETUP-05")
@rule("AOS-SETUP-08")
@rule("AOS-SETUP-09")
@rule("AOS-SETUP-10")
@rule("AOS-SETUP-12")
@rule("AOS-SETUP-13")
@rule("AOS-ROUND-04")
@example("AOS-EX-21")
@pytest.mark.parametrize("setting", ["finished_last", "finished_first"])
def test_the_order_of_set_up_and_who_chooses_the_first_turn(setting: str) -> None:
    two, four = [unit(f"x{n}", 1, blade()) for n in range(2)], [unit(f"y{n}", 1, blade()) for n in range(4)]
    for seed in range(1, 20):
        battle = start(two, four, seed, ({"first_turn_chooser": setting}, {}))
        until(battle, "choose-zone")
        if battle.decision is not None and battle.decision.player == 1:
            break
    until(battle, "choose-turn")
    order = [event["unit"][0] for event in events(battle, "unit.set-up")]
    assert order == ["a", "b", "a", "b", "b", "b"]
    assert battle.decision is not None
    assert battle.decision.player == (1 if setting == "finished_last" else 0)
    assert [event["number"] for event in events(battle, "army.counted")] == [2, 4]
    assert not [event for event in events(battle, "rolled-off") if event["purpose"] == "first-turn"]


@rule("AOS-SETUP-08")
@rule("AOS-SETUP-11")
@rule("AOS-SETUP-12")
def test_a_player_may_stop_for_good_and_the_rest_are_reserves() -> None:
    units = [unit(f"x{n}", 1, blade()) for n in range(3)]
    battle = start(units, [unit(f"y{n}", 1, blade()) for n in range(2)])
    until(battle, "select")
    first = battle.decision.player  # type: ignore[union-attr]
    assert None not in [choice.data["unit"] for choice in battle.options()]
    stopped = False
    while battle.decision is not None and battle.decision.kind in ("select", "set-up"):
        options = battle.options()
        none = next((choice for choice in options if battle.decision.kind == "select" and choice.data["unit"] is None), None)
        if none is not None and not stopped:
            stopped, player = True, battle.decision.player
            battle.choose(none)
        else:
            battle.choose(options[0])
    assert stopped
    assert events(battle, "set-up.finished")[0]["player"] == player
    assert events(battle, "set-up.finished")[0]["stopped"]
    assert first in (0, 1)
    left = [event["unit"] for event in events(battle, "unit.reserved")]
    assert left
    assert all(key.startswith("ab"[player]) for key in left)


@rule("AOS-SETUP-11")
def test_declared_reserves_are_not_set_up() -> None:
    said = ([{"kind": "reserve", "subject": "x1"}], ())
    battle = start([unit(f"x{n}", 1, blade()) for n in range(2)], [unit("y", 1, blade())], said=said)
    until(battle, "choose-turn")
    assert [event["unit"] for event in events(battle, "unit.set-up")].count("a.x1") == 0
    assert {event["player"]: event["number"] for event in events(battle, "army.counted")} == {0: 1, 1: 1}


@rule("AOS-GENERAL-01")
@example("AOS-EX-50")
def test_each_army_has_one_general_as_declared_or_as_chosen() -> None:
    battle = start([unit("x", 2, blade())], [unit("y", 2, blade())], said=([general("x")], ()))
    until(battle, "general")
    assert battle.decision is not None
    assert battle.decision.player == 1
    assert len(battle.options()) == 2
    battle.choose(battle.options()[1])
    assert {event["player"]: event["model"] for event in events(battle, "general.named")} == {0: 0, 1: 3}


@rule("AOS-SUDDEN-01")
@rule("AOS-ARMY-02")
@example("AOS-EX-07")
@example("AOS-EX-56")
@pytest.mark.parametrize(
    ("counts", "who"), [((40, 30), 1), ((39, 30), None), ((1, 300), 0), ((3, 4), 0), ((30, 30), None), ((30, 40), 0)]
)
def test_who_is_outnumbered(counts: Any, who: int | None) -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "sudden-death", battle_round=0)
    for player in (0, 1):
        field.player(player, models=counts[player])
    assert sudden_death.find_outnumbered(field.game) == who


def outnumbered_field(b: Any, terrain: Any = (), **counts: int) -> Field:
    field = Field([unit("x", 1, blade())], b, "sudden-death", battle_round=0, terrain=terrain)
    field.put("a.x", (10.0, 5.0))
    for n, row in enumerate(b):
        field.row(f"b.{row['id']}", 5.0, 40.0 - 2 * n, gap=0.3)
    field.player(0, models=1, zone=1, finished=1, **counts)
    field.player(1, models=9, zone=2, finished=2)
    return field


@rule("AOS-SUDDEN-02")
@rule("AOS-SUDDEN-03")
@rule("AOS-SUDTAB-01")
@rule("AOS-SUDTAB-02")
@rule("AOS-SUDTAB-03")
@example("AOS-EX-42")
def test_the_outnumbered_player_may_choose_an_objective_and_the_enemy_names_the_unit() -> None:
    b = [
        unit("four", 4, blade()),
        unit("five", 5, blade()),
        unit("ten", 10, blade()),
        unit("hero", 1, blade(), keywords=("HERO",)),
    ]
    field = outnumbered_field(b)
    field.go(*[1] * 20)
    assert [row["objective"] for row in field.options("sudden-death")] == ["assassinate", "blunt", "endure", None]
    seize = field.refusal("sudden-death", objective="seize-ground", feature=0)
    assert seize is not None
    assert seize.rule == "AOS-SUDTAB-05"
    field.choose("sudden-death", objective="blunt", feature=None)
    assert field.decision.player == 1
    assert [row["unit"] for row in field.options("sought-unit")] == ["b.five", "b.ten"]
    four = field.refusal("sought-unit", unit="b.four")
    assert four is not None
    assert four.rule == "AOS-SUDTAB-03"
    assert sudden_death.candidates(field.game, 1, "assassinate") == [field.game.unit("b.hero")]
    names = [step.name for step in field.rules.steps]
    assert names.index("generals") < names.index("sudden-death") < names.index("triumphs") < names.index("pre-battle")


@rule("AOS-SUDTAB-02")
@rule("AOS-SUDTAB-03")
@rule("AOS-SUDDEN-04")
def test_slaying_the_named_unit_wins_at_once_whatever_removed_its_last_model() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade()), unit("z", 1, blade())], "fight")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (30.0, 20.0))
    field.put("b.z", (40.0, 20.0))
    field.player(0, objective=2)
    field.mark("b.y", "sought")
    assert not victory.is_over(field.game)
    field.state.write("on_table", 1, False)
    field.state.write("alive", 1, False)
    assert victory.is_over(field.game)
    assert victory.victor(field.game)[:3] == (0, "sudden-death", "major")


@rule("AOS-SUDDEN-04")
@rule("AOS-SUDTAB-04")
@rule("AOS-SUDTAB-05")
@example("AOS-EX-42")
@pytest.mark.parametrize(
    ("objective", "number", "gap", "achieved"),
    [(3, 5, 0.0, False), (3, 6, 0.0, True), (4, 4, 3.0, True), (4, 4, 3.1, False), (4, 5, 3.0, False), (4, 3, 3.0, False)],
)
def test_endure_and_seize_ground_are_decided_at_the_end_of_their_round(
    objective: int, number: int, gap: float, achieved: bool
) -> None:
    stones = feature("wood", 20.0, 30.0, 24.0, 34.0)
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "battleshock", battle_round=number, terrain=[stones])
    field.put("a.x", (22.0, 29.5 - gap))
    field.put("b.y", (60.0, 40.0))
    field.player(0, objective=objective, feature=1)
    field.model_mark(0, "started")
    for _ in sudden_death.end_round(field.game):
        pass
    assert (sudden_death.winner(field.game) == 0) is achieved
    assert len(field.events("objective.achieved")) == achieved
    if achieved:
        cited = {3: "AOS-SUDTAB-04", 4: "AOS-SUDTAB-05"}[objective]
        assert field.event("objective.achieved")["rules"] == [cited, "AOS-SUDDEN-04"]
        assert victory.victor(field.game)[:3] == (0, "sudden-death", "major")


@rule("AOS-SUDTAB-04")
def test_models_that_came_back_do_not_endure() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "battleshock", battle_round=6)
    field.put("a.x", (22.0, 20.0))
    field.model_mark(0, "started")
    assert sudden_death.endures(field.game, 0)
    field.model_mark(0, "returned")
    assert not sudden_death.endures(field.game, 0)


@rule("AOS-SUDTAB-05")
def test_a_feature_counts_for_the_territory_with_more_than_half_of_it() -> None:
    stones = [
        feature("wood", 20.0, 22.0, 24.0, 28.0),
        feature("wood", 30.0, 20.0, 34.0, 26.0),
        feature("wood", 40.0, 22.0, 44.0, 26.0),
        feature("wall", 50.0, 30.0, 54.0, 30.4),
        feature("wall", 50.0, 10.0, 54.0, 10.4),
    ]
    field = outnumbered_field([unit("y", 1, blade())], stones)
    assert sudden_death.features(field.game, 0) == [0, 3]
    assert sudden_death.features(field.game, 1) == [1, 4]


@rule("AOS-ROUND-01")
@rule("AOS-ROUND-02")
@rule("AOS-ROUND-03")
@rule("AOS-ROUND-06")
@rule("AOS-ROUND-07")
@example("AOS-EX-22")
@pytest.mark.parametrize(("said", "first"), [("first", 0), ("second", 1)])
def test_before_each_later_round_the_players_roll_off_and_the_winner_decides(said: str, first: int) -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "battleshock", turn=0)
    field.put("a.x", (10.0, 5.0))
    field.put("b.y", (60.0, 45.0))
    field.state.first = 1
    field.go(3, 3, 5, 2, *[1] * 9)
    off = field.event("rolled-off")
    assert (off["throws"], off["winner"]) == ([[3, 3], [5, 2]], 0)
    assert field.decision.player == 0
    field.choose("choose-turn", turn=said)
    assert (field.state.round, field.state.turn, field.state.first) == (2, first, first)
    assert [event["player"] for event in field.events("turn.ended")] == [0]


@rule("AOS-ROUND-05")
def test_a_turn_has_six_phases() -> None:
    phases = list(dict.fromkeys(step.phase for step in Field.rules_of().steps))
    assert phases[1:-1] == ["hero", "movement", "shooting", "charge", "combat", "battleshock"]


@rule("AOS-ROUND-07")
def test_the_number_of_rounds_is_limited_only_by_agreement_and_endure_lasts_six() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())])
    assert agreements.round_limit(field.game) is None
    field.player(0, limit=4)
    assert agreements.round_limit(field.game) == 4
    field.player(1, objective=3)
    assert agreements.round_limit(field.game) == 6


@rule("AOS-VICTORY-01")
@rule("AOS-VICTORY-02")
@rule("AOS-SETUP-11")
@example("AOS-EX-44")
def test_who_wipes_out_the_enemy_wins_a_major_victory_at_once_and_reserves_do_not_count() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade()), unit("z", 1, blade())], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.mark("b.z", "held")
    assert not victory.is_over(field.game)
    field.state.write("alive", 1, False)
    field.state.write("on_table", 1, False)
    assert victory.is_over(field.game)
    field.go()
    ended = field.event("battle.ended")
    assert (ended["winner"], ended["victory"], ended["reason"]) == (0, "major", "wiped-out")
    other = Field([unit("x", 1, blade()), unit("z", 1, blade())], [unit("y", 1, blade())], "shoot", turn=1)
    other.put("b.y", (20.0, 20.0))
    other.mark("a.z", "held")
    other.state.write("alive", 0, False)
    other.state.write("on_table", 0, False)
    assert victory.is_over(other.game)


@rule("AOS-VICTORY-03")
@rule("AOS-VICTORY-04")
@rule("AOS-VICTORY-05")
@rule("AOS-VICTORY-06")
@rule("AOS-VICTORY-07")
@example("AOS-EX-01")
@example("AOS-EX-15")
def test_losses_are_compared_exactly_for_a_minor_victory() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (60.0, 20.0))
    field.player(0, models=20, removed=15)
    field.player(1, models=20, removed=10)
    assert victory.victor(field.game)[:3] == (1, "fewer-losses", "minor")
    field.player(0, removed=25)
    assert victory.losses(field.game, 0) == Fraction(125, 100)
    field.player(0, models=3, removed=1)
    field.player(1, models=6, removed=2)
    assert victory.victor(field.game)[:2] == (None, "equal-losses")


@rule("AOS-PREBATTLE-01")
@rule("AOS-PREBATTLE-02")
@rule("AOS-PREBATTLE-03")
@example("AOS-EX-49")
@pytest.mark.parametrize("both", [True, False])
def test_pre_battle_abilities_before_the_first_round_the_winner_of_the_roll_first(both: bool) -> None:
    gift = ability(
        "Gift",
        {
            "kind": "modify-characteristic",
            "characteristic": "Bravery",
            "operation": "add",
            "value": "1",
            "on": "battle-start",
            "to": {"scope": "unit"},
            "until": "battle-end",
        },
    )
    field = Field(
        [unit("x", 1, blade(), abilities=[gift])],
        [unit("y", 1, blade(), abilities=[gift] if both else [])],
        "pre-battle",
        battle_round=0,
    )
    field.put("a.x", (10.0, 5.0))
    field.put("b.y", (60.0, 45.0))
    field.player(0, finished=1)
    field.player(1, finished=2)
    field.go(*([4, 4, 2, 6] if both else []), *[1] * 9)
    used = [event["unit"] for event in field.events("ability.used")]
    assert used == (["b.y", "a.x"] if both else ["a.x"])
    assert bool(field.events("rolled-off")) is both
    assert field.state.round == 0


@rule("AOS-PREBATTLE-01")
@rule("AOS-BSHOCK-03")
@rule("AOS-VICTORY-02")
@pytest.mark.parametrize("models", [1, 3])
def test_who_is_slain_before_the_battle_ends_it_or_was_not_slain_in_the_first_turn(models: int) -> None:
    harm = {"kind": "mortal-wounds", "number": "1", "on": "battle-start", "to": {"scope": "enemy-units", "pick": "one"}}
    curse = ability("Curse", harm)
    field = Field([unit("x", 1, blade(), abilities=[curse])], [unit("y", models, blade())], "pre-battle", battle_round=0)
    field.put("a.x", (10.0, 5.0))
    field.put("b.y", *[(60.0 + place, 45.0) for place in range(models)])
    field.player(0, finished=1, models=1)
    field.player(1, finished=2, models=models)
    field.go()
    while field.battle and field.battle.decision and field.state.round == 0:
        field.battle.choose(field.battle.options()[0])
    assert [event["unit"] for event in field.events("model.destroyed")] == ["b.y"]
    if models == 1:
        assert not field.events("turn.chosen")
        assert not field.events("round.began")
        assert field.event("battle.ended")["reason"] == "wiped-out"
    else:
        assert field.state.round == 1
        assert battleshock.to_test(field.game, 1) == []


@rule("AOS-VICTORY-03")
def test_a_battle_in_which_the_armies_do_not_shrink_comes_to_no_conclusion() -> None:
    """Who comes back and is slain again and again makes no progress."""
    field = Field([unit("x", 1, blade())], [unit("y", 3, blade())], battle_round=1)
    field.put("a.x", (10.0, 5.0))
    models, quiet = field.put("b.y", (60.0, 40.0), (61.5, 40.0), (63.0, 40.0)), []
    for alive in ((True, False, True), (True, True, True), (True, False, True), (False, False, True), (False, False, True)):
        field.state.write("alive", models, alive)
        field.player(1, removed=field.game.player_count(1, "removed") + 1)
        for _ in victory.ORDER.moment(field.game, "round-end"):
            pass
        quiet.append(field.game.player_count(0, "quiet"))
    assert quiet == [0, 1, 2, 0, 1]
    field.player(0, quiet=victory.QUIET)
    assert victory.is_stalemate(field.game)


@rule("AOS-UNIT-03")
@rule("AOS-ARMY-02")
@example("AOS-EX-45")
def test_an_army_of_one_unit_of_one_model_is_fought_with() -> None:
    battle = start([unit("x", 1, blade())], [unit("y", 1, blade())])
    until(battle, "choose-turn")
    assert [event["number"] for event in events(battle, "army.counted")] == [1, 1]
    assert setting_up.first_to_finish(battle.game) in (0, 1)
