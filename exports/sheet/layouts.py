"""The layouts: what stands on the pages, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from exports.document import RosterDocument
from exports.sheet.appendix import appendix
from exports.sheet.block import Block, Face, Left
from exports.sheet.card import Card
from exports.sheet.cells import cell_of, cell_pages, scaled_cards
from exports.sheet.column_pages import places_of, unit_pages, with_rules
from exports.sheet.event import event_sheet
from exports.sheet.findings import findings_page
from exports.sheet.front import Front
from exports.sheet.ink import Ink
from exports.sheet.pages import Sheet
from exports.sheet.parts import measure
from exports.sheet.rules import RuleBook
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.summary import judgement, summary
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
    most = MOST_FINDINGS[work.setup.orientation] if work.setup.has_findings else 0
    return list(summary(work.ink, work.document, work.army, work.copies, work.sheet.inner, most))


def _event(work: Work) -> list[Flowable]:
    return list(event_sheet(work.ink, work.document, work.army, work.copies, work.sheet.inner))


def _full(work: Work) -> list[Flowable]:
    """A front page, a block for each unit in columns, the rules, the findings."""
    columns = work.sheet.columns
    blocks = [(each.unit.role or "", partial(_block, work, each)) for each in work.copies]
    pages = unit_pages(work.ink, blocks, columns)
    rules = measure(appendix(work.ink, work.army.system, work.book), columns.width)
    places = places_of(pages)
    front = Front(work.ink, work.document, work.army, work.copies, columns, work.sheet.first, work.setup)
    fronts = front.pages(places)
    first, others = fronts[0], [*fronts[1:], *with_rules(pages, rules, columns)]
    story: list[Flowable] = [first, *_each_on_a_page(others)]
    if work.setup.has_findings and (found := findings_page(work.ink, work.document, work.army)):
        story += [NextPageTemplate("later"), PageBreak(), *found]
    return story


def _block(work: Work, copies: Copies, width: float) -> Block:
    return Block(card_face(work.ink, work.army, copies, work.book, width), width)


def _each_on_a_page(pages: Iterable[Flowable], template: str = "later") -> Iterator[Flowable]:
    for page in pages:
        yield from (NextPageTemplate(template), PageBreak(), page)


def _cards(work: Work) -> list[Flowable]:
    """Cards of one size, then the rules and what was found."""
    sheet, per_page, columns = work.sheet, work.setup.per_page, work.sheet.columns
    cell = cell_of(work.setup.orientation, per_page, sheet.inner, sheet.first)
    cards = []
    for each in work.copies:
        faces = partial(_face, work, each)
        cards += scaled_cards(faces, cell, per_page, texts_must=work.setup.appendix == "none")
    for card, _ in cards:
        work.book.leave(*card.face.left)
    rules = measure(appendix(work.ink, work.army.system, work.book), columns.width)
    pages = [*_each_on_a_page(cell_pages(cards, cell), "first"), *_each_on_a_page(with_rules([], rules, columns))]
    most = None if work.setup.has_findings else 0
    found = list(judgement(work.ink, work.document, work.army, work.sheet.inner, most))
    if pages and found:
        pages += [NextPageTemplate("columns"), PageBreak()]
    return [*pages[2:], *found]


def _face(work: Work, copies: Copies, width: float, left: Left) -> Face:
    detail = Detail(left, extras=work.setup.per_page <= EXTRAS_UP_TO)
    return card_face(work.ink, work.army, copies, work.book, Card.inner(width), detail)


LAYOUTS: Mapping[str, Callable[[Work], list[Flowable]]] = {
    "full": _full,
    "cards": _cards,
    "summary": _summary,
    "event": _event,
}
