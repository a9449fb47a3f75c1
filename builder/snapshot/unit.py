"""A unit as a roster document has it: what it is, its models in groups of equal equipment, and everything they use."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from builder.operations.roster_json import selection_to_json
from builder.rules.army import ArmyUnit
from builder.snapshot import parts
from builder.snapshot.cleaning import clean_line, line
from builder.snapshot.imported_unit import imported_parts
from builder.snapshot.vehicles import special_parts
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Force, Selection
from datasheets.keywords import Keywords, substitute
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.shape import plain

Ids = Mapping[str, str]
"""The document's short ids of weapons or wargear, by item entry."""


def unit_data(unit: ArmyUnit, system: System) -> dict[str, Any]:
    """Return a unit."""
    general = {
        **bare_unit(unit.force, unit.selection),
        "name": unit.effective.name,
        "role": unit.details.get("role"),
        "costs": {cost: parts.amount(value) for cost, value in unit.costs.items()},
        "size": {"min": unit.least, "max": unit.most},
        "understrength": unit.is_understrength,
        "keywords": _keywords(unit),
        "transport": parts.substituted_all(unit.details.get("transport"), unit.chosen),
    }
    if unit.models:
        of_data = imported_parts(unit, system)
        own = of_data.pop("commands")
        made = {**general, "name": line(substitute(unit.effective.name, unit.chosen)), **of_data}
    else:
        made, own = {**general, **_native_parts(unit)}, unit.details.get("commands", ())
    commands = [*_given_commands(unit, system), *parts.substituted_all(own, unit.chosen)]
    return {**made, "commands": commands} if commands else made


def _given_commands(unit: ArmyUnit, system: System) -> Iterator[dict[str, Any]]:
    """Yield the commands that the rules give to whoever is declared something: the general's (AOS-COMMAND-02)."""
    declared = {each.kind for each in (*unit.declared, *unit.implied)}
    for command in system.commands:
        if command.known_by in declared:
            names = ("id", "name", "range_in", "target", "duration", "text")
            yield {**{name: getattr(command, name) for name in names}, "effects": plain(command.effects)}


def _native_parts(unit: ArmyUnit) -> dict[str, Any]:
    """Return what is read from a native datasheet."""
    selection, items = unit.selection, _items(unit)
    weapons = {id: item for id, item in items.items() if _kind(item) == "weapon"}
    wargear = {id: item for id, item in items.items() if _kind(item) == "wargear"}
    weapon_ids = {id: f"w{number}" for number, id in enumerate(weapons, 1)}
    wargear_ids = {id: f"g{number}" for number, id in enumerate(wargear, 1)}
    profiles = _profiles(unit)
    return {
        "datasheet": str(unit.details.get("datasheet", selection.entry)),
        "abilities": [parts.ability(rule, unit.chosen) for rule in unit.effective.rules],
        "profiles": [parts.profile(id, each, _common_keywords(unit, groups), weapon_ids) for id, each, groups in profiles],
        "weapons": [parts.weapon(weapon_ids[id], item, unit.chosen) for id, item in weapons.items()],
        "wargear": [parts.wargear(wargear_ids[id], item, unit.chosen) for id, item in wargear.items()],
        "models": [_group(unit, group, profiles, weapon_ids, wargear_ids) for group in unit.groups],
        "options": _options(unit),
        "psyker": parts.substituted_all(unit.details.get("psyker"), unit.chosen),
        **special_parts(unit, _by_entry(profiles), weapon_ids),
    }


def _by_entry(profiles: Iterable[tuple[str, Profile, list[Selection]]]) -> dict[str, list[str]]:
    """Return the ids of profiles by the entry of the models that have them."""
    found: dict[str, list[str]] = {}
    for id, _, groups in profiles:
        found.setdefault(groups[0].entry, []).append(id)
    return found


def bare_unit(force: Force, selection: Selection, units: Container[str] = ()) -> dict[str, Any]:
    """Return a selection as a unit of which only the selection itself is known; `units` below it are no options of it."""
    return {
        "id": selection.uid,
        "force": force.uid,
        "name": line(selection.name),
        "title": selection.title,
        "note": selection.note,
        "datasheet": selection.entry,
        "role": None,
        "costs": {},
        "size": {"min": 0, "max": None},
        "understrength": False,
        "keywords": {"faction": [], "other": []},
        **{each: [] for each in ("abilities", "profiles", "weapons", "wargear", "models")},
        "options": [line(node.name) for node in _choices(selection, units) if line(node.name)],
        "transport": None,
        "psyker": None,
        "origin": _origin(selection),
    }


def _choices(selection: Selection, units: Container[str]) -> Iterator[Selection]:
    for child in selection.selections:
        if child.uid not in units:
            yield child
            yield from _choices(child, units)


def _origin(selection: Selection) -> dict[str, Any]:
    """Return a selection with all below it; names may come from imported data, with letters that a document refuses."""
    return _clean(selection_to_json(selection))


def _clean(tree: dict[str, Any]) -> dict[str, Any]:
    return {**tree, "name": clean_line(tree["name"]), "selections": [_clean(each) for each in tree["selections"]]}


def _kind(item: Effective) -> object:
    return item.entry.entry.details.get("kind") if item.entry else None


def _items(unit: ArmyUnit) -> dict[str, Effective]:
    """Return what its models carry, by item entry, in the order of the datasheet."""
    carried = {item.entry: unit.parts[item.uid] for group in unit.groups for item in group.selections}
    offers = (unit.closure.offers(row.entry) for row in unit.rows) if unit.closure else ()
    printed = dict.fromkeys(offer.id for row in offers for offer in row)
    return {id: carried[id] for id in (*printed, *(id for id in carried if id not in printed)) if id in carried}


def _profiles(unit: ArmyUnit) -> list[tuple[str, Profile, list[Selection]]]:
    """Return each different profile of its models with the groups that have it, rows in printed order."""
    order = {row.id: at for at, row in enumerate(unit.rows)}
    found: dict[object, tuple[Profile, list[Selection]]] = {}
    for group in sorted(unit.groups, key=lambda each: order.get(each.entry, len(order))):
        for profile in unit.parts[group.uid].profiles[:1]:
            key = group.entry, profile.id, tuple(profile.characteristics.items())
            found.setdefault(key, (profile, []))[1].append(group)
    return [(f"p{number}", profile, groups) for number, (profile, groups) in enumerate(found.values(), 1)]


def _common_keywords(unit: ArmyUnit, groups: list[Selection]) -> list[str]:
    """Return the keywords that every model of these groups has."""
    each = [unit.keywords_of(group) for group in groups]
    return [keyword for keyword in each[0] if all(keyword in other for other in each)]


def _keywords(unit: ArmyUnit) -> dict[str, list[str]]:
    """Return the keywords of all its models together, in the two groups of a datasheet."""
    faction = Keywords(unit.substitute(unit.printed_keywords("faction")))
    return {"faction": list(faction), "other": [each for each in unit.keywords if each not in faction]}


def _group(
    unit: ArmyUnit, group: Selection, profiles: list[tuple[str, Profile, list[Selection]]], weapons: Ids, wargear: Ids
) -> dict[str, Any]:
    return {
        "id": group.uid if group is not unit.selection else f"{group.uid}/model",
        "name": unit.parts[group.uid].name,
        "profile": next((id for id, _, groups in profiles if group in groups), ""),
        "number": group.number,
        "weapons": dict(_each(group, weapons)),
        "wargear": dict(_each(group, wargear)),
    }


def _each(group: Selection, ids: Ids) -> Iterator[tuple[str, int]]:
    """Yield how many of these items each model of a group has; where they do not divide evenly, as many as all have."""
    for entry, id in ids.items():
        number = sum(item.number for item in group.selections if item.entry == entry) // group.number
        if number:
            yield id, number


def _options(unit: ArmyUnit) -> list[str]:
    """Return the bullets of its wargear options that were taken, as text."""
    if unit.loadout is None or unit.verdict is None:
        return []
    taken = {taking.bullet for taking in unit.verdict.takings}
    texts = [bullet.text for bullet in unit.loadout.bullets if bullet.id in taken]
    return list(unit.substitute(texts))
