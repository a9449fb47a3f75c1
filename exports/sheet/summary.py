"""The summary: what the army is, its units, what was found, and the data it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Spacer

from exports.document import Army, RosterDocument, choices, leader_group, powers
from exports.sheet import style
from exports.sheet.army_table import figures, units_table
from exports.sheet.cell_table import Cells
from exports.sheet.declared import agreed_name, agreed_value, in_words
from exports.sheet.findings import data, findings, units_without_card
from exports.sheet.ink import Ink
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies

LONG_NAME = 60
MOST_BESIDE = 80.0
"""How tall what stands beside something else may be."""
FLUSH = [
    *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "TOP", "BOTTOM")),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]


def summary(
    ink: Ink, document: RosterDocument, army: Army, copies: Sequence[Copies], width: float, most: int, *, is_wide: bool
) -> Iterator[Flowable]:
    """Yield the summary for a page `width` wide, with at most `most` findings, beside one another on one that `is_wide`.

    Make it last (see `findings.data`).
    """
    yield from title(ink, army)
    yield figures(ink, army, width)
    yield Spacer(0, style.GAP)
    yield from facts(ink, document, army)
    if army.fielded:
        yield from ink.section(ink.say("units"))
        yield units_table(ink, army, copies, width, lambda each: unit_choices(ink, army, each))
    yield from judgement(ink, document, army, width, most, columns=2 if is_wide else 1)


def unit_choices(ink: Ink, army: Army, copies: Copies) -> Iterator[Flowable]:
    """Yield what was chosen for a unit that its name does not say: powers, relics, litanies, options."""
    known, chosen = powers(copies.unit), choices(copies.unit)
    if known:
        yield ink.paragraph(f"{ink.word(army.system, 'powers')}: {', '.join(known)}", style.FINE)
    if chosen:
        yield ink.paragraph(", ".join(chosen), style.FINE)


def title(ink: Ink, army: Army, kind: ParagraphStyle = style.ARMY_TITLE) -> Iterator[Flowable]:
    """Yield the army's name and its game system."""
    yield ink.heading(army.name or "–", kind if len(army.name) <= LONG_NAME else style.LONG_TITLE, "H1")
    yield ink.paragraph(ink.name_of(army, "system", army.system), style.SUBTITLE)


def facts(ink: Ink, document: RosterDocument, army: Army) -> Iterator[Flowable]:
    """Yield what holds for the whole army: units that have no card, agreements, Warlord, note, declarations, settings."""
    yield from units_without_card(ink, document, army)
    said = [ink.titled_paragraph(f"{name}:", text, style.RULES) for name, text in _facts(ink, army)]
    for each in said[:-1]:
        each.keepWithNext = True  # "Game" does not stand in another column than its mission
    yield from said
    if army.note:
        yield from ink.prose(army.note, style.NOTE)
    for declaration in army.declarations:
        if not declaration.subject:
            name, text = in_words(ink, army, declaration)
            yield from ink.prose(text, style.RULES, title=name)
    agreed = {key.replace("_", " ") for key in army.agreed}  # the battle size of imported data is an agreement too
    for setting in army.settings:
        is_said = len(setting.options) == 1 and setting.name.strip().casefold() in agreed
        if setting.options and not is_said:
            name = setting.title or setting.name
            chosen = (_without_label(option, f"{name}:") for option in setting.options)
            yield ink.titled_paragraph(f"{name}:", ", ".join(chosen), style.RULES)


def _without_label(option: str, label: str) -> str:
    """Return an option without the label that stands before all of them, where it says that too."""
    return option[len(label) :].strip() or option if option.casefold().startswith(label.casefold()) else option


def judgement(
    ink: Ink, document: RosterDocument, army: Army, width: float, most: int | None = None, columns: int = 1
) -> Iterator[Flowable]:
    """Yield what was found, unless `most` is 0, and of the data what the foot does not say."""
    if most != 0:
        yield from ink.section(ink.say("findings"))
        yield from beside_one_another(list(findings(ink, document, army, most)), width, columns)
    yield from data(ink, army, width)


def beside_one_another(parts: Sequence[Flowable], width: float, columns: int) -> Iterator[Flowable]:
    """Yield paragraphs, in columns where they are few enough to stay together."""
    if columns == 1 or len(parts) < columns or total(measure(parts, width / columns)) > MOST_BESIDE * columns:
        yield from parts
        return
    each = -(-len(parts) // columns)
    cells = [[list(parts[at * each : (at + 1) * each]) for at in range(columns)]]
    yield Cells(cells, colWidths=[width / columns] * columns, style=FLUSH)


def _facts(ink: Ink, army: Army) -> Iterator[tuple[str, str]]:
    for key, value in army.agreed.items():
        if isinstance(value, str):
            yield agreed_name(ink, army, key), agreed_value(ink, army, key, value)
        elif value is True:
            yield agreed_name(ink, army, key), ink.say("yes")
    for unit in army.units:
        if group := leader_group(army, unit):
            traits = [
                ink.name_of(army, "warlord-trait", str(trait.value))
                for trait in army.declarations_of("warlord-trait", group.id)
            ]
            named = group.name if group.name == unit.name else f"{unit.name}, {group.name}"
            named = f"{unit.title} ({named})" if unit.title else named
            yield ink.word(army.system, "leader-title"), ", ".join([named, *traits])
