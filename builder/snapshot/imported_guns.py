"""Where the weapons of an imported vehicle stand, as far as its data say it, and how far they turn (2E-R-SHOOT-20).

A location says it by its name ("Heavy Bolter", "Weapons"), and where a bike or a light vehicle has a single location, every
weapon stands there. What else a tank carries may stand in its hull or its turret: nobody knows, so no gun says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datasheets.imported.naming import words_of
from datasheets.systems import System

ALL_WEAPONS = words_of("Weapons")
PERSONAL = "pistol"
"""What ends so ("Laspistol") is in the hands of riders and crew (2E-BIKE-08)."""
REACH = re.compile(r"[^\W_]")
ARC_OF_TURRET, ARC_OF_OTHERS = "360", "90"

Json = dict[str, Any]


def add_guns(vehicles: Sequence[Json], weapons: Sequence[Json], models: Sequence[Json], system: System) -> None:
    """Give vehicles the weapons that their models carry and whose location the data tell."""
    reach = next((column.key for column in system.weapon_characteristics if column.kind == "band"), "")
    for vehicle in vehicles:
        carried = {weapon for model in models if model["profile"] in vehicle["profiles"] for weapon in model["weapons"]}
        guns = [each for each in weapons if each["id"] in carried and _is_gun(each, reach)]
        vehicle["guns"] = list(_guns(vehicle["locations"], guns))


def _is_gun(weapon: Mapping[str, Any], reach: str) -> bool:
    """Whether a weapon shoots and is none that a rider holds in his hand."""
    shoots = any(REACH.search(row["characteristics"].get(reach, "")) for row in weapon["profiles"])
    return shoots and not any(word.endswith(PERSONAL) for word in words_of(weapon["name"]))


def _guns(locations: Sequence[Json], guns: Sequence[Json]) -> Iterator[Json]:
    for gun in guns:
        location = _location_of(gun["name"], [each for each in locations if each["part"] != "crew"])
        if location is not None:
            arc = ARC_OF_TURRET if location["part"] == "turret" else ARC_OF_OTHERS
            yield {"weapon": gun["id"], "location": location["name"], "arc": arc, "facing": "front"}


def _location_of(weapon: str, locations: Sequence[Json]) -> Json | None:
    """Return the location that is called like a weapon, else the one for all weapons, else the only one."""
    words = {each["name"]: words_of(each["name"]) for each in locations}
    for wanted in (words_of(weapon), ALL_WEAPONS):
        for each in locations:
            if words[each["name"]] and words[each["name"]] <= wanted:
                return each
    return locations[0] if len(locations) == 1 else None
