"""The shape of `muster.datasheet/1` and `muster.catalogue/1`: frozen dataclasses from which the strict schema is made.

Characteristic values are text as printed; which keys there are is said by the system and checked in `checks`. Numbers and
lengths are bounded here. Bases are millimetres, heights inches. What each field means is said in docs/datasheets.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from marshmallow import fields

from datasheets.effects.effect import Effect, effects_field
from datasheets.fields import Amount, Items, Part, Slug, Table, Text, Whole
from datasheets.keywords import placeholders
from datasheets.systems.shape import schema_of

DATASHEET = "muster.datasheet/1"
CATALOGUE = "muster.catalogue/1"

Maker = Callable[..., fields.Field[Any]]


def _text(most: int, *, least: int = 1, lines: bool = False) -> Maker:
    return lambda **options: Text(least=least, most=most, lines=lines, **options)


def _whole(least: int, most: int) -> Maker:
    return lambda **options: Whole(least=least, most=most, **options)


def _amount(least: float, most: float) -> Maker:
    return lambda **options: Amount(least=least, most=most, **options)


def _list(inner: Maker, most: int, least: int = 0) -> Maker:
    return lambda **options: Items(inner(), least=least, most=most, **options)


def _table(inner: Maker, most: int, least: int = 0) -> Maker:
    return lambda **options: Table(inner(), Text(most=100), least=least, most=most, **options)


def _optional(inner: Maker) -> Maker:
    return lambda **options: inner(allow_none=True, **options)


def _part(cls: type) -> Maker:
    return lambda **options: Part(schema_of(cls), **options)


def _parts(cls: type, most: int, least: int = 0) -> Maker:
    return lambda **options: Items(Part(schema_of(cls)), least=least, most=most, **options)


def _effects(scope: str) -> Maker:
    return lambda **options: effects_field(scope, **options)


Id = Annotated[str, lambda **options: Slug(most=80, **options)]
Name = Annotated[str, _text(100)]
Line = Annotated[str, _text(200, least=0)]
Prose = Annotated[str, _text(4000, least=0, lines=True)]
Names = Annotated[tuple[str, ...], _list(_text(100), 50)]
SomeNames = Annotated[tuple[str, ...], _list(_text(100), 50, least=1)]
Words = Annotated[tuple[str, ...], _list(_text(60), 50)]
SomeWords = Annotated[tuple[str, ...], _list(_text(60), 50, least=1)]
Rows = Annotated[tuple[tuple[str, ...], ...], _list(_list(_text(60), 20, least=1), 20, least=1)]
Places = Annotated[Mapping[str, int], _table(_whole(0, 100), 20)]
Counts = Annotated[Mapping[str, int], _table(_whole(1, 20), 30)]
SomeCounts = Annotated[Mapping[str, int], _table(_whole(1, 20), 30, least=1)]
Printed = Annotated[Mapping[str, str], _table(_text(60, least=0), 40)]
Worth = Annotated[float, _amount(0, 100_000)]
Models = Annotated[int, _whole(1, 1000)]


@dataclass(frozen=True, slots=True)
class Step:
    """From this many models on, the cost is `value`; it replaces the base, it is not added."""

    models: Models
    value: Worth


@dataclass(frozen=True, slots=True)
class CostOf:
    """What a unit costs of one kind."""

    base: Worth
    steps: Annotated[tuple[Step, ...], _parts(Step, 20)] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """How many models of a row the unit has."""

    min: Annotated[int, _whole(0, 1000)]
    max: Models


@dataclass(frozen=True, slots=True)
class Base:
    """What a model stands on: `round` one diameter, `oval` and `hull` length and width, in millimetres."""

    shape: Literal["round", "oval", "hull"]
    mm: Annotated[tuple[float, ...], _list(_amount(1, 2000), 2, least=1)]


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A row of the profiles. `keywords` are its own, besides those of the datasheet."""

    name: Name
    number: Number
    characteristics: Printed
    base: Base
    height: Annotated[float, _amount(0.1, 50)]
    keywords: Words = ()


@dataclass(frozen=True, slots=True)
class DefaultWargear:
    """What each model of these rows has by default; several of one row add up."""

    models: SomeNames
    items: SomeCounts


@dataclass(frozen=True, slots=True)
class Composition:
    """The composition as text, and the default wargear."""

    text: Prose = ""
    wargear: Annotated[tuple[DefaultWargear, ...], _parts(DefaultWargear, 50)] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability. `external`: its text stands in another book. `aura`: its effects have a range and do not add up."""

    name: Name
    text: Prose = ""
    aura: bool = False
    external: bool = False
    effects: Annotated[tuple[Effect, ...], _effects("unit")] = ()


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """One way of using a weapon; the `name` is empty where there is only one."""

    characteristics: Printed
    name: Annotated[str, _text(100, least=0)] = ""
    abilities: Prose = ""
    effects: Annotated[tuple[Effect, ...], _effects("weapon")] = ()


@dataclass(frozen=True, slots=True)
class DatasheetWeapon:
    """A weapon. `picture` is the number by which a short datasheet shows it (9E-DS-02, 9E-Q-26)."""

    name: Name
    profiles: Annotated[tuple[WeaponProfile, ...], _parts(WeaponProfile, 10, least=1)]
    note: Prose = ""
    picture: Annotated[int | None, _optional(_whole(1, 999))] = None


@dataclass(frozen=True, slots=True)
class Gear:
    """Wargear that is no weapon."""

    name: Name
    text: Prose = ""
    effects: Annotated[tuple[Effect, ...], _effects("bearer")] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a bullet may be taken: `most` times, `each` times for every `per_models` models, or by `any` model."""

    most: Annotated[int | None, _optional(_whole(1, 1000))] = None
    per_models: Annotated[int | None, _optional(_whole(1, 1000))] = None
    each: Annotated[int, _whole(1, 100)] = 1
    any: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One bullet of the wargear options: each taking acts on one model of the rows named."""

    id: Id
    text: Prose
    models: SomeNames
    choices: Annotated[tuple[Mapping[str, int], ...], _list(_table(_whole(1, 20), 30), 30, least=1)] = field(
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
    choices: Annotated[Mapping[str, KeywordChoice], _table(_part(KeywordChoice), 10)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DamageRow:
    """The characteristics of a row's models, and of the `weapons` that they carry (by name), while their remaining wounds
    lie in `wounds`, both ends included."""

    profile: Name
    wounds: Annotated[tuple[int, ...], _list(_whole(1, 1000), 2, least=2)]
    characteristics: Printed = field(default_factory=dict)
    weapons: Annotated[Mapping[str, Mapping[str, str]], _table(_table(_text(60, least=0), 40, least=1), 20)] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class Transport:
    """Who may embark: units whose models have every keyword of one row of `admits` and none of `refuses`.

    A model with a keyword of `slots` takes that many of the `capacity` places.
    """

    capacity: Annotated[int, _whole(1, 1000)]
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
    value: Annotated[int, _whole(0, 100)]
    target: Line
    text: Prose
    step: Annotated[int, _whole(0, 20)] = 0
    range_in: Annotated[float | None, _optional(_amount(0, 1000))] = None
    duration: Line = ""
    rules: Words = ()
    keywords: Words = ()
    effects: Annotated[tuple[Effect, ...], _effects("target")] = ()


@dataclass(frozen=True, slots=True)
class Psyker:
    """How many powers the unit may try and deny in a phase; ids of powers of the system or of its own."""

    casts: Annotated[int, _whole(0, 20)]
    denies: Annotated[int, _whole(0, 20)]
    powers: Names = ()
    own_powers: Annotated[tuple[Power, ...], _parts(Power, 20)] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """An ability that a model may use as a command while it leads the army (AOS-COMMAND-02)."""

    id: Id
    name: Name
    text: Prose
    target: Line = ""
    range_in: Annotated[float | None, _optional(_amount(0, 1000))] = None
    duration: Line = ""
    rules: Words = ()
    effects: Annotated[tuple[Effect, ...], _effects("unit")] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where the datasheet comes from: the rules' source, the project, or a player."""

    title: Line
    provenance: Literal["seed", "project", "homebrew"] = "homebrew"
    page: Line = ""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A unit's card. Its parts are those of 9E-DS-01; `role`, `damage_table`, `transport`, `psyker` may be missing."""

    schema: Literal["muster.datasheet/1"]
    id: Id
    system: Id
    catalogue: Id
    name: Name
    profiles: Annotated[tuple[ProfileRow, ...], _parts(ProfileRow, 20, least=1)]
    source: Source
    role: Annotated[str | None, _optional(_text(80))] = None
    costs: Annotated[Mapping[str, CostOf], _table(_part(CostOf), 10)] = field(default_factory=dict)
    composition: Composition = Composition()
    abilities: Annotated[tuple[Ability, ...], _parts(Ability, 50)] = ()
    weapons: Annotated[tuple[DatasheetWeapon, ...], _parts(DatasheetWeapon, 60)] = ()
    wargear: Annotated[tuple[Gear, ...], _parts(Gear, 60)] = ()
    options: Annotated[tuple[Option, ...], _parts(Option, 60)] = ()
    keywords: Keywords = Keywords()
    damage_table: Annotated[tuple[DamageRow, ...], _parts(DamageRow, 100)] = ()
    transport: Transport | None = None
    psyker: Psyker | None = None
    commands: Annotated[tuple[Command, ...], _parts(Command, 20)] = ()

    @property
    def placeholders(self) -> tuple[str, ...]:
        """Its keywords in angle brackets, those of single rows too."""
        own = (keyword for row in self.profiles for keyword in row.keywords)
        return placeholders((*self.keywords.faction, *self.keywords.other, *own))


@dataclass(frozen=True, slots=True)
class Header:
    """What a catalogue says of itself. `keyword_choices` hold for datasheets that say nothing narrower."""

    schema: Literal["muster.catalogue/1"]
    id: Id
    system: Id
    name: Name
    revision: Annotated[int, _whole(1, 1_000_000)] = 1
    description: Prose = ""
    reserved_keywords: Words = ()
    keyword_choices: Annotated[Mapping[str, tuple[str, ...]], _table(_list(_text(60), 200), 20)] = field(
        default_factory=dict
    )
