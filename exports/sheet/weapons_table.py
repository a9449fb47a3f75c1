"""The weapons of a unit as tables, ranged and melee apart; figures stand under each other, from block to block too.

Where the figures have no room beside the names they stand below them, so that they stay one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby, takewhile
from math import inf
from typing import Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.document import Army
from exports.sheet import faces
from exports.sheet.boxes import TickBox, once_boxes
from exports.sheet.detail import Detail
from exports.sheet.grid import PAD, Cell, Column, chunks, column_widths, grid, longest_word, width_of
from exports.sheet.rules import RuleBook
from exports.sheet.shortened import shorten_head, shorten_type
from exports.sheet.shown import Copies
from exports.sheet.statline import changeable, widen
from exports.sheet.text import Piece
from exports.sheet.text_renderer import TOGETHER, TextRenderer
from exports.sheet.weapon_lines import HIT, WeaponGroup, WeaponLine, weapon_groups

LEAST, LEAST_SHORT = (2.6, 5.0, 2.4, 2.0, 2.0, 2.4), (2.6, 3.9, 2.4, 2.0, 2.0, 2.4)
LEAST_OTHER, LEAST_MANY, MANY = 2.5, 1.0, 8
"""How wide columns are at least, in sizes of a row: reach, type, to hit, Strength, penetration, damage; others, and all
of games whose weapons have other columns; those where there are very many."""
MOST_TOGETHER, MOST_LINES_TOGETHER = 1200, 6
MOST_LINES_OF_A_NAME = 2
"""Where a name would take more lines, figures stand closer than below each other from block to block."""
CLOSER = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
"""How much of the usual width of their columns figures may have."""
SLIVER = 1.0
"""What the column of names has where figures stand below them: a column without width is none for ReportLab."""
LEAST_FREE = 3
SMALL = 7.0
"""Over how many columns a name must go to stand beside its figures."""


@dataclass
class _Rows:
    """The rows of a table as they are put together; see `grid` for the others."""

    cells: list[list[Cell]]
    spans: list[int] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    whole: list[tuple[int, int]] = field(default_factory=list)
    more: list[tuple[Any, ...]] = field(default_factory=list)


@dataclass(frozen=True)
class _Layout:
    """Which columns a table has (`shown`) and how wide all are; stacked, the figures stand below the names.

    `marks` are those of the units whose weapons they are.
    """

    shown: Sequence[int]
    widths: Sequence[float]
    marks: Sequence[str]
    has_texts: bool
    is_stacked: bool

    def count_free(self, group: WeaponGroup) -> int:
        """Return over how many columns without heads names may go beside the figures, 0 where these are too few."""
        free = len(list(takewhile(lambda at: not group.heads[at], self.shown))) if self.is_stacked else 0
        return free if free >= LEAST_FREE else 0


class WeaponPlans:
    """The weapons of a unit with their columns: worked out once for a width, however much detail a card is tried with."""

    def __init__(self, renderer: TextRenderer, army: Army, copies: Copies) -> None:
        self._plan = cache(partial(_plan, renderer, army, copies))

    def of(self, width: float, *, shortens: bool) -> list[tuple[WeaponGroup, _Layout]]:
        """Return the groups in the order of their tables, each with its columns."""
        return self._plan(width, shortens)


def weapon_tables(
    renderer: TextRenderer, plans: WeaponPlans, width: float, book: RuleBook, detail: Detail
) -> Iterator[Flowable]:
    """Yield the tables of the weapons; very many characteristics go into several."""
    for group, layout in plans.of(width, shortens=detail.shortens):
        yield _table(renderer, group, layout, book, detail)


def _plan(
    renderer: TextRenderer, army: Army, copies: Copies, width: float, shortens: bool
) -> list[tuple[WeaponGroup, _Layout]]:
    groups = weapon_groups(army, copies.unit, renderer.say("hit"), renderer)
    if shortens:
        groups = [group._replace(heads=tuple(map(shorten_head, group.heads))) for group in groups]
    if not groups:
        return []
    count = _count_width(renderer, groups)
    names = longest_word(
        renderer, [line.name for group in groups for line in group.lines], width / 3, renderer.type.row_bold
    )
    columns = _columns(renderer, groups, shortens=shortens)
    parts = list(chunks(renderer, columns, width - count - names))
    below = list(chunks(renderer, columns, width - count - SLIVER))
    if is_stacked := len(below) == 1 < len(parts):
        parts, names = below, SLIVER
        columns = [column._replace(least=0.0) for column in columns]
    else:
        columns = _close_enough(renderer, groups, columns, width - count, shortens=shortens)
    made = []
    for place, shown in enumerate(parts):
        values = column_widths(renderer, [columns[at] for at in shown], width - count - names)
        widths = [count, width - count - sum(values), *values]
        layout = _Layout(shown, widths, copies.marks, has_texts=place == 0, is_stacked=is_stacked)
        made += [(group, layout) for group in groups]
    return made


def _count_width(renderer: TextRenderer, groups: Sequence[WeaponGroup]) -> float:
    said = [_times(renderer, line.number) for group in groups for line in group.lines if line.number > 1]
    widest = max((width_of(renderer, text, renderer.type.times) for text in said), default=0.0)
    return max(renderer.sizes.row * 1.6, widest + 2 * PAD)


def _close_enough(
    renderer: TextRenderer, groups: Sequence[WeaponGroup], columns: list[Column], width: float, *, shortens: bool
) -> list[Column]:
    """Return the columns no closer than names need: two lines at most, on a small card as few as can be."""
    ways = ([column._replace(least=column.least * share) for column in columns] for share in CLOSER)
    best, fewest = columns, inf
    for way in ways:
        lines = _lines_of_names(renderer, groups, width - sum(column_widths(renderer, way, width)))
        count = sum(lines) if shortens else max(lines)
        if count < fewest:
            best, fewest = way, count
        if max(lines) <= (1 if shortens else MOST_LINES_OF_A_NAME):
            break
    return best


def _lines_of_names(renderer: TextRenderer, groups: Sequence[WeaponGroup], room: float) -> list[int]:
    """Return over how many lines each name of a weapon goes."""
    kind = renderer.type.row_bold
    names = [line.name for group in groups for line in group.lines]
    long = [name for name in names if width_of(renderer, name, kind) + 2 * PAD > room]
    heights = (renderer.paragraph(name, kind).wrap(max(room - 2 * PAD, 1.0), inf)[1] for name in long)
    return [round(height / kind.leading) for height in heights] + [1] * (len(names) - len(long))


def _times(renderer: TextRenderer, number: int) -> str:
    return renderer.say("times-mark", count=number)


def _columns(renderer: TextRenderer, groups: Sequence[WeaponGroup], *, shortens: bool) -> list[Column]:
    """Return the columns, the same for all groups, so that figures stand under each other."""
    size = len(groups[0].heads)
    other = LEAST_OTHER if size < MANY else LEAST_MANY
    usual = LEAST_SHORT if shortens else LEAST
    made = []
    for at in range(size):
        values = [
            widen(_show(line, at, shortens=shortens)) + _unmodified_figure(group, line, at)
            for group in groups
            for line in group.lines
        ]
        head = max((group.heads[at] for group in groups), key=len)
        least = usual[at] if groups[0].is_worked_out and at < len(usual) else other
        said = [*values, *(group.heads[at] for group in groups)]
        made.append(Column(head, said, renderer.type.head_centred, renderer.type.cell_bold, least * renderer.sizes.row))
    return made


def _show(line: WeaponLine, at: int, *, shortens: bool) -> str:
    return shorten_type(line.cells[at]) if shortens else line.cells[at]


def _unmodified_figure(group: WeaponGroup, line: WeaponLine, at: int) -> str:
    """Return what stands small behind a figure: of what is rolled to hit, what it is without the weapon's modifier."""
    return f"{TOGETHER}({line.unmodified})" if group.is_worked_out and at == HIT and line.unmodified else ""


def _figure(renderer: TextRenderer, group: WeaponGroup, line: WeaponLine, at: int, detail: Detail) -> Flowable:
    kind, behind = _style(renderer, group, at), _unmodified_figure(group, line, at)
    after = [renderer.piece(behind, renderer.type.cell.fontName, max(renderer.sizes.row - 2, SMALL))] if behind else []
    return changeable(renderer, _show(line, at, shortens=detail.shortens), kind, after)


def _table(renderer: TextRenderer, group: WeaponGroup, layout: _Layout, book: RuleBook, detail: Detail) -> Flowable:
    title = renderer.pieces([renderer.piece(renderer.say(group.title).upper(), faces.NARROW_BOLD)], renderer.type.head)
    heads: list[Cell] = [renderer.paragraph(group.heads[at], renderer.type.head_centred) for at in layout.shown]
    free = layout.count_free(group)
    apart = layout.is_stacked and not free
    rows = _Rows([[title, *([] for _ in (0, *heads))], [[], [], *heads]] if apart else [[title, [], *heads]])
    rows.more.append(("SPAN", (0, 0), (-1, 0) if apart else (1 + free, 0)))
    head = len(rows.cells)
    for _, of in groupby(_number_lines(group.lines), key=lambda each: each[0]):
        lines = [line for _, line in of]
        first = len(rows.cells)
        for line in lines:
            _add(renderer, rows, line, group, layout, book, detail)
        if _is_small(lines) and len(rows.cells) > first + 1:
            rows.whole.append((first, len(rows.cells) - 1))
    return grid(
        renderer,
        rows.cells,
        layout.widths,
        spans=rows.spans,
        joined=rows.joined,
        whole=rows.whole,
        head=head,
        strong=True,
        headings=2,
        more=rows.more,
    )


def _number_lines(lines: Sequence[WeaponLine]) -> Iterator[tuple[int, WeaponLine]]:
    """Yield lines with the place of their weapon."""
    weapon = 0
    for line in lines:
        weapon += not line.further
        yield weapon, line


def _add(
    renderer: TextRenderer,
    rows: _Rows,
    line: WeaponLine,
    group: WeaponGroup,
    layout: _Layout,
    book: RuleBook,
    detail: Detail,
) -> None:
    if line.further:
        rows.joined.append(len(rows.cells))
    small = max(renderer.sizes.row - 2, SMALL)
    said = [renderer.piece(line.name), renderer.piece(line.of, size=small)]
    free = layout.count_free(group)
    above = layout.is_stacked and not free
    boxes = once_boxes(renderer, layout.marks, line.number) if line.once and layout.has_texts else []
    notes, marks = _notes(renderer, line, book, detail, beside=above) if layout.has_texts else ([], [])
    said += [mark if mark.size else mark._replace(size=small) for mark in marks]
    name = renderer.pieces(said, renderer.type.row_bold if line.is_main else renderer.type.row)
    values = [_figure(renderer, group, line, at, detail) for at in layout.shown]
    if above:
        at = len(rows.cells)
        rows.spans.append(at)
        rows.more.append(("BOTTOMPADDING", (0, at), (-1, at), 0))
        rows.whole.append((at, at + 1))
        rows.cells.append([_count(renderer, line, layout), name, *([] for _ in values)])
        rows.joined.append(len(rows.cells))
        rows.cells.append([[], [], *values])
    else:
        if free:
            rows.more.append(("SPAN", (1, len(rows.cells)), (1 + free, len(rows.cells))))
        rows.cells.append([_count(renderer, line, layout), name, *values])
    for note in (*boxes, *notes):
        rows.spans.append(len(rows.cells))
        rows.joined.append(len(rows.cells))
        rows.cells.append([[], note, *([] for _ in values)])


def _style(renderer: TextRenderer, group: WeaponGroup, at: int) -> ParagraphStyle:
    """Return the style of a figure: what is rolled to hit and the damage are bold."""
    is_bold = group.title != "weapon" and len(group.heads) >= 6 and at in (HIT, 5)
    return renderer.type.cell_bold if is_bold else renderer.type.cell


def _count(renderer: TextRenderer, line: WeaponLine, layout: _Layout) -> Cell:
    """How many of a weapon there are, or a box where one may be used once; the boxes of several stand below it."""
    if not line.number:
        return []
    if line.once and line.number * len(layout.marks) == 1:
        return [TickBox(renderer, 1)]
    return renderer.paragraph(_times(renderer, line.number), renderer.type.times) if line.number > 1 or line.of else []


def _notes(
    renderer: TextRenderer, line: WeaponLine, book: RuleBook, detail: Detail, *, beside: bool
) -> tuple[list[Flowable], list[Piece]]:
    """Return the notes below a weapon, and the short ones that stand behind its name, all if it has a line (`beside`)."""
    notes: list[Flowable] = []
    marks: list[Piece] = []
    if line.from_file:
        marks.append(renderer.piece(renderer.say("from-file")))
    elif line.note and beside:
        marks.append(renderer.piece(line.note, renderer.type.note.fontName, renderer.type.note.fontSize))
    elif line.note:
        notes += renderer.prose(line.note, renderer.type.note)
    if line.rule.text:
        if detail.keeps_note(line.rule) and book.on_card(line.rule):
            if len(line.rule.text) <= SHORT_NOTE:
                marks.append(renderer.piece(line.rule.text.rstrip(".")))
            else:
                notes += renderer.prose(line.rule.text, renderer.type.note)
        else:
            marks += book.pointer(renderer, line.rule)
    return notes, marks


SHORT_NOTE = 12


def _is_small(lines: Sequence[WeaponLine]) -> bool:
    """Whether a weapon's rows take little enough room to be kept together."""
    texts = [text for line in lines for text in (line.name, line.note, line.rule.text, *line.cells)]
    return sum(map(len, texts)) < MOST_TOGETHER and len(lines) <= MOST_LINES_TOGETHER
