"""Battles as data: battle sizes, missions, and the decks and tables that belong to them. Lengths are inches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from datasheets.systems.armoury import Provenance, SystemWeapon
from datasheets.systems.saves import ArmourSave, FieldSave
from datasheets.systems.shape import MissionText, Name


@dataclass(frozen=True, slots=True)
class Table:
    """A battlefield: `width_in` is the longer edge, `depth_in` the shorter."""

    width_in: float
    depth_in: float


@dataclass(frozen=True, slots=True)
class BattleSize:
    """A row of the battle-size table: up to `combined_power` of both armies together, up to `hours`, at least `table`."""

    id: str
    name: Name
    combined_power: int
    hours: float
    table: Table
    rule: str
    table_rule: str

    def holds(self, combined: float) -> bool:
        """Whether both armies together are no larger than this battle size is meant for."""
        return combined <= self.combined_power


@dataclass(frozen=True, slots=True)
class SizeAdvice:
    """Advice to play another game when both armies together are smaller than `below` or larger than `above`."""

    rule: str
    game: str
    below: int | None = None
    above: int | None = None

    def applies(self, combined: float) -> bool:
        """Whether both armies together are so small, or so large, that this is advised."""
        return (self.below is not None and combined < self.below) or (self.above is not None and combined > self.above)


@dataclass(frozen=True, slots=True)
class Objectives:
    """How objective markers are placed and controlled.

    `count` is a number or dice ("4", "D6+2"), `values` what the single markers are worth where that differs. Edges are
    at least `edge_in`, other markers at least `apart_in` away; with `strict` more than that. `placing` is "alternate"
    (one at a time, starting with the winner of a roll-off) or "fixed" (by the mission).
    """

    count: str
    placing: Literal["alternate", "fixed"]
    range_in: float
    rules: tuple[str, ...]
    edge_in: float = 0
    apart_in: float = 0
    strict: bool = True
    range_vertical_in: float | None = None
    diameter_mm: float = 0
    measured_from: Literal["edge", "centre"] = "edge"
    values: tuple[int, ...] = ()
    hidden: bool = False
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Zones:
    """Where the armies are set up.

    "strips": along two opposite `edges`. A strip is `depth_in` deep, or ends `from_centre_in` (by battle-size id) before the
    centre line, also on another table than the usual one; `margin_in` stays free at its ends. "halves": one player divides
    the battlefield into equal halves, and nobody stands within `from_border_in` of the border. `strict`: more than that.
    """

    shape: Literal["strips", "halves"]
    rule: str
    edges: Literal["long", "short", "any"] = "any"
    depth_in: float | None = None
    from_centre_in: Mapping[str, float] = field(default_factory=dict)
    margin_in: float = 0
    from_border_in: float = 0
    strict: bool = False
    provenance: Provenance = "seed"
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to victory points: `points` (a number or dice) for each `per`, at the moment `when`; codes for the ruleset."""

    id: str
    name: Name
    when: str
    points: str
    rule: str
    per: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a deck, a row of a table or an objective to choose from: `deck` says how one comes by it.

    `rolls` are the dice results of its row, `faction` who alone may use it, `timing` and `played_on` when and on what it is
    played, `cancellable` whether the enemy's Traitor card cancels it.

    One that a model is given costs it points; `bearer` is who alone can use it. It gives saves, a weapon, abilities (by id).
    """

    id: str
    name: Name
    deck: str
    text: MissionText
    rules: tuple[str, ...]
    rolls: tuple[int, ...] = ()
    faction: str = ""
    timing: str = ""
    played_on: str = ""
    cancellable: bool = False
    scoring: tuple[Scoring, ...] = ()
    costs: Mapping[str, float] = field(default_factory=dict)
    bearer: Literal["", "psyker", "vehicle"] = ""
    armour: ArmourSave | None = None
    field_save: FieldSave | None = None
    weapon: SystemWeapon | None = None
    grants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck or table: its cards are drawn at random, rolled for with `dice`, chosen, or given to models for their costs.

    Armies draw one for each `per_points` points or part of them; those with a keyword of `refuses` draw none.
    """

    id: str
    name: Name
    taking: Literal["draw", "roll", "choose", "roll-or-choose", "give"]
    rule: str
    dice: str = ""
    per_points: int = 0
    refuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: how long (`rounds`, None: until it is decided), what is scored, where the armies stand.

    `rules` names everything it is made of, `decks` the decks that it uses. `table` is the usual battlefield where the battle
    size does not say, `shortest_edge_in` the least that is allowed.
    """

    id: str
    name: Name
    text: MissionText
    rules: tuple[str, ...]
    rounds: int | None = None
    rounds_rule: str = ""
    table: Table | None = None
    table_rule: str = ""
    shortest_edge_in: float = 0
    objectives: Objectives | None = None
    zones: Zones | None = None
    scoring: tuple[Scoring, ...] = ()
    decks: tuple[str, ...] = ()
