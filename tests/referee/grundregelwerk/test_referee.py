"""The referee of the Grundregelwerk is silent on battles as they are, and speaks of each of many faults put into them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.faults import Event, Fault, adds, changes, leaves_out, put
from tests.referee.grundregelwerk.battles import fight_battle
from tests.referee.grundregelwerk.judge import findings, referee

HERE = Path(__file__).parent
SEEDS = (27, 3, 1, 12, 7, 15, 90, 2, 0)


def test_it_imports_nothing_of_the_resolver() -> None:
    for path in HERE.glob("*.py"):
        if path.name not in ("battles.py", "__main__.py") and not path.name.startswith("test_"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not any(name.startswith(("resolver", "builder", "datasheets", "numpy")) for name in names)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_silent_on_battles_as_they_are(seed: int) -> None:
    events, documents = fight_battle(seed)
    assert referee(events, documents) == []


def fight(event: Event) -> bool:
    return event["cause"] == "combat"


def is_shot(event: Event) -> bool:
    return event["cause"] == "shooting" and bool(event["dice"])


def shots_into_combat(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
    """A fault: a unit shoots at one that has just come into close combat."""
    for place, event in enumerate(events):
        if event["kind"] == "hits.rolled" and is_shot(event):
            joined = {"kind": "combat.joined", "n": event["n"], "unit": event["target"], "target": event["unit"]}
            yield [*events[:place], joined, *events[place:]]


def losses_of_another(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
    """A fault: of models that save apart one fails, and another loses the Life point."""
    for place, event in enumerate(events):
        if event["kind"] == "saves.rolled" and event["models"] and event["unsaved"]:
            rolled = list(zip(event["models"], event["dice"], strict=True))
            failed = {model for model, face in rolled if face < event["needed"] or face == 1}
            after = events[place + 1]
            for safe in {model for model, _ in rolled} - failed:
                yield [*events[: place + 1], after | {"model": safe}, *events[place + 2 :]]


def combats_left(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
    """A fault: a unit that has lost contact does not close up, and calls the combat over."""
    for place, event in enumerate(events):
        if event["kind"] == "unit.moved" and event["move"] == "close-up":
            after = events[place + 1]
            yield [*events[:place], after | {"kind": "combat.ended"}, *events[place + 1 :]]


FAULTS: dict[str, Fault] = {
    "a move through terrain without a test": changes("unit.moved", lambda e: e.pop("leg"), lambda e: e.get("leg", 1) > 1),
    "a combat left by not closing up": combats_left,
    "a loss of who saved itself": losses_of_another,
    "a reaction used twice": adds("reaction.made", lambda event: event),
    "a reaction without a marker": leaves_out("area.secured"),
    "a reaction to a friend": changes("reaction.made", put("target", lambda e: e["unit"])),
    "a pinned unit that moves": adds(
        "unit.pinned", lambda e: {"kind": "action.began", "unit": e["unit"], "action": "move", "manner": "reaction"}
    ),
    "a fleeing unit that shoots": adds(
        "unit.fleeing", lambda e: {"kind": "action.began", "unit": e["unit"], "action": "shoot", "manner": "reaction"}
    ),
    "the same action twice": adds("action.began", lambda e: e, lambda e: e["manner"] == "action"),
    "a long action after a short one": adds(
        "action.began", lambda e: e | {"action": "sprint"}, lambda e: e["action"] == "move"
    ),
    "a unit that is not active acts": leaves_out("unit.activated"),
    "a unit activated twice": adds("unit.activated", lambda e: e),
    "a unit of the other player activated": changes("unit.activated", put("player", lambda e: 1 - e["player"])),
    "a unit left out of the round": leaves_out("unit.activated"),
    "a Waaaaagh! that nobody announced": leaves_out("waaaaagh.announced"),
    "an extra for more units": changes(
        "starting-player.rolled", put("modifiers", lambda e: [1 - m for m in e["modifiers"]])
    ),
    "the lower roll begins": changes("starting-player.rolled", put("player", lambda e: 1 - e["player"])),
    "a model that goes too far": changes(
        "unit.moved", lambda e: e["paths"][0]["path"].append([36.0, 24.0, 0.0]), lambda e: bool(e["paths"])
    ),
    "a model that ends on another": changes(
        "unit.moved", lambda e: e["poses"].append([e["poses"][0][0], *e["poses"][-1][1:]]), lambda e: len(e["poses"]) > 1
    ),
    "a model off the table": changes("unit.moved", lambda e: e["poses"][0].__setitem__(1, -3.0), lambda e: bool(e["poses"])),
    "a model out of range that shoots": changes(
        "hits.rolled", put("near", lambda e: e["near"][1:]), lambda e: is_shot(e) and bool(e["near"])
    ),
    "a die too many": changes("hits.rolled", lambda e: e["dice"].append(6), is_shot),
    "a die too many in close combat": changes("hits.rolled", lambda e: e["dice"].append(6), fight),
    "a weapon that fires faster": changes("hits.rolled", put("rate", lambda e: e["rate"] + 1), is_shot),
    "a weapon with more FP": changes("hits.rolled", put("fp", lambda e: e["fp"] + 1), is_shot),
    "Furious Charge when striking back": changes("hits.rolled", put("extra", lambda e: 1 - e["extra"]), fight),
    "hits on less than FK": changes("hits.rolled", put("needed", lambda e: e["needed"] - 1), is_shot),
    "a hit more than the dice show": changes("hits.rolled", put("hits", lambda e: e["hits"] + 1), is_shot),
    "Suppressive Fire on 5": changes("hits.rolled", put("needed", 5), lambda e: e["cause"] == "suppression"),
    "a re-roll without a Preacher": changes(
        "hits.rolled", put("before", lambda e: [1, *e["dice"][1:]]), lambda e: is_shot(e) and not e["before"]
    ),
    "shots into close combat": shots_into_combat,
    "armour ignored": changes("saves.rolled", put("fp", lambda e: e["weapon_fp"]), lambda e: e["fp"] != e["weapon_fp"]),
    "a hit that armour ignores is saved": changes(
        "hits.ignored",
        lambda e: e.update(
            kind="saves.rolled",
            cause="shooting",
            dice=[1] * e["number"],
            rw=4,
            weapon_fp=e["fp"],
            bonuses={},
            needed=4,
            unsaved=e["number"],
            models=[],
        ),
    ),
    "cover that is not there": changes("saves.rolled", put("bonuses", {"cover": 2})),
    "a better RW": changes("saves.rolled", put("rw", 1)),
    "a save too good": changes("saves.rolled", put("needed", lambda e: e["needed"] - 1)),
    "a failed save overlooked": changes(
        "saves.rolled", put("unsaved", lambda e: e["unsaved"] - 1), lambda e: e["unsaved"] > 0
    ),
    "a save left out": changes(
        "saves.rolled", lambda e: e["dice"].pop(), lambda e: bool(e["dice"]) and e["cause"] == "shooting" and not e["models"]
    ),
    "two Life points for one hit": changes("wounds.lost", put("left", lambda e: e["left"] - 1)),
    "a Life point for nothing": adds("wounds.lost", lambda e: e),
    "a whole model for a weak hit": leaves_out("wounds.lost"),
    "the damage table misread": changes("vehicle.damaged", put("result", "none")),
    "the same damage twice and nothing": changes(
        "vehicle.damaged", put("instead", lambda e: "" if e["instead"] else "twice")
    ),
    "a Morale test on the worst value": changes("nerve.tested", put("needed", lambda e: e["needed"] + 1)),
    "a Morale test that lies": changes("nerve.tested", put("passed", lambda e: not e["passed"])),
    "a Morale test overlooked": leaves_out("nerve.tested", lambda e: e["reason"] == "losses"),
    "a Morale test twice": adds("nerve.tested", lambda e: e),
    "pinned without a test": leaves_out("nerve.tested", lambda e: not e["passed"]),
    "a Rally that lies": changes("rally.tried", put("passed", lambda e: not e["passed"])),
    "a Flee move of another length": changes("unit.flees", put("inches", lambda e: e["inches"] + 1)),
    "a unit that reaches its edge and stays": changes("unit.flees", put("reached", lambda e: not e["reached"])),
    "a pursuit that lies": changes("unit.pursues", put("caught", lambda e: not e["caught"])),
    "a combat without contact": leaves_out("unit.moved"),
    "contact without a combat": leaves_out("combat.joined"),
    "unsaved hits miscounted": changes("combat.decided", put("dealt", lambda e: e["dealt"] + 1)),
    "the attacker wins a tie": changes(
        "combat.decided",
        put("winner_unit", lambda e: e["unit"] if e["winner_unit"] != e["unit"] else e["target"]),
        lambda e: not e["over"],
    ),
    "a marker held by nobody": changes("marker.controlled", put("player", lambda e: None if e["player"] is not None else 0)),
    "loot worth four": changes("loot.revealed", put("value", 4)),
    "loot turned over too early": adds("round.began", lambda e: {"kind": "loot.revealed", "marker": 0, "value": 3}),
    "points for units that live": changes(
        "victory-points.scored", put("points", lambda e: e["points"] + 1), lambda e: e["purpose"] == "scenario-units"
    ),
    "the loser wins": changes("battle.ended", put("winner", lambda e: 1 if e["winner"] == 0 else 0)),
    "a general's death overlooked": changes("battle.ended", put("winner", None), lambda e: e["reason"] == "general"),
    "points that nobody scored": changes(
        "battle.ended", put("victory_points", lambda e: [e["victory_points"][0] + 1, e["victory_points"][1]])
    ),
}
MOST = 40
"""So many places are tried for each fault."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FAULTS)
def test_it_speaks_of_each_fault(name: str) -> None:
    tried = 0
    for seed in SEEDS:
        events, documents = fight_battle(seed)
        for faulty in FAULTS[name](events, documents):
            tried += 1
            if next(findings(faulty, documents), None):
                return
            if tried >= MOST:
                break
    pytest.fail(f"{name}: nothing was said of {tried} such faults")
