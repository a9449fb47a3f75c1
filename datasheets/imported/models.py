"""What is a model in an imported unit, and how many models the unit may have.

A model is an entry of type "model". Some authors write models as upgrades that show a unit profile, or that carry
something and are named after a unit profile that the unit itself shows ("Rider with lance" where it shows "Rider"): those
count too, within a unit, not within a model; beside typed models only where they carry something.

A unit without either is a single model itself. So is one beside others where it shows a unit profile that none of these
goes by: all the others may be left out, or it is the namesake of the unit and nobody wrote "model". An entry of type "model"
with models below it is one only where it shows a unit profile; one of type "upgrade" with models below it shows theirs. How
many there may be is counted in `sizes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.imported.naming import is_named_after
from datasheets.imported.sizes import UNBOUNDED, Counter
from datasheets.imported.tables import heading_of, name_of, shown
from datasheets.model import Profile
from datasheets.systems.imports import Imports

DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a unit. `entries` are those that are models, by composite id, in file order.

    `least` and `most` (None: no limit) are the numbers of models that the unit may have before modifiers; a `least` of 0
    means that the data do not say. `limits` are the ids of the constraints that this comes from.
    """

    entries: Mapping[str, Resolved]
    least: int
    most: int | None
    limits: frozenset[str]


_known: WeakKeyDictionary[Closure, dict[str, Models]] = WeakKeyDictionary()


def models_of(closure: Closure, unit: Resolved, imports: Imports) -> Models:
    """Return what is a model in a unit of a closure. Kept, since it is asked for after every edit."""
    kept = _known.setdefault(closure, {})
    if unit.id not in kept:
        kept[unit.id] = _models_of(closure, unit, imports)
    return kept[unit.id]


def is_unit(closure: Closure, root: Resolved, imports: Imports) -> bool:
    """Whether a root entry is a unit, not only a setting of the army: it is no upgrade, or it has models."""
    return root.entry.type != "upgrade" or bool(models_of(closure, root, imports).entries)


def _models_of(closure: Closure, unit: Resolved, imports: Imports) -> Models:
    finder = _Finder(closure, imports, unit)
    found = dict(finder.below(unit, within_model=unit.entry.type == "model"))
    typed = any(entry.entry.type == "model" for entry in found.values())
    entries = {id: entry for id, entry in found.items() if not typed or _is_model(closure, entry)}
    if not Counter(closure, unit, entries).of_one(unit, ())[0]:
        entries = {id: entry for id, entry in entries.items() if finder.is_another(entry)}
    if _is_itself_one(closure, unit, entries, finder):
        entries = {unit.id: unit, **entries}
    counter = Counter(closure, unit, entries)
    least, most = counter.of_one(unit, ())
    return Models(entries, least, None if most >= UNBOUNDED else most, frozenset(counter.limits))


def _is_itself_one(closure: Closure, unit: Resolved, below: Mapping[str, Resolved], finder: _Finder) -> bool:
    """Whether a unit is a model beside those below it.

    It is where there are none, where it is written as one, and where it shows a unit profile that none of the others goes
    by, if all of these may be left out, or if it is the unit's namesake and none of them is written as a model.
    """
    if not below or unit.entry.type == "model":
        return bool(finder.bodies) or (unit.entry.type != "upgrade" and not below)
    left = finder.bodies_without(below.values())
    typed = any(entry.entry.type == "model" for entry in below.values())
    namesake = any(body.casefold() == unit.name.strip().casefold() for body in left)
    return bool(left) and (not Counter(closure, unit, below).of_one(unit, ())[0] or (namesake and not typed))


def _is_model(closure: Closure, entry: Resolved) -> bool:
    return entry.entry.type == "model" or any(True for _ in closure.offers(entry))


class _Finder:
    """Finds models below a unit, through groups and upgrades. `bodies` are the names of the unit's own unit profiles."""

    def __init__(self, closure: Closure, imports: Imports, unit: Resolved) -> None:
        self._closure, self._imports = closure, imports
        self.bodies = self.names_of(unit)

    def names_of(self, entry: Resolved) -> tuple[str, ...]:
        """Return the names of the unit profiles that an entry shows of its own."""
        bodies = (each for each in shown(self._closure, entry) if self._is_body(each))
        return tuple(dict.fromkeys(name_of(each) for each in bodies))

    def is_another(self, entry: Resolved) -> bool:
        """Whether an entry is a model whatever the unit is: written as one, or with a body of its own and a load."""
        other = any(name not in self.bodies for name in self.names_of(entry))
        return entry.entry.type == "model" or (other and _is_model(self._closure, entry))

    def bodies_without(self, models: Iterable[Resolved]) -> tuple[str, ...]:
        """Return the unit's own bodies that none of these models goes by."""
        taken: set[str] = set()
        for model in models:
            own = self.names_of(model) or [body for body in self.bodies if is_named_after(model.name, body)]
            taken.update(own or self.bodies)
        return tuple(body for body in self.bodies if body not in taken)

    def below(self, parent: Merged, within_model: bool, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Resolved]]:
        """Yield the models below an entry with their composite ids."""
        for child in self._closure.children(parent):
            if isinstance(child, ResolvedGroup):
                if not child.leads_back:
                    yield from self.below(child, within_model, above)
            elif isinstance(child, Resolved) and child.entry.id not in above and len(above) < DEEPEST:
                yield from self._of_entry(child, within_model, (*above, child.entry.id))

    def _of_entry(self, entry: Resolved, within_model: bool, above: tuple[str, ...]) -> Iterator[tuple[str, Resolved]]:
        if entry.entry.type == "model":
            yield entry.id, entry
            if not self.names_of(entry):
                return  # what shows its profile stands below it and is the same model
        below = list(self.below(entry, within_model or entry.entry.type == "model", above))
        shows = entry.entry.type != "model" and not within_model and self._shows(entry, above)
        if shows and not any(inner.entry.type == "model" for _, inner in below):
            yield entry.id, entry
        else:
            yield from below

    def _shows(self, entry: Resolved, above: tuple[str, ...]) -> bool:
        """Whether an upgrade shows a unit profile, or carries something under the name of one that the unit shows for it."""
        if self.names_of(entry):
            return True
        named = len(above) == 1 and any(is_named_after(entry.name, body) for body in self.bodies)
        return named and _is_model(self._closure, entry)

    def _is_body(self, profile: Profile) -> bool:
        return self._imports.kind_of(heading_of(self._closure, profile)) == "unit"
