"""The battle as the referee knows it: rebuilt from events and documents alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.referee.documents import Armies, ModelSheet, Source, UnitSheet, base_of, normal
from tests.referee.geometry import Body, Point, gap_of, near
from tests.referee.values import parse_needed


@dataclass
class Model:
    """A model: what it is, where it stands, how it is."""

    number: int
    sheet: ModelSheet
    unit: str
    body: Body
    full: int
    wounds: int
    alive: bool = True
    on_table: bool = False

    def has(self, keyword: str) -> bool:
        """Whether the model itself has a keyword (9E-KEY-10)."""
        return normal(keyword) in self.sheet.keywords


@dataclass
class Unit:
    """A unit. `did` is what it did, with the moment until which that counts: "phase", "turn", "battle"."""

    key: str
    sheet: UnitSheet
    starting: int
    did: dict[str, str] = field(default_factory=dict)
    aboard: int | None = None
    lost: int = 0
    charged_at: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def player(self) -> int:
        """Whose it is."""
        return self.sheet.player


@dataclass(frozen=True)
class Terrain:
    """A terrain feature: a solid prism."""

    name: str
    corners: tuple[Point, ...]
    height: float
    blocks_sight: bool
    blocks_movement: bool
    top: bool


@dataclass(frozen=True)
class Lasting:
    """An effect that lasts on a unit."""

    source: Source
    unit: str
    until: str


class Table:
    """Everything there is to know at one moment of the battle."""

    def __init__(self, armies: Armies) -> None:
        self.armies = armies
        self.models = [self._model(number, sheet) for number, sheet in enumerate(armies.models)]
        self.units = {
            key: Unit(key, sheet, sum(model.unit == key for model in self.models)) for key, sheet in armies.units.items()
        }
        self.round, self.turn, self.phase, self.first = 0, 0, "set-up", 0
        self.step = -1
        self.size: tuple[float, float] = (0.0, 0.0)
        self.battle_size = ""
        self.terrain: list[Terrain] = []
        self.markers: dict[int, Point] = {}
        self.zones: dict[int, tuple[Point, ...]] = {}
        self.warlords: dict[int, int] = {}
        self.command_points, self.victory_points = [0, 0], [0, 0]
        self.lasting: list[Lasting] = []
        self.allocated: set[int] = set()
        self.fired: set[tuple[int, int]] = set()
        self.moved: set[int] = set()
        self.never_below_1 = frozenset({"S", "T", "A", "Ld"})
        self.auras_add = False
        self.covers = False
        self.memory: dict[str, Any] = {}
        self._groups: dict[str, list[Model]] = {}

    def _model(self, number: int, sheet: ModelSheet) -> Model:
        models = sum(group["number"] for group in self.armies.units[sheet.unit].sheet["models"])
        half, radius, hull, height = base_of(sheet.profile, self.armies.system, models)
        full = parse_needed(sheet.profile["characteristics"]["W"]) or 1
        body = Body(0, 0, 0, 0, half, radius, height, height if hull else 0.0)
        return Model(number, sheet, sheet.unit, body, full, full)

    def regroup(self) -> None:
        """Forget who belongs where: somebody has changed."""
        self._groups = {}

    def of(self, unit: str) -> list[Model]:
        """The living models of a unit, wherever they are."""
        if not self._groups:
            for model in self.models:
                if model.alive:
                    self._groups.setdefault(model.unit, []).append(model)
        return self._groups.get(unit, [])

    def standing(self, unit: str) -> list[Model]:
        """The models of a unit on the table."""
        return [model for model in self.of(unit) if model.on_table]

    def units_on_table(self, player: int | None = None) -> list[str]:
        """The units that have a model on the table, of one player or both."""
        return [key for key, unit in self.units.items() if (player is None or unit.player == player) and self.standing(key)]

    def living(self, player: int) -> list[str]:
        """The units of a player that have a living model anywhere."""
        return [key for key, unit in self.units.items() if unit.player == player and self.of(key)]

    def player_of(self, model: Model) -> int:
        """Whose model it is."""
        return self.units[model.unit].player

    def all_standing(self) -> list[Model]:
        """All models on the table."""
        return [model for model in self.models if model.alive and model.on_table]

    def enemies(self, player: int) -> list[Model]:
        """The other player's models on the table."""
        return [model for model in self.all_standing() if self.player_of(model) != player]

    def words(self, unit: str) -> frozenset[str]:
        """The keywords of a unit: all of its models' together, WARLORD with its Warlord (9E-KEY-09)."""
        models = self.of(unit)
        words = frozenset(word for model in models for word in model.sheet.keywords)
        return words | {"warlord"} if any(model.number in self.warlords.values() for model in models) else words

    def has(self, unit: str, *keywords: str) -> bool:
        """Whether a unit has one of these keywords."""
        words = self.words(unit)
        return any(normal(keyword) in words for keyword in keywords)

    def gap(self, unit: str, other: str) -> float:
        """The distance between two units; infinite if one is not on the table."""
        return gap_of(bodies(self.standing(unit)), bodies(self.standing(other)))

    def engaged_with(self, unit: str, across: float, up: float | None) -> list[str]:
        """The enemy units within Engagement Range of a unit."""
        own, found = self.standing(unit), []
        for other in self.units_on_table(1 - self.units[unit].player):
            if any(near(a.body, b.body, across, up) for a in own for b in self.standing(other)):
                found.append(other)
        return found

    def aboard(self, model: int) -> list[str]:
        """The units embarked in a transport model."""
        return [key for key, unit in self.units.items() if unit.aboard == model and self.of(key)]


def bodies(models: Iterable[Model]) -> list[Body]:
    """The bases of models."""
    return [model.body for model in models]


def sheet_of(table: Table, unit: str) -> Mapping[str, Any]:
    """What is printed about a unit."""
    return table.units[unit].sheet.sheet
