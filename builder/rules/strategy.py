"""What an army brings to the table besides its units: Strategy Rating, Strategy Cards, units that may teleport.

Sources: 2E-STRAT-01, 2E-STRAT-02, 2E-R-SETUP-07, 2E-TEL-01. All of it is only noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.rules.army import Army, ArmyUnit
from builder.rules.own_list import foreign_units, leaders
from datasheets.evaluation.finding import Finding
from datasheets.systems.strategy import ListedUnit, strategy_cards, strategy_rating

TELEPORT = "teleport"


def note_strategy(army: Army) -> Iterator[Finding]:
    """Note how many Strategy Cards the army draws, and its Strategy Rating."""
    if not army.units:
        return
    units = _list_units(army)
    points = int(army.size) if army.size == int(army.size) else float(army.size)
    cards = strategy_cards(army.system, points, units)
    rule = "strategy-cards" if cards else "no-strategy-cards"
    code = "army.strategy-cards" if cards else "army.no-strategy-cards"
    yield army.finding("note", None, code, rule, cards, points)
    rating = strategy_rating(army.system, units)
    if rating is not None:
        yield army.finding("note", None, "army.strategy-rating", "strategy-rating", None, rating)


def note_teleporting(army: Army) -> Iterator[Finding]:
    """Note which units may teleport, so that they need not be set up."""
    ability = next((each for each in army.system.abilities if each.id == TELEPORT), None)
    for unit in army.units if ability else ():
        if (ability and ability.name in (rule.name for rule in unit.effective.rules)) or _is_granted(unit):
            yield army.finding("note", unit, "unit.may-teleport", "teleport")


def _list_units(army: Army) -> list[ListedUnit]:
    """Return what each unit says of the army's strategy; allies say nothing of it."""
    led = {army.by_group[each.subject][0].uid for each in leaders(army)}
    foreign = {unit.uid for unit in foreign_units(army)}
    own = (unit for unit in army.units if unit.uid not in foreign)
    return [ListedUnit(unit.force.catalogue, unit.uid in led, unit.keywords, _rating(unit)) for unit in own]


def _rating(unit: ArmyUnit) -> int | None:
    rating = unit.details.get("strategy_rating")
    return rating if isinstance(rating, int) else None


def _is_granted(unit: ArmyUnit) -> bool:
    """Whether some model has something that lets it teleport."""
    for group in unit.groups:
        for item in group.selections:
            entry = unit.parts[item.uid].entry
            details: Mapping[str, object] = entry.entry.details if entry else {}
            granted = details.get("grants")
            if isinstance(granted, (list, tuple)) and TELEPORT in granted:
                return True
    return False
