"""Vehicles, armour and what they suffer, as data of a system: damage tables, Ram Values, locations, traits of weapons.

Sources: 2E-R-PEN-04 to 2E-R-PEN-13, 2E-COL-03, 2E-R-SAVE-02, 2E-R-SETUP-07, 2E-Q-69.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from datasheets.systems.shape import Name

VehicleKind = Literal["tracked", "wheeled", "bike", "walker", "skimmer"]
LocationPart = Literal["track", "wheel", "grav-motor", "hull", "turret", "weapon", "arm", "legs", "body", "crew", "vehicle"]
"""What a location is: damage tables go by it."""
Position = Literal["driver", "gunner", "commander", "rider", "crew"]
Arc = Literal["90", "180", "360"]
Facing = Literal["front", "left", "right", "rear"]
ModelSize = Literal["", "small", "man-sized", "large"]
"""How large a model is beside others (2E-Q-56); "" is man-sized."""


@dataclass(frozen=True, slots=True)
class DamageResult:
    """What happens on `least` to `most` of a D6: an id that a ruleset knows, and what it means in words."""

    id: str
    least: int
    most: int
    text: str


@dataclass(frozen=True, slots=True)
class LocationDamage:
    """The damage table of locations of these `parts`, where a datasheet has none of its own."""

    id: str
    name: Name
    parts: tuple[str, ...]
    rule: str
    results: tuple[DamageResult, ...]


@dataclass(frozen=True, slots=True)
class RamValues:
    """What ramming does, by what rams (2E-COL-03): `strength` None is its Toughness; `rams`: on purpose, too."""

    id: str
    name: Name
    strength: int | None
    damage: str
    save: int
    rams: bool
    rule: str


@dataclass(frozen=True, slots=True)
class WeaponTrait:
    """Something about a weapon that no column says: "move or fire", "parry"."""

    id: str
    name: Name
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class StrategyRating:
    """The Strategy Rating of armies with a faction keyword, where no catalogue and no commander says another."""

    keyword: str
    rating: int
    rule: str
