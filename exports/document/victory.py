"""What a unit is worth to the enemy, and what the army brings: Victory Point values, Strategy Rating and Strategy Cards.

Sources: 2E-VP-02 to 2E-VP-08, 2E-Q-03, 2E-Q-07, 2E-STRAT-01, 2E-R-SETUP-07. A Battery counts as one (2E-VP-06), and
a support weapon that needs none as one of its own. A squadron is two vehicles or more, however many models crew one. A
character that is a vehicle is scored as that, once: he is one model with one cost. One who rides it stays a character.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from datasheets.keywords import Keywords
from datasheets.systems import System
from datasheets.systems.parts import model_parts
from datasheets.systems.strategy import ListedUnit, strategy_cards, strategy_rating, victory_points
from exports.document.declared import leader_group
from exports.document.model import Army, Profile, Unit
from exports.document.vehicle import Vehicle

BATTERY, BATTERIES = "battery", "batteries"
DAEMON, GREATER, CHARACTER = "DAEMON", "GREATER DAEMON", "CHARACTER"
CHARACTERS, SQUADS = ("characters", "individuals"), ("squads", "broods")


@dataclass(frozen=True, slots=True)
class VictoryValue:
    """What some units (several in a Battery) are worth by the state in which they end, worst last."""

    units: tuple[Unit, ...]
    category: str
    points: float
    values: tuple[tuple[str, int], ...]

    @property
    def most(self) -> int:
        """What they are worth at most."""
        return max((value for _, value in self.values), default=0)


def victory_values(army: Army, system: System) -> tuple[VictoryValue, ...]:
    """Return what each unit is worth, a Battery once; none in a system that scores no such categories."""
    scored = {each.id for mission in system.missions for each in mission.scoring}
    return tuple(_values(army, system)) if {"squads", "vehicles"} <= scored else ()


def category_of(army: Army, unit: Unit) -> str:
    """Return as what a unit is scored."""
    if army.declarations_of(BATTERY, unit.id) or unit.support_weapon:
        return BATTERIES
    keywords = Keywords(unit.keywords.other)
    if DAEMON in keywords or unit.role == "Daemons":
        return "daemons"
    is_character = unit.role in CHARACTERS or CHARACTER in keywords
    if is_character and _is_rider(army, unit):
        return "characters"
    vehicles = sum(vehicle_count(army, unit, each) for each in unit.vehicles if not _is_ridden(unit, each))
    if vehicles:
        return "squadrons" if vehicles > 1 else "vehicles"
    return "characters" if is_character else "squads"


def army_rating(army: Army, system: System) -> int | None:
    """Return the Strategy Rating of an army."""
    return strategy_rating(system, _list_units(army, system))


def cards_drawn(army: Army, system: System) -> int:
    """Return how many Strategy Cards an army draws."""
    return strategy_cards(system, army.costs.get(system.size.cost, 0), _list_units(army, system))


def _list_units(army: Army, system: System) -> list[ListedUnit]:
    """Return what each unit says of the army's strategy, those of the dearest army list first: the others are allies."""
    catalogues, costs = {force.id: force.catalogue for force in army.forces}, dict[str, float]()
    for unit in army.fielded:
        costs[unit.force] = costs.get(unit.force, 0) + unit.costs.get(system.size.cost, 0)
    return [
        ListedUnit(catalogues[unit.force], leader_group(army, unit) is not None, _keywords(unit), unit.strategy_rating)
        for unit in sorted(army.fielded, key=lambda unit: -costs[unit.force])
    ]


def _values(army: Army, system: System) -> Iterator[VictoryValue]:
    batteries: dict[object, list[Unit]] = {}
    for unit in army.fielded:
        category = category_of(army, unit)
        if category == BATTERIES:
            numbers = [each.value for each in army.declarations_of(BATTERY, unit.id)]
            batteries.setdefault(numbers[0] if numbers else unit.id, []).append(unit)
        else:
            yield _value(category, [unit], system)
    for units in batteries.values():
        yield _value(BATTERIES, units, system)


def _value(category: str, units: list[Unit], system: System) -> VictoryValue:
    points = sum(unit.costs.get(system.size.cost, 0) for unit in units)
    greater = any(GREATER in Keywords(unit.keywords.other) for unit in units)
    values = victory_points(system, category, points, is_greater=greater)
    return VictoryValue(tuple(units), category, points, tuple(values.items()))


def _is_rider(army: Army, unit: Unit) -> bool:
    """Whether a model of a unit is alive, so that the vehicle is what it rides (2E-R-ARMY-06)."""
    fielded = {group.profile for group in unit.models}
    return any(row.id in fielded and _is_alive(army, row) for row in unit.profiles)


def _is_ridden(unit: Unit, vehicle: Vehicle) -> bool:
    """Whether a vehicle is what one of a squad rides, so that the squad is scored: a bike, or a squad's jetbike."""
    return vehicle.kind == "bike" or (unit.role in SQUADS and sum(each.number for each in vehicle.crew) == 1)


def vehicle_count(army: Army, unit: Unit, vehicle: Vehicle) -> int:
    """Return how many of a vehicle there are: those among the models, and as many as the others can crew."""
    tough = {row.id for row in unit.profiles if _is_alive(army, row)}
    models = [group for group in unit.models if group.profile in vehicle.profiles]
    manning = sum(group.number for group in models if group.profile in tough)
    itself = sum(group.number for group in models if group.profile not in tough)
    return itself + ceil(manning / max(1, sum(each.number for each in vehicle.crew)))


def _is_alive(army: Army, row: Profile) -> bool:
    """Whether a row is of models that are wounded, as no vehicle is: it has a Toughness."""
    resistance = model_parts(army.system).get("resistance")
    return resistance is not None and row.characteristics.get(resistance.key, "-").isdigit()


def _keywords(unit: Unit) -> Keywords:
    return Keywords((*unit.keywords.faction, *unit.keywords.other))
