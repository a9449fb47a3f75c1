"""Tables of the sheet: a shaded head that repeats after a page break, hair lines between rows, cells that wrap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Table

from exports.sheet import fonts, style
from exports.sheet.ink import Ink

Cell = Flowable | list[Flowable]
NARROWEST, WIDEST = 21.0, 74.0
NARROW, SQUEEZED, SQUEEZED_NUMBER = 430.0, 17.5, 19.5
"""Below this width columns of values may be narrower, and texts stand in rows of their own."""
NUMBER = 26.0
LONG_VALUE, LONG_TEXT = 18, 200
"""A characteristic with a longer value is a text and no column."""
PAD, NARROW_PAD, SPARE = 3.0, 1.4, 0.4
MOST_COLUMNS = 14
ROUNDING = 0.01
FRESH = 300.0
"""Room that only a page or a column has that was just begun."""


class Grid(Table):
    """A table of which a row is cut only where it is taller than a page that was just begun."""

    @property
    def head_height(self) -> float:
        """The height of the head, once the table was measured."""
        return float(sum(self._rowHeights[: self.repeatRows]))  # type: ignore[attr-defined]

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return the rows that fit and the rest with the head again; nothing where the next page has to be waited for."""
        self.splitInRow = available_height >= FRESH
        return super().split(available_width, available_height)

    def cut(self, available_width: float, available_height: float) -> list[Flowable]:
        """Like `split`, where there is no more room elsewhere: rows are not kept together, one that does not fit is cut."""
        self.splitInRow = True
        self._nosplitCmds: list[object] = []
        return super().split(available_width, available_height)


def grid(
    ink: Ink,
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    *,
    spans: Sequence[int] = (),
    joined: Sequence[int] = (),
    whole: Sequence[tuple[int, int]] = (),
    head: int = 1,
    tight: bool = False,
    title: bool = False,
) -> Grid:
    """Return a table whose first row is its head, unless `head` is 0; narrow ones are `tight`, rows close together.
    With a `title` the first cell of the head goes over two.

    `spans` are rows whose second cell goes over the rest of the width; before rows in `joined` there is no line; no page
    ends between the first and the last row of one of `whole`, which must be small.
    """
    above, below = (0.7, 1.6) if tight or sum(widths) < NARROW else (1.6, 2.2)
    pad = pad_of(sum(widths) + ROUNDING)
    ruled = [row for row in range(head + 1, len(rows)) if row not in joined]
    return Grid(
        [list(row) for row in rows],
        colWidths=list(widths),
        repeatRows=head,
        splitByRow=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *([("BACKGROUND", (0, 0), (-1, 0), ink.palette.shade), ("VALIGN", (0, 0), (-1, 0), "BOTTOM")] if head else []),
            ("LINEBELOW" if head else "LINEABOVE", (0, 0), (-1, 0), 0.6, ink.palette.rule),
            ("LINEBELOW", (0, -1), (-1, -1), 0.6, ink.palette.rule),
            *(("LINEABOVE", (0, row), (-1, row), 0.35, style.HAIR) for row in ruled),
            *(("NOSPLIT", (0, first), (-1, last)) for first, last in whole),
            *([("SPAN", (0, 0), (1, 0))] if title else []),
            *(("SPAN", (1, row), (-1, row)) for row in spans),
            ("LEFTPADDING", (0, 0), (-1, -1), pad),
            ("RIGHTPADDING", (0, 0), (-1, -1), pad),
            ("TOPPADDING", (0, 0), (-1, -1), above),
            ("BOTTOMPADDING", (0, 0), (-1, -1), below),
        ],
    )


Column = tuple[str, Sequence[str]]
"""The head of a column of short values, and the values."""


def column_widths(ink: Ink, columns: Sequence[Column], rest: float, least: float, pad: float = PAD) -> list[float]:
    """Return widths for columns of short values, so that all take at most `rest` and no word is broken.

    Each has at least `least` where there is room for that; what is over goes to the wide ones. Only where the longest words
    have no room, which `chunks` sees to, are words broken.
    """
    narrowest = [_least_width(ink, column, pad) for column in columns]
    wanted = [max(_best_width(ink, column, least, pad), need) for column, need in zip(columns, narrowest, strict=True)]
    if sum(wanted) <= rest:
        return wanted
    floors = [max(need, min(least, want)) for need, want in zip(narrowest, wanted, strict=True)]
    if sum(floors) > rest:
        floors = narrowest
    if sum(floors) > rest:
        return [width * rest / sum(floors) for width in floors]
    over = sum(wanted) - sum(floors)
    share = (rest - sum(floors)) / over if over else 0.0
    return [floor + (want - floor) * share for floor, want in zip(floors, wanted, strict=True)]


def name_width(ink: Ink, columns: Sequence[Column], rest: float, wanted: float, longest: float, pad: float = PAD) -> float:
    """Return the width of the column of names beside columns of values: as wanted, where that breaks no word."""
    needed = sum(_least_width(ink, column, pad) for column in columns)
    return max(longest, min(wanted, rest - needed))


def longest_word(ink: Ink, texts: Iterable[str], most: float, pad: float = PAD) -> float:
    """Return the width that a column needs so that no word of these bold texts is broken, up to `most`."""
    return min(_widest(ink, texts, fonts.BOLD, style.CELL.fontSize) + 2 * pad + SPARE, most)


def is_text(values: Iterable[str]) -> bool:
    """Say whether the values of a characteristic are texts, too long for a column."""
    return any(len(value) > LONG_VALUE for value in values)


def _least_width(ink: Ink, column: Column, pad: float) -> float:
    """Return how wide a column must be so that no word of it is broken."""
    head, values = column
    widest = max(
        _widest(ink, values, fonts.REGULAR, style.CELL.fontSize), _widest(ink, [head], fonts.BOLD, style.HEAD.fontSize)
    )
    return widest + 2 * pad + SPARE


def _best_width(ink: Ink, column: Column, least: float, pad: float) -> float:
    head, values = column
    widest = max(
        (fonts.width(ink.drawable(value)[:80], fonts.REGULAR, style.CELL.fontSize) for value in values), default=0.0
    )
    widest = max(widest, fonts.width(ink.drawable(head)[:80], fonts.BOLD, style.HEAD.fontSize))
    return min(max(widest + 2 * pad + SPARE, least), WIDEST)


def _widest(ink: Ink, texts: Iterable[str], font: str, size: float) -> float:
    """Return the width of the longest word."""
    words = {word for text in texts for word in ink.drawable(text)[:LONG_TEXT].split()}
    return max((fonts.width(word, font, size) for word in words), default=0.0)


def heads(ink: Ink, texts: Sequence[str], kind: ParagraphStyle = style.HEAD_CENTRED) -> list[Cell]:
    """Return head cells."""
    return [ink.paragraph(text, kind) for text in texts]


def chunks(ink: Ink, columns: Sequence[Column], room: float, pad: float = PAD) -> Iterator[list[str]]:
    """Yield the heads of columns in groups that fit side by side without breaking a word; at least one group."""
    group: list[str] = []
    used = 0.0
    for column in columns:
        need = _least_width(ink, column, pad)
        if group and (len(group) == MOST_COLUMNS or used + need > room):
            yield group
            group, used = [], 0.0
        group.append(column[0])
        used += need
    yield group


def pad_of(width: float) -> float:
    """Return the room beside the text of a cell, in a table of a width."""
    return PAD if width >= NARROW else NARROW_PAD
