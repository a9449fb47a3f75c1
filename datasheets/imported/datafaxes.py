"""Vehicles, walkers and armour as authors of imported data write them: locations on lines, speeds, Ram Values, saves.

What they leave out is as the ledger says where a datafax says nothing: which results of a D6 hit which location
(2E-R-PEN-08), and what happens then (2E-R-PEN-03).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datasheets.systems import System
from datasheets.values.dice import Dice

NUMBER = re.compile(r"\d{1,3}")
SIGNED = re.compile(r"[-−–]\s?(\d{1,2})")
DICE = re.compile(r"\d{0,2}D\d{1,3}", re.IGNORECASE)
MEMBERS = re.compile(r"(\d{1,2})\s++([^\d,]++)")
SAVE = re.compile(r"([2-6])\+")
TWO_DICE = re.compile(r"2D6", re.IGNORECASE)
BLAST = re.compile(r"([2-6])\+\s*+/\s*+([2-6])\+")
UNMODIFIED = re.compile(
    r"(?:un-?modifi|not? (?:be )?modifi|cannot be modified|ignores? (?:armour )?modifiers|not affected by)", re.I
)
EXTRA = re.compile(r"\b([2-6])\+ (?:extra|additional|further|second) save\b[^.]*+", re.I)
"""Another save that armour gives beside its own; what is said of it is not said of the armour's."""
STATED = re.compile(
    r"\s*+(?:the \w++ (?:has|gains|is granted) an? )?(?:[2-6]\+ (?:\w++ )?(?:save|saving throw)\b"
    r"|(?:\w++ ){0,2}(?:save|saving throw) of (?:an? )?[2-6]\+)[^.\n]*+",
    re.I,
)
"""A save that a text begins with: "3+ save, using 2D6", "The model gains an additional saving throw of 4+"."""
FIELD = " field"
KINDS = (
    ("walker", "walker"),
    ("dread", "walker"),
    ("skimmer", "skimmer"),
    ("grav", "skimmer"),
    ("bike", "bike"),
    ("wheel", "wheeled"),
)
PARTS = (
    *(("track", "track"), ("foot", "track"), ("slug", "track"), ("wheel", "wheel"), ("grav motor", "grav-motor")),
    *(("turret", "turret"), ("leg", "legs"), ("arm", "arm"), ("crew", "crew"), ("rider", "crew"), ("guardsman", "crew")),
    *(("brother", "crew"), ("servitor", "crew"), ("hull", "hull"), ("body", "body"), ("head", "body"), ("engine", "hull")),
)
LIGHT = ("bike", "skimmer", "wheeled")
ROLLS: Mapping[tuple[str, ...], tuple[tuple[int, int], ...]] = {
    ("track", "hull", "weapon"): ((1, 1), (2, 5), (6, 6)),
    ("track", "hull", "weapon", "weapon"): ((1, 1), (2, 4), (5, 5), (6, 6)),
    ("track", "hull", "turret"): ((1, 1), (2, 4), (5, 6)),
    ("track", "hull", "weapon", "turret"): ((1, 1), (2, 3), (4, 4), (5, 6)),
    ("crew", "vehicle"): ((1, 3), (4, 6)),
    ("vehicle",): ((1, 6),),
    ("legs", "arm", "arm", "body"): ((1, 2), (3, 3), (4, 4), (5, 6)),
    ("legs", "weapon", "body", "crew"): ((1, 2), (3, 3), (4, 5), (6, 6)),
}
"""The results of a D6 by the parts that a vehicle has (2E-R-PEN-08); wheels and grav motors are as tracks."""
MOST_LOCATIONS = 6
MOST_CREW = 30


def vehicle_of(values: Mapping[str, str], system: System) -> dict[str, Any]:
    """Return a vehicle as a roster document has it, but for its profiles, from the values of its table by their headings."""
    kind = kind_of_vehicle(values)
    slow, combat, fast = _rates(values) or (None, None, None)
    locations = list(_locations(values, kind, system))
    return {
        "kind": kind,
        "slow": slow,
        "combat": combat,
        "fast": fast,
        "crew": list(_crew(values.get("Crew", ""))),
        "ram": _ram(values),
        "locations": locations,
        "guns": [],
        "open": any(each["part"] == "crew" for each in locations),
        "large": False,
    }


def armour_of(text: str, special: str, name: str = "") -> dict[str, Any] | None:
    """Return an armour save, None where the text says none, or where nothing modifies it (`field_of`)."""
    found = SAVE.search(text)
    special = EXTRA.sub("", special)
    if found is None or _is_unmodified(text, special, name):
        return None
    two = BLAST.search(text)
    dice = 2 if TWO_DICE.search(f"{text} {special}") else 1
    return {"save": f"{found[1]}+", "dice": dice, "blast": f"{two[2]}+" if two and "last" in special else ""}


def field_of(text: str, special: str, name: str = "") -> dict[str, Any] | None:
    """Return a save that nothing modifies, None where the text says no such and its name is not that of a field."""
    extra = EXTRA.search(special)
    if extra and UNMODIFIED.search(extra[0]):
        text, special, name = extra[0], extra[0], ""
    found = SAVE.search(text)
    if found is None or not _is_unmodified(text, special, name):
        return None
    return {"save": f"{found[1]}+", "in_combat": "close combat" not in special.casefold(), "then": ""}


def stated_save(text: str) -> str:
    """Return what a text begins with where that is a save against all that hits; "" for any other text."""
    found = STATED.match(text)
    return found[0].strip() if found and " against " not in found[0] else ""


def _is_unmodified(text: str, special: str, name: str) -> bool:
    """Whether nothing modifies a save: its text says so, or it is that of a field (2E-R-SAVE-04)."""
    return bool(UNMODIFIED.search(f"{text} {special}")) or name.strip().casefold().endswith(FIELD)


def kind_of_vehicle(values: Mapping[str, str]) -> str:
    """Return what moves a vehicle, from the values of its table by their headings; what has no rates is a walker."""
    is_walker = "Slow Speed" not in values and _rates(values) is None
    said = f"{values.get('Type', '')} {values.get('Unit Type', '')}".casefold()
    usual = "walker" if is_walker else "tracked"
    return next((kind for word, kind in KINDS if word in said), usual)


def _rates(values: Mapping[str, str]) -> tuple[float, float, float] | None:
    """Return the three rates; authors write those of living vehicles where others have their Movement."""
    own = [values.get(f"{rate} Speed", "") for rate in ("Slow", "Combat", "Fast")]
    written = " ".join(own) if any(own) else values.get("M", "")
    found = sorted(float(each) for each in NUMBER.findall(written))
    return (found[0], found[1], found[2]) if len(found) == 3 else None


def _crew(text: str) -> Iterator[dict[str, Any]]:
    for number, name in MEMBERS.findall(text):
        known = name.strip().casefold()
        position = next((each for each in ("driver", "gunner", "commander", "rider") if each in known), "crew")
        if 0 < int(number) <= MOST_CREW:
            yield {
                "name": " ".join(name.split())[:100],
                "number": int(number),
                "position": position,
                "characteristics": {},
                "armour": None,
                "exposed": False,
            }


def _ram(values: Mapping[str, str]) -> dict[str, Any] | None:
    """Return Ram Values from three columns, or from lines in any order ("Strength 7", "D10 Damage", "-4 Save")."""
    written = [values.get(f"Ram {each}", "") for each in ("Strength", "Damage", "Save Modfier", "Save Modifier")]
    text = " ".join(written).strip() or values.get("Ram Value", "")
    dice, save = DICE.search(text), SIGNED.search(text)
    rest = SIGNED.sub(" ", DICE.sub(" ", text))
    strength = NUMBER.search(rest)
    if not (dice and save and strength):
        return None
    try:
        Dice.parse(dice[0])
    except ValueError:
        return None
    return {"strength": min(int(strength[0]), 10), "damage": dice[0].upper(), "save": -int(save[1])}


def _locations(values: Mapping[str, str], kind: str, system: System) -> Iterator[dict[str, Any]]:
    names = [name.strip(" *") for name in values.get("Armour Location", "").splitlines() if name.strip(" *")]
    names = names[:MOST_LOCATIONS]
    front, side = (values.get(heading, "").splitlines() for heading in ("Front Armour", "Side/Rear Armour"))
    parts = [_part(name, kind, len(names)) for name in names]
    for at, (name, part, roll) in enumerate(zip(names, parts, _rolls(parts), strict=True)):
        armour = [_number(lines[at]) if at < len(lines) else None for lines in (front, side)]
        if part == "crew" or None in armour:
            part, armour = ("crew", [None, None])
        yield {
            "name": " ".join(name.split())[:100],
            "roll": list(roll),
            "part": part,
            "front": armour[0],
            "side": armour[1],
            "damage": damage_lines(part, system),
        }


def damage_lines(part: str, system: System) -> list[dict[str, Any]]:
    """Return the lines of the system's damage table for a part."""
    table = next((each for each in system.damage_tables if part in each.parts), None)
    return [{"roll": [r.least, r.most], "result": r.id, "text": r.text} for r in table.results] if table else []


def _part(name: str, kind: str, count: int) -> str:
    known = name.casefold()
    found = next((part for word, part in PARTS if word in known), "")
    if found:
        return found
    return "vehicle" if kind in LIGHT and count <= 2 else "weapon"


def _rolls(parts: Sequence[str]) -> list[tuple[int, int]]:
    """Return which results of a D6 hit which part, whatever the order of the parts."""
    alike = ["track" if part in ("wheel", "grav-motor") else part for part in parts]
    for known, rolls in ROLLS.items():
        if sorted(known) == sorted(alike):
            left = list(zip(known, rolls, strict=True))
            found = []
            for part in alike:
                at = next(number for number, (name, _) in enumerate(left) if name == part)
                found.append(left.pop(at)[1])
            return found
    return list(_even(len(parts)))


def _even(count: int) -> Iterator[tuple[int, int]]:
    """Share the six results out, the last parts first having one more."""
    start = 1
    for at in range(count):
        size = 6 // count + (at >= count - 6 % count)
        yield start, start + size - 1
        start += size


def _number(text: str) -> int | None:
    found = NUMBER.search(text)
    return int(found[0]) if found else None
