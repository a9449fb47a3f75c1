"""A datasheet in short: the statline of its first model, or what is known of a vehicle, as the picker shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from builder.web.offers import Offer
from builder.web.special_parts import RATES
from datasheets.closure import Closure, Resolved
from datasheets.imported.datafaxes import vehicle_of
from datasheets.imported.models import models_of
from datasheets.imported.tables import kind_of, profiles_shown, values_of
from datasheets.systems import System


@dataclass(frozen=True, slots=True)
class VehicleSummary:
    """A vehicle: its three rates as text, its crew, and its lowest and highest Armour Value; "" and 0 for what none says."""

    rates: str
    crew: int
    armour: tuple[int, int]


Statline = tuple[tuple[str, str], ...]
"""Heading and value of each characteristic that is written."""
_known: WeakKeyDictionary[Closure, dict[str, Statline]] = WeakKeyDictionary()
_vehicles: WeakKeyDictionary[Closure, dict[str, VehicleSummary | None]] = WeakKeyDictionary()


def statline_of(offer: Offer, closure: Closure, system: System) -> Statline:
    """Return the figures of a datasheet's first model, () where it shows none. Kept, as data do not change.

    Words, such as the type of a unit, have no room beside figures.
    """
    kept = _known.setdefault(closure, {})
    if offer.id not in kept:
        found = next(_statlines(offer.entry, closure, system), {})
        figures = ((each.key, found[each.key]) for each in system.characteristics if found.get(each.key) and not each.names)
        line = tuple(figures)
        kept[offer.id] = line if any(value.strip("-– ") for _, value in line) else ()
    return kept[offer.id]


def vehicle_summary(offer: Offer, closure: Closure, system: System) -> VehicleSummary | None:
    """Return what is known of a datasheet's first vehicle, None where it has none. Kept, as data do not change."""
    kept = _vehicles.setdefault(closure, {})
    if offer.id not in kept:
        kept[offer.id] = next(_vehicles_in(offer.entry, closure, system), None)
    return kept[offer.id]


def _vehicles_in(root: Resolved, closure: Closure, system: System) -> Iterator[VehicleSummary]:
    for found in _datafaxes(root, closure, system):
        rates = [found.get(rate) for rate in RATES]
        written = " / ".join(f"{rate:g}″" for rate in rates if rate is not None)
        values = [each[side] for each in found.get("locations", ()) for side in ("front", "side") if each.get(side)]
        crew = sum(int(each.get("number", 0)) for each in found.get("crew", ()))
        if written or crew or values:
            yield VehicleSummary(written, crew, (int(min(values, default=0)), int(max(values, default=0))))


def _datafaxes(root: Resolved, closure: Closure, system: System) -> Iterator[Mapping[str, Any]]:
    """Yield the vehicles of a datasheet as its document has them."""
    if root.entry.details:
        found = root.entry.details.get("vehicles")
        yield from found if isinstance(found, (list, tuple)) else ()
        return
    for entry in (root, *models_of(closure, root, system.imports).entries.values()):
        for profile in profiles_shown(closure, entry):
            if kind_of(closure, profile, system) in ("vehicle", "walker"):
                yield vehicle_of(values_of(closure, profile, system), system)


def _statlines(root: Resolved, closure: Closure, system: System) -> Iterator[dict[str, str]]:
    if root.entry.details:
        for model in root.entry.entries:
            if model.type == "model" and model.profiles:
                yield dict(model.profiles[0].characteristics)
        return
    for entry in (root, *models_of(closure, root, system.imports).entries.values()):
        for profile in profiles_shown(closure, entry):
            if kind_of(closure, profile, system) == "unit":
                yield values_of(closure, profile, system)
