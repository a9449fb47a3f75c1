"""The log in words: each kind of event that says more than its fields, as a player reads it."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.prose import LogWriter
from tests.field import Field, gun, unit

Row = dict[str, Any]
SMITE = {
    **{"id": "smite", "name": "Smite", "value": 5, "step": 1, "range_in": 18, "target": "closest-enemy-unit"},
    **{"duration": "", "keywords": [], "text": "", "effects": []},
}
PASSED: Row = {"dice": [4], "result": 4, "needed": 3, "passed": True}
FAILED: Row = {"dice": [2], "result": 1, "needed": 4, "passed": False}


@pytest.fixture(scope="module")
def teller() -> LogWriter:
    seer = unit("Seer", 1, psyker={"casts": 1, "denies": 1, "powers": [SMITE]})
    game = Field([unit("Guards", 2, gun()), seer], [unit("Brutes", 3), unit("Brutes2", 1)]).game
    return LogWriter(game.armies, game.ruleset)


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("battle.began", {"unresolved": []}, "Gloam Court (a) meets Gloam Court (b)."),
        (
            "battle.ended",
            {"winner": 1, "reason": "victory-points", "victory_points": [4, 7]},
            "Gloam Court (b) wins, 4 to 7 (by victory points).",
        ),
        ("battle.ended", {"winner": None, "reason": "draw", "victory_points": [4, 4]}, "The battle is a draw, 4 to 4."),
        (
            "rolled-off",
            {"purpose": "first-turn", "throws": [[3, 3], [5, 2]], "winner": 0},
            "Roll-off for the first turn: 3:3, 5:2; Gloam Court (a) wins.",
        ),
        (
            "terrain.placed",
            {"name": "ruin", "corners": [[1, 1], [3, 1], [3, 5], [1, 5]], "height": 2},
            'Terrain: ruin, 2" from the left and 3" from the near edge.',
        ),
        (
            "warlord.named",
            {"player": 0, "unit": "a.Seer", "model": 2, "trait": ""},
            "Seer 0 is the Warlord of Gloam Court (a).",
        ),
        ("player.first", {"player": 1}, "Gloam Court (b) begins."),
        (
            "marker.placed",
            {"player": 0, "marker": 1, "at": [10.26, 4.04]},
            'Gloam Court (a) places objective marker 2, 10.3" from the left and 4" from the near edge.',
        ),
        ("marker.skipped", {"player": 0, "marker": 2}, "There is no room for objective marker 3."),
        ("marker.removed", {"marker": 0}, "Objective marker 1 is removed."),
        (
            "primary.rolled",
            {"player": 0, "dice": [2], "primary": "slay-the-warlord"},
            "Gloam Court (a) rolls 2 for the Primary Objectives: Slay the Warlord.",
        ),
        (
            "marker.controlled",
            {"marker": 0, "player": 1, "models": [1, 3]},
            "Objective marker 1 is held by Gloam Court (b) (1 to 3 models).",
        ),
        (
            "marker.controlled",
            {"marker": 0, "player": None, "models": [1, 1]},
            "Nobody holds objective marker 1 (1 to 1 models).",
        ),
        ("unit.split", {"unit": "a.Guards", "into": "b.Brutes", "models": [0]}, "Guards is divided; 1 models form Brutes."),
        (
            "unit.set-up",
            {"unit": "a.Guards", "where": "deployment", "poses": [[0, 1, 1, 0], [1, 2, 2, 0]]},
            "Guards is set up in its deployment zone (2 models).",
        ),
        ("unit.selected", {"unit": "a.Guards", "to": "shoot"}, "Guards is selected to shoot."),
        ("advance.rolled", {"unit": "a.Guards", "dice": [4], "distance": 4}, 'Guards Advances 4" further (dice 4).'),
        (
            "advance.rolled",
            {"unit": "a.Guards", "dice": [], "distance": 6, "instead": "Quick"},
            'Guards Advances 6" further by Quick.',
        ),
        (
            "unit.moved",
            {"unit": "a.Guards", "move": "normal", "most": 6, "poses": [[0, 1, 1, 0]], "paths": []},
            "Guards makes a Normal Move (1 model moved).",
        ),
        (
            "unit.moved",
            {"unit": "a.Guards", "move": "pile-in", "most": 3, "poses": [], "paths": []},
            "Guards piles in; no model moves.",
        ),
        (
            "psychic.tested",
            {
                "unit": "a.Seer",
                "power": "smite",
                "dice": [3, 4],
                "modifier": 0,
                "total": 7,
                "warp_charge": 5,
                "passed": True,
            },
            "The Psychic test is passed: 7 (3, 4) against 5.",
        ),
        (
            "psychic.tested",
            {
                "unit": "a.Seer",
                "power": "smite",
                "dice": [1, 2],
                "modifier": 0,
                "total": 3,
                "warp_charge": 5,
                "passed": False,
            },
            "The Psychic test fails: 3 (1, 2) against 5.",
        ),
        (
            "deny.tested",
            {
                "unit": "b.Brutes",
                "target": "a.Seer",
                "power": "smite",
                "dice": [5, 4],
                "modifier": 0,
                "total": 9,
                "needed": 7,
                "denied": True,
            },
            "Brutes denies Smite with 9 (7 needed).",
        ),
        (
            "deny.tested",
            {
                "unit": "b.Brutes",
                "target": "a.Seer",
                "power": "smite",
                "dice": [1, 4],
                "modifier": 0,
                "total": 5,
                "needed": 7,
                "denied": False,
            },
            "Brutes does not deny Smite: 5 (7 needed).",
        ),
        (
            "power.manifested",
            {"unit": "a.Seer", "power": "smite", "total": 7, "targets": ["b.Brutes"]},
            "Seer manifests Smite (7) on Brutes.",
        ),
        ("power.manifested", {"unit": "a.Seer", "power": "smite", "total": 7, "targets": []}, "Seer manifests Smite (7)."),
        (
            "power.failed",
            {"unit": "a.Seer", "power": "smite", "reason": "denied"},
            "Smite of Seer does not manifest: it was denied.",
        ),
        (
            "die.rolled-again",
            {"unit": "a.Guards", "player": 0, "roll": "hit", "before": 1, "face": 5},
            "Gloam Court (a) rolls a die of Guards for a hit again: 1 becomes 5.",
        ),
        (
            "die.rolled-again",
            {"unit": None, "player": 0, "roll": "charge", "before": 1, "face": 5},
            "Gloam Court (a) rolls a die for its charge again: 1 becomes 5.",
        ),
        (
            "weapons.chosen",
            {"unit": "a.Guards", "weapons": [{"weapon": "Rifle", "models": [0, 1]}]},
            "Guards uses Rifle (2).",
        ),
        (
            "targets.declared",
            {
                "unit": "a.Guards",
                "attacks": [
                    {"weapon": "Rifle", "target": "b.Brutes", "models": [0, 1]},
                    {"weapon": "Rifle", "target": "b.Brutes2", "models": [0]},
                ],
                "fired": [],
            },
            "Guards declares: Rifle of 2 models at Brutes; Rifle of 1 model at Brutes2.",
        ),
        (
            "attacks.counted",
            {"unit": "a.Guards", "models": [{"attacks": 2, "extra": 1}, {"attacks": 1}]},
            "2 models of Guards can fight, with 4 attacks.",
        ),
        (
            "attacks.lost",
            {"unit": "a.Guards", "target": "b.Brutes", "weapon": "Rifle", "reason": "target-destroyed"},
            "The attacks of Guards on Brutes with Rifle are lost: the target has been destroyed.",
        ),
        (
            "attacks.began",
            {
                "unit": "a.Guards",
                "target": "b.Brutes",
                "weapon": "Rifle",
                "models": [0, 0, 1],
                "attacks": [1, 1, 2],
                "dice": [],
            },
            "Guards makes 4 attacks with Rifle against Brutes.",
        ),
        (
            "attack.made",
            {"unit": "a.Guards", "model": 0, "target": "b.Brutes", "weapon": "Rifle", "hit": PASSED, "wound": FAILED},
            "Guards 0 #1 attacks Brutes with Rifle: hit 4 (3+), wound 2 modified to 1 fails (4+).",
        ),
        (
            "attack.made",
            {
                "unit": "a.Guards",
                "model": 0,
                "target": "b.Brutes",
                "weapon": "Rifle",
                "hit": PASSED,
                "wound": PASSED | {"dice": [6], "result": 5, "first": [1]},
                "allocated": 3,
                "save": FAILED | {"kind": "armour"},
                "damage": {"damage": 2, "dice": [3]},
                "triggers": ["mortal-wounds"],
            },
            "Guards 0 #1 attacks Brutes with Rifle: hit 4 (3+), wound 6 (re-rolled from 1) modified to 5 (3+), "
            "save 2 modified to 1 fails (4+), damage 2, it inflicts mortal wounds.",
        ),
        (
            "attack.made",
            {
                "unit": "a.Guards",
                "model": 0,
                "target": "b.Brutes",
                "weapon": "Rifle",
                "hit": FAILED
                | {
                    "modifiers": [
                        {"what": "roll", "by": "-1", "rule": "9E-HEAVY-01"},
                        {"what": "roll", "by": "-1", "ability": "Fog", "unit": "b.Brutes"},
                        {"what": "limit", "by": "-1", "rule": "9E-HIT-05"},
                    ]
                },
                "wound": None,
            },
            "Guards 0 #1 attacks Brutes with Rifle: hit 2 modified to 1 fails (4+; -1 Heavy weapons 9E-HEAVY-01, "
            "-1 Fog of Brutes, no more than -1 in all: Hit roll 9E-HIT-05).",
        ),
        (
            "charge.rolled",
            {
                **{"unit": "a.Guards", "dice": [3, 4], "distance": 8},
                "modifiers": [{"what": "roll", "by": "+1", "ability": "Eager", "unit": "a.Guards"}],
            },
            'Guards rolls 3, 4 for its charge: 8" (+1 Eager).',
        ),
        (
            "wounds.ignored",
            {"unit": "b.Brutes", "model": 3, "dice": [6], "needed": 5, "ignored": True},
            "Brutes 0 #1 (Brutes) ignores a wound (6 on 5+).",
        ),
        (
            "wounds.ignored",
            {"unit": "b.Brutes", "model": 3, "dice": [2], "needed": 5, "ignored": False},
            "Brutes 0 #1 (Brutes) does not ignore the wound (2 on 5+).",
        ),
        (
            "wounds.lost",
            {"unit": "b.Brutes2", "model": 6, "wounds": 1, "left": 2, "cause": "x"},
            "Brutes2 0 (Brutes2) loses 1 wound; 2 left.",
        ),
        (
            "mortal-wounds.suffered",
            {"unit": "b.Brutes", "number": 2, "cause": "Smite", "by": None},
            "Brutes suffers 2 mortal wounds (Smite).",
        ),
        (
            "model.destroyed",
            {"unit": "b.Brutes", "model": 4, "cause": "attack", "by": "a.Guards"},
            "Brutes 0 #2 (Brutes) is destroyed.",
        ),
        (
            "explosion.rolled",
            {"unit": "b.Brutes", "model": 4, "dice": [6], "needed": 6, "exploded": True},
            "Brutes 0 #2 explodes (6, 6 needed).",
        ),
        (
            "explosion.rolled",
            {"unit": "b.Brutes", "model": 4, "dice": [2], "needed": 6, "exploded": False},
            "Brutes 0 #2 does not explode (2, 6 needed).",
        ),
        (
            "victory-points.scored",
            {"player": 1, "points": 2, "purpose": "slay-the-warlord"},
            "Gloam Court (b) scores 2 victory points (Slay the Warlord).",
        ),
        ("phase.began", {"player": 0, "phase": "movement"}, "Movement phase."),
        ("phase.ended", {"player": 0, "phase": "movement"}, "The Movement phase is over."),
        ("models.returned", {"unit": "b.Brutes", "poses": [[3, 1, 1, 0]]}, "1 model of Brutes comes back."),
        (
            "morale.tested",
            {
                "unit": "b.Brutes",
                "dice": [5],
                "lost": 2,
                "modifier": 0,
                "total": 7,
                "leadership": 7,
                "passed": True,
                "rerolled": [],
            },
            "Brutes passes its Morale test: 7 against Leadership 7 (dice 5, 2 lost).",
        ),
        (
            "morale.tested",
            {
                "unit": "b.Brutes",
                "dice": [6],
                "lost": 3,
                "modifier": 0,
                "total": 9,
                "leadership": 7,
                "passed": False,
                "rerolled": [],
            },
            "Brutes fails its Morale test: 9 against Leadership 7 (dice 6, 3 lost).",
        ),
        (
            "underdog.named",
            {"player": 0, "powers": [5, 9], "rerolls": 2},
            "Gloam Court (a) is the Underdog (Power Levels 5, 9) and may roll 2 dice again.",
        ),
        (
            "underdog.named",
            {"player": 0, "powers": [5, 5], "rerolls": 0},
            "Gloam Court (a) is the Underdog (Power Levels 5, 5) and has no dice to roll again.",
        ),
    ],
)
def test_an_event_is_told(teller: LogWriter, kind: str, fields: Row, sentence: str) -> None:
    head = {"n": 1, "kind": kind, "round": 1, "turn": 0, "phase": "fight", "rules": [], "visible": "all"}
    assert teller.sentence({**head, **fields}) == sentence
