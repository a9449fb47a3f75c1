"""The profiles of a unit as tables: one for each type of profile, damage rows below their profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reportlab.platypus import Flowable

from exports.document import Army, DamageRow, Profile, Unit, system_of
from exports.document.damage import as_printed
from exports.sheet import style
from exports.sheet.damage_table import table_of
from exports.sheet.grid import (
    NARROW,
    NARROWEST,
    NUMBER,
    SQUEEZED,
    SQUEEZED_NUMBER,
    Cell,
    Column,
    chunks,
    column_widths,
    grid,
    heads,
    is_text,
    longest_word,
    name_width,
    pad_of,
)
from exports.sheet.ink import Ink
from exports.sheet.protection import SAVE, armour_text

NAME_SHARE, NARROW_NAME_SHARE = 0.3, 0.22


def profile_tables(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield a table for each type of profile; very many characteristics go into several."""
    for kind in dict.fromkeys(profile.type for profile in unit.profiles):
        profiles = [_in_words(ink, army, each) for each in unit.profiles if each.type == kind and not is_blank(each)]
        if not profiles:
            continue
        columns = columns_of(army, kind, [profile.characteristics for profile in profiles])
        short, texts = columns_and_texts(columns, [profile.characteristics for profile in profiles])
        name = longest_word(ink, (profile.name for profile in profiles), width / 3, pad_of(width))
        room = width - (SQUEEZED_NUMBER if width < NARROW else NUMBER) - name
        for place, some in enumerate(chunks(ink, _columns_of(profiles, short), room, pad_of(width))):
            yield _table(ink, army, unit, profiles, some, () if place else texts, width)


def is_blank(profile: Profile) -> bool:
    """Whether a profile says nothing, as that of a vehicle that has other values."""
    said = (text.strip("-– ") for text in profile.characteristics.values())
    return bool(profile.characteristics) and not any(said) and not profile.armour


def _in_words(ink: Ink, army: Army, profile: Profile) -> Profile:
    """Return a profile whose values have the names that its game gives them ("jump_troops")."""
    game = system_of(army)
    named = {column.key: column for column in game.characteristics if column.names} if game else {}
    values = {
        key: ink.name(named[key].name_of(text)) if key in named else text for key, text in profile.characteristics.items()
    }
    values = {**values, SAVE: armour_text(profile.armour)} if game and game.damage_tables else values
    return replace(profile, characteristics=values) if values != profile.characteristics else profile


def columns_of(army: Army, kind: str, rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the characteristics that occur, in printed order; those that the document has no order for follow by name."""
    used = {key for row in rows for key in row}
    ordered = [key for key in army.columns.get(kind, ()) if key in used]
    return ordered + sorted(used - set(ordered))


def columns_and_texts(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> tuple[list[str], list[str]]:
    """Return which characteristics are columns, and which are texts."""
    texts = [column for column in columns if is_text(row.get(column, "") for row in rows)]
    return [column for column in columns if column not in texts], texts


def _table(
    ink: Ink,
    army: Army,
    unit: Unit,
    profiles: Sequence[Profile],
    columns: Sequence[str],
    texts: Sequence[str],
    width: float,
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
        if profile.steed:
            joined.append(len(rows))
            rows.append([[], ink.paragraph(ink.say("mount"), style.CELL_ITALIC), *_values(ink, profile.steed, columns)])
        for row in () if table_of(unit, profile).has_weapons else profile.damage_table:
            joined.append(len(rows))
            rows.append(
                [
                    [],
                    ink.paragraph(_band(ink, army, profile, row), style.CELL_ITALIC),
                    *_values(ink, row.characteristics, columns),
                ]
            )
    narrow = width < NARROW
    number, share, least = (SQUEEZED_NUMBER, NARROW_NAME_SHARE, SQUEEZED) if narrow else (NUMBER, NAME_SHARE, NARROWEST)
    shown, pad = _columns_of(profiles, columns), pad_of(width)
    longest = longest_word(ink, (profile.name for profile in profiles), width / 3, pad)
    names = name_width(ink, shown, width - number, width * share, longest, pad)
    widths = column_widths(ink, shown, width - names - number, least, pad)
    return grid(ink, rows, [number, width - number - sum(widths), *widths], spans=spans, joined=joined)


def _columns_of(profiles: Sequence[Profile], columns: Sequence[str]) -> list[Column]:
    """Return what stands in each column, damage rows among it."""
    rows = [profile.characteristics for profile in profiles]
    rows += [row.characteristics for profile in profiles for row in profile.damage_table]
    return [(column, [row.get(column, "") for row in rows]) for column in columns]


def _values(ink: Ink, characteristics: Mapping[str, str], columns: Sequence[str]) -> list[Cell]:
    return [ink.paragraph(characteristics.get(column, ""), style.CELL_CENTRED) for column in columns]


def _number(unit: Unit, profile: Profile) -> str:
    return str(sum(group.number for group in unit.models if group.profile == profile.id) or "–")


def _band(ink: Ink, army: Army, profile: Profile, row: DamageRow) -> str:
    wounds = max(each.wounds[1] for each in profile.damage_table)
    least, most = as_printed(army.system, (row.wounds[0], row.wounds[1]), wounds)
    return ink.word(army.system, "wounds-left-one" if least == most else "wounds-left", least=least, most=most)
