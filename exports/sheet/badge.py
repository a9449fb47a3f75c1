"""The number of a card, light on dark, and the sign of the unit's role beside it."""

from __future__ import annotations

from reportlab.lib.colors import white
from reportlab.platypus import Flowable

from exports.sheet import faces, fonts, style
from exports.sheet.role_signs import WIDTH, draw_sign, sign_of
from exports.sheet.tags import content
from exports.sheet.text_renderer import TextRenderer

PAD, BETWEEN = 3.4, 5.0
FIGURE, SIGN = 0.8, 0.86
"""The height of the figure and of the sign, in that of the badge."""


class Badge(Flowable):
    """A number, and a sign where the role has one, as high as a line of names."""

    def __init__(self, renderer: TextRenderer, number: str, role: str, name: str = "", *, size: float = 0.0) -> None:
        super().__init__()
        self.number, self.sign = number, sign_of(role)
        self.size = size or renderer.sizes.name * 0.78
        self.side = self.size * 1.16
        figure = fonts.width(number, faces.NARROW_BOLD, self.size * FIGURE / 0.8)
        self.box = max(self.side * 1.12, figure + 2 * PAD)
        self.width = self.box + (BETWEEN + self.side * SIGN * WIDTH if self.sign else 0.0)
        self.height = self.side + 1.5

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the number in its box, and the sign."""
        canvas, base = self.canv, 1.0
        canvas.setFillColor(style.INK)
        canvas.rect(0, base, self.box, self.side, stroke=0, fill=1)
        canvas.setFillColor(white)
        canvas.setFont(faces.NARROW_BOLD, self.size)
        with content(canvas, "P"):
            canvas.drawCentredString(self.box / 2, base + self.side * 0.2, self.number)
        canvas.setFillColor(style.INK)
        if self.sign:
            height = self.side * SIGN
            draw_sign(canvas, self.sign, self.box + BETWEEN, base + (self.side - height) / 2, height)
