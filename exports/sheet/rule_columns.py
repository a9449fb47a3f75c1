"""Rules in columns: below the units of pages that have room, on through columns of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exports.sheet.appendix import Entry
from exports.sheet.column_pages import GAP, ColumnPage, Columns, space
from exports.sheet.parts import Part, cut, measure, total

LEAST_FOR_RULES = 60.0
"""A column with less room left has no rules below its units."""
LOST = 1.1
"""Rules in several columns take more room than in one: captions stay with their texts."""


def with_rules(pages: Sequence[ColumnPage], rules: Sequence[Part], columns: Columns, start: int = -1) -> list[ColumnPage]:
    """Return the pages with rules: below the units from the page `start` on, then through columns of their own.

    Parts are measured anew, as what was cut once has lost its measures. The pages that are given grow.
    """
    made = list(pages)
    first = start % len(made) if made else 0
    rest = _below(made[first:], measure((part.flowable for part in rules), columns.width))
    while rest:
        page = ColumnPage(columns, [[] for _ in range(columns.number)])
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


def _below(pages: Sequence[ColumnPage], rest: list[Part]) -> list[Part]:
    """Put rules below the units of pages; return those that have no room there.

    A rule may go on in the next column or on the next page, but not further on.
    """
    rooms = [(at, place, room) for at, page in enumerate(pages) for place, room in _rooms(page)]
    following = [at for at, _, _ in rooms[1:]] + [len(pages)]
    for (at, place, room), next_at in zip(rooms, following, strict=False):
        take = take_whole if next_at > at + 1 else cut
        taken, rest = take(rest, pages[at].columns.width, room) if rest else ([], [])
        column = pages[at].parts[place]
        column.extend([space(), *taken] if column and taken else taken)
    return rest


def take_whole(rest: list[Part], width: float, room: float) -> tuple[list[Part], list[Part]]:
    """Return the rules, each with heading and texts, that have room, and the others."""
    taken: list[Part] = []
    while rest and total(entry := _first_entry(rest)) <= room - total(taken):
        taken += entry
        rest = rest[len(entry) :]
    return taken, rest


def _first_entry(rules: Sequence[Part]) -> Sequence[Part]:
    """Return the first rule, with what is above its heading."""
    headings = [place for place, part in enumerate(rules) if isinstance(part.flowable, Entry)]
    return rules[: headings[1]] if len(headings) > 1 else rules
