"""How many of an item a selection is, and whose a weapon is, in data whose entries count their models ("10 Spears").

There an item below such an entry is every model's, and so is what the unit as a whole chooses once: "Spear" of "Spears". A
weapon that the unit shows itself is whose the options say that name it, and everybody's where none does. Of a squad that one
entry stands for all have what must be chosen, and one what may be.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.snapshot.sorting import Part, Read
from datasheets.closure import Closure, Merged, Resolved
from datasheets.imported.models import Models
from datasheets.imported.naming import words_of

DEEPEST = 4


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
    return part.node.number * read.unit.count if whole else part.node.number


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


def _names_offered(closure: Closure, parent: Merged, depth: int = 0) -> Iterator[str]:
    for offer in closure.offers(parent) if depth < DEEPEST else ():
        yield offer.name
        yield from _names_offered(closure, offer, depth + 1)
