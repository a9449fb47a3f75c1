"""The block of a unit: a thick rule, a heading and a body, as tall as it needs. What it shows is a `Face`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, Self

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.parts import Part, cut, draw_down, measure, total
from exports.sheet.rules import Rule

RULE = 1.6
UNDER_RULE = 2.0

Left = Literal["nothing", "texts", "ends"]
"""What of a block stands in the appendix: nothing more than belongs there, rules' texts too, or also what ends a block, the
names of these rules and the keywords."""


class Face(NamedTuple):
    """What a block shows, for one width. `heading` makes the heading; True for one that continues a block.

    `number` is that of the card, `title` what the outline calls it. `left` must stand in the appendix where this face is
    printed.
    """

    heading: Callable[[bool], Iterable[Flowable]]
    body: Sequence[Part]
    number: int
    title: str
    palette: style.Palette
    left: tuple[Rule, ...] = ()


class Block(Flowable):
    """A heading and a body below a thick rule, `width` wide."""

    edges = RULE + UNDER_RULE
    """The height that is neither heading nor body."""

    def __init__(self, face: Face, width: float, height: float = 0.0, *, goes_on: bool = False) -> None:
        super().__init__()
        self.face, self.goes_on = face, goes_on
        self.head = measure(face.heading(goes_on), self.inner(width))
        self.needed = total(self.head) + total(face.body) + self.edges
        self.width, self.height = width, self.tall(height)

    @classmethod
    def inner(cls, width: float) -> float:
        """Return the width within a block."""
        return width

    def tall(self, height: float) -> float:
        """Return how tall the block stands: as it needs, whatever was given."""
        return self.needed

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def cut(self, height: float) -> list[Self]:
        """Return the blocks, each no taller than a height, that show it all; each but the first is marked as continued."""
        if self.needed <= height:
            return [self]
        room = height - self.edges - total(self.head)
        taken, rest = cut(self.face.body, self.inner(self.width), room)
        if not rest:
            return [self]
        return [self.part(taken, goes_on=self.goes_on), *self.part(rest, goes_on=True).cut(height)]

    def part(self, body: Sequence[Part], *, goes_on: bool) -> Self:
        """Return a block like this one with a part of its body."""
        return type(self)(self.face._replace(body=body), self.width, self.height, goes_on=goes_on)

    def mark(self) -> None:
        """Put the block into the outline of the file."""
        if not self.goes_on:
            key = f"unit-{self.face.number}"
            self.canv.bookmarkPage(key, fit="XYZ", top=self.canv.absolutePosition(0, self.height)[1])
            self.canv.addOutlineEntry(self.face.title, key, level=0)

    def draw(self) -> None:
        """Draw the rule, the heading and the body."""
        self.mark()
        canvas: Canvas = self.canv
        canvas.setFillColor(self.face.palette.title)
        canvas.rect(0, self.height - RULE, self.width, RULE, stroke=0, fill=1)
        top = self.height - RULE - UNDER_RULE
        draw_down(canvas, self.head, 0, top)
        draw_down(canvas, self.face.body, 0, top - total(self.head))
