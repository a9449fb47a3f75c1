"""The entry model: what may be chosen, whatever file it came from.

Native datasheets are compiled to it, BattleScribe catalogues are parsed to it; one evaluator reads it. The shapes are
those that BattleScribe made the lingua franca of the field, with two additions of our own: a constraint says which
ledger rule it stands for (`rule`, `role`), and a unit may carry a `Loadout`, its wargear bullets as they are written.

Everything here is a frozen value. Ids are any text. Numbers that a player sees (costs, limits) are `Decimal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

EntryType = Literal["unit", "model", "upgrade"]
ConditionType = Literal[
    "equalTo",
    "notEqualTo",
    "greaterThan",
    "lessThan",
    "atLeast",
    "atMost",
    "instanceOf",
    "notInstanceOf",
]
ModifierType = Literal[
    "set", "increment", "decrement", "multiply", "append", "add", "remove", "set-primary", "unset-primary"
]


@dataclass(frozen=True, slots=True)
class Query:
    """What is counted: `field` of what matches `child`, in `scope`.

    `field` is "selections", "forces" or a cost type's id. `scope` is self, parent, ancestor, force, roster,
    primary-category, primary-catalogue or the id of an enclosing entry, link, force entry or category. `child` is an id
    or one of model, unit, upgrade; empty counts everything (constraints) or makes a condition false.
    """

    field: str = "selections"
    scope: str = "parent"
    child: str = ""
    shared: bool = True
    percent: bool = False
    include_child_selections: bool = False
    include_child_forces: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison of a query with a value, or (instanceOf, notInstanceOf) a statement about the scope."""

    type: ConditionType
    query: Query
    value: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class ConditionGroup:
    """Conditions joined by `and` or `or`; groups nest."""

    type: Literal["and", "or"]
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ConditionGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    """A modifier holds `repeats` times for every `value` that the query counts, rounded down or up.

    Authors write parts of one, too: half a point for every point of a limit are half of that limit.
    """

    query: Query
    value: Decimal = Decimal(1)
    repeats: Decimal = Decimal(1)
    round_up: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """One change of one field of its host, when all conditions and groups hold.

    `affects` says whose field it is, where it is not the host's: "self.entries" those right below it,
    "self.entries.recursive" all below. `scope` is the id of the entry around the host that is meant by "self" there.
    """

    type: ModifierType
    field: str
    value: str
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    affects: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class ModifierGroup:
    """Modifiers that share conditions and repeats; groups nest."""

    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """A limit on a query. `max` of -1 is no limit.

    `rule` is the ledger id of the rule that it expresses; `role` says what it limits: "unit-size" (models of a unit, of
    one row or in all) or "option-limit". Both are "" where the data do not say.
    """

    id: str
    type: Literal["min", "max"]
    query: Query
    value: Decimal
    rule: str = ""
    role: Literal["", "unit-size", "option-limit"] = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """An amount of one cost type."""

    type: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class Publication:
    """A book or page that entries refer to."""

    id: str
    name: str
    short_name: str = ""
    publisher: str = ""
    date: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class CostType:
    """A kind of cost; `limit` below 0 is none."""

    id: str
    name: str
    limit: Decimal = Decimal(-1)
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class CharacteristicType:
    """A column of a profile type."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ProfileType:
    """A kind of profile (unit, weapon, ...) with its columns in printed order."""

    id: str
    name: str
    characteristics: tuple[CharacteristicType, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What everything that can be shown has."""

    id: str
    name: str = ""
    hidden: bool = False
    publication: str = ""
    page: str = ""
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Named):
    """A row of characteristics, by characteristic type id. `details` carries what only native data know (base, damage
    table, effects), read by the roster document and never by the evaluator."""

    type: str = ""
    characteristics: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Named):
    """A piece of rules text. `details` as on `Profile` (aura, external, effects)."""

    description: str = ""
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoGroup(Named):
    """Profiles and rules under one heading; groups nest."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoLink(Named):
    """A reference to a shared profile, rule or info group; its modifiers act on the linked item."""

    target: str
    type: Literal["profile", "rule", "infoGroup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryEntry(Named):
    """A category: a battlefield role or a keyword."""

    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryLink(Named):
    """Puts its host into a category; on a force entry, opens a slot of it."""

    target: str
    primary: bool = False
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Bullet:
    """One wargear option as it is written (native data).

    A taking acts on one model: it takes away every item of `replace` from what that model has now and gives it the items
    of one of `choices`. `models` are the entry ids of the rows it may act on. It may be taken `most` times by a unit
    (None: no such limit) and, where `per_models` is given, `each` times for every full `per_models` models of the unit.
    One model takes one bullet at most once. Order is free: a bullet may act on what another gave.
    """

    id: str
    text: str
    models: tuple[str, ...]
    replace: Mapping[str, int]
    choices: tuple[Mapping[str, int], ...]
    most: int | None = 1
    per_models: int | None = None
    each: int = 1


@dataclass(frozen=True, slots=True)
class Loadout:
    """All wargear that a unit may have: what each row's model has by default, and the bullets. Items are entry ids.

    Source: 9E-WARG-01..03, 9E-Q-20.
    """

    id: str
    defaults: Mapping[str, Mapping[str, int]]
    bullets: tuple[Bullet, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosable(Named):
    """What entries, groups and entry links have in common."""

    collective: bool = False
    exported: bool = True  # BattleScribe's `import`: seen by catalogues that link this one
    constraints: tuple[Constraint, ...] = ()
    entries: tuple[Entry, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    links: tuple[EntryLink, ...] = ()
    category_links: tuple[CategoryLink, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Choosable):
    """A node that can be chosen: a unit, a model or an upgrade.

    `details` carries what only native data know of a unit (datasheet id, transport, psyker, keyword choices).
    """

    type: EntryType = "upgrade"
    costs: tuple[Cost, ...] = ()
    loadout: Loadout | None = None
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryGroup(Choosable):
    """Entries under one heading, with a default."""

    default: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLink(Choosable):
    """A reference to a shared entry or group. Its costs replace the target's, type by type; all else is joined."""

    target: str
    type: Literal["selectionEntry", "selectionEntryGroup"] = "selectionEntry"
    costs: tuple[Cost, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceEntry(Named):
    """A kind of force (detachment): the categories that it has room for, and forces within it."""

    constraints: tuple[Constraint, ...] = ()
    costs: tuple[Cost, ...] = ()
    category_links: tuple[CategoryLink, ...] = ()
    forces: tuple[ForceEntry, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()

    def has_room_for(self, category: str) -> bool:
        """Whether root entries of a primary category can stand in it.

        What has no category can stand anywhere, and everything can stand in a force that names no categories.
        """
        return not category or not self.category_links or any(link.target == category for link in self.category_links)


@dataclass(frozen=True, slots=True)
class CatalogueLink:
    """A reference to another catalogue; `import_roots` also brings its root entries."""

    target: str
    import_roots: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a game system file and a catalogue file have in common. `digest` is of the original bytes."""

    id: str
    name: str
    revision: int = 1
    digest: str = ""
    publications: tuple[Publication, ...] = ()
    cost_types: tuple[CostType, ...] = ()
    profile_types: tuple[ProfileType, ...] = ()
    categories: tuple[CategoryEntry, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()
    entries: tuple[Entry, ...] = ()
    links: tuple[EntryLink, ...] = ()
    rules: tuple[Rule, ...] = ()
    profiles: tuple[Profile, ...] = ()
    info_links: tuple[InfoLink, ...] = ()
    shared_entries: tuple[Entry, ...] = ()
    shared_groups: tuple[EntryGroup, ...] = ()
    shared_profiles: tuple[Profile, ...] = ()
    shared_rules: tuple[Rule, ...] = ()
    shared_info_groups: tuple[InfoGroup, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSystem(Source):
    """A game system's own file: cost types, profile types, categories and force entries for all its catalogues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue(Source):
    """One faction's datasheets. `system` is the game system's id, `system_revision` the one that it was written for."""

    system: str = ""
    system_revision: int = 0
    library: bool = False
    catalogue_links: tuple[CatalogueLink, ...] = ()
