"""Odds before choosing: what is expected of declared attacks is what comes of them on average."""

from __future__ import annotations

import pytest

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import Forecast
from resolver.engine.view import View
from resolver.players.random_legal import RandomLegal
from resolver.table.dice import SeededDice
from tests.engine.test_battles import start

MANY = 100


def forecast(view: View, decision: Decision, data: Data) -> list[Forecast]:
    found = view.game.ruleset.decisions[decision.kind].forecast
    assert found
    return found(view.game, decision, data)


def play_until(kind: str, seed: int) -> Battle:
    """Play a battle to a decision of a kind with a single target and more than one attack."""
    battle, players = start(seed), (RandomLegal(seed), RandomLegal(seed + 1000))
    while (decision := battle.decision) is not None:
        option = battle.options()[0]
        rows = option.data.get("shots", option.data.get("attacks", []))
        if (
            decision.kind == kind
            and sum(row.get("number", 1) for row in rows) > 2
            and len({row["target"] for row in rows}) == 1
        ):
            return battle
        battle.choose(players[decision.player].choose(battle.view(decision.player), battle.options()))
    raise AssertionError(f"no {kind} in this battle")


def outcome(battle: Battle, option: Choice, seed: int) -> tuple[int, int]:
    """The wounds and models that the target loses when these attacks are made with other dice."""
    twin = battle.clone()
    twin.game.dice = SeededDice(seed)
    target = option.data.get("shots", option.data.get("attacks"))[0]["target"]
    begun = len(twin.events)
    twin.choose(option)
    while twin.decision and twin.decision.kind in ("resolve", "allocate", "re-roll"):
        twin.choose(twin.options()[0])
    done = [event for event in twin.events[begun:] if event.get("unit") == target]
    end = next((n for n, event in enumerate(done) if event["kind"] in ("unit.fights", "morale.tested")), len(done))
    lost = sum(event["wounds"] for event in done[:end] if event["kind"] == "wounds.lost")
    return lost, sum(event["kind"] == "model.destroyed" for event in done[:end])


@pytest.mark.sample(1)
@pytest.mark.parametrize(("kind", "seed"), [("shots", 1), ("shots", 2), ("melee", 1)])
def test_the_average_of_many_tries_is_what_was_expected(kind: str, seed: int) -> None:
    battle = play_until(kind, seed)
    assert battle.decision
    option = battle.options()[0]
    (found,) = forecast(battle.view(battle.decision.player), battle.decision, option.data)
    tries = [outcome(battle, option, number) for number in range(MANY)]
    for place, expected in ((0, found.wounds), (1, found.kills)):
        mean = sum(row[place] for row in tries) / MANY
        spread = (sum((row[place] - mean) ** 2 for row in tries) / MANY) ** 0.5
        assert mean == pytest.approx(expected, abs=4 * spread / MANY**0.5 + 0.01)
    some = sum(row[1] > 0 for row in tries) / MANY
    assert some == pytest.approx(found.some, abs=0.17)
    assert battle.decision.kind == kind, "nothing was played"


def test_what_is_expected_fits_together() -> None:
    battle = play_until("shots", 1)
    assert battle.decision
    view = battle.view(battle.decision.player)
    for option in battle.options():
        for each in forecast(view, battle.decision, option.data):
            assert isinstance(each, Forecast)
            assert 0 <= each.whole <= each.some <= 1
            assert each.some <= each.kills + 1e-9 <= each.models + 1e-9
            assert each.kills <= each.wounds + 1e-9


def test_only_attacks_have_odds() -> None:
    forecast = {name for name, kind in start(1).game.ruleset.decisions.items() if kind.forecast}
    assert forecast == {"shots", "melee"}
