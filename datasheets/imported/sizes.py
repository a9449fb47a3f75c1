"""How many models an imported unit may have: the plain minima and maxima within the parent, of model entries and of the
groups around them.

A group that asks for more than its choices do by themselves is filled with those that have the fewest models, each as often
as it may be taken (a group within it that has no models is no such choice); what then is still to be chosen has as many
models as the smallest choice that has any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.model import Constraint

UNBOUNDED = 1_000_000
DEEPEST = 12


class _Span(NamedTuple):
    """How many selections and how many models some choices come to, at least and at most; the cheapest and dearest one."""

    chosen: tuple[int, int] = (0, 0)
    models: tuple[int, int] = (0, 0)
    each: tuple[int, int] = (0, 0)


class Counter:
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
