"""A paragraph with the sign of a phase beside it, and a box to tick where it may be used once."""

from __future__ import annotations

from typing import Any

from reportlab.platypus import Flowable, Paragraph

from exports.sheet import fonts, style

INDENT, TAG_SIZE, TAG_PAD, BOX, BOX_ROOM = 36.0, 7.0, 2.0, 7.5, 11.0


class Tagged(Paragraph):
    """A paragraph of a style that is indented by `INDENT`. What is left after it was cut has neither tag nor box."""

    tag = ""
    ticked = False
    colour = style.INK

    def draw(self) -> None:
        """Draw the sign and the box beside the first line, then the text."""
        super().draw()
        leading = self.style.leading
        canvas = self.canv
        canvas.saveState()
        canvas.setLineWidth(0.6)
        base = self.height - leading + 2.2
        if self.tag:
            size = TAG_SIZE
            wide = fonts.width(self.tag, fonts.BOLD, size)
            canvas.setFont(fonts.BOLD, size)
            canvas.setFillColor(style.INK)
            canvas.setStrokeColor(style.INK)
            canvas.drawString((INDENT - 4 - wide) / 2, base, self.tag)
            canvas.rect(0, base - 2.2, INDENT - 4, size + 1.8)
        if self.ticked:
            canvas.setStrokeColor(self.colour)
            canvas.setLineWidth(0.8)
            canvas.rect(INDENT, base - 1.6, BOX, BOX)
        canvas.restoreState()

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return the parts; the first one keeps sign and box."""
        parts: list[Any] = super().split(available_width, available_height)
        if len(parts) > 1:
            parts[0].tag, parts[0].ticked, parts[0].colour = self.tag, self.ticked, self.colour
        return parts
