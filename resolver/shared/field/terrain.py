"""What terrain is and does: kinds that a ruleset says, found by the tags of a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.shared.moves.leg_rules import Onward
from resolver.table.areas import Hindrance, Rough
from resolver.table.board import Terrain

ALL = ""
"""Stands for every kind of mover that is not named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainKind:
    """One kind of terrain. Movers are named by their kind (`TerrainRules.mover`), all others by `ALL`.

    Args:
        price: what each inch inside costs of a mover's move; 2 halves it.
        most: how far a mover goes at most in all that moves `slowed_from` inches inside or more.
        barred: movers that may neither move through nor end inside; `passed_by`: those that may only not end there.
        cover: what a unit inside has of it, by name, such as 1 for "save".
        tested: kinds of moves that are cut where a model enters, for `TerrainRules.entered`.
    """

    price: Mapping[str, float] = field(default_factory=dict)
    most: Mapping[str, float] = field(default_factory=dict)
    slowed_from: float = 1.0
    barred: frozenset[str] = frozenset()
    passed_by: frozenset[str] = frozenset()
    cover: Mapping[str, int] = field(default_factory=dict)
    tested: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """What a ruleset says of terrain.

    Args:
        kinds: by the tag that a piece has.
        mover: what kind of mover a unit is.
        entered: what happens when models enter a piece on a move that it tests, each once in a move: (game, unit, piece,
            models, kind of move). It returns what the move goes on with, as windows on a move do.
        share: how much of a unit is inside a piece where the unit counts as inside; `wholly`: bases count with all of it.
    """

    kinds: Mapping[str, TerrainKind] = field(default_factory=dict)
    mover: Callable[[Game, int], str] = lambda game, unit: ALL
    entered: Callable[[Game, int, Terrain, tuple[int, ...], str], Script[Onward | None]] = lambda *entry: NOTHING
    share: float = 1.0
    wholly: bool = False

    def kinds_of(self, piece: Terrain) -> list[TerrainKind]:
        """Return what a piece is, by its tags."""
        return [self.kinds[tag] for tag in piece.tags if tag in self.kinds]

    def rough(self, game: Game, unit: int) -> Rough:
        """Return the pieces that do something to a unit that moves."""
        return Rough(tuple(self._hindrances(game, unit))) if self.kinds else _OPEN

    def _hindrances(self, game: Game, unit: int) -> Iterator[tuple[Terrain, Hindrance]]:
        mover = self.mover(game, unit)
        for piece in game.state.board.terrain:
            for kind in self.kinds_of(piece):
                price, most = (
                    each.get(mover, each.get(ALL, default)) for each, default in ((kind.price, 1.0), (kind.most, inf))
                )
                passed = mover not in kind.barred
                does = Hindrance(price, most, kind.slowed_from, passed and mover not in kind.passed_by, passed)
                if does != Hindrance(slowed_from=kind.slowed_from):
                    yield piece, does

    def inside(self, game: Game, unit: int, piece: Terrain) -> bool:
        """Tell whether a unit counts as inside a piece."""
        bodies = game.state.bodies(game.state.standing(unit))
        within = piece.footprint.holds(bodies) if self.wholly else piece.footprint.overlaps(bodies)
        return bool(len(bodies)) and float(within.mean()) >= self.share

    def cover(self, game: Game, unit: int) -> dict[str, int]:
        """Return what the terrain gives a unit by name: of several pieces the best, they do not add up."""
        found: dict[str, int] = {}
        for piece in game.state.board.terrain:
            for kind in self.kinds_of(piece) if any(kind.cover for kind in self.kinds_of(piece)) else ():
                if self.inside(game, unit, piece):
                    found |= {name: value for name, value in kind.cover.items() if abs(value) > abs(found.get(name, 0))}
        return found


_OPEN = Rough(())
