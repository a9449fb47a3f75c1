"""The weapons of a unit as tables, ranged and melee apart; figures stand under each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from reportlab.platypus import Flowable

from exports.document import Army, Unit
from exports.sheet import style
from exports.sheet.boxes import TickBox
from exports.sheet.grid import (
    NARROW,
    NARROWEST,
    NUMBER,
    SQUEEZED,
    SQUEEZED_NUMBER,
    Cell,
    Column,
    column_widths,
    grid,
    heads,
    longest_word,
    name_width,
    pad_of,
)
from exports.sheet.grid import chunks as column_chunks
from exports.sheet.ink import Ink
from exports.sheet.rules import RuleBook
from exports.sheet.weapon_lines import WeaponGroup, WeaponLine, weapon_groups

NAME_SHARE = 0.34
MOST_TOGETHER, MOST_LINES_TOGETHER = 1200, 6


@dataclass
class _Rows:
    """The rows of a table as they are put together; see `grid` for the others."""

    cells: list[list[Cell]]
    spans: list[int] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    whole: list[tuple[int, int]] = field(default_factory=list)


def weapon_tables(ink: Ink, army: Army, unit: Unit, width: float, *, book: RuleBook | None = None) -> Iterator[Flowable]:
    """Yield the tables of the weapons; very many characteristics go into several. Long texts are left to a `book`."""
    groups = weapon_groups(army, unit, ink.say("hit"), ink)
    if not groups:
        return
    names = longest_word(ink, [line.name for group in groups for line in group.lines], width / 3, pad_of(width))
    room = width - _number_width(width) - names
    size = len(groups[0].heads)
    columns: list[Column] = [(str(at), _values(groups, at)) for at in range(size)]
    for place, chosen in enumerate(column_chunks(ink, columns, room, pad_of(width))):
        shown = [int(at) for at in chosen]
        widths = _widths(ink, groups, shown, width)
        for group in groups:
            yield _table(ink, group, shown, widths, book, texts=place == 0)


def _number_width(width: float) -> float:
    return SQUEEZED_NUMBER if width < NARROW else NUMBER


def _values(groups: Sequence[WeaponGroup], at: int) -> list[str]:
    return [value for group in groups for value in (group.heads[at], *(line.cells[at] for line in group.lines))]


def _widths(ink: Ink, groups: Sequence[WeaponGroup], shown: Sequence[int], width: float) -> list[float]:
    """Return the widths of number, name and columns: the same for all groups, so that figures stand under each other."""
    pad, number = pad_of(width), _number_width(width)
    columns: list[Column] = [("", _values(groups, at)) for at in shown]
    names = [line.name for group in groups for line in group.lines]
    longest = longest_word(ink, names, width / 3, pad)
    rest = width - number
    name = name_width(ink, columns, rest, width * NAME_SHARE, longest, pad)
    values = column_widths(ink, columns, rest - name, SQUEEZED if width < NARROW else NARROWEST, pad)
    return [number, rest - sum(values), *values]


def _table(
    ink: Ink, group: WeaponGroup, shown: Sequence[int], widths: list[float], book: RuleBook | None, *, texts: bool
) -> Flowable:
    title = ink.paragraph(ink.say(group.title), style.HEAD)
    rows = _Rows([[title, [], *heads(ink, [group.heads[at] for at in shown])]])
    for _, of in groupby(_number_lines(group.lines), key=lambda each: each[0]):
        lines = [line for _, line in of]
        first = len(rows.cells)
        for line in lines:
            _add(ink, rows, line, shown, book, texts=texts)
        if _is_small(lines) and len(rows.cells) > first + 1:
            rows.whole.append((first, len(rows.cells) - 1))
    return grid(ink, rows.cells, widths, spans=rows.spans, joined=rows.joined, whole=rows.whole, title=True)


def _number_lines(lines: Sequence[WeaponLine]) -> Iterator[tuple[int, WeaponLine]]:
    """Yield lines with the place of their weapon."""
    weapon = 0
    for line in lines:
        weapon += not line.further
        yield weapon, line


def _add(ink: Ink, rows: _Rows, line: WeaponLine, shown: Sequence[int], book: RuleBook | None, *, texts: bool) -> None:
    if line.further:
        rows.joined.append(len(rows.cells))
    kind = style.CELL_BOLD if line.is_main else style.CELL
    name = ink.titled_paragraph("", line.name, kind, after=line.of)
    values = [ink.paragraph(line.cells[at], style.CELL_CENTRED) for at in shown]
    rows.cells.append([_count(ink, line), name, *values])
    for text in _notes(ink, line, book) if texts else ():
        rows.spans.append(len(rows.cells))
        rows.joined.append(len(rows.cells))
        rows.cells.append([[], ink.prose(text, style.CELL_NOTE), *([] for _ in shown)])


def _count(ink: Ink, line: WeaponLine) -> Cell:
    """How many of a weapon there are, or as many boxes where it may be used once."""
    if line.further:
        return []
    if line.once and line.number:
        return [TickBox(line.number)]
    return ink.paragraph(str(line.number) if line.number else "–", style.CELL)


def _notes(ink: Ink, line: WeaponLine, book: RuleBook | None) -> Iterator[str]:
    if line.from_file:
        yield ink.say("from-file")
    elif line.note:
        yield line.note
    if line.rule.text:
        if book is None or not line.rule.is_long:
            yield line.rule.text
        else:
            book.leave(line.rule)
            yield ink.say("see-appendix")


def _is_small(lines: Sequence[WeaponLine]) -> bool:
    """Whether a weapon's rows take little enough room to be kept together."""
    texts = [text for line in lines for text in (line.name, line.note, line.rule.text, *line.cells)]
    return sum(map(len, texts)) < MOST_TOGETHER and len(lines) <= MOST_LINES_TOGETHER
