"""The appendix: each rule that cards only name, once, with its anchor and the numbers of the cards that point to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.sheet import faces, style
from exports.sheet.greys import GREY
from exports.sheet.passage import Passage
from exports.sheet.rules import Rule, RuleBook, link_to
from exports.sheet.text import Piece, Text
from exports.sheet.text_renderer import TextRenderer, shorten_title
from exports.sheet.unit_rules import asides_of

MOST_CARDS = 12


class Entry(Text):
    """The heading of a rule: links lead to it where it has a `place`."""

    kind = "H3"


def appendix(renderer: TextRenderer, rules: Sequence[Flowable]) -> Iterator[Flowable]:
    """Yield heading and rules; nothing where there is no rule."""
    if rules:
        yield renderer.heading(renderer.say("appendix"), style.RULES_TITLE)
    yield from rules


def appendix_again(renderer: TextRenderer) -> Flowable:
    """Return the heading of rules that go on below something else."""
    return renderer.heading(renderer.say("appendix"), style.RULES_AGAIN)


def entries_of(renderer: TextRenderer, system: str, book: RuleBook) -> Iterator[Flowable]:
    """Yield the rules that were left to the appendix."""
    for anchor, rule, cards in book.entries():
        title = book.title(rule)
        texts = renderer.prose(rule.text, style.ENTRY_TEXT, aside=asides_of(renderer, system, rule))
        yield Passage([_entry(renderer, anchor, title, cards), *texts], partial(_entry_again, renderer, anchor, title))


def _entry(renderer: TextRenderer, anchor: str, title: str, cards: list[int]) -> Entry:
    made = _heading(renderer, anchor, title, _cards(renderer, cards))
    made.place = link_to(anchor)
    return made


def _entry_again(renderer: TextRenderer, anchor: str, title: str) -> Entry:
    """Return the heading of a rule that goes on."""
    return _heading(
        renderer,
        anchor,
        shorten_title(title),
        [renderer.piece(renderer.say("continued"), faces.REGULAR, style.ENTRY_USERS.fontSize)],
    )


def _heading(renderer: TextRenderer, anchor: str, title: str, after: Iterable[Piece]) -> Entry:
    kind: ParagraphStyle = style.ENTRY
    return Entry([renderer.piece(f"{anchor} \u00a0", faces.NARROW_BOLD), renderer.piece(f"{title} \u00a0"), *after], kind)


def _cards(renderer: TextRenderer, cards: list[int]) -> Iterator[Piece]:
    """Yield the numbers of the cards, each a link."""
    size = style.ENTRY_USERS.fontSize
    for place, card in enumerate(cards[:MOST_CARDS]):
        yield renderer.piece(f"{', ' if place else ''}{card}", faces.REGULAR, size, colour=GREY, link=unit_link(card))
    if len(cards) > MOST_CARDS:
        yield renderer.piece(" …", faces.REGULAR, size, colour=GREY)


def unit_link(card: int) -> str:
    """Return the name of the place of a card within the file."""
    return f"unit-{card}"


__all__ = ["Entry", "Rule", "appendix", "entries_of", "unit_link"]
