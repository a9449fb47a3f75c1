"""Support weapons that are cheap enough to belong to a Battery, and how many Batteries they make.

Sources: 2E-BATT-01, 2E-BATT-02, 2E-BATT-03, 2E-Q-59. Which Battery one is in is declared by a number. The weapons of one
entry ("Tarantula", of one to three turrets) are in one Battery, since it is the entry that joins it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import declare, take_back
from builder.rules.support_weapons import count_weapons, is_support_weapon, weapon_costs
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
            costs = weapon_costs(army, unit)
            said = {"number": len(costs)}
            yield army.finding("error", unit, "battery.missing", "battery", below, float(min(costs)), said, fixes)
    dear = [unit for unit in army.units if unit.uid in numbers and is_support_weapon(unit) and unit not in cheap]
    whole = _sizes([*cheap, *dear], numbers)
    if dear and whole[0] > _most(army):
        joined = [each for each in army.declarations_of(BATTERY) if army.by_uid[each.subject] in dear]
        leave = [take_back(army, each) for each in joined]
        yield _uneven(army, [*cheap, *dear], whole, leave)
        return
    wanted, found = sizes_of_batteries(army, cheap), _sizes(cheap, numbers)
    if any(unit.uid not in numbers for unit in cheap) or found == wanted:
        return
    if len(wanted) == 1:
        count = {"count": sum(found)}
        yield army.finding("error", None, "battery.several", "battery-single", 1, len(found), count, fixes)
    else:
        yield _uneven(army, cheap, found, fixes)


def sizes_of_batteries(army: Army, weapons: Sequence[ArmyUnit]) -> list[int]:
    """Return how many weapons each Battery has: a third as many Batteries as weapons, rounded up, about equally large."""
    return sorted((sum(map(count_weapons, each)) for each in _share_out(army, weapons)), reverse=True)


def _share_out(army: Army, weapons: Sequence[ArmyUnit]) -> list[list[ArmyUnit]]:
    """Return the units of each Battery: as few Batteries as hold them, about equally large, as no entry is divided."""
    count, most = sum(map(count_weapons, weapons)), _most(army)
    batteries = -(-count // most)
    while (shared := _fit(weapons, batteries, most)) is None:
        batteries += 1
    return shared


def _fit(weapons: Sequence[ArmyUnit], batteries: int, most: int) -> list[list[ArmyUnit]] | None:
    """Return the units in so many Batteries, the largest first into the smallest; None where one has no room for them.

    An entry of more weapons than a Battery has is one by itself, since nobody can divide it.
    """
    shared: list[list[ArmyUnit]] = [[] for _ in range(batteries)]
    for unit in sorted(weapons, key=count_weapons, reverse=True):
        smallest = min(shared, key=lambda each: sum(map(count_weapons, each)))
        if smallest and sum(map(count_weapons, smallest)) + count_weapons(unit) > most:
            return None
        smallest.append(unit)
    return shared


def _sizes(units: Sequence[ArmyUnit], numbers: Mapping[str, int]) -> list[int]:
    """Return how many weapons each declared Battery has, the largest first."""
    sizes: dict[int, int] = {}
    for unit in units:
        if unit.uid in numbers:
            sizes[numbers[unit.uid]] = sizes.get(numbers[unit.uid], 0) + count_weapons(unit)
    return sorted(sizes.values(), reverse=True)


def _most(army: Army) -> int:
    """Return how many weapons a Battery has at most, dear ones that joined it among them (2E-Q-59)."""
    return _number(army, "battery-split", "divisor")


def _uneven(army: Army, weapons: Sequence[ArmyUnit], found: Sequence[int], fixes: Sequence[Fix]) -> Finding:
    wanted = sizes_of_batteries(army, weapons)
    values: dict[str, Plain] = {"count": sum(found), "sizes": _join(wanted), "now": _join(found)}
    return army.finding("error", None, "battery.uneven", "battery-split", len(wanted), len(found), values, fixes)


def _is_cheap(army: Army, unit: ArmyUnit) -> bool:
    below = Decimal(_number(army, "battery", "below_points"))
    return is_support_weapon(unit) and any(cost < below for cost in weapon_costs(army, unit))


def _number(army: Army, rule: str, name: str) -> int:
    numbers = rulebook(army.system.id).rule(army.system.rule(rule)).numbers
    return int(numbers[name]) if isinstance(numbers, Mapping) else 0


def _arrange(army: Army, weapons: Sequence[ArmyUnit]) -> Fix:
    """Put all weapons into Batteries, one after the other."""
    batteries = _share_out(army, weapons)
    operations = (declare(BATTERY, unit.uid, at) for at, units in enumerate(batteries, 1) for unit in units)
    return Fix("fix.arrange-batteries", {"number": len(batteries)}, tuple(operations))


def _join(sizes: Sequence[int]) -> str:
    return " + ".join(map(str, sizes))
