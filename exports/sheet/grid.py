"""Tables of the sheet: a shaded head that repeats after a page break, hair lines between rows, cells that wrap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

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
PAD = 3.0
MOST_COLUMNS = 14
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
) -> Grid:
    """Return a table whose first row is its head, unless `head` is 0; narrow ones are `tight`, rows close together.

    `spans` are rows whose second cell goes over the rest of the width; before rows in `joined` there is no line; no page
    ends between the first and the last row of one of `whole`, which must be small.
    """
    above, below = (0.7, 1.6) if tight or sum(widths) < NARROW else (1.6, 2.2)
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
            *(("SPAN", (1, row), (-1, row)) for row in spans),
            ("LEFTPADDING", (0, 0), (-1, -1), PAD),
            ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
            ("TOPPADDING", (0, 0), (-1, -1), above),
            ("BOTTOMPADDING", (0, 0), (-1, -1), below),
        ],
    )


def column_widths(ink: Ink, columns: Sequence[tuple[str, Sequence[str]]], rest: float, least: float) -> list[float]:
    """Return widths for columns of short values (head, values), so that all take at most `rest`.

    Each has at least `least` where there is room for that; what is over goes to the wide ones.
    """
    wanted = [_wanted(ink, head, values, least) for head, values in columns]
    if sum(wanted) <= rest:
        return wanted
    floor = min(least, rest / len(wanted))
    over = sum(wanted) - floor * len(wanted)
    share = (rest - floor * len(wanted)) / over if over else 0.0
    return [floor + (width - floor) * share for width in wanted]


def longest_word(ink: Ink, texts: Iterable[str], most: float) -> float:
    """Return the width that a column needs so that no word of these bold texts is broken, up to `most`."""
    words = {word for text in texts for word in ink.drawn(text)[:LONG_TEXT].split()}
    widest = max((fonts.width(word, fonts.BOLD, style.CELL.fontSize) for word in words), default=0.0)
    return min(widest + 2 * PAD + 1, most)


def is_text(values: Iterable[str]) -> bool:
    """Say whether the values of a characteristic are texts, too long for a column."""
    return any(len(value) > LONG_VALUE for value in values)


def _wanted(ink: Ink, head: str, values: Sequence[str], least: float) -> float:
    widest = max((fonts.width(ink.drawn(value)[:80], fonts.REGULAR, style.CELL.fontSize) for value in values), default=0.0)
    widest = max(widest, fonts.width(ink.drawn(head)[:80], fonts.BOLD, style.HEAD.fontSize))
    return min(max(widest + 2 * PAD + 1, least), WIDEST)


def heads(ink: Ink, texts: Sequence[str], kind: ParagraphStyle = style.HEAD_CENTRED) -> list[Cell]:
    """Return head cells."""
    return [ink.paragraph(text, kind) for text in texts]


def chunks(columns: Sequence[str]) -> Iterator[list[str]]:
    """Yield columns in groups that fit side by side; at least one group."""
    rest = iter(columns)
    yield list(islice(rest, MOST_COLUMNS))
    while group := list(islice(rest, MOST_COLUMNS)):
        yield group
