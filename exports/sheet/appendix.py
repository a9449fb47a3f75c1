"""The appendix: each rule that cards only name, once, with its anchor and the numbers of the cards that point to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from exports.sheet import faces, style
from exports.sheet.greys import GREY
from exports.sheet.ink import Ink, shorten_title
from exports.sheet.passage import Passage
from exports.sheet.rules import Rule, RuleBook, link_to
from exports.sheet.text import Piece, Text
from exports.sheet.unit_rules import asides_of

MOST_CARDS = 12


class Entry(Text):
    """The heading of a rule: links lead to it where it has a `place`."""

    kind = "H3"


def appendix(ink: Ink, rules: Sequence[Flowable]) -> Iterator[Flowable]:
    """Yield heading and rules; nothing where there is no rule."""
    if rules:
        yield ink.heading(ink.say("appendix"), style.RULES_TITLE)
    yield from rules


def appendix_again(ink: Ink) -> Flowable:
    """Return the heading of rules that go on below something else."""
    return ink.heading(ink.say("appendix"), style.RULES_AGAIN)


def entries_of(ink: Ink, system: str, book: RuleBook) -> Iterator[Flowable]:
    """Yield the rules that were left to the appendix."""
    for anchor, rule, cards in book.entries():
        title = book.title(rule)
        texts = ink.prose(rule.text, style.ENTRY_TEXT, aside=asides_of(ink, system, rule))
        yield Passage([_entry(ink, anchor, title, cards), *texts], partial(_entry_again, ink, anchor, title))


def _entry(ink: Ink, anchor: str, title: str, cards: list[int]) -> Entry:
    made = _heading(ink, anchor, title, _cards(ink, cards))
    made.place = link_to(anchor)
    return made


def _entry_again(ink: Ink, anchor: str, title: str) -> Entry:
    """Return the heading of a rule that goes on."""
    return _heading(
        ink, anchor, shorten_title(title), [ink.piece(ink.say("continued"), faces.REGULAR, style.ENTRY_USERS.fontSize)]
    )


def _heading(ink: Ink, anchor: str, title: str, after: Iterable[Piece]) -> Entry:
    kind: ParagraphStyle = style.ENTRY
    return Entry([ink.piece(f"{anchor} \u00a0", faces.NARROW_BOLD), ink.piece(f"{title} \u00a0"), *after], kind)


def _cards(ink: Ink, cards: list[int]) -> Iterator[Piece]:
    """Yield the numbers of the cards, each a link."""
    size = style.ENTRY_USERS.fontSize
    for place, card in enumerate(cards[:MOST_CARDS]):
        yield ink.piece(f"{', ' if place else ''}{card}", faces.REGULAR, size, colour=GREY, link=unit_link(card))
    if len(cards) > MOST_CARDS:
        yield ink.piece(" …", faces.REGULAR, size, colour=GREY)


def unit_link(card: int) -> str:
    """Return the name of the place of a card within the file."""
    return f"unit-{card}"


__all__ = ["Entry", "Rule", "appendix", "entries_of", "unit_link"]
