"""Support weapons that are cheap enough to belong to a Battery, and how many Batteries they make.

Sources: 2E-BATT-01, 2E-BATT-02, 2E-BATT-03, 2E-Q-59. Which Battery one is in is declared by a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import declare, take_back
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.systems import rulebook

BATTERY = "battery"


def check_batteries(army: Army) -> Iterator[Finding]:
    """Judge which support weapons are in which Battery."""
    numbers = {each.subject: int(each.value or 0) for each in army.declarations_of(BATTERY) if isinstance(each.value, int)}
    for each in army.declarations_of(BATTERY):
        unit = army.by_uid[each.subject]
        if not is_support_weapon(unit):
            yield army.finding("error", unit, "battery.no-weapon", "battery", fixes=[take_back(army, each)])
    cheap = [unit for unit in army.units if _is_cheap(army, unit)]
    fixes = [_arrange(army, cheap)] if cheap else []
    below = _number(army, "battery", "below_points")
    for unit in cheap:
        if unit.uid not in numbers:
            cost = float(unit.costs.get(army.system.size.cost, 0))
            yield army.finding("error", unit, "battery.missing", "battery", below, cost, fixes=fixes)
    dear = [unit for unit in army.units if unit.uid in numbers and is_support_weapon(unit) and unit not in cheap]
    whole = sorted(Counter(numbers[unit.uid] for unit in [*cheap, *dear] if unit.uid in numbers).values(), reverse=True)
    if dear and whole[0] > _most(army):
        joined = [each for each in army.declarations_of(BATTERY) if army.by_uid[each.subject] in dear]
        leave = [take_back(army, each) for each in joined]
        yield _uneven(army, sum(whole), sizes_of_batteries(army, sum(whole)), whole, leave)
        return
    used = Counter(numbers[unit.uid] for unit in cheap if unit.uid in numbers)
    wanted, found = sizes_of_batteries(army, len(cheap)), sorted(used.values(), reverse=True)
    if sum(used.values()) < len(cheap) or found == wanted:
        return
    if len(wanted) == 1:
        yield army.finding("error", None, "battery.several", "battery-single", 1, len(found), {"count": len(cheap)}, fixes)
    else:
        yield _uneven(army, len(cheap), wanted, found, fixes)


def is_support_weapon(unit: ArmyUnit) -> bool:
    """Whether a unit is a weapon with its crew."""
    return isinstance(unit.details.get("support_weapon"), Mapping)


def sizes_of_batteries(army: Army, weapons: int) -> list[int]:
    """Return how many weapons each Battery has: a third as many Batteries as weapons, rounded up, about equally large."""
    batteries = -(-weapons // _most(army))
    return [weapons // batteries + (at < weapons % batteries) for at in range(batteries)]


def _most(army: Army) -> int:
    """Return how many weapons a Battery has at most, dear ones that joined it among them (2E-Q-59)."""
    return _number(army, "battery-split", "divisor")


def _uneven(army: Army, count: int, wanted: Sequence[int], found: Sequence[int], fixes: Sequence[Fix]) -> Finding:
    values: dict[str, Plain] = {"count": count, "sizes": _join(wanted), "now": _join(found)}
    return army.finding("error", None, "battery.uneven", "battery-split", len(wanted), len(found), values, fixes)


def _is_cheap(army: Army, unit: ArmyUnit) -> bool:
    return is_support_weapon(unit) and unit.costs.get(army.system.size.cost, 0) < _number(army, "battery", "below_points")


def _number(army: Army, rule: str, name: str) -> int:
    numbers = rulebook(army.system.id).rule(army.system.rule(rule)).numbers
    return int(numbers[name]) if isinstance(numbers, Mapping) else 0


def _arrange(army: Army, weapons: Sequence[ArmyUnit]) -> Fix:
    """Put all weapons into Batteries, one after the other."""
    places = [number for number, size in enumerate(sizes_of_batteries(army, len(weapons)), 1) for _ in range(size)]
    operations = tuple(declare(BATTERY, unit.uid, number) for unit, number in zip(weapons, places, strict=True))
    return Fix("fix.arrange-batteries", {"number": len(set(places))}, operations)


def _join(sizes: Sequence[int]) -> str:
    return " + ".join(map(str, sizes))
