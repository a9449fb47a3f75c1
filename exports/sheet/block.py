"""The block of a unit: a thick rule, a heading and a body, as tall as it needs. What it shows is a `Face`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Self

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.grid import Grid
from exports.sheet.parts import ROUNDING, Part, cut, draw_down, measure, pieces, total
from exports.sheet.tags import element

RULE = 1.6
UNDER_RULE = 3.0


class Place(NamedTuple):
    """Which of several blocks that show a unit one is, from 1 on."""

    number: int = 1
    of: int = 1

    @property
    def goes_on(self) -> bool:
        """Whether the unit began on another block."""
        return self.number > 1


ALONE = Place()
WIDEST = Place(88, 88)
"""Stands in a heading for a place that is not known yet: as wide as any of two figures."""


class Face(NamedTuple):
    """What a block shows. `heading` makes the heading for a width, and for a place among the blocks that show it.

    `ends` is what a card has at its foot and a block at its end. `number` is that of the card, `title` what the outline
    calls it, `top` how many parts of the body are the statline.
    """

    heading: Callable[[float, Place], Iterable[Flowable]]
    body: Sequence[Part]
    ends: Sequence[Part]
    number: int
    title: str
    top: int = 0


class Block(Flowable):
    """A heading and a body below a thick rule, `width` wide."""

    edges = RULE + UNDER_RULE
    """The height that is neither heading nor body."""

    def __init__(self, face: Face, width: float, *, place: Place = ALONE) -> None:
        super().__init__()
        self.face, self.place, self.width = face, place, width
        self.head = measure(face.heading(self.inner, place), self.inner)
        self.needed = total(self.head) + total(face.body) + total(face.ends) + self.edges
        self.height = self.needed

    @property
    def goes_on(self) -> bool:
        """Whether another block begins what it shows."""
        return self.place.goes_on

    @property
    def area(self) -> float:
        """What it fills, as the height that this would take in one column."""
        return self.height

    @property
    def inner(self) -> float:
        """The width within the block."""
        return self.width

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def cut(self, height: float) -> list[Self]:
        """Return the blocks, each no taller than a height, that show it all; each but the first says which of them it is."""
        first, *others = self._pieces(height)
        places = (Place(number, len(others) + 1) for number in range(2, len(others) + 2))
        return [first, *(each.part(each.face.body, place=place) for each, place in zip(others, places, strict=True))]

    def _pieces(self, height: float) -> list[Self]:
        if self.needed <= height:
            return [self]
        room = height - self.edges - total(self.head)
        taken, rest = cut([*self.face.body, *self.face.ends], self.inner, room)
        if not rest:
            return [self]
        return [self.part(taken, place=self.place), *self.part(rest, place=WIDEST)._pieces(height)]

    def part(self, body: Sequence[Part], *, place: Place) -> Self:
        """Return a block like this one with a part of its body."""
        return type(self)(self.face._replace(body=body, ends=()), self.width, place=place)

    def mark(self) -> None:
        """Put the block into the outline of the file."""
        if not self.goes_on:
            key = f"unit-{self.face.number}"
            self.canv.bookmarkPage(key, fit="XYZ", top=self.canv.absolutePosition(0, self.height)[1])
            self.canv.addOutlineEntry(self.face.title, key, level=0)

    def draw(self) -> None:
        """Draw the rule, the heading and the body."""
        self.mark()
        with element(self.canv, "Sect"):
            self.draw_rule()
            top = self.height - RULE - UNDER_RULE
            draw_down(self.canv, self.head, 0, top)
            self.draw_body(top - total(self.head))

    def draw_rule(self) -> None:
        """Draw the thick rule."""
        canvas: Canvas = self.canv
        canvas.setFillColor(style.INK)
        canvas.rect(0, self.height - RULE, self.width, RULE, stroke=0, fill=1)

    def draw_body(self, top: float) -> None:
        """Draw what stands below the heading, from a height on."""
        draw_down(self.canv, [*self.face.body, *self.face.ends], 0, top)


class WideBlock(Block):
    """A block over all columns of a page: heading and statline over the whole width, the rest in columns below it."""

    def __init__(
        self, face: Face, top: Sequence[Part], columns: Sequence[Sequence[Part]], width: float, between: float
    ) -> None:
        self.top_parts, self.columns, self.between = top, columns, between
        super().__init__(face, width)
        self.needed = total(self.head) + total(top) + self.edges + max(map(total, columns), default=0.0)
        self.height = self.needed

    @property
    def area(self) -> float:
        """What it fills of all columns."""
        over_all = total(self.head) + total(self.top_parts) + self.edges
        return over_all * len(self.columns) + sum(map(total, self.columns))

    def draw_body(self, top: float) -> None:
        """Draw the statline, then the columns."""
        draw_down(self.canv, self.top_parts, 0, top)
        step = (self.width + self.between) / len(self.columns)
        for place, parts in enumerate(self.columns):
            draw_down(self.canv, parts, place * step, top - total(self.top_parts))


def balance(parts: Sequence[Part], columns: int, width: float) -> list[list[Part]]:
    """Return parts in columns that are as low as they can be; only tables are cut, between their rows."""
    low, high = 0.0, total(parts)
    made = _columns(parts, columns, width, high)
    for _ in range(8):
        height = (low + high) / 2
        tried = _columns(parts, columns, width, height)
        if tried is None:
            low = height
        else:
            made, high = tried, height
    return made or [list(parts)]


def _columns(parts: Sequence[Part], columns: int, width: float, height: float) -> list[list[Part]] | None:
    """Return parts in columns of a height, None where they do not fit."""
    made: list[list[Part]] = [[]]
    waiting, room = deque(parts), height
    while waiting:
        part = waiting.popleft()
        if part.height > room and isinstance(part.flowable, Grid):
            first, rest = pieces(part, width, room)
            part, *others = [*first, *rest]
            waiting.extendleft(reversed(others))
        if part.height > room and made[-1]:
            made.append([])
            room = height
        if len(made) > columns or part.height > room + ROUNDING:
            return None
        made[-1].append(part)
        room -= part.height
    return made + [[] for _ in range(columns - len(made))]
