"""Parts of a roster document that only some games have: armour and fields, vehicles with locations, weapons with a crew.

Lengths are inches, arcs degrees. All of them are left out where there is nothing. Sources: 2E-Q-96, 2E-R-SAVE-02.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from datasheets.fields import Amount, Whole
from exports.document.fields import Bound, Wording

Id = Annotated[str, Wording(least=1, most=500)]
Line = Annotated[str, Wording(most=500)]
Prose = Annotated[str, Wording(most=20_000, lines=True)]
Ids = Annotated[tuple[Id, ...], Bound(50)]
Length = Annotated[float, Amount(most=100_000)]
ArmourValue = Annotated[int, Whole(most=100)]
Roll = Annotated[tuple[Annotated[int, Whole(least=1, most=6)], ...], Bound(2, least=2)]
Printed = Annotated[Mapping[Id, Line], Bound(100)]
AGAINST_BLASTS = "†"
"""The sign of a save against blasts and flames; `*` marks values that fall with wounds."""


@dataclass(frozen=True, slots=True)
class ArmourSave:
    """An armour save: what so many `dice` must add up to; `blast`: against blasts and flames, "" as against all."""

    save: Line
    dice: Annotated[int, Whole(least=1, most=2)]
    blast: Line


def armour_text(save: str, dice: int, blast: str) -> str:
    """Return an armour save as a column shows it: "3+", "3+/2D6", "6+/5+†" (against blasts)."""
    return f"{save}{f'/{dice}D6' if dice > 1 else ''}{f'/{blast}{AGAINST_BLASTS}' if blast else ''}"


@dataclass(frozen=True, slots=True)
class FieldSave:
    """A save that nothing modifies. `in_combat`: in hand-to-hand combat, too; `then` what it does."""

    save: Line
    in_combat: bool
    then: Prose


@dataclass(frozen=True, slots=True)
class Crew:
    """Crew of one kind, with their characteristics. `exposed`: they can be hit by themselves."""

    name: Line
    number: Annotated[int, Whole(least=1, most=1000)]
    position: Line
    characteristics: Printed
    armour: ArmourSave | None
    exposed: bool


@dataclass(frozen=True, slots=True)
class Ram:
    """What a collision does to the other; a `strength` of None is the Toughness of what rams."""

    strength: Annotated[int, Whole(most=100)] | None
    damage: Line
    save: Annotated[int, Whole(least=-100, most=100)]


@dataclass(frozen=True, slots=True)
class DamageLine:
    """What happens to a location on these results of a D6: an id, and words."""

    roll: Roll
    result: Line
    text: Prose


@dataclass(frozen=True, slots=True)
class Location:
    """A part that can be hit: on which results of a D6, its damage table.

    An Armour Value of None: from there the exposed crew is hit, or the data do not say it.
    """

    name: Line
    roll: Roll
    part: Line
    front: ArmourValue | None
    side: ArmourValue | None
    damage: Annotated[tuple[DamageLine, ...], Bound(20)]


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of a vehicle, by its id: the location that it stands in, its arc in degrees, and whither it faces."""

    weapon: Id
    location: Line
    arc: Line
    facing: Line


@dataclass(frozen=True, slots=True)
class Vehicle:
    """What the models of these profiles are. Rates are None for a walker, and where the data do not say them."""

    profiles: Ids
    kind: Line
    slow: Length | None
    combat: Length | None
    fast: Length | None
    crew: Annotated[tuple[Crew, ...], Bound(50)]
    ram: Ram | None
    locations: Annotated[tuple[Location, ...], Bound(50)]
    guns: Annotated[tuple[Gun, ...], Bound(100)]
    open: bool
    large: bool


@dataclass(frozen=True, slots=True)
class SupportWeapon:
    """A weapon, by its id, that the models of the profiles `crew` serve; its own models are those of `profiles`."""

    weapon: Id
    profiles: Ids
    crew: Ids
    armour: ArmourValue
    move: Length
    note: Line
