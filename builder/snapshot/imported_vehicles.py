"""Vehicles, armour and Mastery of an imported unit, as a roster document has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.snapshot.cleaning import line
from builder.snapshot.sorting import Part, Read
from datasheets.evaluation.tree import Selection
from datasheets.imported import tables
from datasheets.imported.armour import armour_in, field_in
from datasheets.imported.datafaxes import vehicle_of
from datasheets.imported.naming import best_named
from datasheets.model import Profile

NONE = "-"


def armour_for(read: Read, group: Selection) -> dict[str, Any] | None:
    """Return the armour save of a model: its own, or what the unit shows for all; the best of several."""
    for owner in (group, None):
        if found := armour_in(read.closure, [*read.of("armour", owner), *read.of(None, owner)], read.system):
            return found
    return None


def field_for(read: Read, part: Part) -> dict[str, Any] | None:
    """Return the unmodified save that a selection shows."""
    return field_in(read.closure, [*part.profiles.get("armour", ()), *part.profiles.get(None, ())], read.system)


def add_vehicles(read: Read, rows: list[dict[str, Any]], of_group: dict[str, str]) -> list[dict[str, Any]]:
    """Return the vehicles of a unit.

    Models that have a row are their crew or riders; others go by a row of the vehicle's own, which a walker always has.
    """
    made: list[dict[str, Any]] = []
    for group in read.unit.groups:
        for profile in (*_of(read, group), *_of(read, None)):
            values = read.values(profile)
            vehicle = vehicle_of(values, read.system, tables.name_of(profile), read.rules_beside(profile))
            if not vehicle["locations"]:
                continue
            ids = [of_group[group.uid]] if group.uid in of_group else []
            if not ids or vehicle["kind"] == "walker":
                ids.append(_keep(rows, _row(read, profile, values, group)))
            of_group.setdefault(group.uid, ids[0])
            same = next((each for each in made if {**each, "profiles": []} == {**vehicle, "profiles": []}), None)
            if same is None:
                same = {"profiles": [], **vehicle}
                made.append(same)
            same["profiles"] += [id for id in ids if id not in same["profiles"]]
            break
    for vehicle in made:
        _arm_crew(vehicle, rows)
    return made


def _arm_crew(vehicle: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Give the crew the armour of the rows that are theirs: each the one that is called most like it."""
    theirs = [row for row in rows if row["id"] in vehicle["profiles"] and "armour" in row]
    for crew in vehicle["crew"] if theirs else ():
        crew["armour"] = theirs[best_named([row["name"] for row in theirs], crew["name"])]["armour"]


def mastery_of(read: Read) -> int:
    """Return the highest Mastery Level that the unit shows, 0 for none."""
    shown = (profile for part in read.parts for profile in part.profiles.get("mastery", ()))
    levels = (tables.number_in(" ".join(read.values(profile).values())) or 0 for profile in shown)
    return min(max(levels, default=0), 4)


def _of(read: Read, group: Selection | None) -> list[Profile]:
    return [*read.of("vehicle", group), *read.of("walker", group)]


def _row(read: Read, profile: Profile, values: Mapping[str, str], group: Selection) -> dict[str, Any]:
    """Return the row of a vehicle: its own characteristics where it has some, as a walker does."""
    return {
        "id": "",
        "name": line(tables.name_of(profile)),
        "type": "unit",
        "characteristics": dict(_characteristics(read, values)),
        "base": None,
        "height": None,
        "keywords": list(read.unit.keywords_of(group)),
        "damage_table": [],
    }


def _characteristics(read: Read, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for column in read.system.characteristics:
        written = values.get(column.key, NONE).strip()
        yield column.key, written if written.isascii() and written.isdigit() else NONE


def _keep(rows: list[dict[str, Any]], row: dict[str, Any]) -> str:
    same = next((each for each in rows if {**each, "id": ""} == row), None)
    if same is None:
        same = {**row, "id": f"p{len(rows) + 1}"}
        rows.append(same)
    return str(same["id"])
