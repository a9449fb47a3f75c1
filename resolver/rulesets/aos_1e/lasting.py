"""What lasts on units until a player's next hero phase and comes from no ability: scenery rules, Inspiring Presence.

It ends at the start of that phase, whenever that is (AOS-Q-42), so each has a bit for each player in
the unit's counter "own".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects import moments

OWN: Mapping[str, int] = {"befuddled": 1, "ensorcelled": 2, "fearsome": 4, "sacrificed": 8, "steadfast": 16}
"""Befuddled and ensorcelled by Mystical terrain, causing fear by Sinister terrain, +1 to hit by a sacrifice to Damned
terrain, no battleshock tests by Inspiring Presence."""
_WIDTH = 8


def begin(game: Game, player: int, *names: str) -> dict[str, Any]:
    """Return what an event about a unit says, so that these last on it until a player's next hero phase."""
    return {"bits": {"own": sum(OWN[name] for name in names) << _WIDTH * player}}


def has(game: Game, unit: int, name: str) -> bool:
    """Tell whether something lasts on a unit."""
    bits = game.count(unit, "own")
    return bool((bits | bits >> _WIDTH) & OWN[name])


def end(game: Game, player: int, phase: str | None = None) -> Script[None]:
    """End what lasts until this player's turn or, where a phase is given, that phase of it (AOS-Q-42, AOS-Q-49)."""
    if phase != "hero":
        yield from moments.lapse(game, player, phase)
        return
    bits = sum(OWN.values()) << _WIDTH * player
    held = any(game.count(unit, "own") & bits for unit in range(len(game.armies.units)))
    every = {"lasting-own": moments.find_lapsing(game, player, phase), "own": bits if held else 0}
    if cleared := {name: each for name, each in every.items() if each}:
        rules = ("AOS-Q-42",) if held else ()
        yield from game.happen("effects.lapsed", player=player, cleared=cleared, rules=rules)
