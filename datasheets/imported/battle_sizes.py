"""The battle size of imported data: a setting of the army with one choice, read as the system's battle size.

How authors name the setting is data of the system (`System.imports`); they write the range of the size behind its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks
from datasheets.systems import System

NUMBER = re.compile(r"[0-9]{1,3}[.:)]? ")
AGREEMENT = "battle_size"
_settings: WeakKeyDictionary[Closure, dict[str, tuple[Resolved, ...]]] = WeakKeyDictionary()
_offers: WeakKeyDictionary[Closure, dict[tuple[str, str], tuple[SizeOffer, ...]]] = WeakKeyDictionary()


class SizeOffer(NamedTuple):
    """A size that a setting can have: its id in the system, or else its name in the data; and the entry."""

    value: str
    name: str
    entry: Resolved


def is_size_setting(entry: Resolved, system: System) -> bool:
    """Whether a root entry is the setting of the battle size, in a system that has battle sizes."""
    return bool(system.battle_sizes) and entry.name.strip() == system.imports.battle_size


def size_settings(closure: Closure, system: System) -> tuple[Resolved, ...]:
    """Return the root entries of a catalogue that are the setting of the battle size."""
    known = _settings.setdefault(closure, {})
    if system.id not in known:
        known[system.id] = tuple(root for root in closure.roots() if is_size_setting(root, system))
    return known[system.id]


def size_offers(setting: Resolved, closure: Closure, system: System) -> tuple[SizeOffer, ...]:
    """Return the sizes that a setting offers, those of the system first and in its order.

    These are what stands in the setting's group of its name, or else everything in it.
    """
    known, key = _offers.setdefault(closure, {}), (system.id, setting.id)
    if key not in known:
        order = [row.id for row in system.battle_sizes]
        found = _size_offers(setting, closure, system)
        known[key] = tuple(sorted(found, key=lambda each: order.index(each.value) if each.value in order else len(order)))
    return known[key]


def _size_offers(setting: Resolved, closure: Closure, system: System) -> Iterator[SizeOffer]:
    offers = list(closure.offers(setting))
    named = [each for each in offers if system.imports.battle_size in [group.name.strip() for group in each.groups]]
    for each in named or offers:
        name = _plain(each.name)
        ours = next((row for row in system.battle_sizes if row.name.casefold() == name.casefold()), None)
        yield SizeOffer(ours.id if ours else name, ours.name if ours else name, each)


def chosen_size(selection: Selection, setting: Resolved, closure: Closure, system: System) -> SizeOffer | None:
    """Return the size that is chosen in a setting, None where none is."""
    chosen = {child.entry for child in selection.selections}
    return next((each for each in size_offers(setting, closure, system) if each.entry.id in chosen), None)


def _plain(name: str) -> str:
    """Return the name of a size without its number and its range."""
    text = strip_marks(name).strip()
    number = NUMBER.match(text)
    return text[number.end() if number else 0 :].partition("(")[0].strip() or text
