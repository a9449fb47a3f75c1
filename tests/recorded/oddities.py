"""Weapons and abilities with effects of all kinds, and units whose Strength tells which conditions hold."""

from __future__ import annotations

from typing import Any

from tests.field import Row, ability, blade, gun, unit
from tests.recorded.armies import ATTACK, BEARER, OWN, PISTOL, SWORD, WEAPON, on


def weapon(name: str, *effects: Row, **given: str) -> Row:
    """A weapon with effects that a shot or blow with it has."""
    made = blade if given.get("type") == "Melee" else gun
    rest = {key: value for key, value in given.items() if made is gun or key != "type"}
    return made(name, effects=[{"on": "attack", "to": WEAPON, **effect} for effect in effects], **rest)


ODD_GUNS = (
    weapon("Sure", {"kind": "always-passes", **on("hit", "4+")}, {"kind": "wounds-on", "needs": "4+"}, type="Assault 2"),
    weapon("Poor", {"kind": "always-fails", "roll": "wound", "at_most": 3}, type="Assault 3", S="9"),
    weapon("Best", {"kind": "best-roll", "of": "damage", "times": 2}, type="Heavy 2", S="7", AP="-1", D="D6"),
    weapon("Many", {"kind": "best-roll", "of": "attacks", "times": 2}, type="Assault D6"),
    weapon("Sharp", {"kind": "pierce", **on("wound", "5+")}, {"kind": "deny", "of": "cover"}, type="Assault 4", AP="-2"),
    weapon("Spilling", {"kind": "spill-damage"}, type="Assault 2", S="6", D="3"),
    weapon("Backfiring", type="Assault 4", S="5")
    | {
        "profiles": [
            {
                **gun("Backfiring", type="Assault 4", S="5")["profiles"][0],
                "abilities": "text",
                "effects": [
                    {"kind": "harm-bearer", "roll": "hit", "results": [1, 2], "number": "1", "whom": "bearer"}
                    | {"on": "after-shooting", "to": BEARER}
                ],
            }
        ]
    },
    weapon("Once", {"kind": "single-use"}, {"kind": "minimum-damage", "value": 2}, type="Assault 3", S="8", D="D3"),
    weapon("Lasting", {"kind": "unchanging"}, {"kind": "weapon-strength", "strength": "8"}, type="Assault 2"),
    weapon(
        "Again",
        {"kind": "re-roll", "roll": "wound", "results": [1, 2]},
        {"kind": "re-roll", "roll": "hit", "results": "failed", "most": 1},
        type="Assault 4",
    ),
    weapon("Random", {"kind": "re-roll", "roll": "attacks", "results": "all"}, type="Heavy 2D6", S="3"),
    weapon(
        "Mortal", {"kind": "attack-mortal-wounds", "number": "D3", "instead": True, **on("wound", "5+")}, type="Assault 4"
    ),
)
ODD_BLADES = (
    weapon("Claws", {"kind": "extra-attacks", "number": "D3", "only": True, "on": "fight"}, type="Melee", AP="-1"),
    weapon("Lash", {"kind": "most-attacks", "number": 1}, type="Melee", S="x2", D="D3"),
    weapon("Hook", {"kind": "extra-hits", "number": "D3", **on(needs="5+")}, type="Melee", S="+1"),
    weapon(
        "Ram",
        {"kind": "modify-attack", "characteristic": "D", "operation": "set", "value": "3", **on("wound", "5+")},
        type="Melee",
    ),
)
SHELL = ability(
    "Shell",
    {"kind": "modify-damage", "operation": "subtract", "value": "1", "to": OWN},
    {"kind": "maximum-damage", "value": 3, "to": OWN},
    {
        "kind": "modify-roll",
        "roll": "wound",
        "operation": "subtract",
        "value": "1",
        **ATTACK,
        "to": OWN,
        "when": ["targeted"],
    },
    {"kind": "re-roll", "roll": "save", "results": [1], "to": OWN},
)
WARD = ability(
    "Ward",
    {"kind": "modify-damage", "operation": "subtract", "value": "1", "minimum": 0, "to": OWN},
    {"kind": "modify-damage", "operation": "subtract", "value": "1", "to": OWN},
    {"kind": "invulnerable-save", "save": "4+", "to": OWN},
    {"kind": "re-roll", "roll": "invulnerable-save", "results": "failed", "to": OWN},
    {"kind": "ignore-wounds", "needs": "4+", "against": "mortal", "to": OWN},
)
STEADY = ability(
    "Steady",
    {"kind": "ignore-modifiers", "roll": "hit", **ATTACK, "to": OWN},
    {"kind": "auto-pass", "roll": "morale", "to": OWN},
)
FIRST = ability("First", {"kind": "fight-first", "to": OWN})
LAST = ability("Last", {"kind": "fight-last", "to": OWN})
RISING = ability("Rising", {"kind": "heroic-intervention", "distance": 6, "to": OWN})
HARVEST = ability("Harvest", {"kind": "regain-wounds", "number": "D3", "on": "destroys-unit", "to": BEARER})
SUPPLY = ability("Supply", {"kind": "command-points", "number": "D3", "on": "turn-start", "to": OWN})
HIDDEN = ability("Hidden", {"kind": "infiltrate", "distance": 9, "on": "deployment", "to": OWN})
SQUADS = ability("Squads", {"kind": "combat-squads", "models": 4, "on": "deployment", "to": OWN})
EDGE = ability("Edge", {"kind": "reserves", "distance": 6, "from_round": 2, "edge": 6, "on": "deployment", "to": OWN})

CONDITIONS: tuple[tuple[Any, ...], ...] = (
    (
        "own-turn",
        {"name": "round", "at_least": 2, "at_most": 2},
        "shooting",
        "overwatch",
        {"name": "weapon-type", "types": ["Assault"]},
        {"name": "weapon-strength", "at_least": 4, "at_most": 5},
    ),
    (
        {"name": "weapon-ap", "values": [-1]},
        {"name": "weapon-damage", "at_least": 1, "at_most": 1},
        "half-range",
        {"name": "target-distance", "at_least": 8, "at_most": 12},
        {"name": "target-keyword", "keywords": ["VEHICLE"]},
        {"name": "target-models", "at_least": 3},
    ),
    (
        {"name": "target-toughness", "at_least": 5},
        "target-below-half-strength",
        "target-in-cover",
        "target-closest",
        {"name": "attacker-keyword", "keywords": ["INFANTRY"]},
        {"name": "keyword", "keywords": ["INFANTRY"]},
    ),
    (
        "charged",
        "was-charged",
        "moved",
        "stationary",
        "advanced",
        "engaged",
    ),
    (
        "below-starting-strength",
        "below-half-strength",
        {"name": "models", "at_least": 2, "at_most": 3},
        {"name": "near", "keywords": ["CHARACTER"], "distance": 6},
        {"name": "near", "keywords": ["VEHICLE"], "distance": 12, "side": "enemy"},
        {"name": "charged", "not": True},
    ),
)


def judge(id: str, conditions: tuple[Any, ...], models: int = 3, **given: Any) -> Row:
    """A unit whose Strength tells which of these conditions hold: each adds another power of two."""
    parts = [
        {"kind": "modify-characteristic", "of": "weapons", "characteristic": "S", "operation": "add", "value": str(2**place)}
        | {**ATTACK, "to": OWN, "when": [condition]}
        for place, condition in enumerate(conditions)
    ]
    abilities = [ability(f"Judged {place}", part) for place, part in enumerate(parts)]
    return unit(id, models, PISTOL, gun(type="Assault 2"), SWORD, abilities=abilities, **given)
