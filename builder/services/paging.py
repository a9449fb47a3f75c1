"""Pages of lists: `items`, and where the next page starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

MOST = 200


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a list. `next` is what to give as `start` to get the part after it, None at the end."""

    items: tuple[T, ...]
    next: int | None

    def map(self, change: Callable[[T], U]) -> Page[U]:
        """Return the page with every item changed."""
        return Page(tuple(change(item) for item in self.items), self.next)


def page_of(found: Sequence[T], limit: int, start_of: Callable[[T, int], int]) -> Page[T]:
    """Make a page of up to `limit` items of what was `found` when asking for one more than that.

    `start_of` gives the start of a page that begins with an item; its second argument is the item's place in `found`.
    """
    more = start_of(found[limit], limit) if len(found) > limit else None
    return Page(tuple(found[:limit]), more)
