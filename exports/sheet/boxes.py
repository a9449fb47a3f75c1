"""Tick boxes, drawn as graphics: strips of boxes after a label, in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.sheet import faces, fonts, style
from exports.sheet.parts import Part, draw_down, measure, total
from exports.sheet.tags import content
from exports.sheet.text_renderer import TextRenderer, draw_runs

ABOVE, BELOW, CLOSE = 1.8, 1.6, 0.7
"""What is left above and below a line with labels, and around one of boxes alone."""
BETWEEN, FIFTH, APART = 0.19, 0.56, 0.85
"""What is left between boxes of one wound each, after every fifth, and between strips, in sides of a box."""
SMALLEST = 4.0
MOST_LABEL = 0.62
"""How much of the width a label before boxes may take; a longer one stands above them, if not all have room beside it."""
MOST_ONCE = 60
"""How many boxes are drawn for what may be used once; of more only the number is said."""
FIVE = 5
SMALLER = (0.94, 0.88)
"""How much smaller boxes may be, as a share of their side."""


class Strip(NamedTuple):
    """Boxes after a label (drawable text, "" for none): how many in each run, boxes of a run without room between them."""

    label: str
    runs: tuple[int, ...]

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return sum(self.runs)


class _Run(NamedTuple):
    """A run of boxes at a place, or a label before one."""

    x: float
    boxes: int
    label: str = ""


class BoxLine(Flowable):
    """One line of runs and labels, from the left; `spoken` is what it is for those who only hear it."""

    def __init__(self, renderer: TextRenderer, runs: Sequence[_Run], side: float, spoken: str) -> None:
        super().__init__()
        self.renderer, self.runs, self.side, self.spoken = renderer, runs, side, spoken

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        if not self.has_label:
            return available_width, self.side + 2 * CLOSE
        return available_width, max(self.side, self.renderer.sizes.label) + ABOVE + BELOW

    @property
    def has_label(self) -> bool:
        """Whether any boxes have a label."""
        return any(run.label for run in self.runs)

    def draw(self) -> None:
        """Draw labels and boxes."""
        canvas, side, size = self.canv, self.side, self.renderer.sizes.label
        canvas.setFillColor(style.INK)
        low = BELOW if self.has_label else CLOSE
        base = low + (side - size * 0.72) / 2
        for run in self.runs:
            if run.label:
                with content(canvas, "P"):
                    draw_runs(canvas, run.label, run.x, base, faces.REGULAR, size)
        canvas.setLineWidth(0.75)
        canvas.setStrokeColor(style.INK)
        with content(canvas, "Figure", alternative=self.spoken):
            for run in self.runs:
                for place in range(run.boxes):
                    canvas.rect(run.x + place * side, low, side, side)


class TickBox(Flowable):
    """Boxes to tick: left, one below the other, or, `at_end`, right, beside one another."""

    def __init__(self, renderer: TextRenderer, number: int, *, at_end: bool = False) -> None:
        super().__init__()
        self.at_end, self.left, self.beside = at_end, 2.0, 1
        self.number, self.colour = number, renderer.palette.accent
        self.side = renderer.sizes.box - (2.5 if at_end else 1)
        self.spoken = renderer.say("boxes", count=self.number)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        step = self.side + 1.5
        self.beside = max(1, min(self.number, int(available_width / step))) if self.at_end else 1
        self.left = available_width - self.beside * step + 0.5 if self.at_end else 2.0
        return available_width, -(-self.number // self.beside) * step

    def draw(self) -> None:
        """Draw the boxes."""
        self.canv.setLineWidth(0.9)
        self.canv.setStrokeColor(self.colour)
        with content(self.canv, alternative=self.spoken):
            for place in range(self.number):
                row, column = divmod(place, self.beside)
                step = self.side + 1.5
                self.canv.rect(self.left + column * step, row * step, self.side, self.side)


class OnceBoxes(Flowable):
    """Boxes for what each of some units, called `marks`, may use so often in a battle (`each`), from `left` on."""

    def __init__(self, renderer: TextRenderer, marks: Sequence[str], each: int, left: float) -> None:
        super().__init__()
        self.renderer, self.left = renderer, left
        self.strips = [Strip(mark, (1,) * each) for mark in marks]
        self._parts: list[Part] = []

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        room = available_width - self.left
        self._parts = measure(
            box_lines(self.renderer, self.strips, room, side=self.renderer.sizes.box - 1, whole=True), room
        )
        self.width, self.height = available_width, total(self._parts)
        return self.width, self.height

    def draw(self) -> None:
        """Draw the lines."""
        draw_down(self.canv, self._parts, self.left, self.height)


def once_boxes(renderer: TextRenderer, marks: Sequence[str], each: int = 1, *, left: float = 0.0) -> list[Flowable]:
    """Return the boxes of what each of several units, or several times, may be used once; none where one box is enough."""
    boxes = len(marks) * each
    return [OnceBoxes(renderer, marks, each, left)] if 1 < boxes <= MOST_ONCE else []


def strip_of(label: str, models: int, wounds: int) -> Strip:
    """Return the boxes of models alike: those of one model touch, but where it is alone they stand in fives."""
    return Strip(label, (1,) * wounds if models == 1 else (wounds,) * models)


def box_lines(
    renderer: TextRenderer, strips: Sequence[Strip], width: float, *, side: float = 0.0, whole: bool = False
) -> list[Flowable]:
    """Return the strips in lines no wider than `width`; a long label stands above its boxes.

    Boxes are a little smaller where that saves a line. A strip that the rest of a line has no room for begins the next, so
    that no boxes stand on a line of others, apart from their label: where that costs no line, or each is to be `whole`.
    """
    if side:
        return _lines(renderer, strips, width, side, whole=whole)
    sizes = [renderer.sizes.box * share for share in (1.0, *SMALLER)]
    return min((_lines(renderer, strips, width, size, whole=way) for size in sizes for way in (True, whole)), key=len)


def _lines(
    renderer: TextRenderer, strips: Iterable[Strip], width: float, side: float, *, whole: bool = False
) -> list[Flowable]:
    lines: list[Flowable] = []
    placed: list[_Run] = []
    x = 0.0
    for strip in strips:
        label = strip.label
        room = label_width(renderer, label)
        if room > width * MOST_LABEL and room + strip_width(strip, side) > width:
            lines += [*_line(renderer, placed, side), renderer.paragraph(label, renderer.type.label)]
            placed, x, label = [], 0.0, ""
        elif whole and placed and x + room + strip_width(strip, side) > width:
            lines += _line(renderer, placed, side)
            placed, x = [], 0.0
        for run, gap, together in _place(renderer, strip._replace(label=label), side, width):
            if placed and x + together > width:
                lines += _line(renderer, placed, side)
                placed, x = [], 0.0
            placed.append(run._replace(x=x))
            x += _wide(renderer, run, side) + gap
    return [*lines, *_line(renderer, placed, side)]


def _line(renderer: TextRenderer, runs: Sequence[_Run], side: float) -> list[Flowable]:
    return [BoxLine(renderer, _apart(renderer, runs), side, _alternative_text(renderer, runs))] if runs else []


def _place(renderer: TextRenderer, strip: Strip, side: float, width: float) -> Iterator[tuple[_Run, float, float]]:
    """Yield the runs of a strip, with what is left behind each and how wide it is with what should not be apart from it.

    The label stands with the first of them and five boxes, single boxes of one five together.
    """
    most = max(1, int((width - label_width(renderer, strip.label)) / side))
    pieces = [min(most, boxes - at) for boxes in strip.runs for at in range(0, boxes, most)]
    for place, boxes in enumerate(pieces):
        is_last = place == len(pieces) - 1
        gap = APART * side if is_last else gap_after(place, boxes, side)
        run = _Run(0.0, boxes, strip.label if place == 0 else "")
        yield (
            run,
            gap,
            max(_wide(renderer, run, side), label_width(renderer, run.label) + _five(pieces[place:], place, side)),
        )


def _five(runs: Sequence[int], place: int, side: float) -> float:
    """Return how wide the boxes are that begin a five at a place of a strip, 0 within one."""
    if place and (place % FIVE or runs[0] > 1):
        return 0.0
    first = runs[: max(1, FIVE // runs[0])]
    return strip_width(Strip("", tuple(first)), side)


def gap_after(place: int, boxes: int, side: float) -> float:
    """Return what is left behind a run: more after every fifth, and between the wounds of two models."""
    return side * (FIFTH if boxes > 1 or place % FIVE == FIVE - 1 else BETWEEN)


def _apart(renderer: TextRenderer, line: Sequence[_Run]) -> list[_Run]:
    """Return labels and boxes as things of their own."""
    made = []
    for run in line:
        before = label_width(renderer, run.label)
        made += [_Run(run.x, 0, run.label)] if run.label else []
        made.append(_Run(run.x + before, run.boxes))
    return made


def _alternative_text(renderer: TextRenderer, line: Sequence[_Run]) -> str:
    return renderer.say("boxes", count=sum(run.boxes for run in line))


def _wide(renderer: TextRenderer, run: _Run, side: float) -> float:
    return label_width(renderer, run.label) + run.boxes * side


def label_width(renderer: TextRenderer, label: str) -> float:
    """Return the room of a label before its boxes."""
    return fonts.width(label, faces.REGULAR, renderer.sizes.label) + 3.0 if label else 0.0


def strip_width(strip: Strip, side: float) -> float:
    """Return how wide a strip without a label is on one line."""
    gaps = (gap_after(place, boxes, side) for place, boxes in enumerate(strip.runs[:-1]))
    return strip.boxes * side + sum(gaps)


def side_for(strips: Iterable[Strip], width: float, side: float) -> float:
    """Return the side at which each strip has room on one line, no smaller than can be ticked."""
    widest = max((strip_width(strip, 1.0) for strip in strips), default=0.0)
    return max(min(side, width / widest - 0.01), SMALLEST) if widest else side
