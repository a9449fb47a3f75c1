"""How one unit attacks another when odds are asked for outside a battle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What is assumed about an attack.

    `weapon` is the name of the only weapon that is used; "" lets every model use what does most. `range_inches` None:
    every weapon reaches and none is at half range. `moved`, `advanced`, `charged`: what the unit did this turn.
    """

    fighting: bool = False
    weapon: str = ""
    range_inches: float | None = None
    moved: bool = False
    advanced: bool = False
    charged: bool = False
    overwatch: bool = False
