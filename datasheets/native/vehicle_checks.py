"""Checks of vehicles and support weapons: rows, weapons and tables are there, a D6 always means one location.

Sources: 2E-Q-96, 2E-VEH-01, 2E-WALK-04, 2E-COL-03, 2E-R-PEN-01, 2E-R-PEN-07, 2E-R-PEN-08, 2E-R-SHOOT-23.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from datasheets.fields import document_message, unknown
from datasheets.native.name_checks import check_distinct
from datasheets.native.printed_checks import check_values
from datasheets.native.protection_checks import check_armour
from datasheets.native.vehicle import Location, Vehicle
from datasheets.problems import Problem, escape
from datasheets.systems import System
from datasheets.values import read

Parts = Mapping[str, Any]
NO_TOUGHNESS = ("resistance", "wounds")
"""The parts of characteristics that vehicles do not have: armour stands in for them (2E-R-SHOOT-23)."""
LEGS, LEGS_RULE = "legs", "2E-R-PEN-08"
"""What moves a walker, and the rule that says where a shot strikes it."""


def vehicles(parts: Parts, system: System) -> Iterator[Problem]:
    """Check every vehicle of a datasheet."""
    if parts["vehicles"] and not system.damage_tables:
        yield Problem("/vehicles", document_message("no-vehicles"))
        return
    rows, weapons = [row.name for row in parts["profiles"]], [weapon.name for weapon in parts["weapons"]]
    taken: list[str] = []
    for place, vehicle in enumerate(parts["vehicles"]):
        path = f"/vehicles/{place}"
        for at, name in enumerate(vehicle.models):
            if name not in rows:
                yield Problem(f"{path}/models/{at}", unknown(name, rows, "row of the profiles"))
            elif name in taken:
                yield Problem(f"{path}/models/{at}", document_message("vehicle-twice", name=name))
            taken.append(name)
        yield from _rates(path, vehicle)
        yield from _ram(path, vehicle)
        yield from _locations(path, vehicle.locations, system)
        yield from _crew(path, vehicle, system)
        yield from _guns(path, vehicle, weapons)


def support_weapon(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that the weapon, its row and its crew are there."""
    found = parts["support_weapon"]
    if found is None:
        return
    if not system.damage_tables:
        yield Problem("/support_weapon", document_message("no-vehicles"))
    weapons, rows = [weapon.name for weapon in parts["weapons"]], [row.name for row in parts["profiles"]]
    if found.weapon not in weapons:
        yield Problem("/support_weapon/weapon", unknown(found.weapon, weapons, "weapon"))
    for field in ("models", "crew"):
        for at, name in enumerate(getattr(found, field)):
            if name not in rows:
                yield Problem(f"/support_weapon/{field}/{at}", unknown(name, rows, "row of the profiles"))
            elif field == "crew" and name in found.models:
                yield Problem(f"/support_weapon/crew/{at}", document_message("vehicle-twice", name=name))


def scores(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that only vehicles and support weapons lack characteristics, and that vehicles lack Toughness and Wounds."""
    enclosed = {name for vehicle in parts["vehicles"] if vehicle.kind != "bike" for name in vehicle.models}
    weapon = parts["support_weapon"]
    guns = set(weapon.models) if weapon else set()
    for place, row in enumerate(parts["profiles"]):
        for column in system.characteristics:
            text = row.characteristics.get(column.key, "")
            path = f"/profiles/{place}/characteristics/{escape(column.key)}"
            if column.kind != "score" or not _is_readable(text):
                continue
            lacks = text.strip() in ("-", "–", "")
            if row.name in enclosed and column.part in NO_TOUGHNESS and not lacks:
                yield Problem(path, document_message("no-toughness", name=column.name))
            if lacks and row.name not in enclosed | guns:
                yield Problem(path, document_message("score-needed"))


def _is_readable(text: str) -> bool:
    try:
        read("score", text)
    except ValueError:
        return False
    return True


def _guns(path: str, vehicle: Vehicle, weapons: Sequence[str]) -> Iterator[Problem]:
    places = [location.name for location in vehicle.locations]
    for at, gun in enumerate(vehicle.guns):
        if gun.weapon not in weapons:
            yield Problem(f"{path}/guns/{at}/weapon", unknown(gun.weapon, weapons, "weapon"))
        if gun.location not in places:
            yield Problem(f"{path}/guns/{at}/location", unknown(gun.location, places, "location"))
        if gun in vehicle.guns[:at]:
            yield Problem(f"{path}/guns/{at}", document_message("gun-twice", name=gun.weapon))


def _ram(path: str, vehicle: Vehicle) -> Iterator[Problem]:
    try:
        read("damage", vehicle.ram.damage if vehicle.ram else "1")
    except ValueError as error:
        yield Problem(f"{path}/ram/damage", str(error))


def _rates(path: str, vehicle: Vehicle) -> Iterator[Problem]:
    rates = (vehicle.slow, vehicle.combat, vehicle.fast)
    if vehicle.kind == "walker":
        if any(rate is not None for rate in rates):
            yield Problem(f"{path}/slow", document_message("walker-rates"))
        if all(location.part != LEGS for location in vehicle.locations):
            yield Problem(f"{path}/locations", document_message("walker-legs", rule=LEGS_RULE))
    elif None in rates or list(rates) != sorted(rate for rate in rates if rate is not None):
        yield Problem(f"{path}/slow", document_message("vehicle-rates"))


def _locations(path: str, locations: Sequence[Location], system: System) -> Iterator[Problem]:
    tables = [table.id for table in system.damage_tables]
    results = [result.id for table in system.damage_tables for result in table.results]
    yield from _covers(f"{path}/locations", [location.roll for location in locations])
    yield from check_distinct(f"{path}/locations", [location.name for location in locations])
    for place, location in enumerate(locations):
        here = f"{path}/locations/{place}"
        values = (location.front, location.side)
        if location.part == "crew" and values != (None, None):
            yield Problem(f"{here}/front", document_message("crew-armour"))
        if location.part != "crew" and None in values:
            yield Problem(f"{here}/front", document_message("location-armour"))
        if location.table and location.table not in tables:
            yield Problem(f"{here}/table", unknown(location.table, tables, "damage table"))
        if location.damage:
            yield from _covers(f"{here}/damage", [line.roll for line in location.damage])
        for at, line in enumerate(location.damage):
            if line.result not in results:
                yield Problem(f"{here}/damage/{at}/result", unknown(line.result, results, "result"))


def _covers(path: str, rolls: Iterable[Sequence[int]]) -> Iterator[Problem]:
    covered = sorted(result for low, high in rolls for result in range(low, high + 1))
    if covered != [1, 2, 3, 4, 5, 6]:
        yield Problem(path, document_message("d6"))


def _crew(path: str, vehicle: Vehicle, system: System) -> Iterator[Problem]:
    for place, crew in enumerate(vehicle.crew):
        here = f"{path}/crew/{place}"
        yield from check_values(f"{here}/characteristics", crew.characteristics, system.characteristics)
        yield from check_armour(f"{here}/armour", crew.armour)
