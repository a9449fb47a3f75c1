"""Figures on paper are those of the roster document: every unit of every bundled catalogue, read back from the structure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from datasheets.native.bundled import bundled_catalogues
from exports.document import ModelGroup, Profile, RosterDocument, Unit, Weapon, WeaponProfile
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.shortened import shorten_head, shorten_type
from tests.exports.large import whole_catalogue
from tests.exports.tables import Section, sections

CATALOGUES = [each.id for each in bundled_catalogues()]
SETUPS = [Setup(merge=False), *(Setup(layout="cards", per_page=number, merge=False) for number in (1, 4, 8))]  # type: ignore[arg-type]
AS_PRINTED = {
    "aos-1e": ("Range", "Attacks", "To Hit", "To Wound", "Rend", "Damage"),
    "grundregelwerk": ("Range", "RoF", "FP"),
    "wh40k-2e": ("Dam", "Save", "AP"),
    "wh40k-8e": ("AP", "D"),
    "wh40k-9e": ("AP", "D"),
}
"""Characteristics of weapons that stand on paper as in the document, by game system."""
SAVES = re.compile(r"(/\d\+\+†?)+$")
OWN = re.compile(r"\bS\b")
LESS_ONE = "Subtract 1 from hit rolls for attacks with this"
CHANGED_STRENGTH = re.compile(r"([x×])(\d+)|\+(\d+)")


def plain(value: str) -> str:
    """A figure without the sign that a damage table changes it, and the invulnerable saves beside the save."""
    return SAVES.sub("", value.replace("▼", "").strip()).replace("–", "-")


def unhurt(profile: Profile) -> Mapping[str, str]:
    row = max(profile.damage_table, key=lambda each: each.wounds[1], default=None)
    return {**profile.characteristics, **(row.characteristics if row else {})}


def of_unhurt(unit: Unit, weapon: Weapon, key: str) -> set[str]:
    """What a damage table says of a weapon while its bearer is unhurt; "*" where none does."""
    best = (max(each.damage_table, key=lambda row: row.wounds[1]) for each in unit.profiles if each.damage_table)
    return {row.weapons.get(weapon.id, {}).get(key, "*") for row in best} - {"*"} or {"*"}


def bearers(unit: Unit, weapon: Weapon) -> Iterator[Mapping[str, str]]:
    profiles = {profile.id: unhurt(profile) for profile in unit.profiles}
    groups: list[ModelGroup] = [group for group in unit.models if group.weapons.get(weapon.id)]
    yield from (profiles[group.profile] for group in groups if group.profile in profiles)


def strength(printed: str, own: str) -> str:
    """The Strength of a blow in the hands of a bearer."""
    if printed.casefold() == "user":
        return own
    found = CHANGED_STRENGTH.fullmatch(printed)
    if not found or not own.isdigit():
        return printed
    return str(int(own) * int(found[2])) if found[1] else str(int(own) + int(found[3]))


def less_one(own: str) -> str:
    """What is rolled to hit with a weapon that subtracts 1, and that without it."""
    return f"{int(own[0]) + 1}+ ({own})"


def wanted_of(system: str, unit: Unit, weapon: Weapon, profile: WeaponProfile, *, small: bool) -> dict[str, set[str]]:
    """What may stand below each head in the rows of a weapon."""
    values = profile.characteristics
    wanted = {key: of_unhurt(unit, weapon, key) if values[key] == "*" else {values[key]} for key in AS_PRINTED[system]}
    if system == "wh40k-2e":
        own_strengths = {own["S"] for own in bearers(unit, weapon)}
        wanted["Str"] = {strength(values["Str"], own) for own in own_strengths} | {values["Str"]}
        if values["Str"] == "user":
            wanted["AP"] = {OWN.sub(own, values["AP"]) for own in own_strengths} | {values["AP"]}
            saves = {str(min(0, 3 - int(own))) for own in own_strengths if own.isdigit()}
            wanted["Save"] = saves if values["Save"] == "user" else {values["Save"]}
        if values["Short"].isdigit():
            wanted["Short"] = {f"0-{values['Short']}"}
            wanted["Long"] = {f"{values['Short']}-{values['Long']}"} if values["Long"].isdigit() else {"-"}
    elif system.startswith("wh40k"):
        is_melee = values["Type"].startswith("Melee")
        wanted["S"] = {strength(values["S"], own["S"]) for own in bearers(unit, weapon)}
        own_rolls = {own["WS" if is_melee else "BS"] for own in bearers(unit, weapon)}
        wanted["Hit"] = {less_one(own) for own in own_rolls} if LESS_ONE in profile.abilities else own_rolls | {"auto"}
        if is_melee:
            wanted["A"] = {own["A"] for own in bearers(unit, weapon)}
        else:
            kind = shorten_type(values["Type"]) if small else values["Type"]
            wanted |= {"Range": {values["Range"]}, "Type": {kind}}
    heads = {key: shorten_head(key) if small else key for key in wanted}
    return {heads[key]: {plain(text) for text in texts} for key, texts in wanted.items()}


def says(section: Section, name: str, wanted: Mapping[str, set[str]]) -> bool:
    """Say whether rows of this name have what is wanted: each part of a value is one of those that may stand there."""
    found: dict[str, set[str]] = {}
    for said, values in section.rows():
        if name in said:
            for key, text in values.items():
                found.setdefault(key, set()).update((plain(text), *plain(text).split("/")))
    return all(texts & found.get(key, set()) for key, texts in wanted.items())


@cache
def document_of(catalogue: str) -> RosterDocument:
    return whole_catalogue(catalogue)


def section_of(unit: Unit, found: Mapping[str, Section]) -> Section:
    """What stands below the headings of a unit: that of its first card says what it is, too, those of others do not."""
    first = next(name for name in found if name.startswith(unit.name))
    return Section(tables=[table for name in {first: 0, unit.name: 0} if name in found for table in found[name].tables])


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=lambda one: f"{one.layout}-{one.per_page}")
@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.sample(6)
def test_figures_on_paper_are_those_of_the_document(catalogue: str, setup: Setup) -> None:
    document = document_of(catalogue)
    found = sections(print_sheet(document, setup))
    small = setup.layout == "cards" and setup.per_page == 8
    for unit in document.army.fielded:
        section = section_of(unit, found)
        for profile in unit.profiles:
            check_profile(document, section, unit, profile)
        for weapon in unit.weapons:
            for each in weapon.profiles:
                name = each.name if each.name and len(weapon.profiles) > 1 else weapon.name
                wanted = wanted_of(document.army.system, unit, weapon, each, small=small)
                assert says(section, name, wanted), (unit.name, name, wanted, section.rows())


def check_profile(document: RosterDocument, section: Section, unit: Unit, profile: Profile) -> None:
    values = unhurt(profile)
    wanted = {key: {plain(values[key])} for key in document.army.columns[profile.type] if key in values and key != "Type"}
    if not any(text.strip("-– ") for text in values.values()):
        return  # the card of a vehicle has its locations instead
    number = sum(group.number for group in unit.models if group.profile == profile.id)
    assert says(section, str(number), wanted), (unit.name, profile.name, wanted, section.rows())


def test_another_figure_is_found() -> None:
    made: Any = Section(tables=[[["Melee", "S", "AP"], ["2×", "Axe", "5", "-1"]]])
    assert says(made, "Axe", {"S": {"5"}, "AP": {"-1"}})
    assert not says(made, "Axe", {"S": {"4"}})
    assert not says(made, "Sword", {"S": {"5"}})
