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
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer

LONG_NAME = 60
MOST_BESIDE = 80.0
"""How tall what stands beside something else may be."""
FLUSH = [
    *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "TOP", "BOTTOM")),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]


def summary(
    renderer: TextRenderer,
    document: RosterDocument,
    army: Army,
    copies: Sequence[Copies],
    width: float,
    most: int,
    *,
    is_wide: bool,
) -> Iterator[Flowable]:
    """Yield the summary for a page `width` wide, with at most `most` findings, beside one another on one that `is_wide`.

    Make it last (see `findings.data`).
    """
    yield from title(renderer, army)
    yield figures(renderer, army, width)
    yield Spacer(0, style.GAP)
    yield from facts(renderer, document, army)
    if army.fielded:
        yield from renderer.section(renderer.say("units"))
        yield units_table(renderer, army, copies, width, lambda each: unit_choices(renderer, army, each))
    yield from judgement(renderer, document, army, width, most, columns=2 if is_wide else 1)


def unit_choices(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[Flowable]:
    """Yield what was chosen for a unit that its name does not say: powers, relics, litanies, options."""
    known, chosen = powers(copies.unit), choices(copies.unit)
    if known:
        yield renderer.paragraph(f"{renderer.word(army.system, 'powers')}: {', '.join(known)}", style.FINE)
    if chosen:
        yield renderer.paragraph(", ".join(chosen), style.FINE)


def title(renderer: TextRenderer, army: Army, kind: ParagraphStyle = style.ARMY_TITLE) -> Iterator[Flowable]:
    """Yield the army's name and its game system."""
    yield renderer.heading(army.name or "–", kind if len(army.name) <= LONG_NAME else style.LONG_TITLE, "H1")
    yield renderer.paragraph(renderer.name_of(army, "system", army.system), style.SUBTITLE)


def facts(renderer: TextRenderer, document: RosterDocument, army: Army) -> Iterator[Flowable]:
    """Yield what holds for the whole army: units that have no card, agreements, Warlord, note, declarations, settings."""
    yield from units_without_card(renderer, document, army)
    said = [renderer.titled_paragraph(f"{name}:", text, style.RULES) for name, text in _facts(renderer, army)]
    for each in said[:-1]:
        each.keepWithNext = True  # "Game" does not stand in another column than its mission
    yield from said
    if army.note:
        yield from renderer.prose(army.note, style.NOTE)
    for declaration in army.declarations:
        if not declaration.subject:
            name, text = in_words(renderer, army, declaration)
            yield from renderer.prose(text, style.RULES, title=name)
    agreed = {key.replace("_", " ") for key in army.agreed}  # the battle size of imported data is an agreement too
    for setting in army.settings:
        is_said = len(setting.options) == 1 and setting.name.strip().casefold() in agreed
        if setting.options and not is_said:
            name = setting.title or setting.name
            chosen = (_without_label(option, f"{name}:") for option in setting.options)
            yield renderer.titled_paragraph(f"{name}:", ", ".join(chosen), style.RULES)


def _without_label(option: str, label: str) -> str:
    """Return an option without the label that stands before all of them, where it says that too."""
    return option[len(label) :].strip() or option if option.casefold().startswith(label.casefold()) else option


def judgement(
    renderer: TextRenderer, document: RosterDocument, army: Army, width: float, most: int | None = None, columns: int = 1
) -> Iterator[Flowable]:
    """Yield what was found, unless `most` is 0, and of the data what the foot does not say."""
    if most != 0:
        yield from renderer.section(renderer.say("findings"))
        yield from beside_one_another(list(findings(renderer, document, army, most)), width, columns)
    yield from data(renderer, army, width)


def beside_one_another(parts: Sequence[Flowable], width: float, columns: int) -> Iterator[Flowable]:
    """Yield paragraphs, in columns where they are few enough to stay together."""
    if columns == 1 or len(parts) < columns or total(measure(parts, width / columns)) > MOST_BESIDE * columns:
        yield from parts
        return
    each = -(-len(parts) // columns)
    cells = [[list(parts[at * each : (at + 1) * each]) for at in range(columns)]]
    yield Cells(cells, colWidths=[width / columns] * columns, style=FLUSH)


def _facts(renderer: TextRenderer, army: Army) -> Iterator[tuple[str, str]]:
    for key, value in army.agreed.items():
        if isinstance(value, str):
            yield agreed_name(renderer, army, key), agreed_value(renderer, army, key, value)
        elif value is True:
            yield agreed_name(renderer, army, key), renderer.say("yes")
    for unit in army.units:
        if group := leader_group(army, unit):
            traits = [
                renderer.name_of(army, "warlord-trait", str(trait.value))
                for trait in army.declarations_of("warlord-trait", group.id)
            ]
            named = group.name if group.name == unit.name else f"{unit.name}, {group.name}"
            named = f"{unit.title} ({named})" if unit.title else named
            yield renderer.word(army.system, "leader-title"), ", ".join([named, *traits])
