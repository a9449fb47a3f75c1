"""What the models of an imported unit all have because the unit as a whole has or chooses it, once: "Unit Weapon Options".

A unit of several models has the weapons that it shows itself (the grenades of an Infantry Squad). What it chooses is a
weapon, or a choice of weapons, that a unit of several models must have exactly once, whatever else is chosen. A crew of
two has one gun, and a unit that is a model itself has what it chooses. A kind of model that must carry a weapon of this
choice by itself (a sergeant who chooses his own) has none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.imported.models import models_of
from datasheets.imported.tables import heading_of, profiles_shown
from datasheets.systems.imports import Imports

SQUAD = 3
"""The fewest models of a unit that chooses for all: two are a gun, a bike or a car with its crew."""
DEEPEST = 3

Sharing = Mapping[str, frozenset[str]]
"""The kinds of model, by composite id, that have what is chosen: by the composite id of the choice, an entry or a group."""

_known: WeakKeyDictionary[Closure, dict[str, Sharing]] = WeakKeyDictionary()


def shared_choices(closure: Closure, unit: Resolved, imports: Imports) -> Sharing:
    """Return what a unit chooses for all models of some kinds. Kept, since it is asked for with every document."""
    kept = _known.setdefault(closure, {})
    if unit.id not in kept:
        kept[unit.id] = dict(_find(closure, unit, imports))
    return kept[unit.id]


def _find(closure: Closure, unit: Resolved, imports: Imports) -> Iterator[tuple[str, frozenset[str]]]:
    models = models_of(closure, unit, imports)
    if models.least < SQUAD or unit.id in models.entries:
        return
    finder = _Finder(closure, imports, models.entries)
    if own := finder.own_weapons(unit):
        yield unit.id, finder.kinds_without(own)
    for choice in finder.choices(unit):
        if _is_taken_once(choice) and finder.offers_weapons(choice):
            yield choice.id, finder.kinds(choice)


def _is_taken_once(choice: Merged) -> bool:
    """Whether an entry or group must be chosen exactly once, whatever else is chosen."""
    fixed = [limit for _, limit in choice.constraints if limit.query.scope == "parent" and limit.id not in choice.changes]
    counts = [limit for limit in fixed if limit.query.field == "selections" and not limit.query.percent]
    return all(any(each.type == type and each.value == 1 for each in counts) for type in ("min", "max"))


class _Finder:
    """Looks for the weapons of one unit; `models` are its kinds of model."""

    def __init__(self, closure: Closure, imports: Imports, models: Mapping[str, Resolved]) -> None:
        self._closure, self._imports, self._models = closure, imports, models

    def choices(self, parent: Merged, depth: int = 0) -> Iterator[Merged]:
        """Yield the entries and groups of the unit itself that are no models."""
        for child in self._closure.children(parent) if depth < DEEPEST else ():
            if isinstance(child, ResolvedGroup) and not child.leads_back:
                yield child
                yield from () if _is_taken_once(child) else self.choices(child, depth + 1)
            elif isinstance(child, Resolved) and child.id not in self._models:
                yield child

    def offers_weapons(self, choice: Merged) -> bool:
        """Whether an entry is a weapon, or all that a group offers are; what holds models is none."""
        offers = tuple(self._closure.offers(choice))
        if choice.id in self._models or any(offer.id in self._models for offer in offers):
            return False
        if isinstance(choice, Resolved):
            return bool(self._weapons(choice))
        return bool(offers) and all(self.offers_weapons(offer) for offer in offers)

    def kinds(self, choice: Merged) -> frozenset[str]:
        """Return the kinds of model that have what is chosen."""
        return self.kinds_without(self._weapons(choice))

    def kinds_without(self, weapons: frozenset[str]) -> frozenset[str]:
        """Return the kinds of model that carry none of these weapons by themselves."""
        return frozenset(id for id, model in self._models.items() if not self._weapons(model) & weapons)

    def own_weapons(self, choice: Merged) -> frozenset[str]:
        """Return the names of the weapons that an entry shows itself."""
        profiles = profiles_shown(self._closure, choice) if isinstance(choice, Resolved) else ()
        kind_of = self._imports.kind_of
        return frozenset(each.name.casefold() for each in profiles if kind_of(heading_of(self._closure, each)) == "weapon")

    def _weapons(self, choice: Merged, depth: int = 0) -> frozenset[str]:
        """Return the names of the weapons that an entry has and must choose, and of all that a group offers."""
        found = set(self.own_weapons(choice))
        if depth < DEEPEST and not getattr(choice, "leads_back", False):
            below = (each for each in self._closure.children(choice) if isinstance(choice, ResolvedGroup) or _is_asked(each))
            found.update(*(self._weapons(child, depth + 1) for child in below))
        return frozenset(found)


def _is_asked(choice: Merged) -> bool:
    return any(limit.type == "min" and limit.value for _, limit in choice.constraints)
