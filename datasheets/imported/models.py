"""What is a model in an imported unit, and how many models the unit may have.

A model is an entry of type "model". Some authors write models as upgrades that show a unit profile, or that carry
something and are named after a unit profile that the unit itself shows ("Rider with lance" where it shows "Rider"): those
count too, within a unit, not within a model; beside typed models only where they carry something.

A unit without either is a single model itself. So is one beside others where it shows a unit profile that none of these
goes by: all the others may be left out, or it is the namesake of the unit and nobody wrote "model", or only what shows
profiles of other names ("Dark Disciple"). An entry of type "model" with models below it is one only where it shows a unit
profile; one of type "upgrade" with models below it shows theirs. How many there may be is counted in `sizes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.evaluation.tree import Selection
from datasheets.imported.leading import Definitions, leads
from datasheets.imported.naming import counted_name, is_named_after, is_same, shares_word, words_of
from datasheets.imported.sizes import UNBOUNDED, Counter
from datasheets.imported.tables import has_values, heading_of, name_of, profiles_shown, written_types
from datasheets.imported.unlinked import is_bare, is_model, least_of, models_of_upgrade, models_without_rows, without_kinds
from datasheets.model import Choosable, Entry, Profile
from datasheets.steps import endless
from datasheets.systems.imports import Imports

DEEPEST, MOST_WAYS = 12, 20_000
"""Levels of entries, and ways to those that lead to models; real units have some hundred."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a unit. `entries` are those that are models, by composite id, in file order.

    `least` and `most` (None: no limit) are the numbers of models that the unit may have before modifiers; a `least` of 0
    means that the data do not say. `limits` are the ids of the constraints that this comes from. `times` says how many
    models one selection of an entry is whose name counts them ("5 Riders"), or that stands for a squad. `model_names` says
    what a model is called whose entry only says what it rides or bears: as its row of characteristics, "General (Warhorse)".
    """

    entries: Mapping[str, Resolved]
    least: int
    most: int | None
    limits: frozenset[str]
    times: Mapping[str, int] = field(default_factory=dict)
    model_names: Mapping[str, str] = field(default_factory=dict)

    def count(self, selection: Selection) -> int:
        """Return how many models a selection of one of the entries is."""
        return selection.number * self.times.get(selection.entry, 1)


_known: WeakKeyDictionary[Closure, dict[str, Models]] = WeakKeyDictionary()


def models_of(closure: Closure, unit: Resolved, imports: Imports) -> Models:
    """Return what is a model in a unit of a closure. Kept, since it is asked for after every edit."""
    kept = _known.setdefault(closure, {})
    if unit.id not in kept:
        kept[unit.id] = _models_of(closure, unit, imports)
    return kept[unit.id]


def is_unit(closure: Closure, root: Resolved, imports: Imports) -> bool:
    """Whether a root entry is a unit, not only a setting of the army: it is no upgrade, or it has models.

    What stands in a category of settings, or only holds units, is none (`Imports.no_units`, `Imports.formations`).
    """
    if is_setting(closure, root, imports):
        return False
    return root.entry.type != "upgrade" or bool(models_of(closure, root, imports).entries)


def is_setting(closure: Closure, root: Resolved, imports: Imports) -> bool:
    """Whether an entry is none of the army's units by its category, or because units stand below it."""
    category = closure.category(root.primary) if imports.no_units and root.primary else None
    if category and category.name.strip() in imports.no_units:
        return True
    if not imports.formations or root.entry.type != "upgrade":
        return False
    own = any(imports.kind_of(heading_of(closure, each)) == "unit" for each in profiles_shown(closure, root))
    return not own and any(offer.entry.type == "unit" for offer in closure.offers(root))


def units_in(closure: Closure, selection: Selection, imports: Imports) -> Iterator[Selection]:
    """Yield the units that stand below a setting of the army, in a formation."""
    for child in selection.selections:
        entry = closure.entry(child.entry)
        if entry and is_unit(closure, entry, imports):
            yield child
        else:
            yield from units_in(closure, child, imports)


def _models_of(closure: Closure, unit: Resolved, imports: Imports) -> Models:
    definitions = Definitions(closure, unit)
    finder = _Finder(closure, imports, unit, definitions)
    found = dict(finder.below(unit, within_model=unit.entry.type == "model"))
    if imports.upgrades and not finder.bodies and not any(map(finder.names_of, found.values())):
        found |= models_without_rows(closure, unit, imports)
    found = without_kinds(closure, found) if imports.upgrades else found
    if imports.counted and finder.bodies:
        found = {id: entry for id, entry in found.items() if finder.has_body(entry)}
    typed = any(entry.entry.type == "model" for entry in found.values())
    entries = {id: entry for id, entry in found.items() if not typed or is_model(closure, entry)}
    if not Counter(closure, unit, entries, definitions).of_one(unit, ())[0]:
        entries = {id: entry for id, entry in entries.items() if finder.is_another(entry)}
    if _is_itself_one(unit, entries, finder, Counter(closure, unit, entries, definitions)):
        entries = {unit.id: unit, **entries}
    if not entries:
        entries = dict(models_of_upgrade(closure, unit, imports, found))
    times = dict(_times(entries, imports))
    counter = Counter(closure, unit, entries, definitions, times)
    least, most = counter.of_one(unit, ())
    names = dict(_model_names(finder, unit, entries)) if most == 1 else {}
    return Models(entries, least, None if most >= UNBOUNDED else most, frozenset(counter.limits), times, names)


def _model_names(finder: _Finder, unit: Resolved, entries: Mapping[str, Resolved]) -> Iterator[tuple[str, str]]:
    """Yield what the upgrades are called of which one is the only model: a "Warhorse" that shows the row "General".

    The row is called as the unit, and the upgrade is not.
    """
    for id, entry in entries.items():
        rows = finder.names_of(entry) if entry.entry.type == "upgrade" else ()
        if len(rows) == 1 and shares_word(rows[0], unit.name) and not shares_word(entry.name, unit.name):
            yield id, rows[0] if words_of(entry.name) <= words_of(rows[0]) else f"{rows[0]} ({entry.name})"


def _times(entries: Mapping[str, Resolved], imports: Imports) -> Iterator[tuple[str, int]]:
    """Yield how many models one selection of an entry is, where its name or the group that it is chosen from says so."""
    for id, entry in entries.items():
        of_group = next((imports.squads[each.name] for each in entry.groups if each.name in imports.squads), 1)
        number = counted_name(entry.name)[0] if imports.counted else of_group
        if imports.counted or number > 1:
            yield id, number


def _is_itself_one(unit: Resolved, below: Mapping[str, Resolved], finder: _Finder, counter: Counter) -> bool:
    """Whether a unit is a model beside those below it.

    It is where there are none, where it is written as one, and where it shows a unit profile that none of the others goes
    by, if all of these may be left out, or if it is the unit's namesake and none of them is written as a model, or is called
    otherwise ("Dark Disciple" beside a "Dark Apostle").
    """
    if not below or unit.entry.type == "model":
        return bool(finder.bodies) or (unit.entry.type != "upgrade" and not below)
    left = finder.bodies_without(below.values())
    typed = any(entry.entry.type == "model" for entry in below.values())
    namesake = any(body.casefold() == unit.name.strip().casefold() for body in left)
    alone = namesake and (not typed or finder.is_alone(unit.name, below.values()))
    return bool(left) and (not counter.of_one(unit, ())[0] or alone)


class _Finder:
    """Finds models below a unit, through groups and upgrades. `bodies` are the names of the unit's own unit profiles.

    Shared entries that link to shared entries are reached in more ways than can be counted; only those are followed that
    lead to what may be a model.
    """

    def __init__(self, closure: Closure, imports: Imports, unit: Resolved, definitions: Definitions) -> None:
        self._closure, self._imports = closure, imports
        self.bodies, self._unit = self.names_of(unit), unit.name
        self._left = MOST_WAYS
        self._leading = definitions.leading_to(self._may_be_one)

    def names_of(self, entry: Resolved) -> tuple[str, ...]:
        """Return the names of the unit profiles that an entry shows of its own."""
        bodies = (each for each in profiles_shown(self._closure, entry) if self._is_body(each))
        return tuple(dict.fromkeys(name_of(each) for each in bodies))

    def is_another(self, entry: Resolved) -> bool:
        """Whether an entry is a model whatever the unit is: written as one, or with a body of its own and a load.

        Where the unit has no body of its own, one that is called as the unit needs no load.
        """
        names = self.names_of(entry)
        other = any(name not in self.bodies for name in names)
        namesake = not self.bodies and any(is_same(name, self._unit) for name in names)
        return entry.entry.type == "model" or namesake or (other and is_model(self._closure, entry))

    def bodies_without(self, models: Iterable[Resolved]) -> tuple[str, ...]:
        """Return the unit's own bodies that none of these models goes by."""
        taken: set[str] = set()
        for model in models:
            own = self.names_of(model) or [body for body in self.bodies if self.goes_by(model.name, body)]
            taken.update(own or self.bodies)
        return tuple(body for body in self.bodies if body not in taken)

    def is_alone(self, body: str, models: Iterable[Resolved]) -> bool:
        """Whether all models show unit profiles of other names; not where authors count models in names, as of a crew."""
        others = [self.names_of(model) for model in models]
        return not self._imports.counted and all(
            names and not any(is_same(each, body) for each in names) for names in others
        )

    def has_body(self, entry: Resolved) -> bool:
        """Whether an entry shows a unit profile or goes by one of the unit's; one that does not is a rank or a weapon."""
        if entry.entry.type == "model" and counted_name(entry.name)[0] > 1:
            return True
        return bool(self.names_of(entry)) or any(self.goes_by(entry.name, body) for body in self.bodies)

    def goes_by(self, name: str, body: str) -> bool:
        """Whether a name is that of a row; of one that counts its models a word is enough."""
        times, called = counted_name(name) if self._imports.counted else (1, name)
        known = is_named_after(called, body) or (times > 1 and shares_word(called, body))
        return known or (self._imports.counted and (is_same(called, body) or is_same(called, self._unit)))

    def below(self, parent: Merged, within_model: bool, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Resolved]]:
        """Yield the models below an entry with their composite ids."""
        for child in self._closure.children(parent):
            if not leads(child, self._leading):
                continue
            self._left -= 1
            if self._left < 0:
                raise endless(self._closure.catalogue.name, MOST_WAYS)
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
        is_one = self._shows(entry, above) or self._is_counted(entry) or (not below and self._is_bare(entry))
        if (
            is_one
            and entry.entry.type != "model"
            and not within_model
            and not any(inner.entry.type == "model" for _, inner in below)
        ):
            yield entry.id, entry
        else:
            yield from below

    def _shows(self, entry: Resolved, above: tuple[str, ...]) -> bool:
        """Whether an upgrade shows a unit profile, or carries something under the name of one that the unit shows for it."""
        if self.names_of(entry):
            return True
        named = len(above) == 1 and any(is_named_after(entry.name, body) for body in self.bodies)
        return named and is_model(self._closure, entry)

    def _is_counted(self, entry: Resolved) -> bool:
        """Whether an upgrade of the unit itself counts its models: "10 Gors", "Great Eagle" of "Great Eagles"."""
        if not self._imports.counted or entry.groups:
            return False
        if not self._counts(entry.name):
            return False
        return counted_name(entry.name)[0] > 1 or not any(True for _ in profiles_shown(self._closure, entry))

    def _is_bare(self, entry: Resolved) -> bool:
        """Whether an entry of the unit itself shows nothing and must be taken several times, where upgrades are units."""
        return self._imports.upgrades and not entry.groups and is_bare(self._closure, entry)

    def _counts(self, name: str) -> bool:
        """Whether a name is that of models of the unit: with a number a word is enough, else it is the name of all."""
        times, called = counted_name(name)
        known = (self._unit, *self.bodies)
        return any(is_same(called, other) or (times > 1 and shares_word(called, other)) for other in known)

    def _may_be_one(self, part: Choosable) -> bool:
        """Whether an entry with this definition or link can be a model somewhere in the unit."""
        if isinstance(part, Entry) and part.type == "model":
            return True
        named = any(is_named_after(part.name, body) for body in self.bodies)
        named = named or (self._imports.counted and self._counts(part.name))
        named = named or (self._imports.upgrades and least_of(part) > 1)
        return named or any(self._imports.kind_of(type) == "unit" for type in written_types(self._closure, part))

    def _is_body(self, profile: Profile) -> bool:
        """Whether a profile is a row of characteristics; one without any value is none."""
        return self._imports.kind_of(heading_of(self._closure, profile)) == "unit" and has_values(profile)
