"""What is a model in an imported unit, and how many models the unit may have.

A model is an entry of type "model". Some authors write models as upgrades that show a unit profile: those count too, within
a unit, not within a model; beside typed models only where they carry something. A unit without either is a single model
itself, and an entry of type "model" with models below it is one only where it shows a unit profile; one of type
"upgrade" with typed models below it shows theirs. The size comes from the plain minima and maxima within the parent, of
model entries and of the groups around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.imported.tables import shown_types
from datasheets.model import Constraint
from datasheets.systems.imports import Imports

UNBOUNDED = 1_000_000
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


class _Span(NamedTuple):
    """How many selections and how many models some choices come to, at least and at most; the cheapest and dearest one."""

    chosen: tuple[int, int] = (0, 0)
    models: tuple[int, int] = (0, 0)
    each: tuple[int, int] = (0, 0)


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
    finder = _Finder(closure, imports)
    found = dict(finder.below(unit, within_model=unit.entry.type == "model"))
    typed = any(entry.entry.type == "model" for entry in found.values())
    entries = {id: entry for id, entry in found.items() if not typed or _is_model(closure, entry)}
    alone = not entries and unit.entry.type != "upgrade"
    among = unit.entry.type == "model" or (unit.entry.type == "upgrade" and not typed)
    if alone or (among and finder.shows_a_unit(unit)):
        entries = {unit.id: unit, **entries}
    counter = _Counter(closure, unit, entries)
    least, most = counter.of_one(unit, ())
    return Models(entries, least, None if most >= UNBOUNDED else most, frozenset(counter.limits))


def _is_model(closure: Closure, entry: Resolved) -> bool:
    return entry.entry.type == "model" or any(True for _ in closure.offers(entry))


class _Finder:
    """Finds models below an entry, through groups and upgrades."""

    def __init__(self, closure: Closure, imports: Imports) -> None:
        self._closure, self._imports = closure, imports

    def shows_a_unit(self, entry: Resolved) -> bool:
        """Whether an entry shows a unit profile of its own."""
        return any(self._imports.kind_of(type) == "unit" for type in shown_types(self._closure, entry))

    def below(self, parent: Merged, within_model: bool, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Resolved]]:
        for child in self._closure.children(parent):
            if isinstance(child, ResolvedGroup):
                if not child.leads_back:
                    yield from self.below(child, within_model, above)
            elif isinstance(child, Resolved) and child.entry.id not in above and len(above) < DEEPEST:
                yield from self._of_entry(child, within_model, (*above, child.entry.id))

    def _of_entry(self, entry: Resolved, within_model: bool, above: tuple[str, ...]) -> Iterator[tuple[str, Resolved]]:
        if entry.entry.type == "model":
            yield entry.id, entry
            if not self.shows_a_unit(entry):
                return  # what shows its profile stands below it and is the same model
        below = list(self.below(entry, within_model or entry.entry.type == "model", above))
        shows = entry.entry.type != "model" and not within_model and self.shows_a_unit(entry)
        if shows and not any(inner.entry.type == "model" for _, inner in below):
            yield entry.id, entry
        else:
            yield from below


class _Counter:
    """Counts how many models a unit may have; `limits` collects the constraints that say so."""

    def __init__(self, closure: Closure, unit: Resolved, models: Mapping[str, Resolved]) -> None:
        self._closure, self._models = closure, models
        self._scopes = {"parent", *(part.id for part in unit.parts)}
        self.limits: set[str] = set()

    def of_one(self, entry: Resolved, above: tuple[str, ...]) -> tuple[int, int]:
        """Return how many models one selection of an entry is, with what is below it."""
        own = int(entry.id in self._models)
        if entry.entry.id in above or len(above) > DEEPEST:
            return own, own
        spans = [self._of(child, (*above, entry.entry.id)) for child in self._closure.children(entry)]
        return own + sum(span.models[0] for span in spans), min(UNBOUNDED, own + sum(span.models[1] for span in spans))

    def _of(self, choice: Merged, above: tuple[str, ...]) -> _Span:
        if isinstance(choice, ResolvedGroup):
            return _Span() if choice.leads_back else self._of_group(choice, above)
        return self._of_entry(choice, above) if isinstance(choice, Resolved) else _Span()

    def _of_entry(self, entry: Resolved, above: tuple[str, ...]) -> _Span:
        each = self.of_one(entry, above)
        least, most = self._limits(entry, each[1] > 0)
        return _Span((least, most), (least * each[0], min(UNBOUNDED, most * each[1])), each)

    def _of_group(self, group: ResolvedGroup, above: tuple[str, ...]) -> _Span:
        spans = [self._of(child, above) for child in self._closure.children(group)]
        if not spans:
            return _Span()
        each = min(span.each[0] for span in spans), max(span.each[1] for span in spans)
        least, most = self._limits(group, each[1] > 0)
        few, many = sum(span.chosen[0] for span in spans), sum(span.chosen[1] for span in spans)
        lowest = sum(span.models[0] for span in spans) + max(0, least - few) * each[0]
        highest = min(sum(span.models[1] for span in spans), most * each[1])
        return _Span((max(few, least), min(many, most)), (lowest, max(lowest, min(UNBOUNDED, highest))), each)

    def _limits(self, choice: Merged, of_models: bool) -> tuple[int, int]:
        plain = [each for _, each in choice.constraints if self._is_plain(each)]
        if of_models:
            self.limits.update(each.id for each in plain)
        least = [int(each.value) for each in plain if each.type == "min"]
        most = [int(each.value) for each in plain if each.type == "max" and each.value >= 0]
        return max([0, *least]) if not choice.hidden else 0, min([UNBOUNDED, *most])

    def _is_plain(self, constraint: Constraint) -> bool:
        query = constraint.query
        return query.field == "selections" and not query.percent and query.scope in self._scopes
