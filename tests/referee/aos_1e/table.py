"""The battle as the referee knows it: rebuilt from the events and both roster documents alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from tests.referee.documents import _effects, base_of
from tests.referee.geometry import SLACK, Body, gap_of, polygon_gap

Point = tuple[float, float]
Event = Mapping[str, Any]
SYSTEM = "aos-1e"
NEAR = 3.0


@dataclass(frozen=True)
class Arm:
    """A row of a weapon as printed: its id, its name in the log, its characteristics."""

    id: str
    name: str
    row: Mapping[str, str]

    @property
    def missile(self) -> bool:
        """Whether it is used in the shooting phase."""
        return self.row["Type"] == "missile"


@dataclass
class Model:
    """A model: what is printed of it, where it stands, what it has left."""

    number: int
    unit: str
    profile: Mapping[str, Any]
    arms: list[list[Arm]]
    body: Body
    wounds: int
    whole: int
    alive: bool = True
    on: bool = False
    general: bool = False
    started: bool = False
    returned: bool = False

    def value(self, key: str) -> str:
        """A characteristic as it is now, with the wounds that are left."""
        printed = str(self.profile["characteristics"].get(key, "-"))
        return str(self._band().get("characteristics", {}).get(key, printed)) if printed == "*" else printed

    def arm_value(self, arm: Arm, key: str) -> str:
        """A characteristic of a weapon as it is now, with the wounds that its bearer has left."""
        printed = str(arm.row.get(key, "-"))
        return str(self._band().get("weapons", {}).get(arm.id, {}).get(key, printed)) if printed == "*" else printed

    def _band(self) -> Mapping[str, Any]:
        """The row for the wounds suffered: one more than is printed (AOS-TRITAB-04) moves no row."""
        printed = number(str(self.profile["characteristics"]["Wounds"])) or 1
        left = max(printed - (self.whole - self.wounds), 1)
        rows = (row for row in self.profile["damage_table"] if row["wounds"][0] <= left <= row["wounds"][1])
        return next(rows, {})


@dataclass
class Unit:
    """A unit: whose it is, its sheet, what it did in this phase and turn, and what lasts on it."""

    key: str
    player: int
    sheet: Mapping[str, Any]
    words: frozenset[str]
    reserve: bool = False
    did: set[str] = field(default_factory=set)
    """What it was picked for in this phase."""
    turn: set[str] = field(default_factory=set)
    """What it did in this turn."""
    slain: int = 0
    lasts: dict[str, set[int]] = field(default_factory=dict)
    """What lasts on it, each with the players until whose next hero phase."""
    shields: list[int] = field(default_factory=list)
    """For each Mystic Shield on it the player until whose next hero phase it lasts."""
    casts: Counter[str] = field(default_factory=Counter)
    denies: int = 0

    def has(self, name: str) -> bool:
        """Whether something lasts on it."""
        return bool(self.lasts.get(name))


@dataclass(frozen=True)
class Piece:
    """A terrain feature."""

    name: str
    corners: tuple[Point, ...]
    height: float
    blocks_sight: bool
    solid: bool
    rule: str = ""


@dataclass(frozen=True)
class Source:
    """An effect in the documents: of which unit, by which name, in which player's army."""

    unit: str
    player: int
    name: str
    effect: Mapping[str, Any]


@dataclass
class Table:
    """Everything on the table, and what is going on."""

    documents: Sequence[Mapping[str, Any]]
    units: dict[str, Unit] = field(default_factory=dict)
    models: list[Model] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    kinds: set[tuple[str, str]] = field(default_factory=set)
    """Kinds of effects in both documents, each with the roll or characteristic that it is about."""
    pieces: list[Piece] = field(default_factory=list)
    size: tuple[float, float] = (72.0, 48.0)
    features_due: int = 0
    square: bool = False
    rolled_off: tuple[str, int] | None = None
    ruling: dict[str, str] = field(default_factory=dict)
    angle: float | None = None
    divider: int = 0
    halves: list[list[Point]] = field(default_factory=list)
    zones: dict[int, list[Point]] = field(default_factory=dict)
    last_deployed: int | None = None
    finished: list[int] = field(default_factory=list)
    counted: dict[int, int] = field(default_factory=dict)
    generals: dict[int, int] = field(default_factory=dict)
    objective: dict[int, Event] = field(default_factory=dict)
    achieved: int | None = None
    triumph: dict[int, str] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    removed: Counter[int] = field(default_factory=Counter)
    round: int = 0
    chosen: int | None = None
    turns: list[int] = field(default_factory=list)
    active: int = 0
    phases: list[str] = field(default_factory=list)
    phase: str = "set-up"
    commanded: bool = False
    sacrificed: set[int] = field(default_factory=set)
    mystic: set[tuple[str, int]] = field(default_factory=set)
    fearful: set[str] = field(default_factory=set)
    bewildered: bool = False
    """Whether anything was done in this hero phase, so that all rolls for Mystical terrain were due before."""
    spell: Event | None = None
    unbinding: Event | None = None
    ran: int = 0
    stride: int | None = None
    charge: Event | None = None
    declared: Event | None = None
    counts: dict[tuple[int, str], int] = field(default_factory=dict)
    made: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    groups: list[str] = field(default_factory=list)
    harm: Counter[str] = field(default_factory=Counter)
    mortal: Counter[str] = field(default_factory=Counter)
    due: int = 0
    owed: str = ""
    allocated: int | None = None
    selected: str = ""
    fought: int | None = None
    deadly: set[tuple[int, int]] = field(default_factory=set)
    fleeing: int = 0
    tested: set[str] = field(default_factory=set)
    over: bool = False

    def of(self, key: str) -> list[Model]:
        """The models of a unit on the table."""
        return [model for model in self.models if model.unit == key and model.alive and model.on]

    def standing(self, player: int) -> list[str]:
        """The units of a player on the table."""
        here = {model.unit for model in self.models if model.alive and model.on}
        return [key for key, unit in self.units.items() if unit.player == player and key in here]

    def foes(self, player: int) -> list[Model]:
        """The enemy models on the table."""
        return [m for m in self.models if m.alive and m.on and self.units[m.unit].player != player]

    def bodies(self, key: str) -> list[Body]:
        """The models of a unit as bodies."""
        return [model.body for model in self.of(key)]

    def nearest(self, key: str) -> float:
        """How far a unit is from the nearest enemy."""
        return gap_of(self.bodies(key), [foe.body for foe in self.foes(self.units[key].player)])

    def to_piece(self, key: str, piece: Piece) -> float:
        """How far a unit is from a terrain feature."""
        return min((max(polygon_gap(body, piece.corners), 0.0) for body in self.bodies(key)), default=inf)

    def near_rule(self, key: str, rule: str) -> tuple[int, int]:
        """The least and the most features of a rule that a unit may be said to be near."""
        gaps = [self.to_piece(key, piece) for piece in self.pieces if piece.rule == rule]
        return sum(gap < NEAR - SLACK for gap in gaps), sum(gap <= NEAR + 2e-3 for gap in gaps)

    def flies(self, key: str) -> bool:
        """Whether a unit can fly: it says so."""
        if "FLY" in self.units[key].words:
            return True
        return any(s.unit == key and "FLY" in s.effect.get("keywords", ()) for s in self.sources)

    def may(self, *kinds: tuple[str, str]) -> bool:
        """Whether any effect in the battle is of one of these kinds."""
        return any(kind in self.kinds for kind in kinds)

    def find_named(self, key: str, name: str) -> list[Source]:
        """The effects that a unit has by a name."""
        return [source for source in self.sources if source.unit == key and source.name == name]

    def is_wiped_out(self, player: int) -> bool:
        """Whether a player has nobody on the table."""
        return not any(m.alive and m.on and self.units[m.unit].player == player for m in self.models)

    def slew(self) -> int | None:
        """Who has slain the unit that it had to."""
        for player, event in self.objective.items():
            if event["objective"] in ("assassinate", "blunt") and not self.of(event["unit"]):
                return player
        return None

    def is_decided(self) -> bool:
        """Whether the battle ends at once: what a phase still asks for is not done then."""
        return self.is_wiped_out(0) or self.is_wiped_out(1) or self.slew() is not None


def number(text: str) -> int | None:
    """A printed number such as 4+, 6" or -1; None for dice and dashes."""
    found = re.fullmatch(r"([+-]?\d+)[+\"]?", text.strip())
    return int(found[1]) if found else None


def dice_of(text: str) -> tuple[int, int, int] | None:
    """A printed amount as (number of dice, their sides, what is added); None where it is none."""
    found = re.fullmatch(r"(\d*)D(\d+)([+-]\d+)?\"?", text.strip().upper().replace(" ", ""))
    if found:
        return int(found[1] or 1), int(found[2]), int(found[3] or 0)
    plain = number(text)
    return None if plain is None else (0, 0, plain)


def amount(text: str, faces: Sequence[int]) -> int | None:
    """What dice with these faces make of a printed amount; None where they do not fit."""
    rolled = dice_of(text)
    if rolled is None or len(faces) != rolled[0] or not all(1 <= face <= 6 for face in faces):
        return None
    return sum((face + 1) // 2 if rolled[1] == 3 else face for face in faces) + rolled[2]


def read(documents: Sequence[Mapping[str, Any]]) -> Table:
    """Make the table before the battle of two roster documents."""
    table = Table(documents)
    said = [document["army"]["agreed"].get("measure_from") for document in documents]
    tall = next((each for each in said if each), "model") == "model"
    for player, document in enumerate(documents):
        for sheet in document["army"]["units"]:
            _read_unit(table, player, sheet, tall)
    for source in table.sources:
        about = str(source.effect.get("roll") or source.effect.get("characteristic") or source.effect.get("action") or "")
        table.kinds |= {(source.effect["kind"], about), (source.effect["kind"], "")}
    return table


def _read_unit(table: Table, player: int, sheet: Mapping[str, Any], tall: bool) -> None:
    profiles = {row["id"]: row for row in sheet["profiles"]}
    groups = [group for group in sheet["models"] if group["profile"] in profiles]
    if not groups:
        return
    key = f"{'ab'[player]}.{sheet['id']}"
    words = frozenset(word.upper() for row in profiles.values() for word in row["keywords"])
    table.units[key] = Unit(key, player, sheet, words)
    table.sources += [Source(key, player, name, effect) for name, effect in _sources(sheet)]
    rows = {weapon["id"]: [_arm(weapon, row) for row in weapon["profiles"]] for weapon in sheet["weapons"]}
    total = sum(group["number"] for group in groups)
    for group in groups:
        profile = profiles[group["profile"]]
        half, radius, _, height = base_of(profile, SYSTEM, total)
        whole = number(profile["characteristics"]["Wounds"]) or 1
        arms = [rows[id] for id, carried in group["weapons"].items() if id in rows for _ in range(carried)]
        for _ in range(group["number"]):
            body = Body(0, 0, 0, 0, half, radius, height, height if tall else 0.0)
            table.models.append(Model(len(table.models), key, profile, arms, body, whole, whole))


def _arm(weapon: Mapping[str, Any], row: Mapping[str, Any]) -> Arm:
    name = f"{weapon['name']} ({row['name']})" if row["name"] else weapon["name"]
    return Arm(weapon["id"], name, row["characteristics"])


def _sources(sheet: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every effect of a unit's sheet, each with the name of what has it; what a text says is read from it."""
    for ability in sheet["abilities"]:
        for effect, _ in _effects(ability["effects"], ability["text"], "unit", SYSTEM):
            yield ability["name"], effect
    for power in (sheet["psyker"] or {}).get("powers", ()):
        for effect, _ in _effects(power["effects"], power["text"], "unit", SYSTEM):
            yield power["name"], effect
    for command in sheet.get("commands", ()):
        if command["id"] == "inspiring-presence":
            continue
        for effect, _ in _effects(command["effects"], command["text"], "unit", SYSTEM):
            yield command["name"], effect
    for gear in sheet["wargear"]:
        for effect, _ in _effects(gear["effects"], gear["text"], "wargear", SYSTEM):
            yield gear["name"], effect
    for weapon in sheet["weapons"]:
        for row in weapon["profiles"]:
            for effect, _ in _effects(row["effects"], row["abilities"], "weapon", SYSTEM):
                yield weapon["name"], effect
