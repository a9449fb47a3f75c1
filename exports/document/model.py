"""The roster document as frozen values, and in the same breath its strict shape.

Every field is declared once: its Python type and, where that does not say enough, the marshmallow field or the bound beside
it (`Annotated`). `shape` makes the schema from it, `json_schema` the published JSON Schema. Every field is required but
those with a default: they are left out where there is nothing, so that an army without them keeps its digest. Lengths are
inches, bases millimetres. What the parts mean is said in docs/document.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from datasheets.canonical import canonical, digest_of
from datasheets.fields import Amount, Whole
from datasheets.systems.armoury import EffectData
from exports.document.check_code import check_code
from exports.document.fields import Bound, Scalar, Wording
from exports.document.shape import plain
from exports.document.vehicle import ArmourSave, FieldSave, SupportWeapon, Vehicle

FROM_FILE = "f"
MOST_RULES = 50
SCHEMA = "muster.roster/3"

Id = Annotated[str, Wording(least=1, most=500)]
Path = Annotated[str, Wording(most=5000)]
Line = Annotated[str, Wording(most=500)]
Prose = Annotated[str, Wording(most=20_000, lines=True)]
Count = Annotated[int, Whole(most=1_000_000)]
Number = Annotated[float, Amount(least=-1_000_000)]
Length = Annotated[float, Amount(most=100_000)]
Plain = Annotated[str | int | float | bool | None, Scalar()]
Effect = Annotated[Mapping[str, object], EffectData()]
Effects = Annotated[tuple[Effect, ...], Bound(50)]
Keywords = Annotated[tuple[Id, ...], Bound(500)]
Costs = Annotated[Mapping[Id, Number], Bound(100)]
Counts = Annotated[Mapping[Id, Annotated[int, Whole(least=1, most=1000)]], Bound(500)]
Characteristics = Annotated[Mapping[Id, Line], Bound(100)]
Values = Annotated[Mapping[Id, Plain], Bound(100)]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One thing the player stated. `subject` is the id of a unit or model group ("" the army); `index` picks one model."""

    kind: Id
    subject: Line
    key: Line
    value: Plain
    index: Count


@dataclass(frozen=True, slots=True)
class Force:
    """A part of the army taken from one catalogue, pinned by digest. `within` ("in" in JSON) is the force it stands in."""

    id: Id
    catalogue: Line
    entry: Line
    name: Line
    pin: Line
    revision: Count
    within: Id | None = field(metadata={"key": "in"})


@dataclass(frozen=True, slots=True)
class Size:
    """The fewest and the most models that the unit may have; a `max` of None is no limit."""

    min: Count
    max: Count | None


@dataclass(frozen=True, slots=True)
class UnitKeywords:
    """The union of the keywords of the unit's models, in the two groups of a datasheet."""

    faction: Keywords
    other: Keywords


@dataclass(frozen=True, slots=True)
class Ability:
    """A rule of the unit. `external`: it stands in another book. Effects are data as docs/effects.md says."""

    name: Line
    text: Prose
    aura: bool
    external: bool
    effects: Effects


@dataclass(frozen=True, slots=True)
class Base:
    """What a model stands on: a diameter, or length and width, in millimetres."""

    shape: Literal["round", "oval", "hull"]
    mm: Annotated[tuple[Annotated[float, Amount(least=0.1, most=10_000)], ...], Bound(2, least=1)]


@dataclass(frozen=True, slots=True)
class DamageRow:
    """Characteristics while the remaining wounds lie in `wounds` (lowest, highest), and those of `weapons`, by their ids."""

    wounds: Annotated[tuple[Count, ...], Bound(2, least=2)]
    characteristics: Characteristics
    weapons: Annotated[Mapping[Id, Characteristics], Bound(50, least=1)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Profile:
    """A row of characteristics as printed; `keywords` are those of one model with it.

    `steed` are the characteristics of its mount, `size` how large it is beside others.
    """

    id: Id
    name: Line
    type: Line
    characteristics: Characteristics
    base: Base | None
    height: Length | None
    keywords: Keywords
    damage_table: Annotated[tuple[DamageRow, ...], Bound(50)]
    armour: ArmourSave | None = None
    steed: Annotated[Mapping[Id, Line], Bound(100, least=1)] = field(default_factory=dict)
    size: Line = ""


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """One way of using a weapon; `name` is "" where there is only one. `traits` are ids of the system's."""

    name: Line
    characteristics: Characteristics
    abilities: Prose
    effects: Effects
    traits: Annotated[tuple[Id, ...], Bound(50, least=1)] = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon that some model of the unit has. One whose id begins with `FROM_FILE` is in no catalogue, only in a list.

    `card` is the id of the Wargear Card that it is, `costs` what that costs.
    """

    id: Id
    name: Line
    note: Prose
    profiles: Annotated[tuple[WeaponProfile, ...], Bound(50)]
    card: Line = ""
    costs: Annotated[Mapping[Id, Number], Bound(100, least=1)] = field(default_factory=dict)

    @property
    def is_from_file(self) -> bool:
        """Whether only the file of the list has it."""
        return self.id.startswith(FROM_FILE)


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with its name."""

    name: Line
    text: Prose


@dataclass(frozen=True, slots=True)
class Wargear:
    """Other equipment that some model of the unit has: the saves and the system's abilities (ids) that it gives.

    `card` is the id of the Wargear Card that it is, `costs` what that costs. `rules` are the texts that make up its own,
    where these are several and have names (a list of orders).
    """

    id: Id
    name: Line
    text: Prose
    effects: Effects
    armour: ArmourSave | None = None
    field_save: FieldSave | None = None
    grants: Annotated[tuple[Id, ...], Bound(50, least=1)] = ()
    card: Line = ""
    costs: Annotated[Mapping[Id, Number], Bound(100, least=1)] = field(default_factory=dict)
    rules: Annotated[tuple[NamedText, ...], Bound(MOST_RULES, least=1)] = ()


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Equally equipped models. `profile` is a profile's id ("" where the data give none).

    `weapons` and `wargear` say by id how many each model has.
    """

    id: Id
    name: Line
    profile: Line
    number: Annotated[int, Whole(least=1, most=1000)]
    weapons: Counts
    wargear: Counts


@dataclass(frozen=True, slots=True)
class Transport:
    """Who may embark: units whose models have every keyword of one row of `admits` and none of `refuses`.

    A model with a keyword of `slots` takes that many of the `capacity` places.
    """

    capacity: Count
    admits: Annotated[tuple[Keywords, ...], Bound(50)]
    refuses: Keywords
    slots: Counts
    text: Prose


@dataclass(frozen=True, slots=True)
class Power:
    """A psychic power or spell: 2D6 must reach `value`, plus `step` for each other attempt in the phase."""

    id: Id
    name: Line
    value: Count
    step: Count
    range_in: Length | None
    target: Line
    duration: Line
    keywords: Keywords
    text: Prose
    effects: Effects


@dataclass(frozen=True, slots=True)
class Psyker:
    """How many powers the unit may try and deny in a phase, and the powers that it knows."""

    casts: Count
    denies: Count
    powers: Annotated[tuple[Power, ...], Bound(50)]
    mastery: Count = 0


@dataclass(frozen=True, slots=True)
class Command:
    """An ability that a model of the unit may use as a command while it leads the army."""

    id: Id
    name: Line
    range_in: Length | None
    target: Line
    duration: Line
    text: Prose
    effects: Effects


@dataclass(frozen=True, slots=True)
class Node:
    """A selection of the roster that the document was made from (`datasheets.evaluation.tree.Selection`)."""

    uid: Id
    entry: Path
    name: Line
    group: Path
    number: Count
    title: Line
    note: Prose
    selections: Annotated[tuple[Node, ...], Bound(1000)]


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit as it was mustered. `within` ("in" in JSON) is the setting in whose `origin` it stands: its formation.

    `cards` says of the models of which profiles how many Wargear Cards each may have; `strategy_rating` is that of an army
    that one of its models commands.
    """

    id: Id
    force: Id
    name: Line
    title: Line
    note: Prose
    datasheet: Path
    role: Line | None
    costs: Costs
    size: Size
    understrength: bool
    keywords: UnitKeywords
    abilities: Annotated[tuple[Ability, ...], Bound(500)]
    profiles: Annotated[tuple[Profile, ...], Bound(200)]
    weapons: Annotated[tuple[Weapon, ...], Bound(500)]
    wargear: Annotated[tuple[Wargear, ...], Bound(500)]
    models: Annotated[tuple[ModelGroup, ...], Bound(500)]
    options: Annotated[tuple[Prose, ...], Bound(500)]
    transport: Transport | None
    psyker: Psyker | None
    origin: Node
    within: Id | None = field(default=None, metadata={"key": "in"})
    commands: Annotated[tuple[Command, ...], Bound(50, least=1)] = ()
    vehicles: Annotated[tuple[Vehicle, ...], Bound(50, least=1)] = ()
    support_weapon: SupportWeapon | None = None
    cards: Annotated[Mapping[Id, Count], Bound(200, least=1)] = field(default_factory=dict)
    strategy_rating: Count | None = None

    @property
    def is_setting(self) -> bool:
        """Whether it is no unit but a choice of the army as a whole, which imported data list beside units."""
        return not (self.models or self.profiles or self.size.min or self.size.max)

    @property
    def model_count(self) -> int:
        """How many models it has."""
        return sum(group.number for group in self.models)

    def wargear_of(self, group: ModelGroup) -> list[tuple[str, int]]:
        """Return what each model of one of its groups carries: names and counts, in the order of the datasheet."""
        things = [(weapon.name, group.weapons.get(weapon.id, 0)) for weapon in self.weapons]
        things += [(thing.name, group.wargear.get(thing.id, 0)) for thing in self.wargear]
        return [(name, count) for name, count in things if count]


@dataclass(frozen=True, slots=True)
class Army:
    """What the digest covers."""

    name: Line
    system: Id
    note: Prose
    agreed: Values
    limits: Costs
    declarations: Annotated[tuple[Declaration, ...], Bound(5000)]
    columns: Annotated[Mapping[Id, Annotated[tuple[Id, ...], Bound(100)]], Bound(100)]
    names: Annotated[Mapping[Id, Line], Bound(1000)]
    costs: Costs
    power_level: Number | None
    model_count: Count
    forces: Annotated[tuple[Force, ...], Bound(100)]
    units: Annotated[tuple[Unit, ...], Bound(1000)]

    @property
    def fielded(self) -> tuple[Unit, ...]:
        """The units without what is only a setting."""
        return tuple(unit for unit in self.units if not unit.is_setting)

    @property
    def settings(self) -> tuple[Unit, ...]:
        """What imported data list of the army as a whole: its battle size, its chapter."""
        return tuple(unit for unit in self.units if unit.is_setting)

    def declarations_of(self, kind: str, subject: str | None = None) -> list[Declaration]:
        """Return the declarations of one kind, of one subject if given."""
        return [d for d in self.declarations if d.kind == kind and subject in (None, d.subject)]


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding as it was when the document was made; its words are `say("finding." + code, values)`.

    A value that is a name of the game system's data is its code ("game.power-level"); those made before say it in English.
    """

    rule: Line
    code: Id
    severity: Literal["error", "warning", "note"]
    path: Annotated[tuple[Id, ...], Bound(20)]
    wanted: Plain
    found: Plain
    values: Values


@dataclass(frozen=True, slots=True)
class Judgement:
    """What that version of Muster said about the army; not covered by the digest.

    `legal` is null where it found no error, but did not have the army rules of the system.
    """

    muster: Line
    legal: bool | None
    findings: Annotated[tuple[Judged, ...], Bound(5000)]


@dataclass(frozen=True)
class RosterDocument:
    """A frozen, complete copy of an army. Made by `read_document` and `document_from` only, which check it."""

    schema: Literal["muster.roster/3"]
    army: Army
    judgement: Judgement

    @cached_property
    def data(self) -> dict[str, object]:
        """The document as plain JSON data. Do not change it."""
        made = plain(self)
        if not isinstance(made, dict):
            raise TypeError("a document is a JSON object")
        return made

    @cached_property
    def digest(self) -> str:
        """`sha256:` and the hex digest of the canonical bytes of the army."""
        return digest_of(self.data["army"])

    @property
    def check_code(self) -> str:
        """Ten characters for paper, in two fives; the last one catches slips of the pen."""
        return check_code(self.digest)

    def to_bytes(self) -> bytes:
        """Return the document's one byte form."""
        return canonical(self.data)
