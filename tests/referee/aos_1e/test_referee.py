"""The referee of Age of Sigmar is silent on battles as they are, and speaks of each of many faults put into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.referee.aos_1e.battles import fight
from tests.referee.aos_1e.fighting import find_arm
from tests.referee.aos_1e.judge import findings, referee
from tests.referee.aos_1e.table import Arm, Model, Table
from tests.referee.faults import Event, Fault, adds, changes, leaves_out, put
from tests.referee.geometry import Body

SEEDS = (22, 20, 6, 34, 17, 2, 0)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_silent_on_battles_as_they_are(seed: int) -> None:
    assert referee(*fight(seed)) == []


def test_a_wound_more_moves_no_row_of_a_table_by_wounds_suffered() -> None:
    rows = [{"wounds": [4, 6], "characteristics": {"Move": "14"}}, {"wounds": [1, 3], "characteristics": {"Move": "10"}}]
    profile = {"characteristics": {"Move": "*", "Wounds": "6"}, "damage_table": rows}
    body = Body(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0)
    values = [Model(0, "a.g", profile, [], body, left, 7).value("Move") for left in (7, 5, 4, 1)]
    assert values == ["14", "14", "10", "10"]


def test_a_missile_and_a_melee_weapon_may_have_one_name() -> None:
    """A real warscroll has a Venom Staff of both kinds."""
    both = [[Arm(id, "Staff", {"Type": kind})] for id, kind in (("w1", "missile"), ("w2", "melee"))]
    model = Model(0, "a.g", {}, both, Body(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0), 1, 1)
    found = [find_arm(Table([], phase=phase), model, "Staff") for phase in ("shooting", "combat")]
    assert [arm and arm.id for arm in found] == ["w1", "w2"]


def part(name: str, key: str, value: Callable[[Any], Any]) -> Callable[[Event], object]:
    return lambda event: event[name].__setitem__(key, value(event[name][key]))


def to(what: str) -> Callable[[Event], bool]:
    return lambda event: event["to"] == what


def move(*kinds: str) -> Callable[[Event], bool]:
    return lambda event: event["move"] in kinds and bool(event["poses"])


def shift(inches: float) -> Callable[[Event], object]:
    """Let the first model of a move end so much further along."""

    def change(event: Event) -> None:
        row = next(row for row in event["poses"] if row[0] == event["paths"][0]["model"])
        row[1] += inches
        event["paths"][0]["path"][-1][0] += inches

    return change


def far_spell(event: Event) -> bool:
    return event["power"] == "arcane-bolt" and bool(event["targets"])


FAULTS: dict[str, Fault] = {
    "a battlefield of 30 inches": changes("battlefield.created", put("depth", 30.0)),
    "the lower roll wins": changes("rolled-off", put("winner", lambda e: 1 - e["winner"])),
    "a tie that nobody rolls again": changes("rolled-off", put("throws", [[3, 3]])),
    "features that the dice do not give": changes(
        "features.rolled", put("number", lambda e: (e["number"] + 1) % 4), lambda e: not e["chosen"]
    ),
    "a choice of features on 7": changes("features.rolled", put("chosen", True), lambda e: not e["chosen"]),
    "a scenery rule off the table": changes(
        "scenery.ruled",
        put("scenery", lambda e: "arcane" if e["scenery"] != "arcane" else "deadly"),
        lambda e: bool(e["dice"]),
    ),
    "two scenery rules for a feature": adds("scenery.ruled", lambda e: e),
    "halves that are not equal": changes("battlefield.divided", lambda e: e["halves"][0][0].__setitem__(0, 5.0)),
    "the loser divides the battlefield": changes("battlefield.divided", put("player", lambda e: 1 - e["player"])),
    "who divided picks a half": changes("zone.chosen", put("player", lambda e: 1 - e["player"])),
    "a unit in enemy territory": changes(
        "unit.set-up",
        lambda e: [row.__setitem__(2, 48 - row[2]) for row in e["poses"]],
        lambda e: e["where"] == "deployment",
    ),
    "a unit set up in two groups": changes(
        "unit.set-up", lambda e: e["poses"][0].__setitem__(1, 1.0), lambda e: len(e["poses"]) > 1
    ),
    "a unit set up without a model": changes("unit.set-up", lambda e: e["poses"].pop(), lambda e: len(e["poses"]) > 1),
    "a player who sets up twice in a row": leaves_out("unit.selected", to("deploy")),
    "a reserve that is set up": adds("unit.selected", lambda e: {"kind": "unit.reserved", "unit": e["unit"]}, to("deploy")),
    "a set-up that both finish first": changes("set-up.finished", put("last", False), lambda e: e["last"]),
    "models miscounted": changes("army.counted", put("number", lambda e: e["number"] - 1)),
    "two generals": adds("general.named", lambda e: e),
    "a general of the enemy": changes("general.named", put("player", lambda e: 1 - e["player"])),
    "Blunt on four models": changes(
        "objective.chosen", lambda e: e.update(objective="blunt", unit="b.s2"), lambda e: e["player"] == 0
    ),
    "an objective for the larger army": changes("objective.chosen", put("player", lambda e: 1 - e["player"])),
    "a Triumph off the table": changes(
        "triumph.rolled", put("triumph", lambda e: "blessed" if e["triumph"] != "blessed" else "inspired")
    ),
    "a Triumph used twice": adds("triumph.used", lambda e: e),
    "the wrong player chooses the first turn": changes("turn.chosen", put("player", lambda e: 1 - e["player"])),
    "a round left out": changes("round.began", put("round", lambda e: e["round"] + 1)),
    "the other player begins": changes("turn.began", put("player", lambda e: 1 - e["player"])),
    "a phase left out": leaves_out("phase.began"),
    "two command abilities": adds("command.used", lambda e: e),
    "a command of somebody else": changes("command.used", put("model", lambda e: e["model"] + 1)),
    "a unit inspired that nobody commanded": leaves_out("command.used", lambda e: e["command"] == "Inspiring Presence"),
    "a spell on a lower total": changes("spell.rolled", put("passed", True), lambda e: not e["passed"]),
    "a spell attempted twice": adds("spell.rolled", lambda e: e),
    "a total that is not the dice": changes("spell.rolled", put("total", lambda e: e["total"] + 1)),
    "an easier spell": changes("spell.rolled", put("needed", lambda e: e["needed"] - 1)),
    "a spell of nobody's": changes("spell.rolled", put("power", "fireball")),
    "a failed spell takes effect": changes("spell.rolled", put("passed", False), lambda e: e["passed"]),
    "an equal total unbinds": changes("unbinding.rolled", put("unbound", lambda e: not e["unbound"])),
    "two attempts to unbind": adds("unbinding.rolled", lambda e: e),
    "an Arcane Bolt on a friend": changes("spell.took-effect", put("targets", lambda e: [e["unit"]]), far_spell),
    "too many mortal wounds of a bolt": changes(
        "mortal-wounds.suffered", put("number", lambda e: e["number"] + 1), lambda e: e["cause"] == "Arcane Bolt"
    ),
    "Mystical terrain misread": changes("mystery.rolled", put("befuddled", lambda e: not e["befuddled"])),
    "Mystical terrain forgotten": leaves_out("mystery.rolled"),
    "Mystical terrain far away": changes("mystery.rolled", put("unit", lambda e: "b.s2" if e["unit"] != "b.s2" else "b.s5")),
    "fear forgotten": leaves_out("fear.caused"),
    "a second sacrifice": adds("sacrifice.made", lambda e: e),
    "a befuddled unit that acts": changes("mystery.rolled", lambda e: e.update(dice=[1], befuddled=True)),
    "a unit moved twice": adds("unit.selected", lambda e: e, to("move")),
    "a unit that shoots twice": adds("unit.selected", lambda e: e, to("shoot")),
    "a unit that charges twice": adds("unit.selected", lambda e: e, to("charge")),
    "a unit that fights twice": adds("unit.selected", lambda e: e, to("fight")),
    "a unit that runs and shoots": adds(
        "run.rolled", lambda e: {"kind": "unit.selected", "unit": e["unit"], "to": "shoot", "phase": e["phase"]}
    ),
    "a unit that charges from afar": adds(
        "phase.began",
        lambda e: {"kind": "unit.selected", "unit": "ab"[e["player"]] + ".s2", "to": "charge"},
        lambda e: e["phase"] == "charge",
    ),
    "a unit that charges from near by": adds("unit.selected", lambda e: {**e, "to": "charge"}, to("fight")),
    "a model that goes too far": changes("unit.moved", shift(9.0), move("normal")),
    "a model out of coherency": changes("unit.moved", shift(2.0), lambda e: move("normal")(e) and len(e["poses"]) > 1),
    "a model off the battlefield": changes(
        "unit.moved", lambda e: e["poses"][0].__setitem__(1, -3.0), move("normal", "run")
    ),
    "a model that ends on another": changes(
        "unit.moved",
        lambda e: e["poses"][0].__setitem__(slice(1, 3), e["poses"][1][1:3]),
        lambda e: move("normal", "run")(e) and len(e["poses"]) > 1,
    ),
    "a retreat that is no retreat": changes("unit.moved", put("move", "normal"), move("retreat")),
    "a normal move called a retreat": changes("unit.moved", put("move", "retreat"), move("normal")),
    "a run of another length": changes("run.rolled", put("distance", lambda e: e["distance"] + 1)),
    "a charge of another length": changes("charge.rolled", put("distance", lambda e: e["distance"] + 1)),
    "a charge that nobody rolled": leaves_out("charge.rolled"),
    "a first model that stops short": changes("unit.moved", shift(1.5), move("charge")),
    "a model that piles in backwards": changes("unit.moved", shift(2.0), move("pile-in")),
    "a Deadly roll misread": changes("deadly.rolled", put("slain", lambda e: not e["slain"])),
    "a Deadly roll forgotten": leaves_out("deadly.rolled", lambda e: not e["slain"]),
    "a weapon out of range": changes(
        "attacks.declared", lambda e: e["attacks"][0].__setitem__("weapon", "Gutting knife"), lambda e: e["ranged"]
    ),
    "an attack too many": changes("attacks.declared", lambda e: e["attacks"][0]["attacks"].__setitem__(0, 9)),
    "a weapon that is not used": changes("attacks.declared", lambda e: e["attacks"].pop()),
    "missile weapons in combat": changes("attacks.declared", put("ranged", lambda e: not e["ranged"])),
    "attacks on a target that was not picked": changes("attacks.began", put("weapon", "Spoon")),
    "a hit on a lower roll": changes("attack.made", part("hit", "needed", lambda n: n - 1), lambda e: e["hit"]),
    "a result that is not the die": changes("attack.made", part("hit", "result", lambda n: n + 1), lambda e: e["hit"]),
    "a miss that hits": changes("attack.made", part("hit", "passed", lambda p: not p), lambda e: e["hit"]),
    "a wound on a lower roll": changes("attack.made", part("wound", "needed", lambda n: n - 1), lambda e: e["wound"]),
    "a save on a lower roll": changes("attack.made", part("save", "needed", lambda n: n - 1), lambda e: e["save"]),
    "Rend forgotten": changes(
        "attack.made",
        lambda e: e["save"].update(modifiers=[], result=e["save"]["dice"][0]),
        lambda e: bool(e["save"] and e["save"].get("modifiers")),
    ),
    "cover that is not there": changes(
        "attack.made",
        lambda e: e["save"].update(
            result=e["save"]["result"] + 1,
            modifiers=[*e["save"].get("modifiers", ()), {"what": "roll", "by": "+1", "rule": "AOS-COVER-01"}],
        ),
        lambda e: bool(e["save"]),
    ),
    "a shield that is not there": changes(
        "attack.made",
        lambda e: e["save"].update(
            result=e["save"]["result"] + 1,
            modifiers=[*e["save"].get("modifiers", ()), {"what": "roll", "by": "+1", "ability": "Mystic Shield"}],
        ),
        lambda e: bool(e["save"]),
    ),
    "a saved attack that does damage": changes(
        "attack.made",
        put("damage", {"dice": [], "first": [], "damage": 1}),
        lambda e: bool(e["save"] and e["save"]["passed"]),
    ),
    "too much damage": changes("attack.made", part("damage", "damage", lambda n: n + 1), lambda e: e["damage"]),
    "an attack more than declared": adds("attack.made", lambda e: e, lambda e: not e["triggers"]),
    "an attack left out": leaves_out("attack.made", lambda e: not e["triggers"]),
    "wounds miscounted": changes("damage.inflicted", put("wounds", lambda e: e["wounds"] + 1)),
    "damage forgotten": leaves_out("damage.inflicted"),
    "a whole model before a wounded one": changes(
        "attack.allocated", put("model", lambda e: e["model"] + 1), lambda e: e["cause"] == "Arcane Bolt"
    ),
    "a wound too many": changes("wounds.lost", put("left", lambda e: e["left"] - 1)),
    "wounds for nothing": adds("wounds.lost", lambda e: e),
    "wounds that nobody takes": leaves_out("wounds.lost", lambda e: e["left"] > 0),
    "a model slain with wounds left": leaves_out("wounds.lost", lambda e: e["left"] == 0),
    "a model slain twice": adds("model.destroyed", lambda e: e),
    "a slain model healed": adds(
        "model.destroyed",
        lambda e: {"kind": "wounds.regained", "unit": e["unit"], "model": e["model"], "wounds": 1, "left": 1},
    ),
    "a unit that has to fight and does not": leaves_out("unit.selected", to("fight")),
    "a battleshock total too low": changes("battleshock.tested", put("total", lambda e: e["total"] - 1)),
    "the slain miscounted": changes("battleshock.tested", put("slain", lambda e: e["slain"] - 1)),
    "more Bravery": changes("battleshock.tested", put("bravery", lambda e: e["bravery"] + 1)),
    "fewer models flee": changes(
        "battleshock.tested", put("fleeing", lambda e: e["fleeing"] - 1), lambda e: e["fleeing"] > 0
    ),
    "a battleshock test forgotten": leaves_out("battleshock.tested"),
    "a test twice": adds("battleshock.tested", lambda e: e),
    "a model that flees for nothing": adds("model.fled", lambda e: e),
    "a model that stays": leaves_out("model.fled"),
    "a draw that is none": changes("battle.ended", put("winner", None), lambda e: e["winner"] is not None),
    "the loser wins": changes("battle.ended", put("winner", lambda e: 1 if e["winner"] == 0 else 0)),
    "a minor victory called major": changes("battle.ended", put("victory", "major"), lambda e: e.get("victory") == "minor"),
    "losses miscounted": changes("battle.ended", put("losses", lambda e: [e["losses"][0] + 5, e["losses"][1]])),
    "a battle that goes on": adds("battle.ended", lambda e: {**e, "kind": "phase.began", "phase": "hero", "player": 0}),
}
MOST = 25
"""So many places are tried for each fault."""


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", FAULTS)
def test_it_speaks_of_each_fault(name: str) -> None:
    tried = 0
    for seed in SEEDS:
        events, documents = fight(seed)
        for faulty in FAULTS[name](events, documents):
            tried += 1
            if next(findings(faulty, documents), None):
                return
            if tried >= MOST:
                break
    pytest.fail(f"{name}: nothing was said of {tried} such faults")
