"""The layouts: what stands on the pages, in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from exports.document import RosterDocument
from exports.sheet.appendix import appendix
from exports.sheet.card import Card, Face, Left
from exports.sheet.cells import cell_of, cell_pages, scaled_cards
from exports.sheet.event import event_sheet
from exports.sheet.ink import Ink
from exports.sheet.pages import Sheet
from exports.sheet.rules import RuleBook
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.summary import judged, summary
from exports.sheet.unit_card import Detail, card_face

MOST_FINDINGS = {"portrait": 12, "landscape": 8}
"""How many sentences of findings the summary has room for; the other layouts have all."""
EXTRAS_UP_TO = 2
"""Cards of which more stand on a page leave out what is not needed at the table."""


class Work:
    """One print job: the document, the army as it is shown, its units as they are printed, and where rules stand."""

    def __init__(self, document: RosterDocument, setup: Setup, ink: Ink, sheet: Sheet) -> None:
        self.document, self.setup, self.ink, self.sheet = document, setup, ink, sheet
        self.army = shown_army(document.army, setup)
        self.copies = copies_of(self.army, setup)
        self.book = RuleBook(self.copies, setup.appendix)


def _summary(work: Work) -> list[Flowable]:
    most = MOST_FINDINGS[work.setup.orientation]
    return list(summary(work.ink, work.document, work.army, work.copies, work.sheet.inner, most))


def _event(work: Work) -> list[Flowable]:
    return list(event_sheet(work.ink, work.document, work.army, work.copies, work.sheet.inner))


def _full(work: Work) -> list[Flowable]:
    """A summary, a card for each unit as tall as it needs, the rules; in columns where the page is wide."""
    sheet = work.sheet
    wide = work.setup.orientation == "landscape"
    width = sheet.column if wide else sheet.inner
    faces = [card_face(work.ink, work.army, each, work.book, width) for each in work.copies]
    cards: list[Flowable] = [Card(face, width, sheet.full) for face in faces]
    rules = list(appendix(work.ink, work.army.system, work.book))
    first = list(summary(work.ink, work.document, work.army, work.copies, sheet.inner))
    story = [*first, NextPageTemplate("columns" if wide else "later"), PageBreak(), *cards] if cards else first
    return [*story, NextPageTemplate("columns"), PageBreak(), *rules] if rules else story


def _cards(work: Work) -> list[Flowable]:
    """Cards of one size, then the rules and what was found."""
    sheet, per_page = work.sheet, work.setup.per_page
    cell = cell_of(work.setup.orientation, per_page, sheet.inner, sheet.first)
    cards = []
    for each in work.copies:
        faces = partial(_face, work, each)
        cards += scaled_cards(faces, cell, per_page, texts_must=work.setup.appendix == "none")
    for card, _ in cards:
        work.book.leave(*card.face.left)
    pages: list[Flowable] = []
    for page in cell_pages(cards, cell):
        pages += [NextPageTemplate("first"), page]
    rules = list(appendix(work.ink, work.army.system, work.book))
    if pages:
        pages += [NextPageTemplate("columns"), PageBreak()]
    return [*pages, *rules, *judged(work.ink, work.document, work.army, work.sheet.inner)]


def _face(work: Work, copies: Copies, width: float, left: Left) -> Face:
    detail = Detail(left, extras=work.setup.per_page <= EXTRAS_UP_TO)
    return card_face(work.ink, work.army, copies, work.book, width, detail)


LAYOUTS: Mapping[str, Callable[[Work], list[Flowable]]] = {
    "full": _full,
    "cards": _cards,
    "summary": _summary,
    "event": _event,
}
