"""The greedy player: where one target, place or answer is plainly the best it takes it, and whole battles are legal."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from resolver.players.greedy import Greedy
from tests.field import Field, ability, blade, gun, roster, unit
from tests.players import asked

Row = dict[str, Any]
choose_answer, play_until = partial(asked.choose_answer, Greedy()), partial(asked.play_until, Greedy())


def targets(data: dict[str, Any]) -> set[str]:
    return {row["target"] for row in data["shots"]}


def shooters(*enemies: Row, **weapon: Any) -> Field:
    field = Field([unit("gunners", 3, gun(**weapon))], list(enemies))
    field.row("a.gunners", 20, 10)
    for place, enemy in enumerate(enemies):
        field.row(f"b.{enemy['id']}", 20 + 10 * place, 25)
    return field


def test_it_shoots_at_whom_it_can_hurt() -> None:
    field = shooters(unit("wall", 3, T="8", Sv="2+"), unit("soft", 3, T="3", Sv="6+"))
    assert targets(choose_answer(play_until(field, "shots"))) == {"b.soft"}


def test_damage_beyond_a_model_counts_nothing() -> None:
    field = shooters(unit("chaff", 6, W="1"), unit("ogres", 2, W="6"), type="Heavy 1", S="8", AP="-4", D="6")
    assert targets(choose_answer(play_until(field, "shots"))) == {"b.ogres"}
    even = shooters(unit("chaff", 2, W="1"), unit("ogres", 6, W="6"), type="Heavy 1", S="8", AP="-4", D="1")
    assert targets(choose_answer(play_until(even, "shots"))) == {"b.chaff"}


def test_it_does_not_overcharge_where_that_gains_nothing() -> None:
    burns = {"kind": "destroy-bearer", "roll": "hit", "results": [1], "to": {"scope": "weapon"}}
    profiles = ({"name": "Standard"}, {"name": "Supercharge", "D": "2", "effects": [burns]})
    field = Field([unit("gunners", 3, gun(profiles=profiles))], [unit("soft", 5)])
    field.row("a.gunners", 20, 10)
    field.row("b.soft", 20, 25)
    assert {row["profile"] for row in choose_answer(play_until(field, "shots"))["shots"]} == {0}


def test_it_goes_to_the_marker() -> None:
    field = Field([unit("runner", 1)], [unit("far", 1)], "move-units")
    field.put("a.runner", (10, 10))
    field.put("b.far", (50, 40))
    field.state.write("markers", 0, (10, 17))
    data = choose_answer(play_until(field, "move"))
    assert data["kind"] == "normal"
    assert data["moves"][0]["path"][-1][1] > 13.0


def test_it_stays_on_the_marker_that_it_holds() -> None:
    field = Field([unit("keeper", 1)], [unit("far", 1)], "move-units")
    field.put("a.keeper", (10, 10))
    field.put("b.far", (50, 40))
    field.state.write("markers", 0, (10, 10))
    field.state.write("markers", 1, (10, 43))
    data = choose_answer(play_until(field, "move"))
    end = data["moves"][0]["path"][-1] if data["moves"] else [10, 10, 0]
    assert abs(end[0] - 10) + abs(end[1] - 10) < 4


@pytest.mark.parametrize(("strength", "ap", "charges"), [("8", "-3", True), ("2", "0", False)])
def test_it_charges_when_it_pays(strength: str, ap: str, charges: bool) -> None:
    brutes = unit("brutes", 3, blade(S=strength, AP=ap, D="2"), A="4", W="3", Sv="5+")
    field = Field([brutes], [unit("foe", 3, blade(S="6", AP="-2", D="2"), A="3", WS="2+", W="2", Sv="2+")], "charges")
    field.row("a.brutes", 20, 10)
    field.row("b.foe", 20, 13)
    field.mark("a.brutes", "charge-near")
    assert (choose_answer(play_until(field, "select"))["unit"] == "a.brutes") is charges


def test_it_loses_the_cheapest_model() -> None:
    squad = unit("squad", [(1, ["Cannon"]), (2, ["Rifle"])], gun("Cannon", S="9", D="6"), gun("Rifle"), Sv="7+")
    field = Field([unit("gunners", 8, gun(S="10", AP="-6", type="Rapid Fire 3"))], [squad])
    field.row("a.gunners", 20, 10)
    field.row("b.squad", 20, 25)
    battle = play_until(field, "allocate")
    assert choose_answer(battle)["model"] in field.models("b.squad")[1:]


@pytest.mark.parametrize(("gap", "again"), [(11.0, True), (3.0, False)])
def test_it_rolls_a_charge_again_only_when_that_helps(gap: float, again: bool) -> None:
    second = {"kind": "re-roll", "roll": "charge", "results": "all"}
    field = Field([unit("riders", 1, blade(), abilities=[ability("Eager", second)])], [unit("foe", 1)], "charges")
    field.put("a.riders", (20, 10))
    field.put("b.foe", (20, 11 + gap))
    field.mark("a.riders", "charge-near")
    battle = field.go(3, 2)
    while battle.decision and battle.decision.kind != "re-roll":
        battle.choose(next(choice for choice in battle.options() if choice.data.get("unit", "") is not None))
    assert choose_answer(battle)["again"] is again


def small(name: str) -> list[Row]:
    return [
        unit(f"{name}-line", 5, gun(), blade()),
        unit(f"{name}-heavy", 1, gun("Cannon", type="Heavy D3", S="8", AP="-2", D="D3"), W="6", T="6", Sv="3+"),
    ]


def battle_of_small_armies(seed: int) -> Battle:
    return Battle.start(
        (roster(small("a"), power=10), roster(small("b"), power=10)), seed=seed, players=("greedy", "random")
    )


@pytest.mark.parametrize("names", [("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")])
def test_whole_battles_are_legal_and_end(names: tuple[str, str]) -> None:
    battle = battle_of_small_armies(4)
    outcome = play(battle, (BOTS[names[0]](4), BOTS[names[1]](4)))
    assert outcome.rounds == 5 or outcome.reason == "army-destroyed"


def test_it_chooses_the_same_in_the_same_position() -> None:
    first, second = (battle_of_small_armies(5) for _ in range(2))
    for battle in (first, second):
        play(battle, (BOTS["greedy"](1), BOTS["greedy"](2)))
    assert first.record().to_bytes() == second.record().to_bytes()


def test_it_leaves_the_view_as_it_was() -> None:
    battle = battle_of_small_armies(6)
    while battle.decision and battle.decision.kind != "shots":
        view = battle.view(battle.decision.player)
        before = view.game.state.to_bytes()
        choice = Greedy().choose(view, battle.options())
        assert view.game.state.to_bytes() == before
        battle.choose(choice)


def test_an_aircraft_flies_on_though_the_enemy_holds_the_markers() -> None:
    field = Field([unit("plane", 1, keywords=("AIRCRAFT", "FLY"), M='20-50"')], [unit("line", 6)], "move-units")
    field.put("a.plane", (10, 10))
    field.row("b.line", 30, 30)
    for marker in range(4):
        field.state.write("markers", marker, (28 + 2 * marker, 30))
    assert choose_answer(play_until(field, "move"))["kind"] == "normal"


def test_markers_are_spread_over_the_battlefield() -> None:
    battle = Battle.start((roster([unit("x")]), roster([unit("y")])), seed=3, players=("greedy", "greedy"))
    while battle.decision is not None and "zone.chosen" not in {event["kind"] for event in battle.events}:
        player = battle.decision.player
        battle.choose(Greedy().choose(battle.view(player), battle.options(player)))
    size = next(event for event in battle.events if event["kind"] == "battlefield.created")
    placed = [event["at"] for event in battle.events if event["kind"] == "marker.placed"]
    assert len(placed) == 4
    for axis, whole in enumerate((size["width"], size["depth"])):
        assert min(at[axis] for at in placed) < whole / 2 < max(at[axis] for at in placed)
        assert max(at[axis] for at in placed) - min(at[axis] for at in placed) > whole / 4
