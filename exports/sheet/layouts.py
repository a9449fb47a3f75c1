"""The layouts: what stands on the pages, in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from reportlab.platypus import Flowable

from exports.sheet import fonts
from exports.sheet.appendix import appendix, entries_of
from exports.sheet.card import FOOT_SIZE
from exports.sheet.cells import Cards, cell_of, cell_pages
from exports.sheet.detail import ways_to_drop
from exports.sheet.event import event_sheet
from exports.sheet.faces import REGULAR
from exports.sheet.findings import data_left, findings_again, findings_column, units_without_card
from exports.sheet.full import each_on_a_page, full_roster
from exports.sheet.parts import measure
from exports.sheet.rule_cards import rule_cards
from exports.sheet.rule_columns import with_rules
from exports.sheet.summary import judgement, summary
from exports.sheet.typography import CARDS, SMALL_CARDS
from exports.sheet.unit_card import card_face
from exports.sheet.work import Work

MOST_FINDINGS = 12
"""How many sentences of findings the summary has room for; the other layouts have all."""
SMALL = 8
FOOT_GAP = 6.0


def _summary(work: Work) -> list[Flowable]:
    most, is_wide = MOST_FINDINGS if work.setup.has_findings else 0, work.setup.orientation == "landscape"
    return list(summary(work.ink, work.document, work.army, work.copies, work.sheet.inner, most, is_wide=is_wide))


def _event(work: Work) -> list[Flowable]:
    is_wide = work.setup.orientation == "landscape"
    return list(event_sheet(work.ink, work.document, work.army, work.copies, work.sheet.inner, is_wide=is_wide))


def _cards(work: Work) -> list[Flowable]:
    """Cards of one size, rules in the places that are left, then the other rules and what was found."""
    sheet, per_page, columns = work.sheet, work.setup.per_page, work.sheet.columns
    ink = work.ink.resize(SMALL_CARDS if per_page == SMALL else CARDS)
    cell = cell_of(work.setup.orientation, per_page, *sheet.cards)
    maker, cards = Cards(cell, per_page, work.book), []
    for each in work.copies:
        ways = ways_to_drop(each.unit, work.book, small=per_page == SMALL)
        foot = _foot(work, maker.least_width, partial(ink.say, "card-of", card=each.number, cards=len(work.copies)))
        cards += maker.of(partial(card_face, ink, work.army, each, work.book), ways, foot)
    if not cards:
        return list(judgement(work.ink, work.document, work.army, sheet.inner))
    sheet.begin_with("cards")
    entries = list(entries_of(work.ink, work.army.system, work.book))
    foot = _foot(work, maker.least_width, partial(ink.say, "card-of-rules"))
    of_rules, left = rule_cards(ink, entries, cell, -len(cards) % per_page, foot)
    cards += of_rules
    short = columns._replace(height=sheet.first)
    of_rules_left = with_rules([], measure(appendix(work.ink, left), columns.width), short)
    again = partial(findings_again, work.ink) if work.setup.has_findings else None
    others = with_rules(of_rules_left, measure(_found(work), columns.width), short, page_again=again)
    pages = [*each_on_a_page(cell_pages(cards, cell), "cards"), *each_on_a_page(others, "first")]
    return pages[2:]


def _foot(work: Work, width: float, said: Callable[..., str]) -> tuple[str, str]:
    """Return what stands at the foot of a card: of a long name of the army as much as what is said and the code leave."""
    ink = work.ink
    code = ink.drawable(ink.say("check-code", code=work.document.check_code))
    room = width - sum(fonts.width(text, REGULAR, FOOT_SIZE) for text in (code, ink.drawable(said(army="")))) - FOOT_GAP
    return ink.drawable(said(army=ink.fit(work.army.name, REGULAR, FOOT_SIZE, room))), code


def _found(work: Work) -> list[Flowable]:
    """Return what was found, for the pages behind the cards, and what their foot does not say of the data."""
    said = findings_column if work.setup.has_findings else units_without_card
    return [*said(work.ink, work.document, work.army), *data_left(work.ink, work.army, work.sheet.inner)]


LAYOUTS: Mapping[str, Callable[[Work], list[Flowable]]] = {
    "full": full_roster,
    "cards": _cards,
    "summary": _summary,
    "event": _event,
}
