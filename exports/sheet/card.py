"""A framed card: kept whole when it fits on a page, else continued on the next with its heading repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.parts import Part, cut, draw_down, measured, total
from exports.sheet.rules import Rule

EDGES = 2 * style.PADDING + style.GAP
LINE = 0.9
SMALLEST_SHARE = 3
"""A card that is cut begins where at least a page's part of this size is left."""


Left = Literal["nothing", "texts", "ends"]
"""What of a card stands in the appendix: nothing more than belongs there, rules' texts too, or also what ends a card, the
names of these rules and the keywords."""


class Face(NamedTuple):
    """What a card shows, for one width. `heading` makes the heading; True for one that continues a card.

    `bookmark` is (key, title) of the outline. `left` must stand in the appendix where this face is printed.
    """

    heading: Callable[[bool], Iterable[Flowable]]
    body: Sequence[Part]
    bookmark: tuple[str, str]
    palette: style.Palette
    left: tuple[Rule, ...] = ()


class Card(Flowable):
    """A frame around a heading and a body, `width` wide, as tall as it needs or `height`.

    `full` is the height of an empty page: a card that is no taller is never cut.
    """

    def __init__(self, face: Face, width: float, full: float, *, goes_on: bool = False, height: float | None = None) -> None:
        super().__init__()
        self.face, self.full, self.goes_on = face, full, goes_on
        self.head = measured(face.heading(goes_on), inner(width))
        self.needed = total(self.head) + total(face.body) + EDGES
        self.width, self.height = width, self.needed if height is None else height
        self.spaceAfter = 9.0
        self.line = LINE

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return nothing (begin on the next page), or the part that fits and the rest as a card that continues it."""
        at_top = available_height >= self.full - 1
        if not at_top and (self.height <= self.full or available_height < self.full / SMALLEST_SHARE):
            return []
        taken, rest = self.cut(available_height)
        if not rest or (not at_top and taken.needed > available_height):
            return []
        return [taken, *rest]

    def cut(self, room: float) -> tuple[Card, list[Card]]:
        """Return the card that fits into a height, and the one that continues it, if anything is left."""
        taken, rest = cut(self.face.body, inner(self.width), room - EDGES - total(self.head))
        return self._part(taken, goes_on=self.goes_on), [self._part(rest, goes_on=True)] if rest else []

    def draw(self) -> None:
        """Draw the frame, the heading on its shade and the body."""
        canvas: Canvas = self.canv
        if not self.goes_on:
            key, title = self.face.bookmark
            canvas.bookmarkPage(key, fit="XYZ", top=canvas.absolutePosition(0, self.height)[1])
            canvas.addOutlineEntry(title, key, level=0)
        shade = total(self.head) + style.PADDING
        canvas.setFillColor(self.face.palette.shade)
        canvas.rect(0, self.height - shade, self.width, shade, stroke=0, fill=1)
        canvas.setStrokeColor(self.face.palette.title)
        canvas.setLineWidth(self.line)
        canvas.rect(0, 0, self.width, self.height)
        canvas.line(0, self.height - shade, self.width, self.height - shade)
        draw_down(canvas, self.head, style.PADDING, self.height - style.PADDING / 2)
        draw_down(canvas, self.face.body, style.PADDING, self.height - shade - style.GAP)

    def _part(self, body: Sequence[Part], *, goes_on: bool) -> Card:
        return Card(self.face._replace(body=body), self.width, self.full, goes_on=goes_on)


def inner(width: float) -> float:
    """Return the width within a card."""
    return width - 2 * style.PADDING
