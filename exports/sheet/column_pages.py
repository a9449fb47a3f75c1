"""Pages of columns: blocks of units as `packing` places them, the rules below the last unit, lines for notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer

from exports.sheet import faces, style
from exports.sheet.block import Block, WideBlock
from exports.sheet.ink import Ink
from exports.sheet.packing import PackedPage, Room, Size, pack
from exports.sheet.parts import Part, cut, draw_down, total

GAP = 13.0
NOTES_FROM, NOTE_LINE, NOTE_TITLE = 40 * mm, 24.0, 7.5
LEAST_FOR_RULES = 60.0


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

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    @property
    def top(self) -> float:
        """Where the columns begin."""
        return self.height - (self.wide.height + GAP if self.wide else 0.0)

    @property
    def blocks(self) -> list[Block]:
        """The blocks of units."""
        narrow = [part.flowable for parts in self.parts for part in parts if isinstance(part.flowable, Block)]
        return [*([self.wide] if self.wide else []), *narrow]

    @property
    def filled(self) -> float:
        """How much of the page blocks and rules take."""
        wide = (self.wide.height + GAP) * self.columns.number if self.wide else 0.0
        return (wide + sum(map(total, self.parts))) / (self.height * self.columns.number)

    def height_left(self, place: int) -> float:
        """Return the height that is left in a column."""
        return self.top - total(self.parts[place])

    def draw(self) -> None:
        """Draw the page."""
        if self.wide:
            self.wide.drawOn(self.canv, 0, self.height - self.wide.height)
        for place, parts in enumerate(self.parts):
            draw_down(self.canv, parts, self.columns.x(place), self.top)
            left = self.height_left(place)
            if self.notes and left >= NOTES_FROM:
                draw_notes(self.canv, self.notes, (self.columns.x(place), left - GAP), self.columns.width)


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


def unit_pages(ink: Ink, units: Sequence[UnitBlocks], columns: Columns) -> list[ColumnPage]:
    """Return the pages of units."""
    blocks, sizes = [], []
    for unit in units:
        for block, size in _fit_unit(unit, columns):
            blocks.append(block)
            sizes.append(size)
    notes = ink.drawable(ink.say("notes"))
    room = Room(columns.number, columns.height, GAP)
    return [_page(page, blocks, columns, notes) for page in pack(sizes, room)]


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
            yield wide, Size(wide.height, unit.role, wide=True)
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
        parts += [_space()] if parts else []
        parts.append(Part(block, block.height))
    return parts


def _space() -> Part:
    return Part(Spacer(0, GAP), GAP)


def with_rules(pages: list[ColumnPage], rules: Sequence[Part], columns: Columns) -> list[ColumnPage]:
    """Return the pages with rules: from below the last unit where there is room, on through columns of their own.

    Few rules that have no room there stand below the units of an earlier page rather than on a page of their own.
    """
    rest = list(rules)
    if pages and rest:
        rest = _below(pages[-1], rest)
    if len(rest) == len(rules) and _stand_earlier(pages[:-1], rest):
        rest = []
    while rest:
        page = ColumnPage(columns, [[] for _ in range(columns.number)])
        for column in page.parts:
            taken, rest = cut(rest, columns.width, columns.height) if rest else ([], [])
            column.extend(taken)
        pages.append(page)
    return pages


def _stand_earlier(pages: Sequence[ColumnPage], rules: Sequence[Part]) -> bool:
    """Put rules below the units of one column that has room for all of them, as late as can be; say whether there is."""
    needed = total(rules) + GAP
    for page in reversed(pages):
        for place, column in enumerate(page.parts):
            if rules and page.height_left(place) >= needed:
                column.extend([_space(), *rules] if column else rules)
                return True
    return False


def _below(page: ColumnPage, rest: list[Part]) -> list[Part]:
    """Put rules below the units of a page; return those that have no room there."""
    for place, column in enumerate(page.parts):
        room = page.height_left(place) - GAP
        if not rest or room < LEAST_FOR_RULES:
            continue
        taken, rest = cut(rest, page.columns.width, room)
        column.extend([_space(), *taken] if column else taken)
    return rest
