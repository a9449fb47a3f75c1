"""The battle as the referee knows it: rebuilt from the events and both roster documents alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, sin
from typing import Any, NamedTuple

Point = tuple[float, float]
Event = Mapping[str, Any]
TOUCH = 0.001
ARMOUR = {"Light Armour": (3, 2), "Medium Armour": (4, 3), "Heavy Armour": (5, 4)}
MARCHES = ("move", "sprint", "free-move", "reaction-move", "vanguard")
VEHICLES = ("vehicle", "antigrav_vehicle")


@dataclass(frozen=True)
class Gun:
    """A weapon as printed."""

    name: str
    ranged: bool
    reach: float
    rate: int
    fp: int


class Base(NamedTuple):
    """Where a base lies."""

    x: float
    y: float
    facing: float
    half: float
    radius: float


@dataclass
class Model:
    """A model: its values, where it stands, what it has left."""

    number: int
    unit: str
    values: Mapping[str, str]
    guns: list[Gun]
    radius: float
    half: float
    wounds: int
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    alive: bool = True
    on: bool = False
    marks: set[str] = field(default_factory=set)
    results: set[int] = field(default_factory=set)
    broken: set[int] = field(default_factory=set)
    general: bool = False

    @property
    def base(self) -> Base:
        """Its base as it lies now."""
        return Base(self.x, self.y, self.facing, self.half, self.radius)

    def need(self, key: str) -> int | None:
        """A printed number to be rolled, None for "-"."""
        text = self.values[key].rstrip("+")
        return int(text) if text.isdigit() else None

    @property
    def stride(self) -> float:
        return float(self.values["B"].rstrip('"'))

    @property
    def life(self) -> int:
        return int(self.values["L"])


@dataclass
class Unit:
    """A unit: whose it is, its special rules, and in which state it is."""

    key: str
    player: int
    rules: set[str]
    type: str
    pinned: bool = False
    fleeing: bool = False
    marker: bool = False
    reacted: bool = False
    covered: bool = False
    activated: bool = False

    @property
    def vehicle(self) -> bool:
        return self.type in VEHICLES or (self.type == "walker" and bool(self.rules & ARMOUR.keys()))

    @property
    def armour(self) -> tuple[int, int] | None:
        return max((ARMOUR[rule] for rule in self.rules & ARMOUR.keys()), default=None)


@dataclass(frozen=True)
class Piece:
    """A piece of terrain."""

    name: str
    corners: tuple[Point, ...]
    tags: tuple[str, ...]
    blocks: bool


@dataclass
class Table:
    """Everything on the table, and what is going on."""

    units: dict[str, Unit] = field(default_factory=dict)
    models: list[Model] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    markers: dict[int, Point] = field(default_factory=dict)
    edges: dict[int, int] = field(default_factory=dict)
    combats: set[frozenset[str]] = field(default_factory=set)
    score: list[int] = field(default_factory=lambda: [0, 0])
    size: tuple[float, float] = (72.0, 48.0)
    mission: str = ""
    general: bool = False
    loot: list[int] = field(default_factory=list)
    acting: str = ""
    done: list[str] = field(default_factory=list)
    free: bool = False
    shouted: set[int] = field(default_factory=set)
    starter: int | None = None
    round: int = 0
    last_player: int | None = None
    action: Event | None = None
    before: Counter[str] = field(default_factory=Counter)
    shot: Counter[str] = field(default_factory=Counter)
    tested: set[str] = field(default_factory=set)
    fired: Counter[int] = field(default_factory=Counter)
    hits: Event | None = None
    save: Event | None = None
    batch: Event | None = None
    """The last saves that models rolled apart, while more of the same hits may follow."""
    due: int = 0
    rolled: int = -1
    dealt: Counter[str] = field(default_factory=Counter)
    fled: int = 0
    witnesses: set[str] = field(default_factory=set)
    """Who saw the unit that acted where it ended its last action."""
    moved: str = ""
    """Which unit has moved into wherever it stands in this action."""
    travelled: dict[int, list[Point]] = field(default_factory=dict)
    ended: bool = False
    measured: dict[str, dict[int, float]] = field(default_factory=dict)
    known: int = 0
    """How many pieces stood when the move was stated: a wreck that a mate leaves on the way slows nobody (GRW-Q-91)."""

    def of(self, key: str) -> list[Model]:
        """The models of a unit on the table."""
        return [model for model in self.models if model.unit == key and model.alive and model.on]

    def standing(self, player: int) -> list[str]:
        """The units of a player on the table."""
        return [key for key, unit in self.units.items() if unit.player == player and self.of(key)]

    def foes(self, key: str) -> list[str]:
        """The enemy units on the table."""
        return self.standing(1 - self.units[key].player)

    def fights(self, key: str) -> list[str]:
        """The enemies with which a unit is in close combat."""
        return [other for other in self.foes(key) if frozenset((key, other)) in self.combats]

    def gap(self, one: Model, other: Model) -> float:
        """The distance between two bases."""
        return max(segments(*ends(one), *ends(other)) - one.radius - other.radius, 0.0)

    def nearest(self, model: Model, key: str) -> float:
        """How far a model is from the nearest of a unit."""
        return min((self.gap(model, other) for other in self.of(key)), default=999.0)

    def touches(self, key: str, other: str) -> bool:
        """Whether models of two units are in base contact."""
        return any(self.nearest(model, other) <= TOUCH + 1e-6 for model in self.of(key))

    def cover(self, key: str) -> tuple[int, int]:
        """What terrain adds to a unit's saves, and how much harder it makes it to hit."""
        save = harder = 0
        for piece in self.pieces:
            if self.counts_inside(key, piece):
                save = max(save, int("soft-cover" in piece.tags or "hard-cover" in piece.tags))
                harder = max(harder, int("hard-cover" in piece.tags))
        return save, harder

    def counts_inside(self, key: str, piece: Piece) -> bool:
        """Whether at least half of a unit is wholly inside a piece."""
        models = self.of(key)
        return 2 * sum(wholly(model, piece) for model in models) >= len(models) > 0

    def sees(self, key: str, other: str) -> bool:
        """Whether one unit sees another."""
        walls = [p for p in self.pieces if p.blocks and not self.counts_inside(key, p) and not self.counts_inside(other, p)]
        return any(free(one, two, walls) for one in self.of(key) for two in self.of(other))

    def presence(self, at: Point) -> list[list[int]]:
        """The models of both players that count near a marker."""
        found: list[list[int]] = [[], []]
        for key, unit in self.units.items():
            if not (unit.pinned or unit.fleeing):
                for model in self.of(key):
                    if segments(*ends(model), at, at) - model.radius <= 3.0 + TOUCH:
                        found[unit.player].append(model.number)
        return found

    def count_lost(self, player: int) -> int:
        """How many units of a player are destroyed or flee."""
        mine = [unit for unit in self.units.values() if unit.player == player]
        return sum(not self.of(unit.key) or unit.fleeing for unit in mine)


def ends(model: Model | Base) -> tuple[Point, Point]:
    """Both ends of the middle line of a base."""
    dx, dy = cos(model.facing) * model.half, sin(model.facing) * model.half
    return (model.x - dx, model.y - dy), (model.x + dx, model.y + dy)


def to_line(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = 0.0 if not length else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)


def segments(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two lines that do not cross, or 0."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
        return 0.0
    return min(to_line(a, c, d), to_line(b, c, d), to_line(c, a, b), to_line(d, a, b))


def depths(point: Point, piece: Piece) -> float:
    """How deep a point lies inside a piece; negative outside."""
    found = 999.0
    for start, end in zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True):
        dx, dy = end[0] - start[0], end[1] - start[1]
        found = min(found, (dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / hypot(dx, dy))
    return found


def wholly(model: Model, piece: Piece) -> bool:
    """Whether a base is wholly inside a piece."""
    return all(depths(end, piece) >= model.radius - 1e-6 for end in ends(model))


def partly(model: Model, piece: Piece) -> bool:
    """Whether any part of a base is inside a piece."""
    return _partly(model.base, piece)


@lru_cache(maxsize=100_000)  # most models stand where they stood before the event
def _partly(base: Base, piece: Piece) -> bool:
    if any(depths(end, piece) >= 0 for end in ends(base)):
        return True
    sides = zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True)
    return min(segments(*ends(base), start, end) for start, end in sides) < base.radius - 1e-6


def inside(points: Sequence[Point], piece: Piece) -> float:
    """How many inches of a way lie inside a piece."""
    return sum(through(start, end, piece) for start, end in pairwise(points))


def through(start: Point, end: Point, piece: Piece) -> float:
    """How many inches of a line lie inside a piece."""
    low, high = 0.0, 1.0
    for a, b in zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        first = dx * (start[1] - a[1]) - dy * (start[0] - a[0])
        last = dx * (end[1] - a[1]) - dy * (end[0] - a[0])
        if first <= 0 and last <= 0:
            return 0.0
        if first < 0 < last:
            low = max(low, first / (first - last))
        elif last < 0 < first:
            high = min(high, first / (first - last))
    return max(high - low, 0.0) * hypot(end[0] - start[0], end[1] - start[1])


def free(one: Model, two: Model, walls: Sequence[Piece]) -> bool:
    """Whether a line runs free between two models."""
    return _free(one.base, two.base, tuple(walls))


@lru_cache(maxsize=100_000)
def _free(one: Base, two: Base, walls: tuple[Piece, ...]) -> bool:
    walls = tuple(piece for piece in walls if not _partly(one, piece) and not _partly(two, piece))
    return not walls or any(all(through(a, b, piece) <= 1e-6 for piece in walls) for a, b in views(one, two, walls))


def views(one: Base, two: Base, walls: Sequence[Piece]) -> Iterator[tuple[Point, Point]]:
    """The lines from centre and edge points of one base to those of another; then those that graze two corners."""
    dx, dy = two.x - one.x, two.y - one.y
    length = hypot(dx, dy) or 1.0
    across = (-dy / length, dx / length)
    for first in (0.0, -1.0, 1.0):
        for second in (0.0, -1.0, 1.0):
            yield edge(one, across, first), edge(two, across, second)
    chords = [(edge(model, across, -1.0), edge(model, across, 1.0)) for model in (one, two)]
    wide, near, far = max(one.radius + one.half, two.radius + two.half), -one.half, length + two.half

    def between(corner: Point) -> bool:
        x, y = corner[0] - one.x, corner[1] - one.y
        return near <= (x * dx + y * dy) / length <= far and abs(x * across[0] + y * across[1]) <= wide

    corners = [corner for piece in walls for corner in piece.corners if between(corner)]
    for corner in corners:
        for other in [*corners, *chords[0], *chords[1]]:
            crossings = [crossing(corner, other, *chord) for chord in chords]
            if other != corner and crossings[0] and crossings[1]:
                yield crossings[0], crossings[1]


def crossing(a: Point, b: Point, start: Point, end: Point) -> Point | None:
    """Where the endless line through two points meets a chord."""
    run, chord = (b[0] - a[0], b[1] - a[1]), (end[0] - start[0], end[1] - start[1])
    area = run[0] * chord[1] - run[1] * chord[0]
    if abs(area) < 1e-12:
        return None
    share = ((start[0] - a[0]) * run[1] - (start[1] - a[1]) * run[0]) / area
    return (start[0] + share * chord[0], start[1] + share * chord[1]) if -1e-6 <= share <= 1 + 1e-6 else None


def edge(base: Base, across: Point, share: float) -> Point:
    lean = cos(base.facing) * across[0] + sin(base.facing) * across[1]
    sign = 0.0 if not base.half else (1.0 if lean > 0 else -1.0 if lean < 0 else 0.0)
    x = across[0] * base.radius + sign * base.half * cos(base.facing)
    y = across[1] * base.radius + sign * base.half * sin(base.facing)
    return base.x + share * x, base.y + share * y


def read(documents: Sequence[Mapping[str, Any]]) -> Table:
    """Make the table before the battle of two roster documents."""
    table = Table()
    agreed = [document["army"]["agreed"].get("additional_rule") for document in documents]
    table.general = agreed[0] == agreed[1] == "death-of-the-general"
    for player, document in enumerate(documents):
        for sheet in document["army"]["units"]:
            key = f"{'ab'[player]}.{sheet['id']}"
            profiles = {row["id"]: row for row in sheet["profiles"]}
            kind = sheet["profiles"][0]["characteristics"]["Type"]
            table.units[key] = Unit(key, player, {row["name"] for row in sheet["abilities"]}, kind)
            for group in sheet["models"]:
                profile = profiles[group["profile"]]
                base = profile["base"]
                sizes = [mm / 25.4 for mm in base["mm"]]
                radius, half = min(sizes) / 2, (max(sizes) - min(sizes)) / 2
                guns = [gun for row in sheet["weapons"] for gun in [gun_of(row)] * group["weapons"].get(row["id"], 0)]
                for _ in range(group["number"]):
                    values = profile["characteristics"]
                    table.models.append(Model(len(table.models), key, values, guns, radius, half, int(values["L"])))
    return table


def gun_of(row: Mapping[str, Any]) -> Gun:
    """A weapon of a document."""
    shown = row["profiles"][0]
    values = shown["characteristics"]
    twice = 2 if shown["abilities"].startswith("Twin-linked") else 1
    name = f"{row['name']} ({shown['name']})" if shown["name"] else row["name"]
    return Gun(
        name, values["Kind"] == "ranged", float(values["Range"].rstrip('"')), int(values["RoF"]) * twice, int(values["FP"])
    )
