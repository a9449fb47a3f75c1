"""A card to cut out: a block in a frame, of one size with all others."""

from __future__ import annotations

from exports.sheet import style
from exports.sheet.block import Block
from exports.sheet.parts import draw_down, total

LINE = 0.9


class Card(Block):
    """A frame around a heading on its shade and a body, `width` wide and `height` high."""

    edges = 2 * style.PADDING + style.GAP
    line = LINE

    def tall(self, height: float) -> float:
        """Return how tall the card is: as was given."""
        return height

    @classmethod
    def inner(cls, width: float) -> float:
        """Return the width within a card."""
        return width - 2 * style.PADDING

    def draw(self) -> None:
        """Draw the frame, the heading on its shade and the body."""
        self.mark()
        canvas = self.canv
        shade = total(self.head) + style.PADDING
        canvas.setFillColor(self.face.palette.shade)
        canvas.rect(0, self.height - shade, self.width, shade, stroke=0, fill=1)
        canvas.setStrokeColor(self.face.palette.title)
        canvas.setLineWidth(self.line)
        canvas.rect(0, 0, self.width, self.height)
        canvas.line(0, self.height - shade, self.width, self.height - shade)
        draw_down(canvas, self.head, style.PADDING, self.height - style.PADDING / 2)
        draw_down(canvas, self.face.body, style.PADDING, self.height - shade - style.GAP)
