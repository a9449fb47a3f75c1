"""Filters of lists that name what is not there: an empty list would hide a misspelt word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from builder.api.current import services
from builder.services.errors import Invalid
from builder.services.paging import Page
from datasheets.fields import unknown
from datasheets.problems import Problem

T = TypeVar("T")

NAMED: Mapping[str, Callable[[], Sequence[str]]] = {
    "system": lambda: services().rosters.systems(),
    "catalogue": lambda: services().catalogues.ids(),
    "role": lambda: services().datasheets.roles(),
    "cost": lambda: services().datasheets.costs(),
}
"""What a filter can name, by its name in a query. Words of a text, keywords and tags are anybody's own."""


def refuse_unknown(page: Page[T], query: Mapping[str, Any]) -> Page[T]:
    """Return a page; raise `Invalid` where nothing is on it because its filter names what is not there.

    A cost narrows nothing by itself, so it is looked at in any case.
    """
    if not page.items or query.get("cost"):
        for name, known in NAMED.items():
            if query.get(name) and query[name] not in (values := known()):
                raise Invalid((Problem(f"?{name}", unknown(query[name], values, name)),))
    return page
