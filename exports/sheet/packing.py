"""Where blocks stand in the columns of pages: only their heights count here.

A column takes the next block that fits, looking a few ahead; else the next column begins. A block that is wide stands over
all columns at the top of a page. Of the ways to look ahead the first counts that takes the fewest pages: three ahead within
a role, so that blocks keep the order of roles. Over roles and further it looks only if it is told to, by `FURTHER`. Blocks
may begin on an opened page, below what stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from operator import add
from typing import NamedTuple

STEPS = 7
"""How often the search for the lowest columns halves what is left."""


class Look(NamedTuple):
    """How far the packer looks ahead, and whether past the blocks of a role.

    `best`: of what it sees it takes what fills the column best, and a wide block that it sees opens a page before its turn.
    """

    ahead: int
    past_roles: bool
    best: bool = False


LOOKS = (Look(3, past_roles=False), Look(3, past_roles=False, best=True))
FURTHER = (
    Look(3, past_roles=True),
    Look(8, past_roles=True),
    Look(3, past_roles=True, best=True),
    Look(8, past_roles=True, best=True),
    Look(16, past_roles=True, best=True),
)
IN_ORDER = Look(0, past_roles=False)
"""How an opened page is filled where a reader is to begin there with the first."""
MOST_TRIED = 9
"""How many blocks beside the first are tried together."""
ENOUGH = 0.67
"""What of each page but the last should be filled; ways that fill less are taken only where no other does better."""


class Size(NamedTuple):
    """How tall a block is. It is looked ahead for among blocks of its `role`; one that `follows` stays behind the last.

    `area` is what a wide one fills of all columns.
    """

    height: float
    role: str = ""
    wide: bool = False
    follows: bool = False
    area: float = 0.0


class Room(NamedTuple):
    """The columns of a page, how tall they are, and what is left between two blocks."""

    columns: int
    height: float
    gap: float


@dataclass
class PackedPage:
    """The places of the blocks of a page: of the wide one above, and of those in each column."""

    wide: int | None = None
    columns: list[list[int]] = field(default_factory=list)

    @property
    def blocks(self) -> list[int]:
        """The blocks of all columns."""
        return [place for column in self.columns for place in column]


def pack(
    sizes: Sequence[Size],
    room: Room,
    opened: Sequence[float] = (),
    *,
    begins_with_first: bool = False,
    taken: float = inf,
    looks: Sequence[Look] = LOOKS,
) -> list[PackedPage]:
    """Return the pages; the columns of the last one are evened out. No block may be taller than a page.

    `opened` is what each column of an opened page has left: that page comes first then, though nothing may fit there. Where
    it `begins_with_first`, it has the first blocks in their order, or none; else it is filled too, of which so much is
    `taken`.
    """
    opening = 1 if opened else 0
    least = opening + (sum(_area(size, room) for size in sizes) - sum(opened)) / (room.columns * room.height)
    pages, best = list[PackedPage](), (inf, 0.0)
    for look in looks:
        way = _fill_pages(sizes, room, look, opened, IN_ORDER if begins_with_first else look)
        fills = [_least_fill(sizes, way[opening:], room), *(_fill(sizes, page, room, taken) for page in way[:opening])]
        cost = (len(way), -min(*fills, ENOUGH))
        if cost < best:
            pages, best = way, cost
        if best[0] < least + 1 and best[1] == -ENOUGH:
            break  # no other way does better
    if len(pages) > opening:
        pages[-1] = _even_columns(sizes, pages[-1], room)
    return pages


def _least_fill(sizes: Sequence[Size], pages: Sequence[PackedPage], room: Room) -> float:
    """Return how much of the emptiest page is filled, the last one aside."""
    return min((_fill(sizes, page, room) for page in pages[:-1]), default=1.0)


def _fill(sizes: Sequence[Size], page: PackedPage, room: Room, taken: float = 0.0) -> float:
    wide = sizes[page.wide].area if page.wide is not None else 0.0
    return (taken + wide + sum(sizes[place].height for place in page.blocks)) / (room.height * room.columns)


def _area(size: Size, room: Room) -> float:
    """Return the height that a block takes of columns, one below the other."""
    return size.height * (room.columns if size.wide else 1)


def _fill_pages(sizes: Sequence[Size], room: Room, look: Look, opened: Sequence[float], first: Look) -> list[PackedPage]:
    pages, waiting = [], list(range(len(sizes)))
    if opened:
        pages.append(PackedPage(columns=[_column(sizes, waiting, height, room.gap, first) for height in opened]))
    while waiting:
        page, height = PackedPage(), room.height
        if (wide := _opening(sizes, waiting, look)) is not None:
            waiting.remove(wide)
            page.wide = wide
            height -= sizes[wide].height + room.gap
        page.columns = [_column(sizes, waiting, height, room.gap, look) for _ in range(room.columns)]
        if page.wide is None and not page.blocks:
            page.columns[0].append(waiting.pop(0))
        pages.append(page)
    return pages


def _opening(sizes: Sequence[Size], waiting: Sequence[int], look: Look) -> int | None:
    """Return the wide block that opens the next page, if one does."""
    seen = waiting[: look.ahead + 1] if look.best else waiting[:1]
    return next((place for place in seen if sizes[place].wide and _may_pass(sizes, waiting[0], place, look)), None)


def _may_pass(sizes: Sequence[Size], first: int, place: int, look: Look) -> bool:
    """Whether a block may stand before the first that waits."""
    return look.past_roles or sizes[place].role == sizes[first].role


def _column(sizes: Sequence[Size], waiting: list[int], height: float, gap: float, look: Look) -> list[int]:
    """Take what fits into a column out of those that wait."""
    if look.best:
        return _best_column(sizes, waiting, height, gap, look)
    taken: list[int] = []
    while (place := _next(sizes, waiting, height, look)) is not None:
        waiting.remove(place)
        taken.append(place)
        height -= sizes[place].height + gap
    return taken


def _best_column(sizes: Sequence[Size], waiting: list[int], height: float, gap: float, look: Look) -> list[int]:
    """Take, of the next blocks, the ones that fill a column best together; the first of them is among them."""
    narrow = [place for place in waiting[: 2 * look.ahead] if not sizes[place].wide]
    if not narrow or sizes[narrow[0]].height > height:
        return _column(sizes, waiting, height, gap, look._replace(best=False))
    first, *others = narrow
    free = [place for place in others[: look.ahead] if not sizes[place].follows]
    free = [place for place in free if _may_pass(sizes, first, place, look)][:MOST_TRIED]
    heights = [sizes[first].height]  # of the first with each set of the others: bit n of a place stands for the nth of them
    for place in free:
        heights += [below + sizes[place].height for below in heights]
    used = list(map(add, heights, _gaps(gap)))
    best = max(each for each in used if each <= height)
    chosen = used.index(best)
    taken = [first, *(place for bit, place in enumerate(free) if chosen >> bit & 1)]
    for place in taken:
        waiting.remove(place)
    more = height - best - gap
    return taken + _column(sizes, waiting, more, gap, look._replace(best=False)) if more > 0 else taken


@cache
def _gaps(gap: float) -> list[float]:
    """Return what is left between the blocks of each set that is tried."""
    return [gap * chosen.bit_count() for chosen in range(2**MOST_TRIED)]


def _next(sizes: Sequence[Size], waiting: Sequence[int], height: float, look: Look) -> int | None:
    """Return the first that fits of those that may come next."""
    narrow = [place for place in waiting[: 2 * look.ahead or 1] if not sizes[place].wide]
    for at, place in enumerate(narrow[: look.ahead + 1]):
        size = sizes[place]
        if at and (size.follows or not _may_pass(sizes, narrow[0], place, look)):
            return None
        if size.height <= height:
            return place
    return None


def _even_columns(sizes: Sequence[Size], page: PackedPage, room: Room) -> PackedPage:
    """Return a page with its blocks in columns that are as low as they can be."""
    blocks = sorted(page.blocks)
    if not blocks:
        return page
    above = sizes[page.wide].height + room.gap if page.wide is not None else 0.0
    low, high, best = max(sizes[place].height for place in blocks), room.height - above, page.columns
    for _ in range(STEPS):
        waiting = list(blocks)
        height = (low + high) / 2
        columns = [_column(sizes, waiting, height, room.gap, LOOKS[0]) for _ in range(room.columns)]
        if waiting:
            low = height
        else:
            best, high = columns, height
    return PackedPage(page.wide, best)
