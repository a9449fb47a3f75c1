"""Where the guns of a vehicle stand and how far they turn, as sheets and pages say it."""

from __future__ import annotations

from datasheets.words import say
from exports.document.vehicle import Gun

SIDES = {"left": "text.gun-left", "right": "text.gun-right", "rear": "text.gun-rear"}
"""The words for a gun that faces a side, by the side."""
ALL_ROUND = "360"


def gun_in_words(gun: Gun, language: str) -> str:
    """Return a gun's location and arc: "Turret, 360°", "Sponson, 180° left"; that it faces the front is not said."""
    if not gun.arc.isdecimal():
        return ", ".join(part for part in (gun.location, gun.arc) if part)
    code = "text.gun" if gun.arc == ALL_ROUND else SIDES.get(gun.facing, "text.gun")
    return say(code, {"location": gun.location, "arc": gun.arc}, language)
