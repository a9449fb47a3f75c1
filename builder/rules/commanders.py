"""Who commands an army by its Leadership: the compulsory commander, the best character, or one of the dearest squad.

Source: 2E-R-ARMY-03. Imported data have no compulsory commanders, but some name models as commanders, who may be it too.
No ally commands the army.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from weakref import WeakKeyDictionary

from builder.rules.army import Army, ArmyUnit
from builder.rules.own_list import foreign_units
from datasheets.closure import Closure
from datasheets.evaluation.tree import Selection
from datasheets.imported.tables import ROWS, has_values, kind_of, row_named, values_of
from datasheets.model import Profile
from datasheets.systems.parts import model_parts

Place = tuple[ArmyUnit, Selection]
_nerves: WeakKeyDictionary[ArmyUnit, dict[str, int | None]] = WeakKeyDictionary()
"""The Leadership of groups of models by their uid, since it is asked for after every edit."""
CHARACTERS, SQUADS = ("characters", "individuals"), ("squads", "broods")


def commanders(army: Army, without: ArmyUnit | None = None) -> list[Place]:
    """Return the groups of models of which one may command the army, or would without one of its units."""
    allied = {unit.uid for unit in foreign_units(army)}
    units = [unit for unit in army.units if unit is not without and unit.uid not in allied]
    places = [place for unit in units for place in unit.places.values()]
    kind = army.system.leader
    compulsory = [place for place in places if kind and kind.usual and kind.usual in place[0].keywords_of(place[1])]
    if compulsory:
        return compulsory
    named = [place for unit in units if _is_named(army, unit) for place in _bravest(army, unit.places.values())]
    characters = [place for place in places if place[0].details.get("role") in CHARACTERS]
    if named or characters:
        return list(dict.fromkeys((*named, *_best(army, characters))))
    squads = [place for place in places if place[0].details.get("role") in SQUADS] or places
    dearest = max((_cost(army, unit) for unit, _ in squads), default=Decimal(0))
    return [place for place in squads if _cost(army, place[0]) == dearest]


def _is_named(army: Army, unit: ArmyUnit) -> bool:
    """Whether imported data name a model of a unit as commander: by a choice, or by the Strategy Rating that it brings."""
    kind = army.system.leader
    chosen = any(kind and each.kind == kind.kind for each in unit.implied)
    return unit.models is not None and (chosen or unit.details.get("strategy_rating") is not None)


def _best(army: Army, places: Sequence[Place]) -> list[Place]:
    """Return those of the highest Leadership, of these the dearest, and those whose Leadership no data tell."""
    brave = [place for place in _bravest(army, places) if _nerve(army, *place) is not None]
    dearest = max((_cost(army, unit) for unit, _ in brave), default=Decimal(0))
    unknown = [place for place in places if _nerve(army, *place) is None]
    return [*(place for place in brave if _cost(army, place[0]) == dearest), *unknown]


def _bravest(army: Army, places: Collection[Place]) -> list[Place]:
    """Return those of the highest Leadership."""
    nerves = [(_nerve(army, *place) or 0, place) for place in places]
    most = max((nerve for nerve, _ in nerves), default=0)
    return [place for nerve, place in nerves if nerve == most]


def _nerve(army: Army, unit: ArmyUnit, group: Selection) -> int | None:
    """Return the Leadership of a group of models, of several rows the highest; None where no row tells it."""
    known = _nerves.setdefault(unit, {})
    if group.uid not in known:
        known[group.uid] = _read_nerve(army, unit, group)
    return known[group.uid]


def _read_nerve(army: Army, unit: ArmyUnit, group: Selection) -> int | None:
    key = model_parts(army.system.id)["nerve"].key
    if unit.models and unit.closure:
        closure = unit.closure
        rows = (values_of(closure, each, army.system) for each in _rows(army, unit, group, closure))
    else:
        rows = (dict(profile.characteristics) for profile in unit.parts[group.uid].profiles)
    printed = [row.get(key, "") for row in rows]
    return max((int(each) for each in printed if each.isascii() and each.isdigit()), default=None)


def _rows(army: Army, unit: ArmyUnit, group: Selection, closure: Closure) -> list[Profile]:
    """Return the rows that imported models show, or else those of their unit, or the shared one that is called as it."""
    own = [node for node in group.walk() if node is group or node not in unit.groups]
    for nodes in (own, list(unit.selection.walk())):
        shown = (profile for node in nodes for profile in unit.parts[node.uid].profiles)
        if rows := [each for each in shown if kind_of(closure, each, army.system) in ROWS and has_values(each)]:
            return rows
    named = row_named(closure, unit.effective.name, army.system.imports)
    return [named] if named else []


def _cost(army: Army, unit: ArmyUnit) -> Decimal:
    return unit.costs.get(army.system.size.cost, Decimal(0))
