"""What a ruleset says of moves in legs, and what an answer in the middle of a move comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.table.bases import Bodies


@dataclass(frozen=True, slots=True)
class Onward:
    """What an answer in the middle of a move comes to: each model has so many inches left, 0 stops it."""

    most: float


STOP = Onward(0.0)


class Route(Protocol):
    """A submitted move, for whoever says where it is cut."""

    @property
    def game(self) -> Game:
        """The battle."""
        ...

    @property
    def unit(self) -> int:
        """The unit that moves."""
        ...

    @property
    def longest(self) -> float:
        """How far the model goes that has the farthest to go, in inches, seen from above."""
        ...

    def bodies(self, inches: float) -> Bodies:
        """Return all models of the unit as they stand so far along their ways."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LegRules:
    """Where moves are cut into legs, so that somebody may answer in the middle of them.

    Args:
        cuts: how far along the way of a unit a leg ends, in inches: (game, way); nowhere for a move that is one event.
            `moves.legs` has such places: every so many inches, and where somebody begins to see the mover.
        apart: cuts that are no further apart than this are one, the last of them.
        over: what follows when a move of several legs is over, such as the loss of models out of coherency.
    """

    cuts: Callable[[Game, Route], Iterable[float]] | None = None
    apart: float = 0.5
    over: Callable[[Game, int], Script[None]] = lambda game, unit: NOTHING
