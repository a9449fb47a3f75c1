"""What an edition says about missions: when players score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from resolver.engine.game import Game

When = Literal["own-turn", "every-turn", "end"]


@dataclass(frozen=True, slots=True)
class MarkerScoring:
    """When a mission lets players score for the markers that they control, and how much: what programs that play go by.

    Args:
        when: each player at the start of its own turns, both at the end of every turn, or both when the battle ends.
        points: for each marker.
        warlord: about how many points a player has at the end for having slain the enemy Warlord.
    """

    when: When = "own-turn"
    points: float = 1.0
    warlord: float = 0.0


OWN_TURN = MarkerScoring()


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionRules:
    """One edition.

    Args:
        scoring: when players score for markers in this battle.
    """

    scoring: Callable[[Game], MarkerScoring] = lambda game: OWN_TURN
