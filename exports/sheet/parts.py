"""Flowables measured once, and cut where a card or a page is full. Measuring long text is slow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.sheet.grid import Grid

ROUNDING = 0.01
EMPTY_ROW = 4.5


class Part(NamedTuple):
    """A flowable and the height that it takes with the space around it."""

    flowable: Flowable
    height: float


def measure(flowables: Iterable[Flowable], width: float) -> list[Part]:
    """Measure what is to stand in a column `width` wide."""
    return [Part(flowable, _height(flowable, width)) for flowable in flowables]


def total(parts: Sequence[Part]) -> float:
    """Return the height of parts one below the other."""
    return sum(part.height for part in parts)


def cut(body: Sequence[Part], width: float, room: float) -> tuple[list[Part], list[Part]]:
    """Return what fits into a height, and the rest. Something always fits: what cannot be cut stands alone."""
    taken: list[Part] = []
    room -= ROUNDING
    for place, part in enumerate(body):
        if part.height > room:
            first, others = pieces(part, width, room, fresh=not taken)
            taken, rest = without_dangling([*taken, *first], [*others, *body[place + 1 :]])
            return (taken, rest) if taken else (rest[:1], rest[1:])
        taken.append(part)
        room -= part.height
    return taken, []


def pieces(part: Part, width: float, room: float, *, fresh: bool = False) -> tuple[list[Part], list[Part]]:
    """Cut one flowable; nothing comes first where it cannot be cut, or has more room elsewhere."""
    flowable = part.flowable
    around = flowable.getSpaceBefore() + flowable.getSpaceAfter()
    split = flowable.cut if fresh and isinstance(flowable, Grid) else flowable.split
    parts = split(width, room - around) if room > around else []
    if len(parts) >= 2:
        first, *others = measure(parts, width)
        if not isinstance(flowable, Grid) or first.height - around > flowable.head_height + EMPTY_ROW:
            return [first], others  # else the head alone was cut off, and would be for ever
    return [], measure([flowable], width)  # an attempt to split spoils the measures of a paragraph


def draw_down(canvas: Canvas, parts: Sequence[Part], x: float, y: float) -> None:
    """Draw parts one below the other, the first at height `y`."""
    for part in parts:
        y -= part.height
        part.flowable.drawOn(canvas, x, y + part.flowable.getSpaceAfter())


def _height(flowable: Flowable, width: float) -> float:
    return float(flowable.wrap(width, 1_000_000)[1] + flowable.getSpaceBefore() + flowable.getSpaceAfter())


def without_dangling(taken: list[Part], rest: list[Part]) -> tuple[list[Part], list[Part]]:
    """Move captions that would stand alone at the end of a page to what they belong to."""
    while taken and taken[-1].flowable.getKeepWithNext():  # type: ignore[no-untyped-call]
        rest = [taken[-1], *rest]
        taken = taken[:-1]
    return taken, rest
