"""The summary: what the army is, its units, what was found, and the data it was made from."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from datasheets.words import UnknownWords, say
from exports.document import Army, Judged, RosterDocument, warlord_group
from exports.sheet import fonts, style
from exports.sheet.army_table import figures, units_table
from exports.sheet.declared import agreed_name, in_words
from exports.sheet.ink import Ink

PIN_SHOWN = len("sha256:") + 12
LONG_NAME = 60
MOST_LETTERS = 40
SEVERITIES = ("error", "warning", "note")
AGREED_KINDS = {"battle_size": "battle-size"}


def summary(ink: Ink, document: RosterDocument, width: float) -> Iterator[Flowable]:
    """Yield the summary for a page `width` wide; make it last, it reports what the other parts could not draw."""
    army = document.army
    yield ink.paragraph(army.name or "–", style.ARMY_TITLE if len(army.name) <= LONG_NAME else style.CARD_TITLE)
    yield ink.paragraph(army.printed("system", army.system), style.SUBTITLE)
    yield figures(ink, army, width)
    yield Spacer(0, style.GAP)
    for title, text in _facts(ink, army):
        yield ink.titled(f"{title}:", text, style.RULES)
    if army.note:
        yield from ink.prose(army.note, style.NOTE)
    for declaration in army.declarations:
        if not declaration.subject:
            title, text = in_words(ink, army, declaration)
            yield from ink.prose(text, style.RULES, title=title)
    for setting in army.settings:
        yield ink.titled(f"{setting.title or setting.name}:", ", ".join(setting.options) or "–", style.RULES)
    if army.fielded:
        yield ink.paragraph(ink.say("units"), style.SECTION)
        yield units_table(ink, army, width)
    yield ink.paragraph(ink.say("findings"), style.SECTION)
    yield from _findings(ink, document)
    yield ink.paragraph(ink.say("data"), style.SECTION)
    yield from _data(ink, army)


def _facts(ink: Ink, army: Army) -> Iterator[tuple[str, str]]:
    for key, value in army.agreed.items():
        if isinstance(value, str):
            yield agreed_name(ink, army, key), army.printed(AGREED_KINDS.get(key, key), value)
    for unit in army.units:
        if group := warlord_group(army, unit):
            traits = [army.printed("warlord-trait", str(trait.value)) for trait in army.declared("warlord-trait", group.id)]
            named = group.name if group.name == unit.name else f"{unit.name}, {group.name}"
            named = f"{unit.title} ({named})" if unit.title else named
            yield ink.say("warlord-title"), ", ".join([named, *traits])


def _findings(ink: Ink, document: RosterDocument) -> Iterator[Flowable]:
    judgement = document.judgement
    yield ink.titled(ink.say("legal" if judgement.legal else "not-legal"), ink.say("judged-by", version=judgement.muster))
    names = {id: unit.title or unit.name for unit in document.army.units for id in (unit.id, *(g.id for g in unit.models))}
    for finding in sorted(judgement.findings, key=lambda one: SEVERITIES.index(one.severity)):
        subject = next((names[step] for step in reversed(finding.path) if step in names), "")
        sentence = sentence_of(finding, ink.language)
        text = f"{subject}: {sentence}" if subject else sentence
        yield ink.titled(ink.say(f"finding.{finding.severity}"), text, style.RULES, after=f"({finding.rule})")


def sentence_of(finding: Judged, language: str) -> str:
    """Return the sentence of a finding; one that this version has no words for still says its rule and numbers."""
    try:
        return say(f"finding.{finding.code}", finding.values, language)
    except (UnknownWords, KeyError):
        values = {"rule": finding.rule, "code": finding.code, "wanted": finding.wanted, "found": finding.found}
        return say("sheet.finding.unworded", values, language)


def _data(ink: Ink, army: Army) -> Iterator[Flowable]:
    for force in army.forces:
        name = force.name or force.catalogue
        yield ink.paragraph(ink.say("pinned", name=name, revision=force.revision, pin=force.pin[:PIN_SHOWN]), style.SMALL)
    if ink.missing:
        shown = ", ".join(f"U+{ord(letter):04X}" for letter in sorted(ink.missing)[:MOST_LETTERS])
        yield ink.paragraph(ink.say("substituted", substitute=fonts.SUBSTITUTE, characters=shown), style.RULES)
