"""The layouts: what stands on the pages, in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from reportlab.platypus import Flowable

from exports.sheet import fonts, style
from exports.sheet.appendix import appendix, entries_of
from exports.sheet.card import FOOT_SIZE
from exports.sheet.cells import Cards, Scaled, cell_of, cell_pages
from exports.sheet.column_pages import ColumnPage
from exports.sheet.detail import ways_to_drop
from exports.sheet.event import event_sheet
from exports.sheet.faces import REGULAR
from exports.sheet.findings import data_left, findings_again, findings_column, units_without_card
from exports.sheet.full import each_on_a_page, full_roster
from exports.sheet.identity import IdentityOfCard
from exports.sheet.parts import measure
from exports.sheet.rule_cards import Closing, Places, closing_cards, rule_cards
from exports.sheet.rule_columns import with_rules
from exports.sheet.shown import Copies
from exports.sheet.summary import judgement, summary
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.typography import CARDS, SMALL_CARDS
from exports.sheet.unit_card import CardFaces
from exports.sheet.work import Work

MOST_FINDINGS = 12
"""How many sentences of findings the summary has room for; the other layouts have all."""
SMALL = 8
FOOT_GAP = 6.0


def _summary(work: Work) -> list[Flowable]:
    most, is_wide = MOST_FINDINGS if work.setup.has_findings else 0, work.setup.orientation == "landscape"
    return list(summary(work.renderer, work.document, work.army, work.copies, work.sheet.inner, most, is_wide=is_wide))


def _event(work: Work) -> list[Flowable]:
    is_wide, size = work.setup.orientation == "landscape", (work.sheet.inner, work.sheet.first)
    return event_sheet(work.renderer, work.document, work.army, work.copies, size, is_wide=is_wide)


def _cards(work: Work) -> list[Flowable]:
    """Cards of one size; rules, then what was found, in the places that are left; the others on pages behind."""
    sheet, per_page = work.sheet, work.setup.per_page
    renderer = work.renderer.resize(SMALL_CARDS if per_page == SMALL else CARDS)
    cell = cell_of(work.setup.orientation, per_page, *sheet.cards)
    maker = Cards(cell, per_page, work.book)
    cards = [card for each in work.copies for card in _cards_of(work, renderer, maker, each)]
    if not cards:
        return list(judgement(work.renderer, work.document, work.army, sheet.inner))
    sheet.begin_with("cards")
    rules, found = list(entries_of(renderer, work.army.system, work.book)), _findings_part(work)
    foot = _foot(work, maker.least_width, partial(renderer.say, "card-of-rules"))
    places = Places(cell, -len(cards) % per_page)
    of_texts, left = rule_cards(renderer, rules, places, foot)
    rest: Sequence[Flowable] | None = found
    if not left:
        of_texts, rest = closing_cards(_closing(work, found, maker.least_width), of_texts, places)
    cards += [Scaled(card, 1.0) for card in of_texts]
    pages = [*each_on_a_page(cell_pages(cards, cell), "cards"), *each_on_a_page(_behind(work, left, rest), "first")]
    return pages[2:]


def _cards_of(work: Work, renderer: TextRenderer, maker: Cards, each: Copies) -> list[Scaled]:
    """Return the cards of a unit."""
    ways = ways_to_drop(each.unit, work.book, small=work.setup.per_page == SMALL)
    foot = _foot(work, maker.least_width, partial(renderer.say, "card-of", card=each.number, cards=len(work.copies)))
    return maker.of(CardFaces(renderer, work.army, each, work.book), ways, foot)


def _behind(work: Work, rules: Sequence[Flowable], found: Sequence[Flowable] | None) -> list[ColumnPage]:
    """Return the pages behind the cards: rules, then what was found; None is nothing, its end is on a card."""
    short = work.sheet.columns._replace(height=work.sheet.first)
    pages = with_rules([], measure(appendix(work.renderer, rules), short.width), short)
    if found is None:
        return pages
    all_found = measure([*found, *data_left(work.renderer, work.army, work.sheet.inner)], short.width)
    again = partial(findings_again, work.renderer) if work.setup.has_findings else None
    return with_rules(pages, all_found, short, page_again=again)


def _findings_part(work: Work) -> list[Flowable]:
    """Return what was found, of which without findings the units without a card are left."""
    said = findings_column if work.setup.has_findings else units_without_card
    return list(said(work.renderer, work.document, work.army))


def _closing(work: Work, found: Sequence[Flowable], width: float) -> Closing:
    """Return what closes the sheet where cards have room for it."""
    renderer, has_findings = work.renderer, work.setup.has_findings
    identity = IdentityOfCard(renderer, work.document, work.sheet.address, "" if has_findings else work.sheet.verdict)
    foot = _foot(work, width, partial(renderer.say, "card-of-findings") if has_findings else _name_alone)
    small = [renderer.heading(renderer.say("findings"), style.RULES_AGAIN), *found[1:]] if has_findings else found
    return Closing(small, found, partial(findings_again, renderer), identity, foot)


def _name_alone(army: str) -> str:
    return army


def _foot(work: Work, width: float, said: Callable[..., str]) -> tuple[str, str]:
    """Return what stands at the foot of a card: of a long name of the army as much as what is said and the code leave."""
    renderer = work.renderer
    code = renderer.drawable(renderer.say("check-code", code=work.document.check_code))
    room = width - sum(fonts.width(text, REGULAR, FOOT_SIZE) for text in (code, renderer.drawable(said(army="")))) - FOOT_GAP
    return renderer.drawable(said(army=renderer.fit(work.army.name, REGULAR, FOOT_SIZE, room))), code


LAYOUTS: Mapping[str, Callable[[Work], list[Flowable]]] = {
    "full": full_roster,
    "cards": _cards,
    "summary": _summary,
    "event": _event,
}
