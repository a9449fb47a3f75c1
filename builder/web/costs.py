"""What armies and units cost, beside the cost by which their system measures an army: points and whatever the data count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.api.current import services
from builder.operations import nodes
from builder.rules.read_army import closure_or_none
from builder.web.offers import Offer
from builder.web.rendering import amount
from builder.web.update import is_outdated
from datasheets.closure import Closure
from datasheets.evaluation.tree import Force, Roster
from datasheets.imported.models import models_of
from datasheets.systems import System

Costs = Mapping[str, Decimal]
Prices = Sequence[tuple[float, float, str]]
"""The least and the most that something costs, and what is counted."""


def cost_names(roster: Roster, system: System) -> dict[str, str]:
    """Return the short names of all costs that a roster can have: the system's own, then those of its catalogues."""
    names = {cost.id: cost.short for cost in system.costs}
    for closure in (closure_or_none(services().catalogues, force) for force in nodes.forces(roster)):
        for type in closure.cost_types.values() if closure else ():
            names.setdefault(type.id, type.name.strip())
    return names


def total_names(roster: Roster, system: System) -> dict[str, str]:
    """Return what the sums of all costs that a roster can have are called."""
    return {**cost_names(roster, system), **{cost.id: cost.total for cost in system.costs}}


def prices_to_add(force: Force, offers: Iterable[Offer], names: Mapping[str, str], system: System) -> Mapping[str, Prices]:
    """Return what datasheets cost besides the cost by which the system measures, by their names in addresses.

    Nothing of a force that stands on an older version of its catalogue.
    """
    closure = closure_or_none(services().catalogues, force)
    if closure is None or is_outdated(force):
        return {}
    shown = {name: name for name in names.values()} | dict(names)  # imported costs that no system names go by their names
    order, found = list(shown), dict(_known_prices(force.catalogue, shown))
    return {
        offer.address: [
            (least, _of_the_largest(offer, cost, least, most, closure, system), shown[cost])
            for cost, (least, most) in sorted(found[offer.address].items(), key=lambda each: order.index(each[0]))
            if cost != system.size.cost
        ]
        for offer in offers
        if offer.address in found
    }


def _of_the_largest(offer: Offer, cost: str, least: float, most: float, closure: Closure, system: System) -> float:
    """Return what an offer costs in its largest size: an imported one with the cheapest of its models."""
    more = offer.models_most - offer.models_least
    if offer.entry.entry.details or more <= 0:
        return most
    kinds = {id for id, kind in closure.cost_types.items() if cost in (system.imported_cost(kind.name), kind.name.strip())}
    models = models_of(closure, offer.entry, system.imports).entries.values()
    each = [price.value for model in models for price in model.costs if price.type in kinds and price.value > 0]
    return max(most, least + more * float(min(each, default=0)))


def _known_prices(catalogue: str, shown: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, tuple[float, float]]]]:
    for id, found in services().datasheets.prices(catalogue).items():
        yield id, {cost: span for cost, span in found.items() if cost in shown}


def other_costs(costs: Costs, names: Mapping[str, str], system: System) -> list[tuple[str, str]]:
    """Return the costs that are not nothing, without the one by which the system measures: name and amount.

    They stand in the order of `names`: the system's own first, so that the same one stands in the same place of every unit.
    """
    found = (id for id in (*names, *(id for id in costs if id not in names)) if costs.get(id) and id != system.size.cost)
    return [(names.get(id, id), amount(costs[id])) for id in found]


def changed_costs(before: Costs, after: Costs, names: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the costs that differ: name, amount before and amount after."""
    none = Decimal(0)
    found = ((id, before.get(id, none), after.get(id, none)) for id in {**before, **after})
    return [(names.get(id, id), amount(old), amount(new)) for id, old, new in found if old != new]
