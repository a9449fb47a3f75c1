"""A paragraph with the sign of a phase beside it, and a box to tick where it may be used once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.sheet import faces, fonts
from exports.sheet.greys import GREY, INK
from exports.sheet.tags import content
from exports.sheet.text import Piece, Text
from exports.sheet.typography import Sizes

PAD, AROUND = 2.0, 4.0
ALWAYS = "always"


class Tagged(Text):
    """A paragraph of a style that is indented. What is left after it was cut has neither sign nor box.

    A sign in small letters ("always") has no frame.
    """

    tag = ""
    ticked = False
    is_plain = False

    def __init__(self, pieces: Iterable[Piece], style: ParagraphStyle, sizes: Sizes, accent: Color = INK) -> None:
        super().__init__(pieces, style)
        self.sizes, self.accent = sizes, accent

    def draw(self) -> None:
        """Draw the sign and the box beside the first line, then the text."""
        canvas, size = self.canv, max(self.sizes.head - 0.5, 7.0)
        base = self.height - self.style.leading + 2.4
        canvas.saveState()
        if self.tag:
            self._draw_sign(base, size)
        if self.ticked:
            canvas.setStrokeColor(self.accent)
            canvas.setLineWidth(0.9)
            side = self.sizes.box - 1
            canvas.rect(self.sizes.tag, base - 1.4, side, side)
        canvas.restoreState()
        super().draw()

    def _draw_sign(self, base: float, size: float) -> None:
        canvas, framed, room = self.canv, self.tag.isupper(), self.sizes.tag - AROUND
        font = faces.NARROW_BOLD if framed else faces.NARROW
        wide = fonts.width(self.tag, font, size)
        canvas.setFillColor(INK if framed else GREY)
        with content(canvas, "P"):
            canvas.setFont(font, size)
            canvas.drawString((room - wide) / 2 if framed else 0, base, self.tag)
        if framed:
            canvas.setStrokeColor(INK)
            canvas.setLineWidth(0.6)
            canvas.rect(0, base - 2.2, max(room, wide + PAD), size + 2.0)

    def split(self, availWidth: float, availHeight: float) -> list[Flowable]:  # noqa: N803 (ReportLab's names)
        """Return the parts; the first one keeps sign and box."""
        parts: list[Any] = super().split(availWidth, availHeight)
        if len(parts) > 1:
            first = parts[0]
            first.__class__ = Tagged
            first.tag, first.ticked, first.sizes, first.accent = self.tag, self.ticked, self.sizes, self.accent
        return parts
