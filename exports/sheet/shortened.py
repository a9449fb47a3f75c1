"""The words of weapon types, shortened for the smallest cards and only there."""

from __future__ import annotations

import re

_SHORT = {"rapid fire": "RF", "heavy": "Hvy", "assault": "Aslt", "pistol": "Pstl", "grenade": "Gren"}
_LONG = re.compile("|".join(_SHORT), re.IGNORECASE)


def shorten_type(text: str) -> str:
    """Return "RF 1" for "Rapid Fire 1", likewise Heavy, Assault, Pistol and Grenade; any other text as it is."""
    return _LONG.sub(lambda found: _SHORT[found[0].casefold()], text)
