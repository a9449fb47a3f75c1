"""The statline of a unit: a line for each profile, figures large; those that a damage table changes are the unhurt ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.document import Army, Profile, Unit, system_of
from exports.document.parts import column_of
from exports.sheet import style
from exports.sheet.characteristics import columns_and_texts, columns_of
from exports.sheet.faces import TEXT_BOLD
from exports.sheet.grid import PAD, SPARE, Cell, Column, chunks, column_widths, grid, longest_word, width_of
from exports.sheet.protection import armour_text
from exports.sheet.resolved import CHANGES, bearer_of
from exports.sheet.text import Piece, Text
from exports.sheet.text_renderer import TOGETHER, TextRenderer
from exports.sheet.typography import CARDS

LEAST, LEAST_SAVE = 1.38, 3.4
"""How wide a column is at least, that of the save too, in sizes of a figure: so figures stand under each other."""
LONG_FIGURE = 8
ARMOUR = "Sv"
"""The head of the column for armour where no characteristic says it."""
LONG_WORD = 4
"""From how many letters a value is a word, as the type of a unit.

Beside it, and on small cards, the save takes no more room than it must where names would go over several lines.
"""
INFINITE = 10_000.0
CHANGED = "▼"


def statlines(renderer: TextRenderer, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield a table for each type of profile, very many characteristics in several; a sentence where models have none."""
    if unit.models and not unit.profiles and not unit.is_setting:
        yield renderer.titled_paragraph("", renderer.say("no-row"), renderer.type.rule)
    for kind in dict.fromkeys(profile.type for profile in unit.profiles):
        profiles = [in_words(renderer, army, each) for each in unit.profiles if each.type == kind and not is_blank(each)]
        if not profiles:
            continue
        rows = [bearer_of(profile) for profile in profiles]
        keys = columns_of(army, kind, [row.values for row in rows])
        short, texts = columns_and_texts(keys, [row.values for row in rows])
        figures = {key: [row.figure(key) for row in rows] for key in short}
        save = column_of(army, "save")
        names = [who_of(renderer, unit, profile) for profile in profiles]
        columns = [_column(renderer, key, figures[key], is_save=key == save) for key in short]
        has_words = any(value[:LONG_WORD].isalpha() and len(value) >= LONG_WORD for key in short for value in figures[key])
        is_small = renderer.sizes.figure < CARDS.figure
        if _name_width(renderer, names) + sum(column_widths(renderer, columns, INFINITE)) > width:
            names = [who_of(renderer, unit, profile, brief=True) for profile in profiles]
        if (has_words or is_small) and _name_width(renderer, names) + sum(
            column_widths(renderer, columns, INFINITE)
        ) > width:
            columns = [_column(renderer, key, figures[key]) for key in short]
        room = width - longest_word(renderer, names, width / 3, renderer.type.who)
        for place, group in enumerate(chunks(renderer, columns, room)):
            said = [] if place else [(profile, texts) for profile in profiles]
            yield _table(renderer, names, [columns[at] for at in group], figures, said, width, save)


def who_of(renderer: TextRenderer, unit: Unit, profile: Profile, *, brief: bool = False) -> str:
    """Return whose line it is: how many, and, with the number on one line, their name where the unit's does not say it.

    The only line of a unit is that of all its models: where it is to be `brief`, it says only how many.
    """
    number = sum(group.number for group in unit.models if group.profile == profile.id)
    if not number:
        return profile.name or "–"
    is_said = brief or not profile.name or profile.name.casefold() == unit.name.casefold()
    alone = len(unit.profiles) == 1 and is_said
    return renderer.say("models-of", count=number).replace(" ", TOGETHER) if alone else f"{number}{TOGETHER}{profile.name}"


def _name_width(renderer: TextRenderer, names: Sequence[str]) -> float:
    """Return how wide the names are on one line."""
    return max(width_of(renderer, name, renderer.type.who) for name in names) + 2 * PAD + SPARE


def _column(renderer: TextRenderer, key: str, values: Sequence[str], *, is_save: bool = False) -> Column:
    long = max(map(len, values), default=0) > LONG_FIGURE
    kind = renderer.type.cell_bold if long else renderer.type.figure
    return Column(
        key,
        [widen(value) for value in values],
        renderer.type.head_centred,
        kind,
        renderer.sizes.figure * (LEAST_SAVE if is_save else LEAST),
    )


def _table(
    renderer: TextRenderer,
    names: Sequence[str],
    columns: Sequence[Column],
    figures: Mapping[str, Sequence[str]],
    texts: Sequence[tuple[Profile, Sequence[str]]],
    width: float,
    save: str,
) -> Flowable:
    rows: list[list[Cell]] = [[[], *(renderer.paragraph(column.head, column.head_style) for column in columns)]]
    spans = []
    for place, name in enumerate(names):
        values = [changeable(renderer, figures[column.head][place], column.style) for column in columns]
        rows.append([renderer.paragraph(name, renderer.type.who), *values])
        for profile, keys in texts[place : place + 1]:
            if profile.steed:
                steed = (renderer.paragraph(profile.steed.get(column.head, ""), renderer.type.cell) for column in columns)
                rows.append([renderer.paragraph(renderer.say("mount"), renderer.type.row), *steed])
            for key in keys:
                if said := profile.characteristics.get(key, ""):
                    spans.append(len(rows))
                    rows.append([renderer.prose(said, renderer.type.text, title=f"{key}:"), *([] for _ in columns)])
    named = longest_word(renderer, names, width / 3, renderer.type.who)
    widths = column_widths(renderer, columns, width - named)
    middle = [("VALIGN", (0, 1), (0, -1), "MIDDLE"), *(("SPAN", (0, row), (-1, row)) for row in spans)]
    apart = [
        ("LINEBEFORE", (at + 1, 0), (at + 1, -1), 0.8, style.INK) for at, column in enumerate(columns) if column.head == save
    ]
    below = [("LINEBELOW", (0, -1), (-1, -1), 0.9, style.INK), ("RIGHTPADDING", (0, 0), (0, -1), PAD)]
    return grid(
        renderer, rows, [width - sum(widths), *widths], joined=spans, headings=1, more=[*middle, *apart, *below],
    )  # fmt: skip


def widen(value: str) -> str:
    """Return a figure as wide as it is drawn."""
    return value.replace(CHANGES, "m") if value != CHANGES else value


def changeable(renderer: TextRenderer, value: str, kind: ParagraphStyle, after: Sequence[Piece] = ()) -> Flowable:
    """Return a figure with what stands `after` it; a small mark says that the damage table changes it."""
    if value.endswith(CHANGES) and value != CHANGES:
        return Text([renderer.piece(value.removesuffix(CHANGES)), renderer.piece(CHANGED, TEXT_BOLD, 7.0), *after], kind)
    return Text([renderer.piece(value), *after], kind) if after else renderer.paragraph(value, kind)


def in_words(renderer: TextRenderer, army: Army, profile: Profile) -> Profile:
    """Return a profile whose values have the names that its game gives them ("jump_troops")."""
    game = system_of(army)
    named = {column.key: column for column in game.characteristics if column.names} if game else {}
    values = {
        key: renderer.name(named[key].name_of(text)) if key in named else text
        for key, text in profile.characteristics.items()
    }
    values = {**values, ARMOUR: armour_text(profile.armour)} if game and game.damage_tables else values
    return replace(profile, characteristics=values) if values != profile.characteristics else profile


def is_blank(profile: Profile) -> bool:
    """Whether a profile says nothing, as that of a vehicle that has other values."""
    said = (text.strip("-– ") for text in profile.characteristics.values())
    return bool(profile.characteristics) and not any(said) and not profile.armour
