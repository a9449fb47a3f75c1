"""Every event of this game in words: what happened is told as it was, with the names and numbers that players know."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.words import languages
from resolver.engine.prose import LogWriter
from resolver.rulesets.aos_1e.events import AOS_EVENTS
from tests.aos_1e.field import Field, blade, bow, unit, wizard

MISS = {"dice": [2, 2], "modifier": 0, "total": 4, "power": "arcane-bolt", "unit": "a.w", "model": 0}
SHAKEN = {"unit": "a.x", "dice": [4], "slain": 3, "total": 7, "bravery": 6, "models": 3, "rerolled": []}
FEARED = [
    {"what": "Bravery", "by": "-1", "rule": "AOS-SCENTAB-12"},
    {"what": "Bravery", "by": "+1", "rule": "AOS-BSHOCK-05"},
]
PAIN = {"unit": "b.y", "by_unit": "a.x"}
ROWS = [{"weapon": "Bow", "target": "b.y", "attacks": [1, 2]}, {"weapon": "Sling", "target": "b.y", "attacks": [1]}]
STONE = {"unit": "a.x", "feature": 1, "dice": [1], "model": 1, "move": "run"}
DIE = {"player": 0, "roll": "charge", "before": 1, "face": 6}
TOLD: list[tuple[str, dict[str, Any], str]] = [
    (
        "unit.set-up",
        {"unit": "a.x", "where": "deployment", "poses": [[1, 5.0, 5.0]]},
        "x is set up in its territory (1 model).",
    ),
    (
        "rolled-off",
        {"purpose": "zones", "throws": [[6, 4]], "winner": 0},
        "Roll-off for the choice of territories: 6:4; {a} wins.",
    ),
    (
        "unit.moved",
        {"unit": "a.x", "move": "run", "paths": [], "poses": [], "most": 8, "marks": ["ran"]},
        "x runs, yet all its models stay where they are.",
    ),
    ("realm.chosen", {"realm": "realm-of-fire"}, "The battle takes place in the Realm of Fire."),
    ("realm.chosen", {"realm": None}, "Nobody has said in which realm the battle takes place."),
    (
        "ruling.made",
        {"player": 0, "matter": "terrain", "ruling": "one"},
        "The players did not agree on the amount of terrain; {a} decides: one feature for each square.",
    ),
    (
        "features.rolled",
        {"square": 1, "dice": [6, 6], "total": 12, "number": 3, "chosen": True},
        "Square 1 gets 3 terrain features (6, 6).",
    ),
    ("scenery.ruled", {"feature": 1, "scenery": "deadly", "dice": [4]}, "Terrain feature 2 is Deadly (4)."),
    (
        "set-up.finished",
        {"player": 0, "stopped": True, "last": False},
        "{a} stops setting up; what is left are its reserves.",
    ),
    (
        "battle.ended",
        {"winner": 0, "reason": "wiped-out", "victory": "major", "losses": [12.5, 100.0], "victory_points": [1, 0]},
        "{a} wins a major victory: the enemy has no models left. Models lost: {a} 12.5 %, {b} 100 %.",
    ),
    ("set-up.finished", {"player": 0, "stopped": False, "last": False}, "{a} has finished setting up."),
    ("army.counted", {"player": 0, "models": [0, 1], "number": 2}, "{a} begins the battle with 2 models."),
    (
        "objective.chosen",
        {"player": 0, "objective": "endure", "unit": None, "feature": None},
        "{a} is outnumbered and chooses the sudden death objective Endure.",
    ),
    (
        "objective.chosen",
        {"player": 0, "objective": "seize-ground", "unit": None, "feature": 1},
        "{a} is outnumbered and chooses the sudden death objective Seize Ground: terrain feature 2.",
    ),
    (
        "objective.chosen",
        {"player": 0, "objective": "blunt", "unit": "b.y", "feature": None},
        "{a} is outnumbered and chooses the sudden death objective Blunt: y.",
    ),
    ("objective.achieved", {"player": 0, "objective": "endure"}, "{a} has achieved its sudden death objective, Endure."),
    (
        "triumph.rolled",
        {"player": 0, "dice": [5], "triumph": "empowered", "unit": "a.x", "model": 1},
        "{a} won its last battle and is Empowered (5).",
    ),
    (
        "triumph.used",
        {"player": 0, "triumph": "inspired", "unit": "a.x"},
        "{a} is Inspired: x re-rolls its failed hit rolls in this combat phase.",
    ),
    ("die.changed", {**DIE, "unit": "a.x"}, "{a} is Blessed and sets a die of x for its charge from 1 to 6."),
    ("die.changed", {**DIE, "unit": None}, "{a} is Blessed and sets a die for its charge from 1 to 6."),
    ("mystery.rolled", {**STONE, "befuddled": True}, "x is befuddled by Mystical terrain feature 2 (1)."),
    ("mystery.rolled", {**STONE, "befuddled": False}, "x is ensorcelled by Mystical terrain feature 2 (1)."),
    ("fear.caused", STONE, "x causes fear, being near Sinister terrain feature 2."),
    (
        "sacrifice.made",
        {**STONE, "player": 0},
        "x makes a sacrifice to Damned terrain feature 2, and adds 1 to its hit rolls (dice 1).",
    ),
    ("deadly.rolled", {**STONE, "slain": True}, "x 0 #1 (x) falls to Deadly terrain feature 2 (1)."),
    ("deadly.rolled", {**STONE, "slain": False}, "x 0 #1 (x) crosses Deadly terrain feature 2 unharmed (1)."),
    ("spell.rolled", {**MISS, "needed": 5, "passed": False}, "w fails to cast Arcane Bolt: 4 (2, 2) against 5."),
    ("spell.rolled", {**MISS, "needed": 4, "passed": True}, "w casts Arcane Bolt: 4 (2, 2) against 4."),
    ("spell.took-effect", {**MISS, "targets": ["b.y"]}, "Arcane Bolt takes effect on y."),
    ("spell.took-effect", {**MISS, "targets": []}, "Arcane Bolt finds no target."),
    (
        "unbinding.rolled",
        {**MISS, "target": "b.y", "needed": 5, "unbound": False},
        "w does not unbind Arcane Bolt: 4 (2, 2), 5 needed.",
    ),
    (
        "unbinding.rolled",
        {**MISS, "target": "b.y", "needed": 4, "unbound": True},
        "w unbinds Arcane Bolt: 4 (2, 2), 4 needed.",
    ),
    ("run.rolled", {"unit": "a.x", "dice": [4], "distance": 4}, 'x runs 4" further (dice 4).'),
    ("run.stayed", {"unit": "a.x"}, "x finds no way out and stays."),
    ("charge.failed", {"unit": "a.x"}, "The charge of x fails."),
    ("charge.failed", {"unit": "a.x", "declined": True}, "x could charge in and stays where it is; the charge fails."),
    (
        "attacks.counted",
        {"unit": "a.x", "models": [{"attacks": 2}, {"attacks": 3}]},
        "x rolls for random numbers of attacks: 5 in all.",
    ),
    (
        "attacks.declared",
        {"unit": "a.x", "attacks": ROWS, "ranged": True},
        "x declares: 3 attacks with Bow at y; 1 attack with Sling at y.",
    ),
    ("damage.inflicted", {**PAIN, "wounds": 2, "mortal": 0}, "x inflicts 2 wounds on y."),
    ("damage.inflicted", {**PAIN, "wounds": 0, "mortal": 1}, "x inflicts 1 mortal wound on y."),
    ("damage.inflicted", {**PAIN, "wounds": 2, "mortal": 1}, "x inflicts 2 wounds and 1 mortal wound on y."),
    ("battleshock.spared", {"unit": "a.x", "slain": 3}, "x does not have to take a battleshock test."),
    (
        "battleshock.tested",
        {**SHAKEN, "fleeing": 1},
        "x fails its battleshock test: 7 against Bravery 6 (dice 4, 3 slain); 1 model flees.",
    ),
    ("battleshock.tested", {**SHAKEN, "fleeing": 0}, "x holds its ground: 7 against Bravery 6 (dice 4, 3 slain)."),
]


def teller() -> LogWriter:
    field = Field([wizard("w"), unit("x", 3, blade(), bow())], [unit("y", 3, blade())], "shoot")
    return LogWriter(field.game.armies, field.game.ruleset)


@pytest.mark.parametrize(("kind", "fields", "sentence"), TOLD)
def test_what_happened_is_told_as_it_was(kind: str, fields: dict[str, Any], sentence: str) -> None:
    """Features are numbered from 1; sides and units have their names; what failed does not read like what went well."""
    found = teller().sentence({"kind": kind, "id": 0, "rules": [], **fields})
    assert found == sentence.format(a="Gloam Court (a)", b="Gloam Court (b)")


def test_every_event_that_reads_one_way_or_another_is_among_those_told() -> None:
    several = {kind for kind, known in AOS_EVENTS.items() if known.variant is not None}
    assert several <= {kind for kind, _, _ in TOLD} | {"battle.ended", "model.destroyed"}


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize(
    ("kind", "fields", "english"),
    [
        ("scenery.ruled", {"feature": 1, "scenery": "deadly", "dice": [4]}, "Deadly"),
        ("objective.chosen", {"player": 0, "objective": "seize-ground", "unit": None, "feature": 2}, "Seize Ground"),
        ("triumph.rolled", {"player": 0, "dice": [5], "triumph": "empowered", "unit": "a.x", "model": 0}, "Empowered"),
        ("realm.chosen", {"realm": "realm-of-fire"}, "Realm of Fire"),
        ("ruling.made", {"player": 0, "matter": "realm", "ruling": "realm-of-fire"}, "the realm"),
        ("ruling.made", {"player": 0, "matter": "realm", "ruling": "realm-of-fire"}, "Realm of Fire"),
        ("ruling.made", {"player": 0, "matter": "scenery", "ruling": "sinister"}, "Sinister"),
        ("battleshock.tested", SHAKEN | {"fleeing": 1, "modifiers": FEARED}, "Bravery -1 fear"),
        ("battleshock.tested", SHAKEN | {"fleeing": 1, "modifiers": FEARED}, "for its number"),
    ],
)
def test_the_names_of_tables_are_said_in_the_language_of_the_log(
    language: str, kind: str, fields: dict[str, Any], english: str
) -> None:
    """What stands in the game's tables and settings is translated."""
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())])
    event = {"n": 0, "kind": kind, "round": 1, "turn": 0, "phase": "hero", "rules": [], **fields}
    here, there = (LogWriter(field.game.armies, field.rules, each).sentence(event) for each in ("en", language))
    assert english in here
    assert english not in there
