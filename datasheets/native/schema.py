"""The shape of `muster.datasheet/1` and `muster.catalogue/1`: frozen dataclasses from which the strict schema is made.

Characteristic values are text as printed; which keys there are is said by the system and checked in `checks`. Numbers and
lengths are bounded here. Bases are millimetres, heights inches. What each field means is said in docs/datasheets.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from datasheets.effects.effect import Effect
from datasheets.keywords import placeholders
from datasheets.native.makers import (
    Counts,
    Id,
    Line,
    Models,
    Name,
    Names,
    Places,
    Printed,
    Prose,
    Rows,
    SomeCounts,
    SomeNames,
    Words,
    Worth,
    amount_field,
    effects_of,
    list_field,
    optional_field,
    part_field,
    parts_field,
    table_field,
    text_field,
    whole_field,
)
from datasheets.native.vehicle import Allowance, CardAllowance, SupportWeapon, Vehicle
from datasheets.systems.saves import ArmourSave, FieldSave
from datasheets.systems.vehicles import ModelSize

DATASHEET = "muster.datasheet/1"
CATALOGUE = "muster.catalogue/1"

Rating = Annotated[int | None, optional_field(whole_field(0, 10))]
Prices = Annotated[Mapping[str, float], table_field(amount_field(0, 100_000), 10)]
"""What something costs each model that has it, by the ids of costs."""


@dataclass(frozen=True, slots=True)
class Step:
    """From this many models on, the cost is `value`; it replaces the base, it is not added."""

    models: Models
    value: Worth


@dataclass(frozen=True, slots=True)
class CostOf:
    """What a unit costs of one kind."""

    base: Worth
    steps: Annotated[tuple[Step, ...], parts_field(Step, 20)] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """How many models of a row the unit has."""

    min: Annotated[int, whole_field(0, 1000)]
    max: Models


@dataclass(frozen=True, slots=True)
class Base:
    """What a model stands on: `round` one diameter, `oval` and `hull` length and width, in millimetres."""

    shape: Literal["round", "oval", "hull"]
    mm: Annotated[tuple[float, ...], list_field(amount_field(1, 2000), 2, least=1)]


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A row of the profiles. `keywords` are its own, besides those of the datasheet.

    `costs` are of each model. `steed` are the characteristics of a cavalry model's mount; the row's own are the rider's.
    """

    name: Name
    number: Number
    characteristics: Printed
    base: Base
    height: Annotated[float, amount_field(0.1, 50)]
    keywords: Words = ()
    costs: Prices = field(default_factory=dict)
    armour: ArmourSave | None = None
    steed: Printed = field(default_factory=dict)
    size: ModelSize = ""


@dataclass(frozen=True, slots=True)
class DefaultWargear:
    """What each model of these rows has by default; several of one row add up."""

    models: SomeNames
    items: SomeCounts


@dataclass(frozen=True, slots=True)
class Composition:
    """The composition as text, and the default wargear."""

    text: Prose = ""
    wargear: Annotated[tuple[DefaultWargear, ...], parts_field(DefaultWargear, 50)] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability. `external`: its text stands in another book. `aura`: its effects have a range and do not add up."""

    name: Name
    text: Prose = ""
    aura: bool = False
    external: bool = False
    effects: Annotated[tuple[Effect, ...], effects_of("unit")] = ()


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """One way of using a weapon; the `name` is empty where there is only one. `traits` are ids of the system's."""

    characteristics: Printed
    name: Annotated[str, text_field(100, least=0)] = ""
    abilities: Prose = ""
    effects: Annotated[tuple[Effect, ...], effects_of("weapon")] = ()
    traits: Words = ()


@dataclass(frozen=True, slots=True)
class DatasheetWeapon:
    """A weapon. `picture` is the number by which a short datasheet shows it (9E-DS-02, 9E-Q-26)."""

    name: Name
    profiles: Annotated[tuple[WeaponProfile, ...], parts_field(WeaponProfile, 10, least=1)]
    note: Prose = ""
    picture: Annotated[int | None, optional_field(whole_field(1, 999))] = None
    costs: Prices = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gear:
    """Wargear that is no weapon: what it costs each bearer, the saves that it gives, and the system's abilities (by id)."""

    name: Name
    text: Prose = ""
    effects: Annotated[tuple[Effect, ...], effects_of("bearer")] = ()
    costs: Prices = field(default_factory=dict)
    armour: ArmourSave | None = None
    field_save: FieldSave | None = None
    grants: Words = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a bullet may be taken: `most` times, `each` times for every `per_models` models, or by `any` model."""

    most: Annotated[int | None, optional_field(whole_field(1, 1000))] = None
    per_models: Annotated[int | None, optional_field(whole_field(1, 1000))] = None
    each: Annotated[int, whole_field(1, 100)] = 1
    any: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One bullet of the wargear options: each taking acts on one model of the rows named."""

    id: Id
    text: Prose
    models: SomeNames
    choices: Annotated[tuple[Mapping[str, int], ...], list_field(table_field(whole_field(1, 20), 30), 30, least=1)] = field(
        metadata={"key": "with"}
    )
    replace: Counts = field(default_factory=dict)
    limit: Limit = Limit()


@dataclass(frozen=True, slots=True)
class KeywordChoice:
    """What may be chosen for an angle-bracket keyword; nothing said means everything."""

    allowed: Words = ()


@dataclass(frozen=True, slots=True)
class Keywords:
    """The two groups of keywords, and the choices for those in angle brackets."""

    faction: Words = ()
    other: Words = ()
    choices: Annotated[Mapping[str, KeywordChoice], table_field(part_field(KeywordChoice), 10)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DamageRow:
    """The characteristics of a row's models, and of the `weapons` that they carry (by name), while their remaining wounds
    lie in `wounds`, both ends included."""

    profile: Name
    wounds: Annotated[tuple[int, ...], list_field(whole_field(1, 1000), 2, least=2)]
    characteristics: Printed = field(default_factory=dict)
    weapons: Annotated[Mapping[str, Printed], table_field(table_field(text_field(60, least=0), 40, least=1), 20)] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class Transport:
    """Who may embark: units whose models have every keyword of one row of `admits` and none of `refuses`.

    A model with a keyword of `slots` takes that many of the `capacity` places.
    """

    capacity: Annotated[int, whole_field(1, 1000)]
    admits: Rows
    refuses: Words = ()
    slots: Places = field(default_factory=dict)
    text: Prose = ""


@dataclass(frozen=True, slots=True)
class Power:
    """A psychic power or spell of this datasheet alone: 2D6 must reach `value`, and `step` more for each other attempt.

    `rules` are ids of the system's rulebook that it follows.
    """

    id: Id
    name: Name
    value: Annotated[int, whole_field(0, 100)]
    target: Line
    text: Prose
    step: Annotated[int, whole_field(0, 20)] = 0
    range_in: Annotated[float | None, optional_field(amount_field(0, 1000))] = None
    duration: Line = ""
    rules: Words = ()
    keywords: Words = ()
    effects: Annotated[tuple[Effect, ...], effects_of("target")] = ()


@dataclass(frozen=True, slots=True)
class Psyker:
    """How many powers the unit may try and deny in a phase; ids of powers of the system or of its own.

    `mastery` is the Mastery Level, in systems that have one (2E-Q-99).
    """

    casts: Annotated[int, whole_field(0, 20)]
    denies: Annotated[int, whole_field(0, 20)]
    powers: Names = ()
    own_powers: Annotated[tuple[Power, ...], parts_field(Power, 20)] = ()
    mastery: Annotated[int, whole_field(0, 4)] = 0


@dataclass(frozen=True, slots=True)
class Command:
    """An ability that a model may use as a command while it leads the army (AOS-COMMAND-02)."""

    id: Id
    name: Name
    text: Prose
    target: Line = ""
    range_in: Annotated[float | None, optional_field(amount_field(0, 1000))] = None
    duration: Line = ""
    rules: Words = ()
    effects: Annotated[tuple[Effect, ...], effects_of("unit")] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where the datasheet comes from: the rules' source, the project, or a player."""

    title: Line
    provenance: Literal["seed", "project", "homebrew"] = "homebrew"
    page: Line = ""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A unit's card. Its parts are those of 9E-DS-01; `role`, `damage_table`, `transport`, `psyker` may be missing.

    The last five are for systems that have them: vehicles with locations, a weapon with its crew, who may have how many
    cards, the Strategy Rating of an army that one of its models commands, and how often an army may have it.
    """

    schema: Literal["muster.datasheet/1"]
    id: Id
    system: Id
    catalogue: Id
    name: Name
    profiles: Annotated[tuple[ProfileRow, ...], parts_field(ProfileRow, 20, least=1)]
    source: Source
    role: Annotated[str | None, optional_field(text_field(80))] = None
    costs: Annotated[Mapping[str, CostOf], table_field(part_field(CostOf), 10)] = field(default_factory=dict)
    composition: Composition = Composition()
    abilities: Annotated[tuple[Ability, ...], parts_field(Ability, 50)] = ()
    weapons: Annotated[tuple[DatasheetWeapon, ...], parts_field(DatasheetWeapon, 60)] = ()
    wargear: Annotated[tuple[Gear, ...], parts_field(Gear, 60)] = ()
    options: Annotated[tuple[Option, ...], parts_field(Option, 60)] = ()
    keywords: Keywords = Keywords()
    damage_table: Annotated[tuple[DamageRow, ...], parts_field(DamageRow, 100)] = ()
    transport: Transport | None = None
    psyker: Psyker | None = None
    commands: Annotated[tuple[Command, ...], parts_field(Command, 20)] = ()
    vehicles: Annotated[tuple[Vehicle, ...], parts_field(Vehicle, 10)] = ()
    support_weapon: SupportWeapon | None = None
    cards: Annotated[tuple[CardAllowance, ...], parts_field(CardAllowance, 20)] = ()
    strategy_rating: Rating = None
    allowance: Allowance | None = None

    @property
    def placeholders(self) -> tuple[str, ...]:
        """Its keywords in angle brackets, those of single rows too."""
        own = (keyword for row in self.profiles for keyword in row.keywords)
        return placeholders((*self.keywords.faction, *self.keywords.other, *own))


@dataclass(frozen=True, slots=True)
class Header:
    """What a catalogue says of itself. `keyword_choices` and `strategy_rating` hold for datasheets that say nothing else."""

    schema: Literal["muster.catalogue/1"]
    id: Id
    system: Id
    name: Name
    revision: Annotated[int, whole_field(1, 1_000_000)] = 1
    description: Prose = ""
    reserved_keywords: Words = ()
    keyword_choices: Annotated[Mapping[str, tuple[str, ...]], table_field(list_field(text_field(60), 200), 20)] = field(
        default_factory=dict
    )
    strategy_rating: Rating = None
