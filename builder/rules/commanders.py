"""Who commands an army by its Leadership: the compulsory commander, the best character, or one of the dearest squad.

Source: 2E-R-ARMY-03.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.tree import Selection
from datasheets.systems.parts import model_parts

Place = tuple[ArmyUnit, Selection]
CHARACTERS, SQUADS = ("characters", "individuals"), ("squads", "broods")


def commanders(army: Army) -> list[Place]:
    """Return the groups of models of which one may command the army."""
    places = list(army.by_group.values())
    kind = army.system.leader
    compulsory = [place for place in places if kind and kind.usual and kind.usual in place[0].keywords_of(place[1])]
    characters = [place for place in places if place[0].details.get("role") in CHARACTERS]
    if compulsory or characters:
        return compulsory or _best(army, characters)
    squads = [place for place in places if place[0].details.get("role") in SQUADS] or places
    dearest = max((_cost(army, unit) for unit, _ in squads), default=Decimal(0))
    return [place for place in squads if _cost(army, place[0]) == dearest]


def _best(army: Army, places: Sequence[Place]) -> list[Place]:
    """Return those of the highest Leadership, of these the dearest."""
    nerve = max(_nerve(army, place) for place in places)
    brave = [place for place in places if _nerve(army, place) == nerve]
    dearest = max(_cost(army, unit) for unit, _ in brave)
    return [place for place in brave if _cost(army, place[0]) == dearest]


def _nerve(army: Army, place: Place) -> int:
    unit, group = place
    key = model_parts(army.system.id)["nerve"].key
    printed = next((profile.characteristics.get(key, "") for profile in unit.parts[group.uid].profiles), "")
    return int(printed) if printed.isascii() and printed.isdigit() else 0


def _cost(army: Army, unit: ArmyUnit) -> Decimal:
    return unit.costs.get(army.system.size.cost, Decimal(0))
