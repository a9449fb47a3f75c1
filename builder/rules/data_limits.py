"""Which limits in percent of a cost imported data set to categories of a force, and to forces of its kind (2E-R-ARMY-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.closure import Closure
from datasheets.evaluation.tree import Force
from datasheets.model import Constraint


def limits_of(closure: Closure, force: Force) -> Iterator[str]:
    """Yield the categories that have a limit in percent of a cost where a force is of its kind."""
    yield from dict.fromkeys(category for _, category in limiting_parts(closure, force))


def limiting_parts(closure: Closure, force: Force) -> Iterator[tuple[str, str]]:
    """Yield the ids of what has such limits, the category itself or the force's link to it, each with its category."""
    kind = closure.force_entry(force.entry) if force.entry else None
    for link in kind.category_links if kind else ():
        category = closure.category(link.target)
        for id, limits in ((link.id, link.constraints), (link.target, category.constraints if category else ())):
            if _has_share(limits, closure):
                yield id, link.target


def has_own_share(closure: Closure, force: Force) -> bool:
    """Whether forces of its kind have a limit of their own in percent of a cost, as forces of allies have."""
    kind = closure.force_entry(force.entry) if force.entry else None
    return kind is not None and _has_share(kind.constraints, closure)


def _has_share(limits: Iterable[Constraint], closure: Closure) -> bool:
    return any(each.query.percent and each.query.field in closure.cost_types for each in limits)
