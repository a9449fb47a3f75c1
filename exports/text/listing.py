"""A roster document as a plain-text list: names, costs, who carries what, chosen keywords, Warlord."""

from __future__ import annotations

from collections.abc import Iterator

import exports.text.wording as wording
from datasheets.words import say
from exports.document import Army, Force, RosterDocument, Unit, name_of
from exports.text.agreed import agreements
from exports.text.choices import setting_in_words


def listing(document: RosterDocument, language: str = "en") -> str:
    """Return the list, lines ending in a line feed. It depends on the army alone, not on the judgement."""
    return "".join(f"{line}\n" for line in _lines(document, language))


def _lines(document: RosterDocument, language: str) -> Iterator[str]:
    army = document.army
    yield from _title(army.name or "–", "=")
    yield name_of(army, "system", army.system)
    yield ", ".join(wording.totals(army, language))
    yield from filter(None, [wording.limits(army, language), wording.detachments_of(army)])
    yield from agreements(army, language, own=True)
    yield from _note(army.note, "")
    for force in army.forces:
        yield from _force(army, force, language)
    yield ""
    yield say("text.check-code", {"code": document.check_code}, language)


def _force(army: Army, force: Force, language: str) -> Iterator[str]:
    units = [unit for unit in army.units if unit.force == force.id]
    if units or len(army.forces) > 1:
        yield ""
        yield from _title(wording.force_name(army, force), "-")
    for unit in (unit for unit in units if not unit.is_setting):
        yield from _unit(army, unit, language)
    for setting in (unit for unit in units if unit.is_setting):
        name, things = setting_in_words(setting)
        yield ": ".join([name, *([", ".join(things)] if things else [])])


def _unit(army: Army, unit: Unit, language: str) -> Iterator[str]:
    cost = ", ".join(wording.costs(army, unit, language))
    heading = f'{unit.name} "{unit.title}"' if unit.title else unit.name
    yield " ".join([heading, *([f"[{cost}]"] if cost else []), *(f"({tag})" for tag in wording.tags(army, unit, language))])
    for group, carried in wording.models(unit):
        yield f"  {group}: {', '.join(carried)}" if carried else f"  {group}"
    if things := ", ".join(wording.choices_in_words(unit)):
        yield f"  {say('text.chosen', {'things': things}, language)}"
    if known := ", ".join(wording.powers_in_words(unit)):
        yield f"  {wording.powers_heading(army.system, language)}: {known}"
    for statement in wording.statements(army, unit, language):
        yield f"  {statement}"
    yield from _note(unit.note, "  ")


def _title(text: str, line: str) -> Iterator[str]:
    yield text
    yield line * min(len(text), 70)


def _note(note: str, indent: str) -> Iterator[str]:
    for line in note.splitlines():
        yield f"{indent}{line}"
