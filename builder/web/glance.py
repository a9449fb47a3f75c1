"""A datasheet at a glance: the statline of its first model, as the picker shows it beside its name."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from builder.web.offers import Offer
from datasheets.closure import Closure, Resolved
from datasheets.imported.models import models_of
from datasheets.imported.tables import kind_of, profiles_shown, values_of
from datasheets.systems import System

Statline = tuple[tuple[str, str], ...]
"""Heading and value of each characteristic that is written."""
_known: WeakKeyDictionary[Closure, dict[str, Statline]] = WeakKeyDictionary()


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
