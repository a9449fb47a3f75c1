"""Tables of the sheet: a shaded head that repeats after a page break, hair lines between rows, cells that wrap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Table

from exports.sheet import fonts, style
from exports.sheet.ink import Ink

Cell = Flowable | list[Flowable]
NARROWEST, WIDEST = 21.0, 74.0
PAD = 3.0
MOST_COLUMNS = 14


def grid(
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    *,
    spans: Sequence[int] = (),
    joined: Sequence[int] = (),
    whole: Sequence[tuple[int, int]] = (),
) -> Table:
    """Return a table whose first row is its head.

    `spans` are rows whose second cell goes over the rest of the width; before rows in `joined` there is no line; no page
    ends between the first and the last row of one of `whole`, which must be small.
    """
    ruled = [row for row in range(2, len(rows)) if row not in joined]
    return Table(
        [list(row) for row in rows],
        colWidths=list(widths),
        repeatRows=1,
        splitByRow=1,
        splitInRow=1,
        style=[
            ("BACKGROUND", (0, 0), (-1, 0), style.SHADE),
            ("LINEBELOW", (0, 0), (-1, 0), 0.6, style.RULE),
            ("LINEBELOW", (0, -1), (-1, -1), 0.6, style.RULE),
            *(("LINEABOVE", (0, row), (-1, row), 0.35, style.HAIR) for row in ruled),
            *(("NOSPLIT", (0, first), (-1, last)) for first, last in whole),
            *(("SPAN", (1, row), (-1, row)) for row in spans),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LEFTPADDING", (0, 0), (-1, -1), PAD),
            ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
            ("TOPPADDING", (0, 0), (-1, -1), 1.6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        ],
    )


def column_widths(ink: Ink, columns: Sequence[tuple[str, Sequence[str]]], rest: float) -> list[float]:
    """Return widths for columns of short values (head, values), so that all together take at most `rest`."""
    wanted = [_wanted(ink, head, values) for head, values in columns]
    room = min(1.0, rest / sum(wanted)) if wanted else 1.0
    return [width * room for width in wanted]


def _wanted(ink: Ink, head: str, values: Sequence[str]) -> float:
    widest = max((fonts.width(ink.drawn(value)[:80], fonts.REGULAR, style.CELL.fontSize) for value in values), default=0.0)
    widest = max(widest, fonts.width(ink.drawn(head)[:80], fonts.BOLD, style.HEAD.fontSize))
    return min(max(widest + 2 * PAD + 1, NARROWEST), WIDEST)


def heads(ink: Ink, texts: Sequence[str], kind: ParagraphStyle = style.HEAD_CENTRED) -> list[Cell]:
    """Return head cells."""
    return [ink.paragraph(text, kind) for text in texts]


def chunks(columns: Sequence[str]) -> Iterator[list[str]]:
    """Yield columns in groups that fit side by side; at least one group."""
    rest = iter(columns)
    yield list(islice(rest, MOST_COLUMNS))
    while group := list(islice(rest, MOST_COLUMNS)):
        yield group
