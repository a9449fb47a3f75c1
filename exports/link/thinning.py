"""A roster document without what rules say: their texts, and their effects, which are the same for programs.

What is left is the army: who carries what, profiles, keywords, costs, what was declared, and the selections that it was made
of. Wherever the same data are, these come to the whole document again.
"""

from __future__ import annotations

from dataclasses import replace

from exports.document import RosterDocument, Unit, Wargear, Weapon
from exports.document.vehicle import Vehicle


def without_rules(document: RosterDocument) -> RosterDocument:
    """Return a document whose rules have names and no more. Its digest is another one."""
    return replace(document, army=replace(document.army, units=tuple(map(_unit, document.army.units))))


def _unit(unit: Unit) -> Unit:
    transport, psyker = unit.transport, unit.psyker
    return replace(
        unit,
        abilities=tuple(replace(each, text="", effects=()) for each in unit.abilities),
        weapons=tuple(map(_weapon, unit.weapons)),
        wargear=tuple(map(_gear, unit.wargear)),
        transport=transport and replace(transport, text=""),
        vehicles=tuple(map(_vehicle, unit.vehicles)),
        psyker=psyker and replace(psyker, powers=tuple(replace(each, text="", effects=()) for each in psyker.powers)),
    )


def _gear(gear: Wargear) -> Wargear:
    field = gear.field_save
    return replace(gear, text="", effects=(), rules=(), field_save=field and replace(field, then=""))


def _vehicle(vehicle: Vehicle) -> Vehicle:
    locations = (replace(each, damage=tuple(replace(line, text="") for line in each.damage)) for each in vehicle.locations)
    return replace(vehicle, locations=tuple(locations))


def _weapon(weapon: Weapon) -> Weapon:
    return replace(weapon, note="", profiles=tuple(replace(each, abilities="", effects=()) for each in weapon.profiles))
