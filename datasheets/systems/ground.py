"""What unit types do on the ground, as data: movement table, classes of terrain, how much of it. In inches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from datasheets.systems.mission import Table
from datasheets.systems.shape import Name


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the movement table: how far units of this type move on open ground and when terrain slows them.

    `id` is what profiles say (the column of their type knows its name), `test` whether the type takes terrain tests.
    """

    id: str
    open_in: float
    terrain_in: float
    test: bool


@dataclass(frozen=True, slots=True)
class TerrainClass:
    """A class of terrain: what it adds to saves, how much harder to hit it makes, and what it does to lines of sight.

    `admits` are the unit types that may enter it, None where each piece says so itself. `sight` is "blocks" or "piece": a
    piece of it may block lines of sight.
    """

    id: str
    name: Name
    rule: str
    save_bonus: int
    hit_penalty: int
    sight: Literal["blocks", "piece"]
    admits: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A usual piece of terrain: its class (`terrain`), and the unit types that may enter it."""

    id: str
    name: Name
    terrain: str
    admits: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class TerrainCategory:
    """Pieces by what they hide, `least` to `most` of which are advised; `classes` are theirs where nothing else is said."""

    id: str
    name: Name
    least: int
    most: int
    classes: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class TerrainAdvice:
    """How much of a table terrain covers (`share`), the same area for each category."""

    share: float
    categories: tuple[TerrainCategory, ...]
    rule: str

    def area(self, table: Table) -> float:
        """Return the square inches of all terrain on a table."""
        return table.width_in * table.depth_in * self.share

    def area_each(self, table: Table) -> float:
        """Return the square inches of each category."""
        return self.area(table) / len(self.categories)


@dataclass(frozen=True, slots=True)
class Action:
    """What a unit may do when it is activated: several different short actions, or one long one."""

    id: str
    name: Name
    length: Literal["short", "long"]
    rule: str
