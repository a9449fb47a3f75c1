"""Rules in columns: below the units of pages that have room, on through columns of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reportlab.platypus import Flowable

from exports.sheet.column_pages import GAP, ColumnPage, Columns, space
from exports.sheet.parts import Part, cut, measure, total, without_dangling

LEAST_FOR_RULES = 60.0
"""A column with less room left has no rules below its units."""
LOST = 1.1
"""Rules in several columns take more room than in one: captions stay with their texts."""


def with_rules(
    pages: Sequence[ColumnPage],
    rules: Sequence[Part],
    columns: Columns,
    start: int = -1,
    again: Callable[[], Flowable] | None = None,
    page_again: Callable[[], Flowable] | None = None,
) -> list[ColumnPage]:
    """Return the pages with rules: below the units from the page `start` on, then through columns of their own.

    `again` makes the heading of rules that go on below something else, `page_again` that of those that go on on a page.
    Parts are measured anew, as what was cut once has lost its measures. The pages that are given grow.
    """
    made = list(pages)
    first = start % len(made) if made else 0
    all_parts = measure((part.flowable for part in rules), columns.width)
    number = len(all_parts)
    rest = _below(made[first:], all_parts, again)
    while rest:
        page = ColumnPage(columns, [[] for _ in range(columns.number)])
        if page_again and (len(rest) < number or len(made) > len(pages)):
            rest = [*measure([page_again()], columns.width), *rest]
        for column in page.parts:
            taken, rest = cut(rest, columns.width, columns.height) if rest else ([], [])
            column.extend(taken)
        made.append(page)
    return made


def starts_for(pages: Sequence[ColumnPage], rules: Sequence[Part], enough: float) -> Iterator[int]:
    """Yield the pages where rules may begin: the last, the last from which on all have room, the first that lacks some."""
    if not pages:
        yield -1
        return
    last, needed = len(pages) - 1, total(rules) * LOST
    yield last
    if not rules:
        return
    rooms = [sum(room for _, room in _rooms(page)) for page in pages]
    if rooms[last] < needed:
        yield from [start for start in reversed(range(last)) if sum(rooms[start:]) >= needed][:1]
    yield from [start for start in range(last) if pages[start].fill < enough and rooms[start]][:1]


def _rooms(page: ColumnPage) -> Iterator[tuple[int, float]]:
    """Yield the columns that have room for rules, with their room."""
    for place in range(len(page.parts)):
        room = page.height_left(place) - GAP
        if room >= LEAST_FOR_RULES:
            yield place, room


def _below(pages: Sequence[ColumnPage], rest: list[Part], again: Callable[[], Flowable] | None) -> list[Part]:
    """Put rules below the units of pages; return those that have no room there.

    A rule may go on in the next column or on the next page, but not further on.
    """
    number = len(rest)
    rooms = [(at, place, room) for at, page in enumerate(pages) for place, room in _rooms(page)]
    following = [at for at, _, _ in rooms[1:]] + [len(pages)]
    for (at, place, room), next_at in zip(rooms, following, strict=False):
        take, page, begun = take_whole if next_at > at + 1 else cut, pages[at], len(rest) < number
        head = measure([again()], page.columns.width) if again and begun and _is_below(page, place) else []
        taken, rest = without_dangling(*take(rest, page.columns.width, room - total(head))) if rest else ([], [])
        if total(taken) > room - total(head):
            taken, rest = [], [*taken, *rest]  # what cannot be cut waits for more room
        if taken:
            page.parts[place].extend([*([space()] if page.parts[place] else []), *head, *taken])
    return rest


def _is_below(page: ColumnPage, place: int) -> bool:
    """Say whether rules in a column stand below something else than those in the column beside."""
    return bool(page.parts[place]) or len({page.top(each) for each in range(len(page.parts))}) > 1


def take_whole(rest: list[Part], width: float, room: float) -> tuple[list[Part], list[Part]]:
    """Return the rules, each whole, that have room, and the others."""
    number, used = 0, 0.0
    while number < len(rest) and used + rest[number].height <= room:
        used += rest[number].height
        number += 1
    return without_dangling(rest[:number], rest[number:])
