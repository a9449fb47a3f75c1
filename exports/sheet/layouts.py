"""The layouts: what stands on the pages, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from exports.document import RosterDocument
from exports.sheet.appendix import appendix
from exports.sheet.block import Block, WideBlock, balance
from exports.sheet.card import FOOT_SIZE
from exports.sheet.cells import Cards, cell_of, cell_pages
from exports.sheet.column_pages import UnitBlocks, places_of, unit_pages, with_rules
from exports.sheet.detail import WHOLE, ways_to_drop
from exports.sheet.event import event_sheet
from exports.sheet.faces import REGULAR
from exports.sheet.findings import data_left, findings_column, findings_page
from exports.sheet.front import Front
from exports.sheet.heading import heading
from exports.sheet.ink import Ink
from exports.sheet.pages import Sheet
from exports.sheet.parts import measure
from exports.sheet.rules import RuleBook
from exports.sheet.setup import Appendix, Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.statline import statlines
from exports.sheet.style import GUTTER
from exports.sheet.summary import judgement, summary
from exports.sheet.typography import CARDS, FULL, SMALL_CARDS, STEPS, WIDE, scale
from exports.sheet.unit_card import card_face

MOST_FINDINGS = {"portrait": 12, "landscape": 8}
"""How many sentences of findings the summary has room for; the other layouts have all."""
SMALL = 8
FULL_STEP, LARGER, SMALLER = STEPS
LOOSE, SAVED = 0.78, 0.9
"""How little of the pages of units is filled where larger type is tried, and what smaller type saves of it."""
MOST_STEPPED = 30


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
    made = _Units(work, FULL_STEP)
    for step in made.steps_worth_trying():
        other = _Units(work, step)
        if other.count < made.count or (other.count == made.count and step > made.step):
            made = other
    if made.needs_pages_for_rules and (other := _Units(work, made.step, "none")).count < made.count:
        made = other
    front = Front(work.ink, work.document, work.army, work.copies, columns, work.sheet.first, work.setup)
    fronts = front.pages(places_of(made.pages))
    story: list[Flowable] = [fronts[0], *_each_on_a_page([*fronts[1:], *made.pages])]
    if work.setup.has_findings and (found := findings_page(work.ink, work.document, work.army)):
        story += [NextPageTemplate("later"), PageBreak(), *found]
    return story


class _Units:
    """The pages of units and of the rules behind them, in one step of the sizes of type."""

    def __init__(self, work: Work, step: float, mode: Appendix | None = None) -> None:
        self.work, self.step = work, step
        self.book = RuleBook(work.copies, mode or work.setup.appendix)
        self.ink, self.wide_ink = (work.ink.resize(scale(sizes, step)) for sizes in (FULL, WIDE))
        columns = work.sheet.columns
        units = [
            UnitBlocks(each.unit.role or "", partial(self._block, each), partial(self._wide, each)) for each in work.copies
        ]
        packed = unit_pages(work.ink, units, columns)
        self.fill = sum(page.filled for page in packed) / (len(packed) or 1)
        rules = measure(appendix(work.ink, work.army.system, self.book), columns.width)
        self.pages = with_rules(packed, rules, columns)
        self.units_on = len(packed)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.pages)

    @property
    def needs_pages_for_rules(self) -> bool:
        """Whether shared rules have no room below the units; on the cards they may have it."""
        return self.book.mode == "shared" and self.count > self.units_on and len(self.work.copies) <= MOST_STEPPED

    def steps_worth_trying(self) -> Iterator[float]:
        """Yield the steps that may be larger on as many pages, or take fewer; none for very many units, it takes long."""
        if not self.work.copies or len(self.work.copies) > MOST_STEPPED:
            return
        if self.fill < LOOSE:
            yield LARGER
        elif self.fill * self.units_on * SAVED < self.units_on - 1:
            yield SMALLER

    def _block(self, copies: Copies, width: float) -> Block:
        return Block(card_face(self.ink, self.work.army, copies, self.book, width), width)

    def _wide(self, copies: Copies, narrow: Block) -> WideBlock:
        """Return a block over all columns: what a narrow one shows below its statline, in columns below a larger one."""
        columns, face = self.work.sheet.columns, narrow.face
        top = measure(statlines(self.wide_ink, self.work.army, copies.unit, columns.whole), columns.whole)
        rest = balance([*face.body[face.top :], *face.ends], columns.number, columns.width)
        made = face._replace(heading=partial(self._wide_heading, copies))
        return WideBlock(made, top, rest, columns.whole, GUTTER)

    def _wide_heading(self, copies: Copies, width: float, continued: bool) -> list[Flowable]:
        return heading(self.wide_ink, self.work.army, copies, width, WHOLE, continued)


def _each_on_a_page(pages: Iterable[Flowable], template: str = "later") -> Iterator[Flowable]:
    for page in pages:
        yield from (NextPageTemplate(template), PageBreak(), page)


def _cards(work: Work) -> list[Flowable]:
    """Cards of one size, then the rules and what was found."""
    sheet, per_page, columns = work.sheet, work.setup.per_page, work.sheet.columns
    ink = work.ink.resize(SMALL_CARDS if per_page == SMALL else CARDS)
    cell = cell_of(work.setup.orientation, per_page, *sheet.cards)
    maker, cards = Cards(cell, per_page, work.book), []
    code = ink.say("check-code", code=work.document.check_code)
    for each in work.copies:
        ways = ways_to_drop(each.unit, work.book, small=per_page == SMALL)
        place = ink.say("card-of", army=work.army.name, card=each.number, cards=len(work.copies))
        foot = (ink.fit(place, REGULAR, FOOT_SIZE, cell.width * 0.6), ink.drawable(code))
        cards += maker.of(partial(card_face, ink, work.army, each, work.book), ways, foot)
    if not cards:
        return list(judgement(work.ink, work.document, work.army, sheet.inner))
    sheet.begin_with("cards")
    rest = measure([*appendix(work.ink, work.army.system, work.book), *_found(work)], columns.width)
    short = columns._replace(height=sheet.first)
    pages = [*_each_on_a_page(cell_pages(cards, cell), "cards"), *_each_on_a_page(with_rules([], rest, short), "first")]
    return pages[2:]


def _found(work: Work) -> list[Flowable]:
    """Return what was found, for the pages behind the cards, and what their foot does not say of the data."""
    found = list(data_left(work.ink, work.army, work.sheet.inner))
    return [*(findings_column(work.ink, work.document, work.army) if work.setup.has_findings else ()), *found]


LAYOUTS: Mapping[str, Callable[[Work], list[Flowable]]] = {
    "full": _full,
    "cards": _cards,
    "summary": _summary,
    "event": _event,
}
