"""A framed card: kept whole when it fits on a page, else continued on the next with its heading repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reportlab.platypus import Flowable

from exports.sheet import style

Heading = Callable[[bool], Sequence[Flowable]]
"""Makes the heading; True for one that continues a card."""


class Card(Flowable):
    """A frame around a heading and a body of flowables.

    `full` is the height of an empty page: a card that is no taller is never cut. `bookmark` is (key, title) of the outline.
    """

    def __init__(
        self, heading: Heading, body: Sequence[Flowable], full: float, bookmark: tuple[str, str], *, continued: bool = False
    ) -> None:
        super().__init__()
        self.heading, self.body, self.full, self.bookmark, self.continued = heading, list(body), full, bookmark, continued
        self.head = list(heading(continued))
        self.spaceAfter = 9.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size in this width."""
        self.width = available_width
        inner = available_width - 2 * style.PADDING
        self.head_heights = [_height(part, inner) for part in self.head]
        self.body_heights = [_height(part, inner) for part in self.body]
        self.height = sum(self.head_heights) + sum(self.body_heights) + self._edges()
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return nothing (begin on the next page), or the part that fits and the rest as a card that continues it."""
        self.wrap(available_width, available_height)
        at_top = available_height >= self.full - 1
        if not at_top and (self.height <= self.full or available_height < self.full / 3):
            return []
        taken, rest = self._cut(available_width - 2 * style.PADDING, available_height)
        if not taken:
            return []
        return [self._part(taken, continued=self.continued), self._part(rest, continued=True)]

    def draw(self) -> None:
        """Draw the frame, the heading on its shade and the body."""
        canvas = self.canv
        if not self.continued:
            canvas.bookmarkPage(self.bookmark[0], fit="XYZ", top=canvas.absolutePosition(0, self.height)[1])
            canvas.addOutlineEntry(self.bookmark[1], self.bookmark[0], level=0)
        shade = sum(self.head_heights) + style.PADDING
        canvas.setFillColor(style.SHADE)
        canvas.rect(0, self.height - shade, self.width, shade, stroke=0, fill=1)
        canvas.setStrokeColor(style.INK)
        canvas.setLineWidth(0.9)
        canvas.rect(0, 0, self.width, self.height)
        canvas.line(0, self.height - shade, self.width, self.height - shade)
        y = self._draw_down(self.head, self.head_heights, self.height - style.PADDING / 2)
        self._draw_down(self.body, self.body_heights, y - style.PADDING / 2 - style.GAP)

    def _draw_down(self, parts: Sequence[Flowable], heights: Sequence[float], y: float) -> float:
        for part, height in zip(parts, heights, strict=True):
            y -= height
            part.drawOn(self.canv, style.PADDING, y + _after(part))
        return y

    def _edges(self) -> float:
        return style.PADDING + style.GAP + style.PADDING

    def _part(self, body: Sequence[Flowable], *, continued: bool) -> Card:
        return Card(self.heading, body, self.full, self.bookmark, continued=continued)

    def _cut(self, width: float, available: float) -> tuple[list[Flowable], list[Flowable]]:
        room = available - self._edges() - sum(self.head_heights)
        taken: list[Flowable] = []
        for place, (part, height) in enumerate(zip(self.body, self.body_heights, strict=True)):
            if height > room:
                pieces = part.split(width, room - _after(part) - part.getSpaceBefore()) if room > 0 else []
                rest = [*pieces[1:], *self.body[place + 1 :]] if len(pieces) > 1 else self.body[place:]
                return _without_dangling(taken + pieces[:1] if len(pieces) > 1 else taken, rest)
            taken.append(part)
            room -= height
        return taken, []


def _without_dangling(taken: list[Flowable], rest: list[Flowable]) -> tuple[list[Flowable], list[Flowable]]:
    """Move captions that would stand alone at the end of a page to what they belong to."""
    while taken and taken[-1].getKeepWithNext():  # type: ignore[no-untyped-call]
        rest = [taken[-1], *rest]
        taken = taken[:-1]
    return taken, rest


def _height(part: Flowable, width: float) -> float:
    return float(part.wrap(width, 1_000_000)[1]) + _after(part) + part.getSpaceBefore()


def _after(part: Flowable) -> float:
    return float(part.getSpaceAfter())
