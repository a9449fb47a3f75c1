"""From a roster document to the printed sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reportlab.platypus import Flowable, PageBreak

from exports.document import RosterDocument
from exports.sheet import style
from exports.sheet.attachment import attach
from exports.sheet.ink import Ink
from exports.sheet.pages import Sheet
from exports.sheet.summary import summary
from exports.sheet.unit_card import unit_card

PAPERS = tuple(style.PAPERS)


def print_sheet(document: RosterDocument, language: str = "en", paper: str = "a4", layout: str = "cards") -> bytes:
    """Return the army sheet as a PDF that carries the document.

    The same document, language, paper and layout give the same bytes, in any process and thread.

    Raises:
        ValueError: There is no such paper (a4, letter) or layout (cards).
        TooLong: A ValueError too: the sheet would have more than 1000 pages.
    """
    if paper not in PAPERS:
        raise ValueError(f'There is no paper "{paper}"; choose one of {", ".join(PAPERS)}.')
    if layout not in LAYOUTS:
        raise ValueError(f'There is no layout "{layout}"; choose one of {", ".join(LAYOUTS)}.')
    ink = Ink(language)
    sheet = Sheet(document, ink, paper)
    return attach(sheet.bytes_of(LAYOUTS[layout](document, ink, sheet)), document)


def _cards(document: RosterDocument, ink: Ink, sheet: Sheet) -> list[Flowable]:
    """A summary, then a card for each unit."""
    army = document.army
    cards = [unit_card(ink, army, unit, number, sheet.inner, sheet.full) for number, unit in enumerate(army.fielded, 1)]
    return [*summary(ink, document, sheet.inner), PageBreak(), *cards]


LAYOUTS: Mapping[str, Callable[[RosterDocument, Ink, Sheet], list[Flowable]]] = {"cards": _cards}
