"""A card to cut out: a unit on one size of paper, with a foot of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from exports.sheet import faces, fonts, style
from exports.sheet.block import ALONE, Block, Face, Place
from exports.sheet.parts import Part, draw_down, total
from exports.sheet.tags import element
from exports.sheet.text_renderer import draw_runs

PAD_X, PAD_TOP, PAD_FOOT = 9.0, 8.0, 5.0
FOOT_SIZE, FOOT_ROOM = 7.0, 12.0


class Card(Block):
    """A heading and a body in the room of a card, keywords and a line of text at its foot.

    `foot` is what stands at the left and the right end of that line, drawable text.
    """

    edges = PAD_TOP + PAD_FOOT + FOOT_ROOM

    def __init__(self, face: Face, size: tuple[float, float], foot: tuple[str, str], *, place: Place = ALONE) -> None:
        super().__init__(face, size[0], place=place)
        self.size, self.foot = size, foot
        self.height = size[1]

    @classmethod
    def inner_of(cls, width: float) -> float:
        """Return the width within a card."""
        return width - 2 * PAD_X

    @property
    def inner(self) -> float:
        """The width within the card."""
        return self.inner_of(self.width)

    @property
    def fits(self) -> bool:
        """Whether it all has room."""
        return self.needed <= self.height

    def part(self, body: Sequence[Part], *, place: Place = ALONE) -> Self:
        """Return a card like this one with a part of its body."""
        return type(self)(self.face._replace(body=body, ends=()), self.size, self.foot, place=place)

    def draw(self) -> None:
        """Draw heading, body and foot."""
        self.mark()
        with element(self.canv, "Sect"):
            top = self.height - PAD_TOP
            draw_down(self.canv, self.head, PAD_X, top)
            draw_down(self.canv, self.face.body, PAD_X, top - total(self.head))
            draw_down(self.canv, self.face.ends, PAD_X, PAD_FOOT + FOOT_ROOM + total(self.face.ends))
        self._draw_foot()

    def _draw_foot(self) -> None:
        canvas, base = self.canv, PAD_FOOT
        canvas.setStrokeColor(style.HAIR)
        canvas.setLineWidth(0.5)
        canvas.line(PAD_X, base + FOOT_SIZE + 1.5, self.width - PAD_X, base + FOOT_SIZE + 1.5)
        canvas.setFillColor(style.GREY)
        left, right = self.foot
        draw_runs(canvas, left, PAD_X, base, faces.REGULAR, FOOT_SIZE)
        wide = fonts.width(right, faces.REGULAR, FOOT_SIZE)
        draw_runs(canvas, right, self.width - PAD_X - wide, base, faces.REGULAR, FOOT_SIZE)
