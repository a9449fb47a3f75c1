"""Damage tables that also say what becomes of weapons: a row for each band of wounds, with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, Profile, Unit
from exports.document.damage import DamageTable, as_printed, damage_table
from exports.sheet import style
from exports.sheet.boxes import Strip, box_lines, strips_width
from exports.sheet.grid import NARROW, NARROWEST, SQUEEZED, Cell, Column, column_widths, grid, heads, longest_word, pad_of
from exports.sheet.ink import Ink
from exports.sheet.shown import Copies

MOST_BOXES, MOST_SHARE = 24, 0.5
"""How many wounds of a band have boxes, and how much of the width the first column may take."""


def damage_tables(ink: Ink, army: Army, copies: Copies, width: float) -> Iterator[Flowable]:
    """Yield the tables of the profiles whose wounds change weapons."""
    for profile in copies.unit.profiles:
        table = table_of(copies.unit, profile, [key for keys in army.columns.values() for key in keys])
        if table.has_weapons:
            yield _table(ink, army, table, width, has_boxes=has_boxes(copies, profile))


def table_of(unit: Unit, profile: Profile, order: Sequence[str] = ()) -> DamageTable:
    """Return the damage table of a profile, its weapons by name, characteristics in this order."""
    names = {weapon.id: weapon.name for weapon in unit.weapons}
    lines = ((row.wounds, row.characteristics, row.weapons) for row in profile.damage_table)
    named = (
        ((wounds[0], wounds[1]), values, {names.get(id, id): each for id, each in weapons.items()})
        for wounds, values, weapons in lines
    )
    return damage_table(named, order)


def has_boxes(copies: Copies, profile: Profile) -> bool:
    """Whether the wounds of a profile are ticked off in its damage table: there is one such model."""
    models = sum(group.number for group in copies.unit.models if group.profile == profile.id)
    table = table_of(copies.unit, profile)
    small = all(line.wounds[1] - line.wounds[0] < MOST_BOXES for line in table.lines)
    return table.has_weapons and models == 1 and copies.count == 1 and small


def _table(ink: Ink, army: Army, table: DamageTable, width: float, *, has_boxes: bool) -> Flowable:
    pad = pad_of(width)
    title = ink.word(army.system, "damage-band")
    bands = [f"{low}–{high}" if low != high else f"{low}" for low, high in _bands(army, table)]
    columns: list[Column] = [
        (f"{weapon} {key}".strip(), [line.values[at] for line in table.lines])
        for at, (weapon, key) in enumerate(table.columns)
    ]
    strips = [Strip("", line.wounds[1] - line.wounds[0] + 1) for line in table.lines] if has_boxes else []
    boxes = max((strips_width([strip]) for strip in strips), default=0.0) + (2 * pad if strips else 0)
    first = longest_word(ink, [title, *bands], width * MOST_SHARE, pad)
    widths = column_widths(ink, columns, width - first - boxes, NARROWEST if width >= NARROW else SQUEEZED, pad)
    rest = width - boxes - sum(widths)
    blank: list[Cell] = [[]] if has_boxes else []
    rows: list[list[Cell]] = [[*heads(ink, [title], style.HEAD), *blank, *heads(ink, [head for head, _ in columns])]]
    for at, line in enumerate(table.lines):
        ticks: list[Cell] = [box_lines([strips[at]], boxes)] if strips else []
        values = [ink.paragraph(value or "–", style.CELL_CENTRED) for value in line.values]
        rows.append([ink.paragraph(bands[at], style.CELL_BOLD), *ticks, *values])
    return grid(ink, rows, [rest, *([boxes] if has_boxes else []), *widths], whole=[(0, len(rows) - 1)])


def _bands(army: Army, table: DamageTable) -> list[tuple[int, int]]:
    return [as_printed(army.system, line.wounds, table.most) for line in table.lines]
