"""The profiles of a unit as tables: one for each type of profile, damage rows below their profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, DamageRow, Profile, Unit
from exports.sheet import style
from exports.sheet.grid import Cell, chunks, column_widths, grid, heads
from exports.sheet.ink import Ink

NUMBER = 26.0
NAME_SHARE = 0.3


def profile_tables(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield a table for each type of profile; very many characteristics go into several."""
    for kind in dict.fromkeys(profile.type for profile in unit.profiles):
        profiles = [profile for profile in unit.profiles if profile.type == kind]
        for columns in chunks(columns_of(army, kind, [profile.characteristics for profile in profiles])):
            yield _table(ink, unit, profiles, columns, width)


def columns_of(army: Army, kind: str, rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the characteristics that occur, in printed order; those that the document has no order for follow by name."""
    used = {key for row in rows for key in row}
    ordered = [key for key in army.columns.get(kind, ()) if key in used]
    return ordered + sorted(used - set(ordered))


def _table(ink: Ink, unit: Unit, profiles: Sequence[Profile], columns: Sequence[str], width: float) -> Flowable:
    rows: list[list[Cell]] = [[*heads(ink, [ink.say("number"), ink.say("profile")], style.HEAD), *heads(ink, columns)]]
    damage_rows = []
    for profile in profiles:
        name = [ink.paragraph(_number(unit, profile), style.CELL), ink.paragraph(profile.name, style.CELL_BOLD)]
        rows.append([*name, *_values(ink, profile.characteristics, columns)])
        for row in profile.damage_table:
            damage_rows.append(len(rows))
            rows.append([[], ink.paragraph(_band(ink, row), style.CELL_ITALIC), *_values(ink, row.characteristics, columns)])
    shown = [(column, [p.characteristics.get(column, "") for p in profiles]) for column in columns]
    widths = column_widths(ink, shown, width * (1 - NAME_SHARE) - NUMBER)
    return grid(rows, [NUMBER, width - NUMBER - sum(widths), *widths], joined=damage_rows)


def _values(ink: Ink, characteristics: Mapping[str, str], columns: Sequence[str]) -> list[Cell]:
    return [ink.paragraph(characteristics.get(column, ""), style.CELL_CENTRED) for column in columns]


def _number(unit: Unit, profile: Profile) -> str:
    return str(sum(group.number for group in unit.models if group.profile == profile.id) or "–")


def _band(ink: Ink, row: DamageRow) -> str:
    least, most = row.wounds
    return ink.say("wounds-left-one" if least == most else "wounds-left", least=least, most=most)
