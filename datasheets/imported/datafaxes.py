"""Vehicles, walkers and armour as authors of imported data write them: locations on lines, speeds, Ram Values, saves.

Where a hit goes is in `locations`. Source: 2E-Q-96.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datasheets.imported.locations import CREW, locations_of, part_of
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
    r"(?:un-?modifi|not? (?:be )?modifi|cannot be modified|never (?:be )?modifi"
    r"|ignores? (?:armour )?modifiers|not affected by)",
    re.I,
)
EXTRA = re.compile(r"\b([2-6])\+ (?:extra|additional|further|second) save\b[^.]*+", re.I)
"""Another save that armour gives beside its own; what is said of it is not said of the armour's."""
STATED = re.compile(
    r"\s*+(?:the \w++ (?:has|gains|is granted) an? )?(?:[2-6]\+ (?:\w++ )?(?:save|saving throw)\b"
    r"|(?:\w++ ){0,2}(?:save|saving throw) of (?:an? )?[2-6]\+)[^.\n]*+",
    re.I,
)
"""A save that a text begins with: "3+ save, using 2D6", "The model gains an additional saving throw of 4+"."""
NARROW = re.compile(r" against (?!(?:any|every|all) (?:type|kind|form)s? of (?:damage|attacks?|hits?)\b)")
"""What a save is against where it is not against all that hits."""
FIELD = " field"
KINDS = (
    ("walker", "walker"),
    ("dread", "walker"),
    ("skimmer", "skimmer"),
    ("grav", "skimmer"),
    ("bike", "bike"),
    ("wheel", "wheeled"),
    ("track", "tracked"),
)
CAPACITY = ("Capacity", "Transport Capacity")
MOST_CREW, MOST_KIND = 30, 100


Rates = tuple[float | None, float | None, float | None]


def vehicle_of(values: Mapping[str, str], system: System, name: str = "", texts: Sequence[str] = ()) -> dict[str, Any]:
    """Return a vehicle as a roster document has it, but for its profiles.

    Args:
        values: what its table says, by our headings.
        system: whose damage tables there are.
        name: what the table is called.
        texts: the rules beside it, the nearest first; one may say which results of a D6 hit which location.
    """
    kind = kind_of_vehicle(values)
    slow, combat, fast = _rates(values) or (None, None, None)
    locations = locations_of(values, kind, system, name, texts)
    return {
        "kind": kind,
        "slow": slow,
        "combat": combat,
        "fast": fast,
        "crew": list(_crew(values.get("Crew", ""))),
        "ram": _ram(values),
        "locations": locations,
        "guns": [],
        "open": any(part_of(each["name"]) == CREW or None in (each["front"], each["side"]) for each in locations),
        "large": False,
    }


def has_capacity(values: Mapping[str, str]) -> bool:
    """Whether a table says that its vehicle carries somebody."""
    return any(values.get(heading, "").strip(" -–0") not in ("", "None") for heading in CAPACITY)


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
    return found[0].strip() if found and not NARROW.search(found[0]) else ""


def _is_unmodified(text: str, special: str, name: str) -> bool:
    """Whether nothing modifies a save: its text says so, or it is that of a field (2E-R-SAVE-04)."""
    return bool(UNMODIFIED.search(f"{text} {special}")) or name.strip().casefold().endswith(FIELD)


def kind_of_vehicle(values: Mapping[str, str]) -> str:
    """Return what moves a vehicle, from the values of its table by their headings; what has no rates is a walker.

    A type that is none of ours ("Transport") is called as its author does.
    """
    is_walker = "Slow Speed" not in values and _rates(values) is None
    said = f"{values.get('Type', '')} {values.get('Unit Type', '')}".casefold()
    usual = "walker" if is_walker else " ".join(values.get("Type", "").split())[:MOST_KIND] or "tracked"
    return next((kind for word, kind in KINDS if word in said), usual)


def _rates(values: Mapping[str, str]) -> Rates | None:
    """Return the three rates, None for one that there is not; those of living vehicles stand where others have Movement."""
    own = [values.get(f"{rate} Speed", "") for rate in ("Slow", "Combat", "Fast")]
    written = " ".join(own) if any(own) else values.get("M", "")
    found = sorted(float(each) for each in NUMBER.findall(written))
    if len(found) == 3:
        return found[0], found[1], found[2]
    slow, combat, fast = ([float(each) for each in NUMBER.findall(text)] for text in own)
    alone = max(map(len, (slow, combat, fast))) == 1
    return (next(iter(slow), None), next(iter(combat), None), next(iter(fast), None)) if alone else None


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
