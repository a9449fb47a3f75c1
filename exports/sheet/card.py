"""A framed card: kept whole when it fits on a page, else continued on the next with its heading repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.sheet import style

EDGES = 2 * style.PADDING + style.GAP
ROUNDING = 0.01


class Part(NamedTuple):
    """A flowable and the height that it takes with the space around it; measuring long text is slow, so it is done once."""

    flowable: Flowable
    height: float


Heading = Callable[[bool], Iterable[Flowable]]
"""Makes the heading; True for one that continues a card."""


class Card(Flowable):
    """A frame around a heading and a body, `width` wide.

    `full` is the height of an empty page: a card that is no taller is never cut. `bookmark` is (key, title) of the outline.
    """

    def __init__(
        self,
        heading: Heading,
        body: Sequence[Part],
        width: float,
        full: float,
        bookmark: tuple[str, str],
        *,
        goes_on: bool = False,
    ) -> None:
        super().__init__()
        self.heading, self.body, self.full, self.bookmark, self.goes_on = heading, body, full, bookmark, goes_on
        self.head = measured(heading(goes_on), width)
        self.width, self.height = width, _sum(self.head) + _sum(body) + EDGES
        self.spaceAfter = 9.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return nothing (begin on the next page), or the part that fits and the rest as a card that continues it."""
        at_top = available_height >= self.full - 1
        if not at_top and (self.height <= self.full or available_height < self.full / 3):
            return []
        taken, rest = self._cut(available_height - EDGES - _sum(self.head) - ROUNDING)
        if not taken:
            return []
        return [self._part(taken, goes_on=self.goes_on), self._part(rest, goes_on=True)]

    def draw(self) -> None:
        """Draw the frame, the heading on its shade and the body."""
        canvas = self.canv
        if not self.goes_on:
            canvas.bookmarkPage(self.bookmark[0], fit="XYZ", top=canvas.absolutePosition(0, self.height)[1])
            canvas.addOutlineEntry(self.bookmark[1], self.bookmark[0], level=0)
        shade = _sum(self.head) + style.PADDING
        canvas.setFillColor(style.SHADE)
        canvas.rect(0, self.height - shade, self.width, shade, stroke=0, fill=1)
        canvas.setStrokeColor(style.INK)
        canvas.setLineWidth(0.9)
        canvas.rect(0, 0, self.width, self.height)
        canvas.line(0, self.height - shade, self.width, self.height - shade)
        self._draw_down(self.head, self.height - style.PADDING / 2)
        self._draw_down(self.body, self.height - shade - style.GAP)

    def _draw_down(self, parts: Sequence[Part], y: float) -> None:
        for part in parts:
            y -= part.height
            part.flowable.drawOn(self.canv, style.PADDING, y + part.flowable.getSpaceAfter())

    def _part(self, body: Sequence[Part], *, goes_on: bool) -> Card:
        return Card(self.heading, body, self.width, self.full, self.bookmark, goes_on=goes_on)

    def _cut(self, room: float) -> tuple[list[Part], list[Part]]:
        taken: list[Part] = []
        for place, part in enumerate(self.body):
            if part.height > room:
                first, others = self._pieces(part, room)
                return _without_dangling([*taken, *first], [*others, *self.body[place + 1 :]])
            taken.append(part)
            room -= part.height
        return taken, []

    def _pieces(self, part: Part, room: float) -> tuple[list[Part], list[Part]]:
        """Cut one flowable; nothing comes first where it cannot be cut."""
        around = part.flowable.getSpaceBefore() + part.flowable.getSpaceAfter()
        pieces = part.flowable.split(self.width - 2 * style.PADDING, room - around) if room > around else []
        if len(pieces) < 2:
            return [], measured([part.flowable], self.width)  # an attempt to split spoils the measures of a paragraph
        first, *others = measured(pieces, self.width)
        return [first], others


def measured(flowables: Iterable[Flowable], width: float) -> list[Part]:
    """Measure what is to stand in a card `width` wide."""
    return [Part(flowable, _height(flowable, width - 2 * style.PADDING)) for flowable in flowables]


def _height(flowable: Flowable, width: float) -> float:
    return float(flowable.wrap(width, 1_000_000)[1] + flowable.getSpaceBefore() + flowable.getSpaceAfter())


def _sum(parts: Sequence[Part]) -> float:
    return sum(part.height for part in parts)


def _without_dangling(taken: list[Part], rest: list[Part]) -> tuple[list[Part], list[Part]]:
    """Move captions that would stand alone at the end of a page to what they belong to."""
    while taken and taken[-1].flowable.getKeepWithNext():  # type: ignore[no-untyped-call]
        rest = [taken[-1], *rest]
        taken = taken[:-1]
    return taken, rest
