"""How many models an imported unit may have: the plain minima and maxima within the parent, of model entries and of the
groups around them.

A group that asks for more than its choices do by themselves is filled with those that have the fewest models, each as often
as it may be taken (a group within it that has no models is no such choice); what then is still to be chosen has as many
models as the smallest choice that has any. An entry whose name counts its models is so many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.imported.leading import Definitions, leads
from datasheets.model import Constraint
from datasheets.steps import endless

UNBOUNDED = 1_000_000
ONCE: Mapping[str, int] = MappingProxyType({})
"""Every entry is one model."""
DEEPEST, MOST_COUNTED = 12, 20_000
"""Levels of entries, and entries and groups that are counted; real units have some hundred."""


class _Span(NamedTuple):
    """How many selections and how many models some choices come to, at least and at most; the cheapest and dearest one."""

    chosen: tuple[int, int] = (0, 0)
    models: tuple[int, int] = (0, 0)
    each: tuple[int, int] = (0, 0)


class Counter:
    """Counts how many models a unit may have; `limits` collects the constraints that say so.

    What leads to no model is counted once, by however many ways links lead to it.
    """

    def __init__(
        self,
        closure: Closure,
        unit: Resolved,
        models: Mapping[str, Resolved],
        definitions: Definitions,
        times: Mapping[str, int] = ONCE,
    ) -> None:
        self._closure, self._models, self._times = closure, models, times
        wanted = {id(model.entry) for model in models.values()}
        self._leading = definitions.leading_to(lambda part: id(part) in wanted)
        self._left = MOST_COUNTED
        self._without: dict[tuple[int, ...], _Span] = {}
        self._scopes = {"parent", *(part.id for part in unit.parts)}
        self.limits: set[str] = set()

    def of_one(self, entry: Resolved, above: tuple[str, ...]) -> tuple[int, int]:
        """Return how many models one selection of an entry is, with what is below it."""
        own = self._times.get(entry.id, 1) if entry.id in self._models else 0
        if entry.entry.id in above or len(above) > DEEPEST or not leads(entry, self._leading):
            return own, own
        spans = [self._of(child, (*above, entry.entry.id)) for child in self._closure.children(entry)]
        return own + sum(span.models[0] for span in spans), min(UNBOUNDED, own + sum(span.models[1] for span in spans))

    def _of(self, choice: Merged, above: tuple[str, ...]) -> _Span:
        self._left -= 1
        if self._left < 0:
            raise endless(self._closure.catalogue.name, MOST_COUNTED)
        if isinstance(choice, Resolved):
            return self._of_entry(choice, above)
        if not isinstance(choice, ResolvedGroup) or choice.leads_back:
            return _Span()
        if leads(choice, self._leading):
            return self._of_group(choice, above)
        parts = tuple(map(id, choice.parts))
        if parts not in self._without:
            self._without[parts] = self._of_group(choice, above)
        return self._without[parts]

    def _of_entry(self, entry: Resolved, above: tuple[str, ...]) -> _Span:
        each = self.of_one(entry, above)
        least, most = self._limits(entry, each[1] > 0)
        return _Span((least, most), (least * each[0], min(UNBOUNDED, most * each[1])), each)

    def _of_group(self, group: ResolvedGroup, above: tuple[str, ...]) -> _Span:
        choices = [(child, self._of(child, above)) for child in self._closure.children(group)]
        spans = [span for _, span in choices]
        if not spans:
            return _Span()
        each = min(span.each[0] for span in spans), max(span.each[1] for span in spans)
        least, most = self._limits(group, each[1] > 0)
        few, many = sum(span.chosen[0] for span in spans), sum(span.chosen[1] for span in spans)
        fillers = [span for child, span in choices if span.each[1] or not isinstance(child, ResolvedGroup)]
        lowest = sum(span.models[0] for span in spans) + _fewest(fillers, least - few)
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


def _fewest(spans: Sequence[_Span], missing: int) -> int:
    """Return how many models so many more selections are at least."""
    models = 0
    for span in sorted(spans, key=lambda span: span.each[0]):
        taken = max(0, min(missing, span.chosen[1] - span.chosen[0]))
        models, missing = models + taken * span.each[0], missing - taken
    smallest = min((span.each[0] for span in spans if span.each[0]), default=0)
    return models + max(0, missing) * smallest
