"""A roster document as pages show it, read-only: what a sheet, a link or an address that was given away carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.api.languages import language
from builder.web.cards import Card, card_of_unit
from builder.web.datasheets import keyword_headings
from datasheets.systems import System
from datasheets.words import code_for, say
from exports.document import Army, RosterDocument, Unit, leader_group, name_of, system_of
from exports.text.agreed import agreed_value
from exports.text.wording import statements


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A document. `system` is None where this Muster does not know it; `agreed` are names and values, `stated` is what
    the player stated about each unit, `cards` are there where the document has profiles and the system is known.
    """

    document: RosterDocument
    system: System | None
    agreed: list[tuple[str, str]]
    stated: Mapping[str, list[str]]
    cards: Mapping[str, Card]


def view_of(document: RosterDocument) -> Shown:
    """Return what a page needs of a document."""
    army, known = document.army, system_of(document.army)
    stated = {unit.id: list(_statements(army, unit)) for unit in army.units}
    printed = [unit for unit in army.fielded if unit.profiles] if known else []
    leading = {unit.id for unit in printed if leader_group(army, unit)}
    cards = {unit.id: card_of_unit(unit, known, *keyword_headings(), leads=unit.id in leading) for unit in printed if known}
    return Shown(document, known, list(_agreements(army, known)), stated, cards)


def _agreements(army: Army, known: System | None) -> Iterator[tuple[str, str]]:
    """Yield what the players agreed on, by its name."""
    names = {kind.key: kind.name for kind in known.agreements} if known else {}
    for key, value in army.agreed.items():
        usual = name_of(army, key.replace("_", "-"), str(value))
        called = str(agreed_value(known, value, language())) if known else usual
        yield names.get(key, key), usual if called == str(value) else called


def _statements(army: Army, unit: Unit) -> Iterator[str]:
    """Yield that it is the Warlord's unit, and whatever else was stated about it."""
    if leader_group(army, unit):
        yield say(code_for("text.leader", army.system), language=language())
    yield from statements(army, unit, language())
