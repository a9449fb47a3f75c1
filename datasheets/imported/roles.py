"""The role that an imported unit has: that of its category, or what the game has for its vehicles and its lone models.

Sources: 2E-R-ARMY-01, 2E-VP-04. Authors file tanks under a category of squads ("Battle Line"), and characters with the
squads of their kind ("Harlequins"). Bikes are what a squad rides.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Resolved
from datasheets.imported.categories import role_of
from datasheets.imported.datafaxes import kind_of_vehicle
from datasheets.imported.models import models_of
from datasheets.imported.tables import kind_of, profiles_shown, values_of
from datasheets.imported.unlinked import VEHICLES
from datasheets.systems import System

BIKE = "bike"
_known: WeakKeyDictionary[Closure, dict[tuple[str, str | None, str], str | None]] = WeakKeyDictionary()
"""What was found, since it is asked for after every edit: by entry, role of the categories, and primary category."""


def unit_role(
    closure: Closure, entry: Resolved | None, primary: str, categories: Iterable[str], system: System
) -> str | None:
    """Return the role of the primary category; where that is none, that of the first category that is a role of ours.

    Args:
        closure: what the unit's force can see.
        entry: the unit's entry, None where it is gone.
        primary: its primary category.
        categories: all its categories.
        system: how authors call roles, and what vehicles and lone models have instead.
    """
    found = _role_of_categories(closure, primary, categories, system)
    kept = _known.setdefault(closure, {})
    key = entry.id if entry else "", found, primary
    if key not in kept:
        kept[key] = found if entry is None else _role_of_models(closure, entry, primary, found, system) or found
    return kept[key]


def _role_of_categories(closure: Closure, primary: str, categories: Iterable[str], system: System) -> str | None:
    roles = set(system.imports.roles.values())
    others = (role_of(closure, category, system.imports) for category in categories)
    return role_of(closure, primary, system.imports) or next((role for role in others if role in roles), None)


def _role_of_models(closure: Closure, entry: Resolved, primary: str, found: str | None, system: System) -> str | None:
    """Return the role that a unit has because of its models, None where the category's own holds."""
    imports, category = system.imports, closure.category(primary) if primary else None
    of_lone = imports.lone_roles.get(category.name.strip()) if category else None
    of_vehicles = imports.vehicle_roles.get(found or "")
    if not (of_lone or of_vehicles):
        return None
    models = models_of(closure, entry, imports)
    if of_vehicles and models.entries and all(_shows_vehicle(closure, each, system) for each in models.entries.values()):
        return of_vehicles
    return of_lone if models.most == 1 else None


def _shows_vehicle(closure: Closure, model: Resolved, system: System) -> bool:
    shown = [each for each in profiles_shown(closure, model) if kind_of(closure, each, system) in VEHICLES]
    return any(kind_of_vehicle(values_of(closure, each, system)) != BIKE for each in shown)
