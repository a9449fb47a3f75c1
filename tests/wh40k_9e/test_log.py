"""What the log says: every die that was rolled, with its cause; what is not resolved; nothing that nobody can measure."""

from __future__ import annotations

from collections import Counter

import pytest

from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.game import Game
from resolver.players import play
from resolver.players.random_legal import RandomLegal
from resolver.table.dice import SeededDice
from tests.armies import army
from tests.dice import RecordingDice

rule = pytest.mark.rule


def play_battle(seed: int) -> tuple[Battle, RecordingDice]:
    dice = RecordingDice(SeededDice(seed))
    documents = [document_from(army(name)) for name in ("sunward-host", "gloam-court")]
    battle = Battle.start(documents, seed=seed, dice=dice)
    play(battle, (RandomLegal(seed), RandomLegal(seed + 1)))
    return battle, dice


@rule("9E-DICEADV-01")
def test_every_die_is_logged_with_its_cause() -> None:
    battle, dice = play_battle(11)
    rolled = Counter(address.label for address in dice.record)
    told: Counter[str] = Counter()
    for event in battle.events:
        kind = event["kind"]
        if kind == "attack.made":
            for name in ("hit", "wound", "save"):
                if event[name]:
                    told[name] += len(event[name]["dice"]) + len(event[name].get("first", []))
            if event["damage"]:
                told["damage"] += len(event["damage"]["dice"]) + len(event["damage"]["first"])
        elif kind == "attacks.began":
            told["attacks"] += sum(len(faces) for faces in event["dice"])
        elif kind == "attacks.counted":
            told["attacks"] += sum(len(row["dice"]) for row in event["models"])
        elif kind == "rolled-off":
            told["roll-off"] += 2 * len(event["throws"])
        else:
            label = LABELS.get(kind)
            if label:
                told[label] += len(event["dice"]) + len(event.get("rerolled", []))
    rolled.pop("choice")
    assert rolled == told
    assert {"hit", "wound", "save", "roll-off"} <= set(rolled)


LABELS = {
    "advance.rolled": "advance",
    "charge.rolled": "charge",
    "morale.tested": "morale",
    "attrition.tested": "attrition",
    "psychic.tested": "psychic",
    "deny.tested": "deny",
    "explosion.rolled": "explodes",
    "survivors.rolled": "destroyed-transport",
    "wounds.ignored": "ignore",
    "mortal-wounds.suffered": "mortal",
}


@rule("9E-AIS-05")
@rule("9E-OUT-05")
def test_external_abilities_are_shown_and_listed_as_not_resolved() -> None:
    battle = Battle.start([document_from(army("sunward-host")), document_from(army("gloam-court"))], seed=1)
    listed = {(row["unit"], row["name"]) for row in battle.unresolved if row["external"]}
    squads = [unit.key for unit in battle.armies.units if unit.datasheet in ("assault-intercessor-squad", "outrider-squad")]
    assert {(key, "Angels of Death") for key in squads if not key.endswith("+")} <= listed
    assert battle.events[0]["unresolved"] == len(battle.unresolved)


@rule("9E-MEAS-03")
def test_everybody_may_measure_at_any_time() -> None:
    battle = Battle.start([document_from(army("sunward-host")), document_from(army("gloam-court"))], seed=1)
    player = RandomLegal(1)
    while battle.decision and battle.decision.kind != "move":
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    for viewer in (0, 1, None):
        view = battle.view(viewer)
        assert isinstance(view.game, Game)
        assert (view.game.state.x == battle.game.state.x).all()
        poses = [model["pose"] for unit in view.to_json()["units"] for model in unit["models"]]
        assert sum(pose is not None for pose in poses) == int(battle.game.state.on_table.sum())
