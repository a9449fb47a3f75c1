"""What can be added to a force: the datasheets of the version of its catalogue that it is built on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.importing.listing import address
from builder.web.cards import Card, card_of_entry
from datasheets.closure import Closure, Resolved
from datasheets.imported.models import is_unit, models_of
from datasheets.markup import strip_marks
from datasheets.model import CategoryLink
from datasheets.systems import System


@dataclass(frozen=True, slots=True)
class Offer:
    """A datasheet that can be added. Costs and sizes go from the smallest unit's to the largest one's."""

    id: str
    name: str
    role: str
    least: Decimal | None
    most: Decimal | None
    models_least: int
    models_most: int
    keywords: tuple[str, ...]
    entry: Resolved

    def fits(self, words: Sequence[str]) -> bool:
        """Whether all words occur in its name, role or keywords."""
        text = " ".join((self.name, self.role, *self.keywords)).casefold()
        return all(word in text for word in words)

    def fits_models(self, number: int | None) -> bool:
        """Whether it may have so many models."""
        return number is not None and self.models_least <= number <= self.models_most

    @property
    def is_legend(self) -> bool:
        """Whether its data mark it as one that is no longer kept up ("Legends")."""
        return "[legend" in self.name.casefold() or "legends" in map(str.casefold, self.keywords)

    def card(self, system: System, faction: str, other: str) -> Card | None:
        """Return its card; None for an imported unit, whose profiles follow from what is chosen for it."""
        entry = self.entry.entry
        return card_of_entry(entry, system, faction, other) if entry.details else None

    @property
    def address(self) -> str:
        """Its name in addresses."""
        return address(self.id)


def offers_of(roots: Iterable[Resolved], closure: Closure, system: System) -> list[tuple[str, list[Offer]]]:
    """Return root entries that can be added (`offered_roots`), by battlefield role in the system's order."""
    roles = [role.name for role in system.roles]
    found: dict[str, list[Offer]] = {}
    for root in roots:
        made = _offer(root, closure, system)
        found.setdefault(made.role, []).append(made)
    ordered = sorted(found, key=lambda role: roles.index(role) if role in roles else len(roles))
    return [(role, sorted(found[role], key=lambda each: each.name)) for role in ordered]


def _offer(root: Resolved, closure: Closure, system: System) -> Offer:
    power = _power_types(closure, system)
    costs = _costs(root, power)
    if root.entry.details:
        costs = _with_models(closure, root, costs, power)
    least, most = _native_size(closure, root) if root.entry.details else _imported_size(closure, root, system)
    names = [_keyword(link, closure) for link in root.category_links if not link.primary]
    role = {each.id: each.name for each in system.roles}.get(root.primary) or closure.name(root.primary)
    return Offer(
        id=root.id,
        name=strip_marks(root.name),
        role=role,
        least=min(costs, default=None),
        most=max(costs, default=None),
        models_least=least,
        models_most=most,
        keywords=tuple(names),
        entry=root,
    )


def _keyword(link: CategoryLink, closure: Closure) -> str:
    """Return what a category is called: a link's own name is often none ("New CategoryLink")."""
    category = closure.category(link.target)
    return category.name if category else link.name or closure.name(link.target)


def _power_types(closure: Closure, system: System) -> frozenset[str]:
    """Return the ids of the cost by which the system sizes battles, native and imported."""
    power = system.size.cost
    return frozenset({power, *(id for id, each in closure.cost_types.items() if system.imported_cost(each.name) == power)})


def _costs(root: Resolved, power: frozenset[str]) -> list[Decimal]:
    """Return everything that an entry may cost: as printed, and what steps by its size set it to. 0 stands for what its
    parts cost.
    """
    printed = [each.value for each in root.costs if each.type in power and each.value]
    steps = [each for cost in sorted(power) for each in root.changes.get(cost, ())]
    return [*printed, *(Decimal(each.modifier.value) for each in steps if each.modifier.type == "set")]


def _with_models(closure: Closure, root: Resolved, costs: list[Decimal], power: frozenset[str]) -> list[Decimal]:
    """Return the least and the most that a native unit costs as it comes, with its models and what each comes with."""
    defaults = root.entry.loadout.defaults if root.entry.loadout else {}
    least = most = Decimal(0)
    for model in closure.offers(root):
        if model.entry.type == "model":
            items = defaults.get(model.id, {})
            each = _price(model, power)
            each += sum((_price(item, power) * items.get(item.id, 0) for item in closure.offers(model)), Decimal(0))
            fewest, largest = _sizes(model)
            least, most = least + fewest * each, most + largest * each
    if not most:
        return costs
    return [min(costs, default=Decimal(0)) + least, max(costs, default=Decimal(0)) + most]


def _price(entry: Resolved, power: frozenset[str]) -> Decimal:
    return sum((each.value for each in entry.costs if each.type in power), Decimal(0))


def _native_size(closure: Closure, root: Resolved) -> tuple[int, int]:
    sizes = [_sizes(model) for model in closure.offers(root) if model.entry.type == "model"]
    return sum(least for least, _ in sizes) or 1, sum(most for _, most in sizes) or 1


def _imported_size(closure: Closure, root: Resolved, system: System) -> tuple[int, int]:
    """Return the least and most models of an imported unit; none of a setting of the army."""
    if not is_unit(closure, root, system.imports):
        return 0, 0
    models = models_of(closure, root, system.imports)
    least = models.least or 1
    return least, max(least, models.most or 0)


def _sizes(model: Resolved) -> tuple[int, int]:
    limits = {
        constraint.type: int(constraint.value) for _, constraint in model.constraints if constraint.role == "unit-size"
    }
    return limits.get("min", 0), limits.get("max", 0)
