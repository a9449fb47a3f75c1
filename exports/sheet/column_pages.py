"""Pages of columns: blocks of units as `packing` places them, the rules below the last unit, lines for notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer

from exports.sheet import faces, style
from exports.sheet.block import Block, WideBlock
from exports.sheet.packing import LOOKS, Look, PackedPage, Room, Size, pack
from exports.sheet.parts import Part, draw_down, total

GAP = 13.0
NOTES_FROM, NOTE_LINE, NOTE_TITLE = 40 * mm, 24.0, 7.5


class UnitBlocks(NamedTuple):
    """What makes the block of a unit: `narrow` for the width of a column, `wide` over all columns of what that shows."""

    role: str
    narrow: Callable[[float], Block]
    wide: Callable[[Block], WideBlock]


class Columns(NamedTuple):
    """The columns of a page: how many (`number`), the width of each and of all with what is between, their height."""

    number: int
    width: float
    whole: float
    height: float

    def x(self, place: int) -> float:
        """Return where a column begins."""
        return place * (self.whole + style.GUTTER) / self.number


class ColumnPage(Flowable):
    """A page: a wide block above, parts in columns below it, and lines for notes where a column has room for them."""

    def __init__(self, columns: Columns, parts: Sequence[list[Part]], wide: Block | None = None, notes: str = "") -> None:
        super().__init__()
        self.columns, self.parts, self.wide, self.notes = columns, parts, wide, notes
        self.width, self.height = columns.whole, columns.height

    bottom = 0.0
    """Where the columns end."""

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    def top(self, place: int) -> float:
        """Return where a column begins."""
        return self.height - (self.wide.height + GAP if self.wide else 0.0)

    @property
    def blocks(self) -> list[Block]:
        """The blocks of units."""
        narrow = [part.flowable for parts in self.parts for part in parts if isinstance(part.flowable, Block)]
        return [*([self.wide] if self.wide else []), *narrow]

    @property
    def fill(self) -> float:
        """How much of the page blocks and rules take."""
        wide = self.wide.area + GAP * self.columns.number if self.wide else 0.0
        return (wide + sum(map(total, self.parts))) / (self.height * self.columns.number)

    def height_left(self, place: int) -> float:
        """Return the height that is left in a column."""
        return self.top(place) - self.bottom - total(self.parts[place])

    def draw(self) -> None:
        """Draw the page."""
        if self.wide:
            self.wide.drawOn(self.canv, 0, self.height - self.wide.height)
        for place, parts in enumerate(self.parts):
            draw_down(self.canv, parts, self.columns.x(place), self.top(place))
        self.draw_notes()

    def draw_notes(self) -> None:
        """Draw lines for notes in each column that has room for some."""
        for place in range(len(self.parts)):
            left = self.height_left(place)
            if self.notes and left >= NOTES_FROM:
                at = (self.columns.x(place), self.bottom + left - GAP)
                draw_notes(self.canv, self.notes, at, self.columns.width, self.bottom)


class OpenedPage(ColumnPage):
    """What stands on a page below what it begins with.

    `tops` says where each column begins, `bottom` where all end and the `foot` begins, `used` how much of the columns'
    heights is taken above and below, in points.
    """

    def __init__(
        self,
        columns: Columns,
        tops: Sequence[float],
        bottom: float,
        used: float,
        notes: str,
        height: float,
        foot: Sequence[Part] = (),
    ) -> None:
        super().__init__(columns, [[] for _ in tops], notes=notes)
        self.height = height
        self.tops, self.bottom, self.used, self.foot = tops, bottom, used, foot

    def draw(self) -> None:
        """Draw the columns, then the foot."""
        super().draw()
        draw_down(self.canv, self.foot, 0, self.bottom)

    def top(self, place: int) -> float:
        """Return where a column begins."""
        return self.tops[place]

    def clear(self) -> OpenedPage:
        """Return the page with nothing below its beginning yet."""
        return OpenedPage(self.columns, self.tops, self.bottom, self.used, self.notes, self.height, self.foot)

    @property
    def room(self) -> list[float]:
        """What each column has left for blocks."""
        return [self.height_left(place) for place in range(len(self.tops))]

    @property
    def fill(self) -> float:
        """How much of the page is taken."""
        return (self.used + sum(map(total, self.parts))) / (self.columns.height * self.columns.number)

    def draw_notes(self) -> None:
        """Draw lines for notes, over the whole width where the page has nothing else below its beginning."""
        if any(self.parts) or len(set(self.tops)) > 1:
            super().draw_notes()
        elif self.notes and self.tops[0] - self.bottom >= NOTES_FROM:
            draw_notes(self.canv, self.notes, (0, self.tops[0]), self.width, self.bottom)


def draw_notes(canvas: Canvas, title: str, at: tuple[float, float], width: float, bottom: float = 0.0) -> None:
    """Draw a title and lines to write on, from the upper left corner `at` down to `bottom`."""
    x, top = at
    canvas.saveState()
    canvas.setFillColor(style.INK)
    canvas.setFont(faces.BOLD, NOTE_TITLE)
    canvas.drawString(x, top - NOTE_TITLE, title)
    canvas.setStrokeColor(style.HAIR)
    canvas.setLineWidth(0.4)
    y = top - NOTE_TITLE - NOTE_LINE
    while y > bottom + 1:
        canvas.line(x, y, x + width, y)
        y -= NOTE_LINE
    canvas.restoreState()


class Fitted(NamedTuple):
    """The blocks of units as columns have room for them, with their sizes."""

    blocks: Sequence[Block]
    sizes: Sequence[Size]


def fit_units(units: Sequence[UnitBlocks], columns: Columns) -> Fitted:
    """Return the blocks of units."""
    found = [each for unit in units for each in _fit_unit(unit, columns)]
    return Fitted([block for block, _ in found], [size for _, size in found])


def room_of(columns: Columns) -> Room:
    """Return the room of a page for blocks."""
    return Room(columns.number, columns.height, GAP)


def unit_pages(
    fitted: Fitted,
    columns: Columns,
    notes: str,
    opened: OpenedPage | None = None,
    *,
    in_order: bool = False,
    looks: Sequence[Look] = LOOKS,
) -> list[ColumnPage]:
    """Return the pages of units; with an `opened` one they begin there, below what it has, where they fit.

    There stand the first units where it is `in_order`, else those that fill it best.
    """
    room, taken = (opened.room, inf if in_order else opened.used) if opened else ((), inf)
    packed = pack(fitted.sizes, room_of(columns), room, begins_with_first=in_order, taken=taken, looks=looks)
    if opened:
        for column, places in zip(opened.parts, packed.pop(0).columns, strict=True):
            column.extend(_apart([fitted.blocks[place] for place in places]))
    pages = [_page(page, fitted.blocks, columns, notes) for page in packed]
    return [opened, *pages] if opened else pages


def places_of(pages: Sequence[ColumnPage]) -> dict[int, int]:
    """Return for each card, by its number, the place of the page on which it begins."""
    blocks = ((place, block) for place, page in enumerate(pages) for block in page.blocks if not block.goes_on)
    return {block.face.number: place for place, block in blocks}


def _fit_unit(unit: UnitBlocks, columns: Columns) -> Iterator[tuple[Block, Size]]:
    """Yield the block of a unit: one for a column; if it is taller than that a wide one; if that is too tall its parts."""
    block = unit.narrow(columns.width)
    if block.needed > columns.height:
        wide = unit.wide(block)
        if wide.needed <= columns.height:
            yield wide, Size(wide.height, unit.role, wide=True, area=wide.area)
            return
    for part in block.cut(columns.height):
        yield part, Size(min(part.height, columns.height), unit.role, follows=part.goes_on)


def _page(page: PackedPage, blocks: Sequence[Block], columns: Columns, notes: str) -> ColumnPage:
    parts = [_apart([blocks[place] for place in column]) for column in page.columns]
    return ColumnPage(columns, parts, blocks[page.wide] if page.wide is not None else None, notes)


def _apart(blocks: Sequence[Block]) -> list[Part]:
    """Return blocks with room between two."""
    parts: list[Part] = []
    for block in blocks:
        parts += [space()] if parts else []
        parts.append(Part(block, block.height))
    return parts


def space() -> Part:
    """Return the room between two blocks."""
    return Part(Spacer(0, GAP), GAP)
