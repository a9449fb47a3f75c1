"""The weapon that an imported unit is the crew of, as a document has it.

Its rules say Armour Value and move, or else the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from builder.snapshot.sorting import Read
from datasheets.imported import tables
from datasheets.native.vehicle import ARMOUR_OF_WEAPON, MOVE_OF_WEAPON

RANGE, SMALL_ARMS = "Long", 24
"""The column of the range, and how far what crew carry themselves shoots at most, in inches."""
ARMOUR = re.compile(r"armour value of (?:\w{1,30} ){0,4}(\d{1,2})\b", re.IGNORECASE)
MOVE = re.compile(r"\bmove[sd]? (?:up to )?(\d{1,2})\"", re.IGNORECASE)


def support_weapon_of(
    read: Read, weapons: Sequence[Mapping[str, Any]], profiles: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the weapon that the models of all profiles serve; None where the unit is none, or shows no such weapon.

    Args:
        read: the unit.
        weapons: the document's weapons of the unit.
        profiles: the rows of its models, which are all crew.
    """
    found = read.unit.details.get("support_weapon")
    armour, move = (next(filter(None, map(each.search, read.rules)), None) for each in (ARMOUR, MOVE))
    weapon = _weapon(weapons, (str(found["name"]), read.unit.effective.name)) if isinstance(found, Mapping) else None
    if weapon is None:
        return None
    return {
        "weapon": weapon["id"],
        "profiles": [],
        "crew": [row["id"] for row in profiles],
        "armour": int(armour[1]) if armour else ARMOUR_OF_WEAPON,
        "move": int(move[1]) if move else MOVE_OF_WEAPON,
        "note": "",
    }


def _weapon(weapons: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the weapon that is called as the unit is, else the one that shoots farther than small arms."""
    called = [each for each in weapons if any(name.casefold() in each["name"].casefold() for name in names)]
    return next(iter((*called, *(each for each in weapons if _range(each) > SMALL_ARMS))), None)


def _range(weapon: Mapping[str, Any]) -> int:
    written = (row["characteristics"].get(RANGE, "") for row in weapon["profiles"])
    return max((tables.number_in(each) or 0 for each in written), default=0)
