"""Who comes onto the table in place of a model that is gone, as the pilot of a wreck: rows that no model goes by yet."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.markup import fold
from exports.document import Profile, Unit

SET_UP = "set up {name} "


def successors(unit: Unit) -> list[Profile]:
    """Return the rows that no model of a unit goes by and that an ability of it lets the player set up."""
    used = {group.profile for group in unit.models}
    waiting = [each for each in unit.profiles if each.id not in used and each.name]
    texts = [fold(ability.text) for ability in unit.abilities if waiting]
    return [each for each in waiting if any(SET_UP.format(name=fold(each.name)) in f"{text} " for text in texts)]


def wounds_of_successors(unit: Unit, column: str, most: int) -> Iterator[tuple[str, int]]:
    """Yield name and wounds of each, where these are a number that boxes can be drawn for."""
    for profile in successors(unit):
        wounds = profile.characteristics.get(column, "")
        if wounds.isascii() and wounds.isdigit() and 0 < int(wounds) <= most:
            yield profile.name, int(wounds)
