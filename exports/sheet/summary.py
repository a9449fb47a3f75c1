"""The summary: what the army is, its units, what was found, and the data it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, RosterDocument, warlord_group
from exports.sheet import style
from exports.sheet.army_table import figures, units_table
from exports.sheet.declared import agreed_name, in_words
from exports.sheet.findings import data, findings
from exports.sheet.ink import Ink
from exports.sheet.shown import Copies

LONG_NAME = 60
AGREED_KINDS = {"battle_size": "battle-size"}


def summary(
    ink: Ink, document: RosterDocument, army: Army, copies: Sequence[Copies], width: float, most: int | None = None
) -> Iterator[Flowable]:
    """Yield the summary for a page `width` wide, with at most `most` findings; make it last (see `findings.data`)."""
    yield from title(ink, army)
    yield figures(ink, army, width)
    yield Spacer(0, style.GAP)
    yield from facts(ink, army)
    if army.fielded:
        yield from ink.section(ink.say("units"))
        yield units_table(ink, army, copies, width)
    yield from judged(ink, document, army, width, most)


def title(ink: Ink, army: Army) -> Iterator[Flowable]:
    """Yield the army's name and its game system."""
    yield ink.heading(army.name or "–", style.ARMY_TITLE if len(army.name) <= LONG_NAME else style.CARD_TITLE)
    yield ink.paragraph(ink.printed(army, "system", army.system), style.SUBTITLE)


def facts(ink: Ink, army: Army) -> Iterator[Flowable]:
    """Yield what holds for the whole army: agreements, Warlord, note, declarations, settings."""
    for name, text in _facts(ink, army):
        yield ink.titled(f"{name}:", text, style.RULES)
    if army.note:
        yield from ink.prose(army.note, style.NOTE)
    for declaration in army.declarations:
        if not declaration.subject:
            name, text = in_words(ink, army, declaration)
            yield from ink.prose(text, style.RULES, title=name)
    for setting in army.settings:
        if setting.options:
            yield ink.titled(f"{setting.title or setting.name}:", ", ".join(setting.options), style.RULES)


def judged(ink: Ink, document: RosterDocument, army: Army, width: float, most: int | None = None) -> Iterator[Flowable]:
    """Yield what was found, and of the data what the foot does not say: the end of every layout that has no summary."""
    yield from ink.section(ink.say("findings"))
    yield from findings(ink, document, army, most)
    yield from data(ink, army, width)


def _facts(ink: Ink, army: Army) -> Iterator[tuple[str, str]]:
    for key, value in army.agreed.items():
        if isinstance(value, str):
            yield agreed_name(ink, army, key), ink.printed(army, AGREED_KINDS.get(key, key), value)
    for unit in army.units:
        if group := warlord_group(army, unit):
            traits = [
                ink.printed(army, "warlord-trait", str(trait.value)) for trait in army.declared("warlord-trait", group.id)
            ]
            named = group.name if group.name == unit.name else f"{unit.name}, {group.name}"
            named = f"{unit.title} ({named})" if unit.title else named
            yield ink.say("warlord-title"), ", ".join([named, *traits])
