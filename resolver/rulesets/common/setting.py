"""What an edition says about the frame of a battle: deployment zones, what a mission does between turns, markers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.table.board import Area


def _nothing(game: Game) -> Script[None]:
    return NOTHING


When = Literal["own-turn", "every-turn", "end"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """When a mission lets players score for the markers that they control, and how much: what programs that play go by.

    Args:
        when: each player at the start of its own turns, both at the end of every turn, or both when the battle ends.
        points: for each marker.
        warlord: about how many points a player has at the end for having slain the enemy Warlord.
    """

    when: When = "own-turn"
    points: float = 1.0
    warlord: float = 0.0


OWN_TURN = Scoring()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One edition.

    Args:
        zone: where a player may set up.
        whole: a player's deployment zone where that is more than where it may set up; None where it is not.
        forward: the direction from a player's zone to the enemy's, in radians.
        cargo_at_set_up: is it declared who is aboard a transport when it is set up, and not before all setting up?
        turn_ends: what the mission does at the end of a turn, after the effects of that moment.
        scoring: when players score for markers in this battle.
        one_marker: does a model count for one objective marker in a turn?
        bystanders: units with this keyword or role control no objective markers.
    """

    zone: Callable[[Game, int], Area]
    forward: Callable[[Game, int], float]
    whole: Callable[[Game, int], Area] | None = None
    cargo_at_set_up: bool = False
    turn_ends: Callable[[Game], Script[None]] = _nothing
    scoring: Callable[[Game], Scoring] = lambda game: OWN_TURN
    one_marker: bool = False
    bystanders: tuple[str, ...] = ()
