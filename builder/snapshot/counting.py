"""How many of an item a selection is, and whose a weapon is, in data whose entries count their models ("10 Spears").

There an item below such an entry is every model's, and so is what the unit as a whole chooses once: "Spear" of "Spears". A
weapon that the unit shows itself is whose the options say that name it, and everybody's where none does. Of a squad that one
entry stands for all have what must be chosen, and one what may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.snapshot.sorting import Part, Read
from datasheets.closure import Closure, Merged, Resolved
from datasheets.imported import tables
from datasheets.imported.models import Models
from datasheets.imported.naming import words_of
from datasheets.model import Profile

DEEPEST = 4
OF_RANK = " - "
"""What stands between a weapon and whose it is: "Spear - Icon Bearer"."""


class Rank(NamedTuple):
    """One of a unit's models that has weapons of its own: the selection that it is, and the names of all it may have."""

    uid: str
    weapons: frozenset[str]


def number_of(part: Part, read: Read) -> int:
    """Return how many of what it shows a selection is."""
    models = read.unit.models
    if models is not None and not read.system.imports.counted:
        return part.node.number * (_models_of_squad(part, models) if _is_asked_for(part.shown.entry) else 1)
    if models is None or part.owner is read.unit.selection:
        return part.node.number
    if part.owner is not None:
        return part.node.number * models.times.get(part.owner.entry, 1)
    whole = part.node is read.unit.selection or _is_taken_once(part.shown.entry)
    return part.node.number * read.unit.count if whole and rank_of(part, read) is None else part.node.number


def rank_of(part: Part, read: Read) -> Rank | None:
    """Return the rank of one of the unit's models that a selection is the weapon of, None for what is everybody's.

    A rank shows no weapon itself, and what it offers is called as what the others have: "Bow" below "Arrow Boss".
    """
    if not read.system.imports.counted or part.top is None or part.node is part.top or part.owner is not None:
        return None
    chosen, top = read.unit.parts[part.top.uid], part.top
    if chosen.entry is None or any(tables.kind_of(read.closure, each, read.system) == "weapon" for each in chosen.profiles):
        return None
    offered = {each.name.casefold() for each in _weapons_offered(read, chosen.entry)}
    others = {
        each.name.casefold() for other in read.parts if other.top is not top for each in other.profiles.get("weapon", ())
    }
    if offered & others or any(name.partition(OF_RANK)[0] in others for name in offered):
        return Rank(top.uid, frozenset(offered))
    return None


def bearers(weapon: str, part: Part, read: Read) -> list[Part] | None:
    """Return the chosen options that name a weapon which the unit shows itself; None where no option ever does."""
    if not read.system.imports.counted or part.node is not read.unit.selection or read.unit.resolved is None:
        return None
    words = words_of(weapon)
    if not any(words <= words_of(name) for name in _names_offered(read.closure, read.unit.resolved)):
        return None
    return [each for each in read.parts if each.node is not part.node and words <= words_of(each.shown.name)]


def shown_with_options(part: Part, read: Read) -> frozenset[str]:
    """Return the ids of the weapon profiles of a unit that an option shows, too, which it must have: they are one weapon."""
    if part.node is not read.unit.selection:
        return frozenset()
    asked = (each for each in read.parts if each.node is not part.node and _is_asked_for(each.shown.entry))
    return frozenset(profile.id for each in asked for profile in each.profiles.get("weapon", ()))


def _models_of_squad(part: Part, models: Models) -> int:
    """Return how many models have what is asked for once: those of the squad that it stands below or beside."""
    if part.owner is not None:
        return models.times.get(part.owner.entry, 1)
    return max(models.times.values(), default=1)


def _is_asked_for(entry: Resolved | None) -> bool:
    """Whether an entry, or the group that it is chosen from, must be taken: everybody has it, where another has one."""
    around = (entry, *entry.groups) if entry else ()
    limits = (limit for each in around for _, limit in each.constraints)
    return any(each.type == "min" and each.value > 0 and each.query.scope == "parent" for each in limits)


def _is_taken_once(entry: Resolved | None) -> bool:
    """Whether an entry, or one of the group that it is chosen from, can be taken once only, whatever else is chosen."""
    if entry is None:
        return False
    around = (entry, *entry.groups)
    fixed = (limit for each in around for _, limit in each.constraints if limit.id not in each.changes)
    return any(each.type == "max" and each.value == 1 and each.query.scope == "parent" for each in fixed)


def _weapons_offered(read: Read, parent: Merged, depth: int = 0) -> Iterator[Profile]:
    for offer in read.closure.offers(parent) if depth < DEEPEST else ():
        shown = tables.profiles_shown(read.closure, offer)
        yield from (each for each in shown if tables.kind_of(read.closure, each, read.system) == "weapon")
        yield from _weapons_offered(read, offer, depth + 1)


def _names_offered(closure: Closure, parent: Merged, depth: int = 0) -> Iterator[str]:
    for offer in closure.offers(parent) if depth < DEEPEST else ():
        yield offer.name
        yield from _names_offered(closure, offer, depth + 1)
