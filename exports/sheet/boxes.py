"""Tick boxes for wounds, drawn as graphics: a strip of boxes for each model, or for each band of a damage table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.sheet import fonts, style

SIZE = 8.2
HEIGHT = 11.5
BETWEEN = 5.0
LABEL_SIZE = 7.0
MOST_TICKS = 6


class Strip(NamedTuple):
    """Boxes in a row without a gap, after a label (drawable text, "" for none)."""

    label: str
    boxes: int


class BoxLine(Flowable):
    """One line of strips, placed from the left: (x, strip)."""

    def __init__(self, placed: Sequence[tuple[float, Strip]]) -> None:
        super().__init__()
        self.placed = placed

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return available_width, HEIGHT

    def draw(self) -> None:
        """Draw labels and boxes."""
        self.canv.setLineWidth(0.6)
        self.canv.setStrokeColor(style.INK)
        self.canv.setFillColor(style.INK)
        base = (HEIGHT - SIZE) / 2
        for x, strip in self.placed:
            self.canv.setFont(fonts.REGULAR, LABEL_SIZE)
            self.canv.drawString(x, base + 1.7, strip.label)
            start = x + _label_width(strip)
            for place in range(strip.boxes):
                self.canv.rect(start + place * SIZE, base, SIZE, SIZE)


class TickBox(Flowable):
    """Boxes to tick, one below the other: for what may be used once in a battle."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = min(number, MOST_TICKS)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return SIZE, self.number * (SIZE + 1.5)

    def draw(self) -> None:
        """Draw the boxes."""
        self.canv.setLineWidth(0.6)
        self.canv.setStrokeColor(style.INK)
        for place in range(self.number):
            self.canv.rect(0.5, place * (SIZE + 1.5), SIZE, SIZE)


def box_lines(strips: Iterable[Strip], width: float) -> list[Flowable]:
    """Return the strips in lines no wider than `width`; a strip that is wider itself is broken."""
    lines: list[Flowable] = []
    placed: list[tuple[float, Strip]] = []
    x = 0.0
    for strip in _break_strips(strips, width):
        if placed and x + _strip_width(strip) > width:
            lines.append(BoxLine(placed))
            placed, x = [], 0.0
        placed.append((x, strip))
        x += _strip_width(strip) + BETWEEN
    return [*lines, BoxLine(placed)] if placed else lines


def strips_fit(strips: Iterable[Strip], width: float) -> bool:
    """Say whether each strip has room on a line of its own."""
    return all(_strip_width(strip) <= width for strip in strips)


def strips_width(strips: Iterable[Strip]) -> float:
    """Return how wide strips are side by side."""
    return sum(_strip_width(strip) + BETWEEN for strip in strips)


def _break_strips(strips: Iterable[Strip], width: float) -> Iterator[Strip]:
    for strip in strips:
        label, rest = strip
        while rest:
            part = min(rest, max(1, int((width - _label_width(Strip(label, rest))) / SIZE)))
            yield Strip(label, part)
            label, rest = "", rest - part


def _label_width(strip: Strip) -> float:
    return fonts.width(strip.label, fonts.REGULAR, LABEL_SIZE) + 2.5 if strip.label else 0.0


def _strip_width(strip: Strip) -> float:
    return _label_width(strip) + strip.boxes * SIZE
