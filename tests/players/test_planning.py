"""The planning player: units share the markers, keep out of harm, charge only what they beat; whole battles are legal."""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import Any

import pytest

from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from resolver.players.planning import Planner
from resolver.shared.field import holding
from resolver.table.dice import SeededDice
from resolver.table.sight import visible
from tests.field import Field, ability, blade, gun, roster, unit, wall
from tests.players import asked

Row = dict[str, Any]
SYSTEMS = ("wh40k-9e", "wh40k-8e")
choose_answer, play_until = partial(asked.choose_answer, Planner()), partial(asked.play_until, Planner())


def end(field: Field, key: str) -> tuple[float, float]:
    """Where the first model of a unit stands."""
    model = field.models(key)[0]
    return float(field.state.x[model]), float(field.state.y[model])


def play_movement_phase(field: Field) -> None:
    """Play the Movement phase of the first player."""
    battle = field.go(source=SeededDice(3))
    while battle.decision is not None and battle.decision.kind in ("select", "move", "advance"):
        if battle.decision.data.get("to", "move") != "move":
            return
        battle.choose(Planner().choose(battle.view(battle.decision.player), battle.options()))


def away(point: tuple[float, float], marker: tuple[float, float]) -> float:
    return hypot(point[0] - marker[0], point[1] - marker[1])


def test_units_go_to_different_markers() -> None:
    near, far = (20.0, 16.0), (34.0, 16.0)
    field = Field([unit("left", 1), unit("right", 1)], [unit("foe", 1)], "move-units")
    field.put("a.left", (20, 6))
    field.put("a.right", (24, 6))
    field.put("b.foe", (58, 42))
    field.state.write("markers", 0, near)
    field.state.write("markers", 1, far)
    play_movement_phase(field)
    assert away(end(field, "a.left"), near) < 6.0
    assert away(end(field, "a.right"), far) < away((24, 6), far) - 4.0


def test_of_two_markers_it_goes_to_the_one_out_of_threat() -> None:
    guns = unit("guns", 8, gun(range='18"', type="Heavy 3", S="8", AP="-4", D="2"), M='0"')
    field = Field([unit("runner", 3)], [guns], "move-units")
    field.row("a.runner", 28, 10)
    field.row("b.guns", 50, 12)
    field.state.write("markers", 0, (37, 14))
    field.state.write("markers", 1, (22, 14))
    play_movement_phase(field)
    assert away(end(field, "a.runner"), (22, 14)) < 4.5


def test_it_hides_from_guns_that_it_cannot_answer() -> None:
    guns = unit("guns", 2, gun(range='48"', type="Heavy 1", S="8", AP="-4", D="2"), M='0"')
    field = Field([unit("target", 1, W="4")], [guns], "move-units", terrain=[wall(22, 14, 32, 15)])
    field.put("a.target", (19.5, 10))
    field.row("b.guns", 20, 34)
    play_movement_phase(field)
    shooters, hidden = field.state.standing(field.game.unit("b.guns")), field.state.standing(field.game.unit("a.target"))
    assert not visible(field.state, shooters, hidden).any()


@pytest.mark.parametrize(("strength", "ap", "charges"), [("8", "-3", True), ("2", "0", False)])
def test_it_charges_only_a_fight_that_it_wins(strength: str, ap: str, charges: bool) -> None:
    brutes = unit("brutes", 3, blade(S=strength, AP=ap, D="2"), A="4", W="3", Sv="5+")
    field = Field([brutes], [unit("foe", 3, blade(S="6", AP="-2", D="2"), A="3", WS="2+", W="2", Sv="2+")], "charges")
    field.row("a.brutes", 20, 10)
    field.row("b.foe", 20, 13)
    field.mark("a.brutes", "charge-near")
    assert (choose_answer(play_until(field, "select"))["unit"] == "a.brutes") is charges


def test_it_shoots_those_who_hold_a_marker() -> None:
    field = Field([unit("gunners", 3, gun())], [unit("idle", 3), unit("holders", 3)])
    field.row("a.gunners", 20, 10)
    field.row("b.idle", 20, 25)
    field.row("b.holders", 30, 25)
    field.state.write("markers", 0, (31, 27))
    assert {row["target"] for row in choose_answer(play_until(field, "shots"))["shots"]} == {"b.holders"}


WAITS = ability("Drop", {"kind": "reserves", "distance": 9, "from_round": 2, "on": "deployment"})


def test_a_unit_that_may_wait_is_set_up() -> None:
    armies = (roster([unit("scouts", 3, abilities=[WAITS])], power=10), roster([unit("foe", 3)], power=10))
    battle = Battle.start(armies, seed=1)
    while battle.decision is not None and not battle.decision.data.get("reserves"):
        battle.choose(Planner().choose(battle.view(battle.decision.player), battle.options()))
    assert choose_answer(battle)["poses"] is not None


def test_a_unit_that_waits_comes_however_far_it_is_from_the_markers() -> None:
    field = Field([unit("scouts", 3, abilities=[WAITS])], [unit("foe", 1)], "reinforcements", battle_round=2)
    field.mark("a.scouts", "held")
    field.put("b.foe", (30, 20))
    field.state.write("markers", 0, (30, 19))
    field.state.write("markers", 1, (31, 21))
    assert choose_answer(play_until(field, "arrive"))["poses"] is not None


def small(name: str) -> list[Row]:
    return [
        unit(f"{name}-line", 5, gun(), blade()),
        unit(f"{name}-heavy", 1, gun("Cannon", type="Heavy D3", S="8", AP="-2", D="D3"), W="6", T="6", Sv="3+"),
    ]


def fought(system: str, names: tuple[str, str], seed: int) -> Battle:
    """A battle of small armies, played to its end."""
    armies = (roster(small("a"), power=10, system=system), roster(small("b"), power=10, system=system))
    battle = Battle.start(armies, system, seed=seed, players=names)
    play(battle, (BOTS[names[0]](4), BOTS[names[1]](4)))
    return battle


@pytest.mark.parametrize("system", SYSTEMS)
def test_whole_battles_are_legal_and_come_out_the_same_again(system: str) -> None:
    first, second = (fought(system, ("planning", "greedy"), 4) for _ in range(2))
    assert first.outcome is not None
    assert first.record().to_bytes() == second.record().to_bytes()


def test_it_leaves_the_view_as_it_was() -> None:
    battle = Battle.start((roster(small("a"), power=10), roster(small("b"), power=10)), seed=6)
    while battle.decision and battle.decision.kind != "shots":
        view = battle.view(battle.decision.player)
        before = view.game.state.to_bytes()
        choice = Planner().choose(view, battle.options())
        assert view.game.state.to_bytes() == before
        assert battle.check(choice) is None
        battle.choose(choice)


def test_those_who_shoot_do_not_run_where_they_only_come_near() -> None:
    field = Field([unit("gunners", 5, gun(range='36"', type="Heavy 3", S="5", AP="-2"))], [unit("foe", 10)], "move-units")
    field.row("a.gunners", 20, 10)
    field.row("b.foe", 20, 30)
    field.state.write("markers", 0, (20, 40))
    assert choose_answer(play_until(field, "move"))["kind"] != "advance"


def test_in_the_last_turn_it_takes_a_marker_whoever_is_near() -> None:
    brutes = unit("brutes", 6, gun(type="Heavy 4", S="8", AP="-4", D="2"), blade(S="8", AP="-4", D="2"), A="5", M='0"')
    field = Field([unit("runner", 3)], [brutes], "move-units", battle_round=5)
    field.state.first = 1
    field.row("a.runner", 20, 10)
    field.row("b.brutes", 18, 26)
    field.state.write("markers", 0, (20, 17))
    play_movement_phase(field)
    assert holding.holders(field.game) == [0]


def test_the_last_unit_of_an_army_that_is_ahead_stays_out_of_sight() -> None:
    guns = unit("guns", 8, gun(range='48"', type="Heavy 4", S="8", AP="-4", D="2"), M='0"')
    field = Field([unit("last", 1, W="4")], [guns], "move-units", terrain=[wall(16, 14, 34, 15)], battle_round=4)
    field.score("victory-points", (8, 2))
    field.put("a.last", (24, 10))
    field.row("b.guns", 18, 34)
    field.state.write("markers", 0, (13, 11))
    play_movement_phase(field)
    shooters, hidden = field.state.standing(field.game.unit("b.guns")), field.state.standing(field.game.unit("a.last"))
    assert not visible(field.state, shooters, hidden).any()


def test_it_shoots_the_last_unit_of_an_army() -> None:
    field = Field([unit("gunners", 5, gun(S="5", AP="-2"))], [unit("last", 1)])
    field.row("a.gunners", 20, 10)
    field.put("b.last", (20, 25))
    field.score("victory-points", (0, 9))
    assert {row["target"] for row in choose_answer(play_until(field, "shots"))["shots"]} == {"b.last"}


def test_gunners_do_not_charge_those_they_would_rather_shoot() -> None:
    guns = unit("guns", 5, gun(type="Heavy 3", S="6", AP="-2", D="2"), A="2")
    others = [unit(f"other{place}", 10) for place in range(4)]
    field = Field([guns], [unit("foe", 10, A="1", WS="6+"), *others], "charges")
    field.row("a.guns", 20, 10)
    field.row("b.foe", 18, 13)
    for place in range(4):
        field.row(f"b.other{place}", 10 + 12 * place, 40)
    field.mark("a.guns", "charge-near")
    assert choose_answer(play_until(field, "select"))["unit"] is None


def test_it_charges_to_take_a_marker_from_the_enemy() -> None:
    for marker, charges in (((20, 14), True), ((50, 40), False)):
        field = Field([unit("line", 5, blade())], [unit("foe", 2, blade(), W="2", Sv="2+", A="3")], "charges")
        field.row("a.line", 18, 9)
        field.row("b.foe", 19, 13)
        field.mark("a.line", "charge-near")
        field.state.write("markers", 0, marker)
        assert (choose_answer(play_until(field, "select"))["unit"] == "a.line") is charges
