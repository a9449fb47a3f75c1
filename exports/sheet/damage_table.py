"""Damage tables: a line for each band of wounds, with boxes to tick and the figures that change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, Profile, Unit
from exports.document.damage import DamageTable, as_printed, damage_table
from exports.sheet import style
from exports.sheet.boxes import Strip, box_lines, side_for
from exports.sheet.grid import PAD, Cell, Column, chunks, column_widths, grid, heads, longest_word, width_of
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer

MOST_BOXES = 24
"""How many wounds of a band have boxes."""
LEAST = 2.1
"""How wide a column of figures is at least, in sizes of a figure."""
MOST_TOGETHER = 12


Widths = tuple[float, float, float]
"""How wide a table is, its band of wounds, and what is left for columns of figures, in points."""


def damage_tables(
    renderer: TextRenderer, army: Army, copies: Copies, width: float
) -> Iterator[tuple[Profile, list[Flowable]]]:
    """Yield the profiles of a unit that have a damage table, with that: one table, or several where it is too wide."""
    for profile in copies.unit.profiles:
        if profile.damage_table:
            table = table_of(copies.unit, profile, [key for keys in army.columns.values() for key in keys])
            yield profile, list(_tables(renderer, army, table, profile, width, ticked=has_boxes(copies, profile)))


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
    if not profile.damage_table or copies.count > 1:
        return False
    models = sum(group.number for group in copies.unit.models if group.profile == profile.id)
    return models == 1 and all(0 <= row.wounds[1] - row.wounds[0] < MOST_BOXES for row in profile.damage_table)


def _tables(
    renderer: TextRenderer, army: Army, table: DamageTable, profile: Profile, width: float, *, ticked: bool
) -> Iterator[Flowable]:
    """Yield the table; where its heads have no room side by side, its further columns in a second one, and so on."""
    bands = [f"{low}–{high}" if low != high else f"{low}" for low, high in _bands(army, table)]
    title, kind = renderer.word(army.system, "damage-band"), renderer.type.damage
    columns = [
        Column(
            f"{weapon} {key}".strip(), [line.values[at] or "–" for line in table.lines], renderer.type.head_centred, kind, 0
        )
        for at, (weapon, key) in enumerate(table.columns)
    ]
    columns = [column._replace(least=renderer.sizes.damage * LEAST) for column in columns]
    band = max(width_of(renderer, text, kind) for text in bands) + 2 * PAD + 1
    room = width - band - longest_word(renderer, [title], width / 4, renderer.type.head)
    strips = [Strip("", (1,) * (line.wounds[1] - line.wounds[0] + 1)) for line in table.lines] if ticked else []
    named = f"{profile.name}, {title}" if not ticked and profile.name else title
    for place, group in enumerate(chunks(renderer, columns, room)):
        yield _part(renderer, named, bands, [columns[at] for at in group], [] if place else strips, (width, band, room))


def _part(
    renderer: TextRenderer,
    title: str,
    bands: Sequence[str],
    columns: Sequence[Column],
    strips: Sequence[Strip],
    given: Widths,
) -> Flowable:
    """Return a table with some of the columns, and with boxes where there are strips of them."""
    width, band, room = given
    kind = renderer.type.damage
    widths = column_widths(renderer, columns, room)
    rest = width - band - sum(widths)
    side = side_for(strips, rest - PAD, renderer.sizes.box)
    heading = heads(renderer, [column.head for column in columns], renderer.type.head_centred)
    rows: list[list[Cell]] = [[renderer.paragraph(title, renderer.type.head), [], *heading]]
    for at, text in enumerate(bands):
        ticks: Cell = box_lines(renderer, [strips[at]], rest - PAD, side=side) if strips else []
        rows.append(
            [ticks, renderer.paragraph(text, kind), *(renderer.paragraph(column.values[at], kind) for column in columns)]
        )
    lines = [("LINEBELOW", (0, -1), (-1, -1), 0.9, style.INK), ("VALIGN", (0, 1), (-1, -1), "MIDDLE")]
    tight = [("TOPPADDING", (0, 1), (-1, -1), 0), ("BOTTOMPADDING", (0, 1), (-1, -1), 0.8)]
    return grid(
        renderer,
        rows,
        [rest, band, *widths],
        whole=[(0, len(rows) - 1)] if len(rows) <= MOST_TOGETHER else [],
        title=True,
        more=[*lines, *tight],
    )


def _bands(army: Army, table: DamageTable) -> list[tuple[int, int]]:
    return [as_printed(army.system, line.wounds, table.most) for line in table.lines]
