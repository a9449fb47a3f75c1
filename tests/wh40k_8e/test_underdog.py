"""The Underdog of 8th edition: who it is, the first turn, and re-rolls of single dice."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.prose import LogWriter
from resolver.players.greedy import Greedy
from resolver.rulesets.wh40k_8e import matchup
from tests.field import ability, blade, gun, roster, shot, unit
from tests.wh40k_8e.field import Field
from tests.wh40k_8e.test_mission import events, playing, start, until

rule, example = pytest.mark.rule, pytest.mark.example


def underdog(field: Field, player: int = 0, number: int = 1) -> Field:
    """Give a player re-rolls."""
    field.state.write("player_counters", (player, field.rules.names.player_counters["rerolls"]), number)
    return field


def rerolls_left(field: Field, player: int = 0) -> int:
    return field.game.player_count(player, "rerolls")


@rule("8E-POWER-01")
@rule("8E-POWER-02")
@rule("8E-POWER-04")
@pytest.mark.parametrize(("powers", "lower", "number"), [((45, 25), 1, 2), ((10, 19), 0, 0), ((10, 20), 0, 1)])
def test_the_facts_of_a_battle_name_the_underdog_and_its_rerolls(powers: Any, lower: int, number: int) -> None:
    facts = matchup.matchup([roster([unit("x", 1)], system="wh40k-8e", power=power) for power in powers])
    assert facts.more == {"combined_power": sum(powers), "underdog": lower, "rerolls": number}
    (finding,) = facts.findings
    assert (finding.rule, finding.wanted, finding.found) == ("8E-POWER-04", max(powers), min(powers))
    assert facts.rules["underdog"] == "8E-POWER-02"


@rule("8E-POWER-03")
def test_of_equal_armies_nobody_is_the_underdog_yet() -> None:
    facts = matchup.matchup([roster([unit("x", 1)], system="wh40k-8e", power=20)] * 2)
    assert (facts.more["underdog"], facts.more["rerolls"]) == (None, 0)
    assert [finding.rule for finding in facts.findings] == ["8E-POWER-03"]
    assert facts.rules["underdog"] == "8E-POWER-03"


@rule("8E-POWER-01")
@rule("8E-POWER-02")
@rule("8E-POWER-04")
@rule("8E-FIRST-01")
@rule("8E-ROUND-02")
@rule("8E-Q-35")
@rule("8E-Q-47")
@pytest.mark.parametrize(("powers", "lower", "number"), [((45, 25), 1, 2), ((10, 19), 0, 0), ((10, 20), 0, 1)])
@pytest.mark.parametrize("turn", ["first", "second"])
def test_the_weaker_army_chooses_the_first_turn_and_gets_rerolls(powers: Any, lower: int, number: int, turn: str) -> None:
    battle = start([unit("x", 1)], [unit("y", 1)], powers=powers)
    decision = until(battle, "choose-turn")
    named = events(battle, "underdog.named")[0]
    assert (named["player"], named["powers"], named["rerolls"]) == (lower, list(powers), number)
    assert decision.player == lower
    assert not events(battle, "die.rolled-again")
    battle.choose(next(option for option in battle.options() if option.data["turn"] == turn))
    assert battle.game.state.first == (lower if turn == "first" else 1 - lower)
    assert battle.game.player_count(lower, "rerolls") == number
    assert battle.game.player_count(1 - lower, "rerolls") == 0


@rule("8E-POWER-03")
@pytest.mark.parametrize("seed", range(4))
def test_of_equal_armies_it_is_who_chose_the_zones(seed: int) -> None:
    battle = start([unit("x", 1)], [unit("y", 1)], seed)
    decision = until(battle, "choose-turn", seed)
    assert decision.player == events(battle, "underdog.named")[0]["player"] == events(battle, "primary.rolled")[0]["player"]


@rule("8E-POWER-05")
@rule("8E-Q-11")
@rule("8E-Q-47")
@rule("8E-REROLL-03")
def test_one_die_of_a_roll_of_two_is_rolled_again_before_modifiers() -> None:
    slow = {"kind": "modify-roll", "roll": "charge", "operation": "subtract", "value": "1", "on": "attack"}
    field = underdog(Field([unit("x", 1, abilities=[ability("Mud", slow)])], [unit("y", 1)], "charges"), number=2)
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (18.0, 10.0))
    field.mark("a.x", "charge-near")
    field.go(2, 3, 6)
    field.choose("select", unit="a.x")
    assert field.decision.data["dice"] == [2, 3]
    assert field.options("roll-again") == [{"die": None}, {"die": 0}, {"die": 1}]
    field.choose("roll-again", die=0)
    told = field.event("die.rolled-again")
    assert (told["before"], told["face"], told["rules"]) == (2, 6, ["8E-POWER-05", "8E-REROLL-02"])
    assert (field.event("charge.rolled")["dice"], field.event("charge.rolled")["distance"]) == ([6, 3], 8)
    assert rerolls_left(field) == 1


@rule("8E-POWER-05")
def test_each_reroll_is_used_once() -> None:
    field = Field([unit("x", 1), unit("w", 1)], [unit("y", 1)], "move-units")
    underdog(field)
    field.put("a.x", (10.0, 10.0))
    field.put("a.w", (10.0, 20.0))
    field.put("b.y", (50.0, 40.0))
    field.go(1, 5, 1)
    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    field.choose("roll-again", die=0)
    assert field.event("advance.rolled")["distance"] == 5
    field.choose("advance", moves=[])
    field.choose("select", unit="a.w")
    field.choose("move", kind="advance")
    assert field.asked == "advance"
    assert rerolls_left(field) == 0


@rule("8E-POWER-05")
def test_a_player_may_keep_a_roll_and_the_reroll() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "move-units")
    underdog(field)
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (50.0, 40.0))
    field.go(1)
    field.choose("select", unit="a.x")
    field.choose("move", kind="advance")
    field.choose("roll-again", die=None)
    assert field.event("advance.rolled")["distance"] == 1
    assert rerolls_left(field) == 1


@rule("8E-REROLL-02")
@rule("8E-Q-47")
@example("8E-EX-99")
def test_a_die_that_an_ability_rolled_again_is_not_offered() -> None:
    sure = ability("Sure", {"kind": "re-roll", "roll": "hit", "results": [1]})
    field = Field([unit("x", 1, gun(type="Assault 1"), abilities=[sure])], [unit("y", 1)], "shooting")
    underdog(field)
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (20.0, 10.0))
    field.go(1, 2)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert not field.events("die.rolled-again")
    assert field.event("attack.made")["hit"]["first"] == [1]
    assert rerolls_left(field) == 1


@rule("8E-POWER-05")
@rule("8E-Q-47")
def test_attackers_and_defenders_roll_again_what_is_their_own() -> None:
    field = Field([unit("x", 1, gun(type="Assault 1", D="D6"))], [unit("y", 1, W="9")], "shooting")
    underdog(field, 0, 3)
    underdog(field, 1, 1)
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (20.0, 10.0))
    field.go(2, 4, 3, 5, 1, 2, 1, 6)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    asked = []
    while field.battle and field.battle.decision and field.asked == "roll-again":
        asked.append((field.decision.player, field.decision.data["roll"], field.decision.data["needed"]))
        field.choose("roll-again", die=0)
    assert asked == [(0, "hit", 3), (0, "wound", 4), (1, "save", 4), (0, "damage", None)]
    made = field.event("attack.made")
    assert (made["hit"]["first"], made["wound"]["first"], made["save"]["first"]) == ([2], [3], [1])
    assert made["damage"] == {"dice": [6], "first": [1], "damage": 6}
    assert field.wounds("b.y") == [3]
    assert [rerolls_left(field, player) for player in (0, 1)] == [0, 0]


@rule("8E-Q-47")
@pytest.mark.parametrize("player", [0, 1])
def test_nobody_is_asked_about_what_succeeded_or_is_not_their_own(player: int) -> None:
    field = Field([unit("x", 1, gun(type="Assault 1"))], [unit("y", 1, W="9")], "shooting")
    underdog(field, player)
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (20.0, 10.0))
    field.go(*((6, 6, 1) if player == 0 else (1,)))
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert rerolls_left(field, player) == 1
    assert not field.events("die.rolled-again")


@rule("8E-POWER-05")
@rule("8E-MODCHAR-06")
def test_amounts_are_offered_too() -> None:
    field = Field([unit("x", 1, gun(type="Assault D6"))], [unit("y", 1, W="9")], "shooting")
    underdog(field)
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (20.0, 10.0))
    field.go(1, 3, 1, 1, 1)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert field.decision.data["roll"] == "attacks"
    field.choose("roll-again", die=0)
    assert field.event("attacks.began")["attacks"] == [3]
    assert len(field.events("attack.made")) == 3


@rule("8E-POWER-05")
def test_random_attacks_and_wounds_ignored_are_offered() -> None:
    hardy = ability("Hardy", {"kind": "ignore-wounds", "needs": "5+", "on": "wound-lost", "to": {"scope": "unit"}})
    field = Field([unit("x", 1, blade(), A="D6", WS="2+", S="8")], [unit("y", 1, W="9", Sv="-", abilities=[hardy])], "fight")
    underdog(field, 0)
    underdog(field, 1)
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (11.5, 10.0))
    field.mark("a.x", "charged")
    field.pair("a.x", "b.y", "charge-target")
    field.go(2, 1, 6, 6, 4, 5, 1)
    while field.asked != "roll-again":
        field.choose(**field.options()[-1])
    assert field.decision.data["roll"] == "attacks"
    field.choose("roll-again", die=0)
    while field.asked != "roll-again":
        field.choose(**field.options()[-1])
    assert (field.decision.player, field.decision.data["roll"], field.decision.data["dice"]) == (1, "ignore", [4])
    field.choose("roll-again", die=0)
    assert field.wounds("b.y") == [9]


@rule("8E-POWER-05")
def test_a_program_spends_rerolls_where_they_matter() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "charges")
    underdog(field)
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (18.0, 10.0))
    field.mark("a.x", "charge-near")
    field.go(4, 1)
    field.choose("select", unit="a.x")
    battle = field.battle
    assert battle
    chosen = Greedy().choose(battle.view(0), battle.options())
    assert chosen.data == {"die": 1}


@rule("8E-Q-47")
def test_set_up_rolls_are_no_dice_of_the_battle() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "primary", battle_round=0)
    underdog(field)
    field.go(3, 2, 5)
    assert field.asked == "divide"
    assert field.event("primary.rolled")["dice"] == [5]


CHEER = ability("Cheer", {"kind": "regain-wounds", "number": "1", "on": "round-end", "to": {"scope": "bearer"}})


@rule("8E-POWER-05")
@rule("8E-Q-47")
@rule("8E-ROLLOFF-02")
@pytest.mark.parametrize(
    ("dice", "asked", "throws", "left_over"),
    [
        ((2, 4, 6), [2], [[6, 4]], 0),
        ((2, 4, 4, 5, 1), [2], [[4, 4], [5, 1]], 0),
        ((3, 3, 5), [3], [[5, 3]], 0),
        ((5, 4), [], [[5, 4]], 1),
        ((6, 6, 6, 2), [], [[6, 6], [6, 2]], 1),
    ],
)
def test_a_roll_off_in_the_battle_may_be_rolled_again(dice: Any, asked: Any, throws: Any, left_over: int) -> None:
    """By whoever has not won it; a tie that is left is thrown again by both, whoever has used a re-roll."""
    sides = [[unit(name, 1, W="3", abilities=[CHEER])] for name in ("x", "y")]
    field = underdog(Field(*sides, "morale-tests", turn=1, battle_round=2))
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (50.0, 40.0))
    field.go(*dice)
    found = []
    while field.asked == "roll-again":
        assert (field.decision.player, field.decision.subject, field.decision.data["roll"]) == (0, "", "roll-off")
        found += field.decision.data["dice"]
        field.choose("roll-again", die=0)
    assert found == asked
    told = field.event("rolled-off")
    assert (told["purpose"], told["throws"], told["winner"]) == ("order", throws, 0)
    assert rerolls_left(field) == left_over


@rule("8E-Q-47")
@pytest.mark.parametrize("player", [0, 1])
def test_the_points_for_the_warlord_may_be_rolled_again_by_who_scores_them(player: int) -> None:
    field = playing(1)
    underdog(field, player)
    field.put("a.x", (20.0, 20.0))
    field.put("b.z", (50.0, 30.0))
    field.state.write("alive", field.models("b.y"), False)
    battle = field.go(*((2, 5) if player == 0 else (2,)))
    if player == 0:
        assert field.decision.data == {"roll": "table", "dice": [2], "again": [0], "needed": None}
        field.choose("roll-again", die=0)
    assert battle.outcome
    assert battle.outcome.victory_points == (3 if player == 0 else 1, 0)


def test_a_players_own_roll_is_told_without_a_unit() -> None:
    field = playing(1)
    underdog(field)
    field.put("a.x", (20.0, 20.0))
    field.put("b.z", (50.0, 30.0))
    field.state.write("alive", field.models("b.y"), False)
    field.go(1, 6)
    teller = LogWriter(field.game.armies, field.game.ruleset)
    assert teller.question(field.decision) == "You rolled 1 for victory points. Do you roll one die again?"
    field.choose("roll-again", die=0)
    told = teller.sentence(field.event("die.rolled-again"))
    assert "rolls a die for victory points again: 1 becomes 6." in told


@rule("8E-POWER-05")
@rule("8E-VICTORY-03")
@pytest.mark.parametrize("alone", [True, False])
def test_when_an_army_is_gone_nobody_is_asked_for_a_reroll(alone: bool) -> None:
    feast = ability("Feast", {"kind": "regain-wounds", "number": "D3", "on": "after-shooting", "to": {"scope": "bearer"}})
    foes = [unit("y", 1)] if alone else [unit("y", 1), unit("z", 1)]
    field = underdog(Field([unit("x", 1, gun(type="Assault 1"), W="4", abilities=[feast])], foes, "shooting"), number=9)
    (model,) = field.put("a.x", (10.0, 10.0))
    field.state.write("wounds", model, 1)
    for place, row in enumerate(foes):
        field.put(f"b.{row['id']}", (20.0, 10.0 + 8 * place))
    field.go(6, 6, 1, 1)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert field.events("unit.destroyed")
    assert (field.battle is not None and field.battle.decision is None) is alone
    if not alone:
        assert field.asked == "roll-again"
