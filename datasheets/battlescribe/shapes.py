"""Which attribute and child of BattleScribe's schema (2.03) becomes what in the entry model: one table per element.

What stands in no table is passed over: authors, comments, the additions of other programs. Where an attribute is absent, the
`XSD` (files) and the `PROTOCOL` (the conformance suite's messages) mean different things; all else is the same for both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from datasheets.model import (
    Catalogue,
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    CharacteristicType,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    ProfileType,
    Publication,
    Query,
    Repeat,
    Rule,
)
from datasheets.words import Message

Dialect = Literal["XSD", "PROTOCOL"]
Convert = Callable[[str], Any]
NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?([eE]-?[0-9]{1,2})?")
LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Shape:
    """How one element is read: `make` gets keywords by `fields` (attribute or text child → keyword, conversion) and
    `lists` (container → keyword, tag and name of the shape of its items).

    `needed` attributes must be there and not empty. Alike: equal ones become one value.
    """

    make: Callable[..., Any]
    fields: Mapping[str, tuple[str, Convert]]
    lists: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    alike: bool = False


def text(value: str) -> str:
    """Return a text as it stands."""
    return value


@lru_cache(1000)
def number(value: str) -> Decimal:
    """Return a decimal number; raise ValueError where it is none."""
    if not NUMBER.fullmatch(value.strip()):
        raise ValueError(Message("file.value.number"))
    found = Decimal(value.strip())
    return Decimal(int(found)) if found == found.to_integral_value() else found


def integer(value: str) -> int:
    """Return a whole number that is not negative; raise ValueError where it is none."""
    found = number(value)
    if found != int(found) or not 0 <= found <= LARGEST:
        raise ValueError(Message("file.value.whole"))
    return int(found)


def part(value: str) -> Decimal:
    """Return a number that is not negative; raise ValueError where it is none."""
    found = number(value)
    if not 0 <= found <= LARGEST:
        raise ValueError(Message("file.value.part"))
    return found


def hint(value: str) -> int:
    """Return a whole number that is not negative, 0 where there is none: nothing depends on it."""
    try:
        return integer(value)
    except ValueError:
        return 0


def flag(value: str) -> bool:
    """Return true or false; raise ValueError where it is neither."""
    if value not in ("true", "false", "1", "0"):
        raise ValueError(Message("file.value.flag"))
    return value in ("true", "1")


def word(*words: str) -> Convert:
    """Return a conversion that takes one of these words."""

    def convert(value: str) -> str:
        if value not in words:
            raise ValueError(Message("file.value.word", {"words": words}))
        return value

    return convert


def _condition(*, type: Any, value: Decimal = Decimal(0), **query: Any) -> Condition:
    return Condition(type, Query(**query), value)


def _repeat(*, value: Decimal = Decimal(1), repeats: Decimal = Decimal(1), round_up: bool = False, **query: Any) -> Repeat:
    return Repeat(Query(**query), value, repeats, round_up)


def _constraint(*, id: str, type: Any, value: Decimal = Decimal(0), **query: Any) -> Constraint:
    return Constraint(id, type, Query(**query), value)


def _profile(*, characteristics: tuple[tuple[str, str], ...] = (), **rest: Any) -> Profile:
    return Profile(characteristics=dict(characteristics), **rest)


def _characteristic(*, type: str, value: str = "") -> tuple[str, str]:
    return type, value


CONDITIONS = word("equalTo", "notEqualTo", "greaterThan", "lessThan", "atLeast", "atMost", "instanceOf", "notInstanceOf")
MODIFIERS = word("set", "increment", "decrement", "multiply", "append", "add", "remove", "set-primary", "unset-primary")

ID = {"id": ("id", text)}
QUERY = {
    "field": ("field", text),
    "scope": ("scope", text),
    "childId": ("child", text),
    "shared": ("shared", flag),
    "percentValue": ("percent", flag),
    "includeChildSelections": ("include_child_selections", flag),
    "includeChildForces": ("include_child_forces", flag),
}
NAMED = {
    **ID,
    "name": ("name", text),
    "hidden": ("hidden", flag),
    "publicationId": ("publication", text),
    "page": ("page", text),
}
CHANGED = {"modifiers": ("modifiers", "modifier"), "modifierGroups": ("modifier_groups", "modifierGroup")}
GATED = {"conditions": ("conditions", "condition"), "conditionGroups": ("groups", "conditionGroup")}
LIMITED = {"constraints": ("constraints", "constraint")}
COSTS = {"costs": ("costs", "cost")}
INFO = {
    "profiles": ("profiles", "profile"),
    "rules": ("rules", "rule"),
    "infoGroups": ("info_groups", "infoGroup"),
    "infoLinks": ("info_links", "infoLink"),
}
CATEGORISED = {"categoryLinks": ("category_links", "categoryLink")}
CHOOSABLE = {**NAMED, "collective": ("collective", flag), "import": ("exported", flag)}
BELOW = {
    "selectionEntries": ("entries", "selectionEntry"),
    "selectionEntryGroups": ("groups", "selectionEntryGroup"),
    "entryLinks": ("links", "entryLink"),
}
WITHIN = {**CHANGED, **LIMITED, **BELOW, **CATEGORISED, **INFO}
SOURCE = {**ID, "name": ("name", text), "revision": ("revision", integer)}
CONTENT = {
    "publications": ("publications", "publication"),
    "costTypes": ("cost_types", "costType"),
    "profileTypes": ("profile_types", "profileType"),
    "categoryEntries": ("categories", "categoryEntry"),
    "forceEntries": ("force_entries", "forceEntry"),
    "selectionEntries": ("entries", "selectionEntry"),
    "entryLinks": ("links", "entryLink"),
    "rules": ("rules", "rule"),
    "profiles": ("profiles", "profile"),
    "infoLinks": ("info_links", "infoLink"),
    "sharedSelectionEntries": ("shared_entries", "selectionEntry"),
    "sharedSelectionEntryGroups": ("shared_groups", "selectionEntryGroup"),
    "sharedProfiles": ("shared_profiles", "profile"),
    "sharedRules": ("shared_rules", "rule"),
    "sharedInfoGroups": ("shared_info_groups", "infoGroup"),
}

SHAPES: Mapping[str, Shape] = {
    "gameSystem": Shape(GameSystem, SOURCE, CONTENT, ("id", "name")),
    "catalogue": Shape(
        Catalogue,
        {
            **SOURCE,
            "gameSystemId": ("system", text),
            "gameSystemRevision": ("system_revision", hint),
            "library": ("library", flag),
        },
        {**CONTENT, "catalogueLinks": ("catalogue_links", "catalogueLink")},
        ("id", "name", "gameSystemId"),
    ),
    "catalogueLink": Shape(
        CatalogueLink,
        {"targetId": ("target", text), "importRootEntries": ("import_roots", flag), "name": ("name", text)},
        needed=("targetId",),
    ),
    "publication": Shape(
        Publication,
        {
            **ID,
            "name": ("name", text),
            "shortName": ("short_name", text),
            "publisher": ("publisher", text),
            "publicationDate": ("date", text),
            "publisherUrl": ("url", text),
        },
        needed=("id",),
    ),
    "costType": Shape(
        CostType,
        {**ID, "name": ("name", text), "defaultCostLimit": ("limit", number), "hidden": ("hidden", flag)},
        needed=("id",),
    ),
    "profileType": Shape(
        ProfileType,
        {**ID, "name": ("name", text)},
        {"characteristicTypes": ("characteristics", "characteristicType")},
        ("id",),
    ),
    "characteristicType": Shape(CharacteristicType, {**ID, "name": ("name", text)}, needed=("id",)),
    "categoryEntry": Shape(CategoryEntry, NAMED, {**CHANGED, **LIMITED}, ("id",)),
    "forceEntry": Shape(
        ForceEntry,
        NAMED,
        {**CHANGED, **LIMITED, **COSTS, **CATEGORISED, **INFO, "forceEntries": ("forces", "forceEntry")},
        ("id",),
    ),
    "selectionEntry": Shape(
        Entry, {**CHOOSABLE, "type": ("type", word("unit", "model", "upgrade"))}, {**WITHIN, **COSTS}, ("id", "type")
    ),
    "selectionEntryGroup": Shape(EntryGroup, {**CHOOSABLE, "defaultSelectionEntryId": ("default", text)}, WITHIN, ("id",)),
    "entryLink": Shape(
        EntryLink,
        {**CHOOSABLE, "targetId": ("target", text), "type": ("type", word("selectionEntry", "selectionEntryGroup"))},
        {**WITHIN, **COSTS},
        ("id", "targetId", "type"),
    ),
    "categoryLink": Shape(
        CategoryLink,
        {**NAMED, "targetId": ("target", text), "primary": ("primary", flag)},
        {**CHANGED, **LIMITED},
        ("id", "targetId"),
    ),
    "profile": Shape(
        _profile,
        {**NAMED, "typeId": ("type", text)},
        {**CHANGED, "characteristics": ("characteristics", "characteristic")},
        ("id",),
    ),
    "characteristic": Shape(
        _characteristic, {"typeId": ("type", text), "value": ("value", text)}, needed=("typeId",), alike=True
    ),
    "rule": Shape(Rule, {**NAMED, "description": ("description", text)}, CHANGED, ("id",)),
    "infoGroup": Shape(InfoGroup, NAMED, {**CHANGED, **INFO}, ("id",)),
    "infoLink": Shape(
        InfoLink,
        {**NAMED, "targetId": ("target", text), "type": ("type", word("profile", "rule", "infoGroup"))},
        CHANGED,
        ("id", "targetId", "type"),
    ),
    "cost": Shape(Cost, {"typeId": ("type", text), "value": ("value", number)}, needed=("typeId",), alike=True),
    "constraint": Shape(
        _constraint, {**ID, "type": ("type", word("min", "max")), "value": ("value", number), **QUERY}, needed=("id", "type")
    ),
    "modifier": Shape(
        Modifier,
        {
            "type": ("type", MODIFIERS),
            "field": ("field", text),
            "value": ("value", text),
            "affects": ("affects", text),
            "scope": ("scope", text),
        },
        {**GATED, "repeats": ("repeats", "repeat")},
        ("type", "field"),
        alike=True,
    ),
    "modifierGroup": Shape(ModifierGroup, {}, {**CHANGED, **GATED, "repeats": ("repeats", "repeat")}),
    "condition": Shape(
        _condition, {"type": ("type", CONDITIONS), "value": ("value", number), **QUERY}, needed=("type",), alike=True
    ),
    "conditionGroup": Shape(ConditionGroup, {"type": ("type", word("and", "or"))}, GATED, ("type",)),
    "repeat": Shape(
        _repeat,
        {"value": ("value", number), "repeats": ("repeats", part), "roundUp": ("round_up", flag), **QUERY},
        alike=True,
    ),
}

TEXT_CHILDREN = ("description",)
"""Children whose text is read like an attribute."""

UNSAID: Mapping[Dialect, Mapping[str, Mapping[str, Any]]] = {
    "XSD": {
        "selectionEntry": {"exported": False},
        "selectionEntryGroup": {"exported": False},
        "entryLink": {"exported": False},
        "catalogueLink": {"import_roots": False},
        "costType": {"limit": Decimal(-1)},
        "modifier": {"value": ""},
        "cost": {"value": Decimal(0)},
    },
    "PROTOCOL": {
        "selectionEntry": {"exported": True, "type": "unit"},
        "selectionEntryGroup": {"exported": True},
        "entryLink": {"exported": True, "type": "selectionEntry"},
        "catalogueLink": {"import_roots": True},
        "costType": {"limit": Decimal(-1)},
        "constraint": {"shared": False},
        "condition": {"shared": False, "scope": "self"},
        "repeat": {"shared": False, "scope": "self"},
        "conditionGroup": {"type": "and"},
        "modifier": {"value": ""},
        "cost": {"value": Decimal(0)},
    },
}
"""What an absent attribute means, by dialect and element, where that is not the model's own default."""
