"""Cards of rules, of what was found and of what names the list, in the places that cards of units leave on their last page.

Where all of it has room there, it saves a page; else findings fill a page of cards that would be too empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.sheet.block import Face, Place
from exports.sheet.card import Card
from exports.sheet.cells import Cell
from exports.sheet.column_pages import space
from exports.sheet.packing import ENOUGH
from exports.sheet.parts import Part, cut, measure, total, without_dangling
from exports.sheet.rule_columns import take_whole
from exports.sheet.text_renderer import TextRenderer


class TextCard(Card):
    """A card of rules or findings, which the outline of the file does not name."""

    def mark(self) -> None:
        """Leave the outline as it is."""

    @property
    def room(self) -> float:
        """The height that is left."""
        return self.height - self.needed


class Places(NamedTuple):
    """The places of a page of cards that those of units leave: how many are `free` of all."""

    cell: Cell
    free: int

    @property
    def all(self) -> int:
        """How many a page has."""
        return self.cell.columns * self.cell.rows

    def is_filled(self, more: int) -> bool:
        """Whether the page is full enough with so many cards more."""
        return self.all - self.free + more >= ENOUGH * self.all


def rule_cards(
    renderer: TextRenderer, rules: Sequence[Flowable], places: Places, foot: tuple[str, str]
) -> tuple[list[TextCard], Sequence[Flowable]]:
    """Return cards of rules, and the rules that are left. A rule is cut only where it fills a card."""
    made: list[TextCard] = []
    rest = measure(rules, Card.inner_of(places.cell.width))
    while rest and len(made) < places.free:
        empty = _empty(places.cell, foot, renderer.heading(renderer.say("appendix"), renderer.type.name))
        taken, left = take_whole(rest, empty.inner, empty.room)
        if not taken:
            taken, left = cut(rest, empty.inner, empty.room)
        made.append(empty.part(taken))
        rest = left
    return made, [part.flowable for part in rest]


class Closing(NamedTuple):
    """What closes a sheet of cards: what was found, the heading where that goes on (`again`), what names the list.

    `found` is for cards, `on_a_page` the same with the title of a page.
    """

    found: Sequence[Flowable]
    on_a_page: Sequence[Flowable]
    again: Callable[[], Flowable]
    identity: Flowable
    foot: tuple[str, str]


def closing_cards(
    closing: Closing, of_rules: Sequence[TextCard], places: Places
) -> tuple[list[TextCard], Sequence[Flowable] | None]:
    """Return the cards of rules with those that close the sheet, and what is left of what was found.

    None is left where all has room; else what names the list has its place at the foot of the next page, and something
    that was found stands above it.
    """
    parts = measure([*closing.found, closing.identity], Card.inner_of(places.cell.width))
    if of_rules and total(parts) + space().height <= of_rules[-1].room:
        last = of_rules[-1]
        return [*of_rules[:-1], last.part([*last.face.body, space(), *parts])], None
    pages, rest = _cards_of(parts, closing, places, places.free - len(of_rules))
    if not rest:
        return [*of_rules, *pages], None
    if not closing.found:  # no page stands behind: a card of its own names the list
        return [*of_rules, *_cards_of(parts, closing, places, places.all)[0]], None
    if places.is_filled(len(of_rules)):
        return list(of_rules), closing.on_a_page
    found = [part.flowable for part in rest[:-1]]
    return [*of_rules, *pages], [closing.again(), *found]


def _cards_of(parts: Sequence[Part], closing: Closing, places: Places, free: int) -> tuple[list[TextCard], Sequence[Part]]:
    """Return cards of what closes the sheet, and what is left: if anything, then more than what names the list."""
    bodies: list[list[Part]] = []
    rest, empty = list(parts), _empty(places.cell, closing.foot)
    while rest and len(bodies) < free:
        head = measure([closing.again()], empty.inner) if bodies else []
        taken, rest = cut(rest, empty.inner, empty.room - total(head))
        bodies.append([*head, *taken])
    if len(rest) == 1 and bodies:
        bodies[-1], rest = without_dangling(bodies[-1][:-1], [bodies[-1][-1], *rest])
    return [empty.part(body) for body in bodies if body], rest


def _empty(cell: Cell, foot: tuple[str, str], *heading: Flowable) -> TextCard:
    def head(width: float, place: Place) -> Sequence[Flowable]:
        return heading

    return TextCard(Face(head, (), (), 0, ""), (cell.width, cell.height), foot)
