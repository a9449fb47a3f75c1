"""Tables of the sheet: a small head that repeats after a page break, hair lines between rows, cells that wrap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.sheet import fonts, style
from exports.sheet.cell_table import Cells
from exports.sheet.tags import Element, TaggedCanvas
from exports.sheet.text import MOST_KEPT
from exports.sheet.text_renderer import TextRenderer

Cell = Flowable | list[Flowable]
LONG_TEXT = 200
WORD = re.compile(r"[\S\u00a0]+")
"""What is not broken over two lines."""
PAD, SPARE = 1.6, 0.4
ABOVE, BELOW = 1.0, 1.9
MOST_COLUMNS = 14
ROUNDING = 0.01
FINE, STRONG = (0.5, style.HAIR), (0.9, style.INK)
"""Lines: how thick in points, and their colour."""
FRESH = 300.0
"""Room that only a page or a column has that was just begun."""


class Grid(Cells):
    """A table of which a row is cut only where it is taller than a page that was just begun.

    `headings` says how many cells at the left of each row name it.
    """

    headings = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._renderCB = _mark_structure  # no method of its own: without cycles a table is gone as soon as it is drawn

    @property
    def head_height(self) -> float:
        """The height of the head, once the table was measured."""
        return float(sum(self._rowHeights[: self.repeatRows]))  # type: ignore[attr-defined]

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return the rows that fit and the rest with the head again; nothing where the next page has to be waited for."""
        self.splitInRow = available_height >= FRESH
        return self._name_headings(super().split(available_width, available_height))

    def cut(self, available_width: float, available_height: float) -> list[Flowable]:
        """Like `split`, where there is no more room elsewhere: rows are not kept together, one that does not fit is cut."""
        self.splitInRow = True
        self._nosplitCmds: list[object] = []
        return self._name_headings(super().split(available_width, available_height))

    def _name_headings(self, parts: list[Any]) -> list[Flowable]:
        for part in parts:
            part.headings = self.headings
        return parts

    def cell_element(self, row: int, column: int) -> Element:
        """Return the element of a cell."""
        columns = self._count_columns(row, column)
        if row < self.repeatRows:
            return Element("TH", scope="Column", columns=columns)
        if column < self.headings:
            return Element("TH", scope="Row", columns=columns)
        return Element("TD", columns=columns)

    def _count_columns(self, row: int, column: int) -> int:
        """Return over how many columns a cell goes."""
        found = getattr(self, "_spanRanges", {}).get((column, row))
        return found[2] - found[0] + 1 if found else 1


def _mark_structure(table: Grid, what: str, *where: Any) -> None:
    """Open and close the elements of the structure."""
    canvas = table.canv
    if not isinstance(canvas, TaggedCanvas):
        return
    if what == "startCell":
        canvas.open(table.cell_element(*where[:2]))
    elif what == "endCell":
        canvas.close()
    elif what == "startRow":
        canvas.open(Element("TR"))
    elif what == "startTable":
        canvas.open(Element("Table"))
    elif what in ("endRow", "endTable"):
        canvas.close()


def grid(
    renderer: TextRenderer,
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    *,
    spans: Sequence[int] = (),
    joined: Sequence[int] = (),
    whole: Sequence[tuple[int, int]] = (),
    head: int = 1,
    strong: bool = False,
    title: bool = False,
    headings: int = 0,
    more: Sequence[tuple[Any, ...]] = (),
) -> Grid:
    """Return a table whose first `head` rows are its head. With a `title` the head's first cell goes over two.

    `spans` are rows whose second cell goes over the rest of the width; before rows in `joined` there is no line; no page
    ends between the first and the last row of one of `whole`, which must be small. The line below the head is black where it
    is `strong`. `headings` cells of each row name it.
    """
    ruled = [row for row in range(head + 1, len(rows)) if row not in joined]
    made = Grid(
        [list(row) for row in rows],
        colWidths=list(widths),
        repeatRows=head,
        splitByRow=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *([("VALIGN", (0, 0), (-1, head - 1), "BOTTOM")] if head else []),
            *([("LINEBELOW", (0, head - 1), (-1, head - 1), *(STRONG if strong else FINE))] if head else []),
            ("LINEBELOW", (0, -1), (-1, -1), *FINE),
            *(("LINEABOVE", (0, row), (-1, row), *FINE) for row in ruled),
            *(("NOSPLIT", (0, first), (-1, last)) for first, last in whole),
            *([("SPAN", (0, 0), (1, 0))] if title else []),
            *(("SPAN", (1, row), (-1, row)) for row in spans),
            ("LEFTPADDING", (0, 0), (-1, -1), PAD),
            ("LEFTPADDING", (0, 0), (0, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
            ("TOPPADDING", (0, 0), (-1, -1), ABOVE),
            ("BOTTOMPADDING", (0, 0), (-1, -1), BELOW),
            *([("TOPPADDING", (0, 0), (-1, head - 1), 0), ("BOTTOMPADDING", (0, 0), (-1, head - 1), 1)] if head else []),
            *more,
        ],
    )
    made.headings = headings
    return made


class Column(NamedTuple):
    """A column of short values below a head, and the styles of both. It is `least` wide where there is room."""

    head: str
    values: Sequence[str]
    head_style: ParagraphStyle
    style: ParagraphStyle
    least: float = 0.0


def column_widths(renderer: TextRenderer, columns: Sequence[Column], rest: float) -> list[float]:
    """Return widths for columns, so that all take at most `rest` and no word is broken.

    Each is as wide as its longest value, and at least as it is said; where that is too much, values go over several lines.
    Only where the longest words have no room, which `chunks` sees to, are words broken.
    """
    narrowest = [least_width(renderer, column) for column in columns]
    wanted = [max(_best_width(renderer, column), need) for column, need in zip(columns, narrowest, strict=True)]
    if sum(wanted) <= rest:
        return wanted
    floors = [max(need, min(column.least, want)) for column, need, want in zip(columns, narrowest, wanted, strict=True)]
    if sum(floors) > rest:
        floors = narrowest
    if sum(floors) > rest:
        return [width * rest / sum(floors) for width in floors]
    over = sum(wanted) - sum(floors)
    share = (rest - sum(floors)) / over if over else 0.0
    return [floor + (want - floor) * share for floor, want in zip(floors, wanted, strict=True)]


def longest_word(renderer: TextRenderer, texts: Iterable[str], most: float, kind: ParagraphStyle = style.CELL_BOLD) -> float:
    """Return the width that a column needs so that no word of these texts is broken, up to `most`."""
    return min(_widest(renderer, texts, kind) + 2 * PAD + SPARE, most)


def least_width(renderer: TextRenderer, column: Column) -> float:
    """Return how wide a column must be so that no word of it is broken."""
    widest = max(_widest(renderer, column.values, column.style), _widest(renderer, [column.head], column.head_style))
    return widest + 2 * PAD + SPARE


def _best_width(renderer: TextRenderer, column: Column) -> float:
    widest = max((width_of(renderer, value, column.style) for value in column.values), default=0.0)
    return max(widest + 2 * PAD + SPARE, column.least)


def width_of(renderer: TextRenderer, text: str, kind: ParagraphStyle) -> float:
    """Return how wide a text is on one line; of a long one, how wide its beginning."""
    return fonts.width(renderer.drawable(text)[:LONG_TEXT], kind.fontName, kind.fontSize)


def _widest(renderer: TextRenderer, texts: Iterable[str], kind: ParagraphStyle) -> float:
    """Return the width of the longest word."""
    found = (_longest_of(renderer.drawable(text)[:LONG_TEXT], kind.fontName, kind.fontSize) for text in texts)
    return max(found, default=0.0)


@lru_cache(MOST_KEPT)
def _longest_of(text: str, font: str, size: float) -> float:
    return max((fonts.width(word, font, size) for word in WORD.findall(text)), default=0.0)


def heads(renderer: TextRenderer, texts: Sequence[str], kind: ParagraphStyle = style.HEAD_CENTRED) -> list[Cell]:
    """Return head cells."""
    return [renderer.paragraph(text, kind) for text in texts]


def chunks(renderer: TextRenderer, columns: Sequence[Column], room: float) -> Iterator[list[int]]:
    """Yield the places of columns in groups that fit side by side without breaking a word; at least one group."""
    group: list[int] = []
    used = 0.0
    for place, column in enumerate(columns):
        need = least_width(renderer, column)
        if group and (len(group) == MOST_COLUMNS or used + need > room):
            yield group
            group, used = [], 0.0
        group.append(place)
        used += need
    yield group
