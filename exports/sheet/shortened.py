"""The words of weapon types and the heads of columns, shortened for the smallest cards and only there."""

from __future__ import annotations

import re

_SHORT = {"rapid fire": "RF", "heavy": "Hvy", "assault": "Aslt", "pistol": "Pstl", "grenade": "Gren"}
_HEADS = {"Dam": "D", "Save": "Sv"}
_LONG = re.compile("|".join(_SHORT), re.IGNORECASE)


def shorten_type(text: str) -> str:
    """Return "RF 1" for "Rapid Fire 1", likewise Heavy, Assault, Pistol and Grenade; any other text as it is."""
    return _LONG.sub(lambda found: _SHORT[found[0].casefold()], text)


def shorten_head(text: str) -> str:
    """Return "D" for "Dam" and "Sv" for "Save"; any other head as it is."""
    return _HEADS.get(text, text)
