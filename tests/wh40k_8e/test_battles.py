"""Whole battles of 8th edition: they end, replay to the byte, offer only what is legal, and tell every die."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from resolver.engine.battle import Battle
from resolver.engine.prose import tell
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.players import play
from resolver.players.greedy import Greedy
from resolver.players.random_legal import RandomLegal
from resolver.table.dice import SeededDice
from tests.dice import RecordingDice
from tests.field import Row, ability, blade, gun, roster, unit
from tests.wh40k_8e.test_psychic import psyker

rule = pytest.mark.rule
HULL = {"shape": "hull", "mm": [101.6, 63.5]}
SAID = [
    {"kind": "warlord", "subject": "lord-m0"},
    {"kind": "warlord-trait", "subject": "lord-m0", "value": "roll"},
    {"kind": "embarked", "subject": "x", "value": "v"},
]
LABELS = {
    "advance.rolled": "advance",
    "move.rolled": "move",
    "charge.rolled": "charge",
    "morale.tested": "morale",
    "psychic.tested": "psychic",
    "deny.tested": "deny",
    "explosion.rolled": "explodes",
    "survivors.rolled": "destroyed-transport",
    "wounds.ignored": "ignore",
    "mortal-wounds.suffered": "mortal",
    "primary.rolled": "table",
    "trait.determined": "table",
    "victory-points.scored": "table",
}


def army() -> list[Row]:
    """Infantry with rifles and grenades, heavy guns, a Warlord, a psyker, a transport that explodes, a flyer, fliers."""
    bang = {"kind": "explodes", "needs": "4+", "distance": 6, "number": "D3", "on": "destroyed"}
    room = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    return [
        unit("x", 5, gun(), gun("Grenade", range='6"', type="Grenade D6"), blade()),
        unit("h", 3, gun("Heavy", type="Heavy D3", range='36"', S="6", D="D3"), gun("Pistol", range='12"', type="Pistol 1")),
        unit("lord", 1, blade("Axe", S="+2", D="3"), keywords=("CHARACTER", "INFANTRY"), W="5", A="D6", Sv="2+"),
        psyker("psy", casts=2),
        unit("v", 1, gun("Cannon", type="Heavy D6", range='48"', S="8", AP="-2", D="D6"), keywords=("VEHICLE", "TRANSPORT"))
        | {"transport": room, "abilities": [ability("Explodes", {**bang, "to": {"scope": "units", "range": 6}})]},
        unit("f", 1, gun("Rockets", type="Assault 3", S="7"), keywords=("FLY",), M='20-50"', W="8", T="6", base=HULL),
        unit("r", 3, blade(), keywords=("FLY",), M='2D6"', W="2"),
    ]


def start(seed: int, **given: Any) -> Battle:
    documents = [roster(army(), SAID, power, system="wh40k-8e") for power in (20, 55)]
    return Battle.start(documents, "wh40k-8e", seed=seed, **given)


@cache
def play_battle(seed: int) -> tuple[Battle, RecordingDice]:
    dice = RecordingDice(SeededDice(seed))
    battle = start(seed, dice=dice)
    play(battle, (RandomLegal(seed), RandomLegal(seed + 100)))
    return battle, dice


@rule("8E-LENGTH-01")
@rule("8E-VICTORY-03")
@rule("8E-POWER-05")
@pytest.mark.parametrize("seed", range(3))
def test_random_battles_end_with_a_victor_and_are_told(seed: int) -> None:
    battle, _ = play_battle(seed)
    assert battle.outcome
    assert battle.outcome.winner in (0, 1)
    assert sum(event["kind"] == "die.rolled-again" for event in battle.events) <= 3
    lines = list(tell(battle.events, battle.armies, battle.game.ruleset))
    assert len(lines) == sum(not battle.game.ruleset.events[event["kind"]].silent for event in battle.events)
    assert not [line for line in lines if "{" in line or "  " in line]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay_byte_for_byte(seed: int) -> None:
    battle, _ = play_battle(seed)
    data = battle.record().to_bytes()
    again = replay(read_record(data))
    assert again.events == battle.events
    assert again.record().to_bytes() == data


def test_going_back_leaves_no_trace() -> None:
    battle = start(3)
    players = (RandomLegal(3), RandomLegal(4))
    for _ in range(60):
        decision = battle.decision
        assert decision
        battle.choose(players[decision.player].choose(battle.view(decision.player), battle.options()))
    wanted = (battle.decision, list(battle.events), battle.game.state.to_bytes())
    made = battle.choices[-25:]
    battle.undo(25)
    for choice in made:
        battle.choose(choice)
    assert (battle.decision, battle.events, battle.game.state.to_bytes()) == wanted


def test_every_option_is_legal() -> None:
    battle = start(5)
    players = (RandomLegal(5), RandomLegal(6))
    for _ in range(250):
        decision = battle.decision
        if decision is None:
            break
        options = battle.options()
        for option in options:
            assert battle.check(option) is None, (decision, option)
        battle.choose(players[decision.player].choose(battle.view(decision.player), options))


@pytest.mark.parametrize("seed", range(3))
def test_every_die_is_told_with_its_cause(seed: int) -> None:
    battle, dice = play_battle(seed)
    rolled = Counter(address.label for address in dice.record)
    rolled.pop("choice")
    told: Counter[str] = Counter()
    for event in battle.events:
        kind = event["kind"]
        if kind == "attack.made":
            for name in ("hit", "wound", "save", "damage"):
                told[name] += len(event[name]["dice"]) if event[name] else 0
        elif kind == "attacks.began":
            told["attacks"] += sum(len(faces) for faces in event["dice"])
        elif kind == "attacks.counted":
            told["attacks"] += sum(len(row["dice"]) for row in event["models"])
        elif kind == "rolled-off":
            told["roll-off"] += 2 * len(event["throws"])
        elif kind == "die.rolled-again":
            told[event["roll"]] += 1
        elif kind in LABELS:
            told[LABELS[kind]] += len(event.get("dice", []))
    assert rolled == +told


def test_greedy_programs_play_to_the_end() -> None:
    quick = [unit("x", 5, blade(), M='14"'), unit("lord", 1, blade(), keywords=("CHARACTER",), M='14"', W="5", A="4")]
    documents = [roster([*quick, army()[1]], SAID[:1], power, system="wh40k-8e") for power in (20, 55)]
    battle = Battle.start(documents, "wh40k-8e", seed=1)
    outcome = play(battle, (Greedy(), Greedy()))
    assert outcome.winner in (0, 1)
    markers = [event["at"] for event in battle.events if event["kind"] == "marker.placed"]
    assert all(abs(x - 36) <= 18 and abs(y - 24) <= 18 for x, y in markers)
    assert [event for event in battle.events if event["kind"] == "attack.made"]
    assert [event for event in battle.events if event["kind"] == "unit.moved" and event["move"] == "charge"]
