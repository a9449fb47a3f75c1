"""Cards of rules, in the places that the cards of units leave on their last page."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from exports.sheet.block import Face
from exports.sheet.card import Card
from exports.sheet.cells import Cell, Scaled
from exports.sheet.ink import Ink
from exports.sheet.parts import cut, measure
from exports.sheet.rule_columns import take_whole


class RuleCard(Card):
    """A card of rules, which the outline of the file does not name."""

    def mark(self) -> None:
        """Leave the outline as it is."""


def rule_cards(
    ink: Ink, rules: Sequence[Flowable], cell: Cell, places: int, foot: tuple[str, str]
) -> tuple[list[Scaled], Sequence[Flowable]]:
    """Return cards of rules for so many places, and the rules that are left. A rule is cut only where it fills a card."""
    made: list[Scaled] = []
    rest = measure(rules, Card.inner_of(cell.width))
    while rest and len(made) < places:
        empty = RuleCard(_face(ink), (cell.width, cell.height), foot, goes_on=bool(made))
        room = empty.height - empty.needed
        taken, left = take_whole(rest, empty.inner, room)
        if not taken:
            taken, left = cut(rest, empty.inner, room)
        made.append(Scaled(empty.part(taken, goes_on=empty.goes_on), 1.0))
        rest = left
    return made, [part.flowable for part in rest]


def _face(ink: Ink) -> Face:
    def heading(width: float, continued: bool) -> Sequence[Flowable]:
        return [ink.heading(ink.say("appendix"), ink.type.name)]

    return Face(heading, (), (), 0, "")
