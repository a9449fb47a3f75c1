"""What a datasheet says of vehicles and of weapons with a crew: rates, crew, locations with their armour, guns with arcs.

Sources: 2E-Q-96, 2E-VEH-01, 2E-R-PEN-01, 2E-R-PEN-03, 2E-R-PEN-08, 2E-COL-03, 2E-R-SHOOT-20, 2E-R-BATT-01. Lengths are
inches, arcs degrees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from datasheets.native.makers import (
    Id,
    Line,
    Name,
    Printed,
    Prose,
    SomeNames,
    amount_field,
    list_field,
    optional_field,
    parts_field,
    text_field,
    whole_field,
)
from datasheets.systems.saves import ArmourSave
from datasheets.systems.vehicles import Arc, Facing, LocationPart, Position, VehicleKind

Rate = Annotated[float | None, optional_field(amount_field(0, 200))]
Roll = Annotated[tuple[int, ...], list_field(whole_field(1, 6), 2, least=2)]
"""The lowest and highest result of a D6 that means this."""
ArmourValue = Annotated[int | None, optional_field(whole_field(1, 60))]
ARMOUR_OF_WEAPON, MOVE_OF_WEAPON = 10, 4
"""Armour Value and move of a weapon with its crew, where its rules say no others (2E-R-BATT-01, 2E-R-BATT-03)."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Crew of one kind: how many, what they do, their values and armour. `exposed`: they can be hit themselves."""

    name: Name
    number: Annotated[int, whole_field(1, 30)]
    position: Position
    characteristics: Printed
    armour: ArmourSave | None = None
    exposed: bool = False


@dataclass(frozen=True, slots=True)
class Ram:
    """What a collision does to the other: Strength, Damage and modifier of its save (2E-COL-03)."""

    strength: Annotated[int, whole_field(1, 10)]
    damage: Annotated[str, text_field(20)]
    save: Annotated[int, whole_field(-10, 0)]


@dataclass(frozen=True, slots=True)
class Damage:
    """A line of a location's own damage table: results of a D6, what happens (an id of the system's), in words."""

    roll: Roll
    result: Id
    text: Prose = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A part that can be hit, by a D6. `front` and `side` (side and rear) are its Armour Values, null for exposed crew.

    `table` is the id of the system's damage table that it uses; `damage` its own lines instead.
    """

    name: Name
    roll: Roll
    part: LocationPart
    front: ArmourValue = None
    side: ArmourValue = None
    table: Annotated[str, text_field(80, least=0)] = ""
    damage: Annotated[tuple[Damage, ...], parts_field(Damage, 6)] = ()


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of the vehicle: in which location it stands, how wide its arc is, and whither."""

    weapon: Name
    location: Name
    arc: Arc
    facing: Facing = "front"


@dataclass(frozen=True, slots=True)
class Vehicle:
    """What the models of these rows are: a vehicle, or ride. A walker has no rates; a bike's rider is the row itself.

    `open`: passengers may shoot and be hit; `large`: bigger than most, so that it is easier to hit. Without `ram` the
    system's values for its kind hold.
    """

    models: SomeNames
    kind: VehicleKind
    locations: Annotated[tuple[Location, ...], parts_field(Location, 6, least=1)]
    slow: Rate = None
    combat: Rate = None
    fast: Rate = None
    crew: Annotated[tuple[Crew, ...], parts_field(Crew, 10)] = ()
    ram: Ram | None = None
    guns: Annotated[tuple[Gun, ...], parts_field(Gun, 20)] = ()
    open: bool = False
    large: bool = False


@dataclass(frozen=True, slots=True)
class SupportWeapon:
    """A weapon that a crew serves: rows of both, its Armour Value, how far it may be moved in a turn."""

    weapon: Name
    models: SomeNames
    crew: SomeNames
    armour: Annotated[int, whole_field(1, 60)] = ARMOUR_OF_WEAPON
    move: Annotated[float, amount_field(0, 20)] = MOVE_OF_WEAPON
    note: Line = ""


@dataclass(frozen=True, slots=True)
class CardAllowance:
    """How many Wargear Cards each model of these rows may have (2E-WGC-01)."""

    models: SomeNames
    most: Annotated[int, whole_field(1, 20)]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often an army may have the unit: `most`, or `each` for every unit of the datasheets `per` (2E-R-ARMY-07)."""

    most: Annotated[int | None, optional_field(whole_field(1, 100))] = None
    per: Annotated[tuple[str, ...], list_field(text_field(80), 20)] = ()
    each: Annotated[int, whole_field(1, 20)] = 1
