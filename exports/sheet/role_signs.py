"""The signs of battlefield roles beside the names of units: small drawings that repeat what the role's name says."""

from __future__ import annotations

import math
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

from exports.sheet.greys import INK

WIDTH, HEIGHT = 1.55, 1.0
"""The sides of a sign, in its height."""
_ROLES = (
    ("flyer", ("flyer", "flieger")),
    ("transport", ("transport",)),
    ("fortification", ("fortif", "scenery", "terrain")),
    ("leader", ("hq", "leader", "character", "hero", "general", "warlord", "commander")),
    ("elite", ("elite", "no force org", "veteran")),
    ("fast", ("fast",)),
    ("heavy", ("heavy", "lord", "behemoth", "support", "artillery", "war machine", "vehicle", "monster")),
    ("line", ("troop", "battleline", "squad", "infantry", "core", "other")),
)
POINTS, INNER = 5, 0.4


def sign_of(role: str | None) -> str:
    """Return which sign a role has, "" for none."""
    said = (role or "").replace("-", " ").replace("_", " ").casefold()
    return next((sign for sign, words in _ROLES if said and any(word in said for word in words)), "")


def draw_sign(canvas: Canvas, sign: str, x: float, y: float, height: float) -> None:
    """Draw a sign with its lower left corner at x, y."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.setStrokeColor(INK)
    canvas.setFillColor(INK)
    canvas.setLineWidth(max(0.7, height / 11))
    _SIGNS[sign](canvas, height * WIDTH, height)
    canvas.restoreState()


def _frame(canvas: Canvas, width: float, height: float) -> None:
    canvas.rect(0, 0, width, height)


def _line(canvas: Canvas, width: float, height: float) -> None:
    _frame(canvas, width, height)
    canvas.line(0, 0, width, height)
    canvas.line(0, height, width, 0)


def _elite(canvas: Canvas, width: float, height: float) -> None:
    _line(canvas, width, height)
    _shape(canvas, [(0, height), (width, height), (width / 2, height / 2)])


def _fast(canvas: Canvas, width: float, height: float) -> None:
    _frame(canvas, width, height)
    canvas.line(0, 0, width, height)


def _heavy(canvas: Canvas, width: float, height: float) -> None:
    _frame(canvas, width, height)
    canvas.ellipse(width * 0.14, height * 0.24, width * 0.86, height * 0.76)


def _flyer(canvas: Canvas, width: float, height: float) -> None:
    _frame(canvas, width, height)
    middle = (width / 2, height / 2)
    for side in (0.2, 0.8):
        _shape(canvas, [middle, (width * side, height * 0.3), (width * side, height * 0.7)])


def _transport(canvas: Canvas, width: float, height: float) -> None:
    canvas.rect(0, height * 0.22, width, height * 0.78)
    canvas.line(0, height * 0.6, width, height * 0.6)
    for at in (0.25, 0.5, 0.75):
        canvas.circle(width * at, height * 0.14, height * 0.12, fill=1)


def _fortification(canvas: Canvas, width: float, height: float) -> None:
    corners = [(0.0, 0.0), (0.0, height)]
    for step in range(5):
        x, top = (step + 1) * width / 5, height if step % 2 == 0 else height * 0.65
        corners += [(corners[-1][0], top), (x, top)]
    _shape(canvas, [*corners, (width, 0)], fill=0)


def _leader(canvas: Canvas, width: float, height: float) -> None:
    _frame(canvas, width, height)
    corners = []
    for step in range(2 * POINTS):
        angle = math.pi / 2 + step * math.pi / POINTS
        reach = height * 0.36 * (1 if step % 2 == 0 else INNER)
        corners.append((width / 2 + reach * math.cos(angle), height * 0.48 + reach * math.sin(angle)))
    _shape(canvas, corners)


def _shape(canvas: Canvas, corners: list[tuple[float, float]], fill: int = 1) -> None:
    path = canvas.beginPath()
    path.moveTo(*corners[0])
    for corner in corners[1:]:
        path.lineTo(*corner)
    path.close()
    canvas.drawPath(path, stroke=1 - fill, fill=fill)


_SIGNS: dict[str, Callable[[Canvas, float, float], None]] = {
    "line": _line, "elite": _elite, "fast": _fast, "heavy": _heavy, "flyer": _flyer, "transport": _transport,
    "fortification": _fortification, "leader": _leader,
}  # fmt: skip
