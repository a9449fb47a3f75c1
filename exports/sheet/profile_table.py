"""The profiles of a unit as tables: one for each type of profile, damage rows below their profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, DamageRow, Profile, Unit
from exports.sheet import style
from exports.sheet.grid import (
    NARROW,
    NARROWEST,
    NUMBER,
    SQUEEZED,
    SQUEEZED_NUMBER,
    Cell,
    chunks,
    column_widths,
    grid,
    heads,
    is_text,
    longest_word,
)
from exports.sheet.ink import Ink

NAME_SHARE, NARROW_NAME_SHARE = 0.3, 0.22


def profile_tables(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield a table for each type of profile; very many characteristics go into several."""
    for kind in dict.fromkeys(profile.type for profile in unit.profiles):
        profiles = [profile for profile in unit.profiles if profile.type == kind]
        columns = columns_of(army, kind, [profile.characteristics for profile in profiles])
        short, texts = sorted_out(columns, [profile.characteristics for profile in profiles])
        for place, some in enumerate(chunks(short)):
            yield _table(ink, unit, profiles, some, () if place else texts, width)


def columns_of(army: Army, kind: str, rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the characteristics that occur, in printed order; those that the document has no order for follow by name."""
    used = {key for row in rows for key in row}
    ordered = [key for key in army.columns.get(kind, ()) if key in used]
    return ordered + sorted(used - set(ordered))


def sorted_out(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> tuple[list[str], list[str]]:
    """Return which characteristics are columns, and which are texts."""
    texts = [column for column in columns if is_text(row.get(column, "") for row in rows)]
    return [column for column in columns if column not in texts], texts


def _table(
    ink: Ink, unit: Unit, profiles: Sequence[Profile], columns: Sequence[str], texts: Sequence[str], width: float
) -> Flowable:
    rows: list[list[Cell]] = [[*heads(ink, [ink.say("number"), ink.say("profile")], style.HEAD), *heads(ink, columns)]]
    joined, spans = [], []
    for profile in profiles:
        name = [ink.paragraph(_number(unit, profile), style.CELL), ink.paragraph(profile.name, style.CELL_BOLD)]
        rows.append([*name, *_values(ink, profile.characteristics, columns)])
        for text in texts:
            if said := profile.characteristics.get(text, ""):
                joined.append(len(rows))
                spans.append(len(rows))
                rows.append([[], ink.prose(said, style.CELL, title=f"{text}:"), *([] for _ in columns)])
        for row in profile.damage_table:
            joined.append(len(rows))
            rows.append([[], ink.paragraph(_band(ink, row), style.CELL_ITALIC), *_values(ink, row.characteristics, columns)])
    shown = [(column, [p.characteristics.get(column, "") for p in profiles]) for column in columns]
    narrow = width < NARROW
    number, share, least = (SQUEEZED_NUMBER, NARROW_NAME_SHARE, SQUEEZED) if narrow else (NUMBER, NAME_SHARE, NARROWEST)
    least_name = max(width * share, longest_word(ink, (profile.name for profile in profiles), width / 3))
    widths = column_widths(ink, shown, width - least_name - number, least)
    return grid(ink, rows, [number, width - number - sum(widths), *widths], spans=spans, joined=joined)


def _values(ink: Ink, characteristics: Mapping[str, str], columns: Sequence[str]) -> list[Cell]:
    return [ink.paragraph(characteristics.get(column, ""), style.CELL_CENTRED) for column in columns]


def _number(unit: Unit, profile: Profile) -> str:
    return str(sum(group.number for group in unit.models if group.profile == profile.id) or "–")


def _band(ink: Ink, row: DamageRow) -> str:
    least, most = row.wounds
    return ink.say("wounds-left-one" if least == most else "wounds-left", least=least, most=most)
