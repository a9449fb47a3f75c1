"""Cards of one size: as many on a page as asked for, to be cut apart along dashed lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.card import Card
from exports.sheet.detail import Detail
from exports.sheet.rules import RuleBook
from exports.sheet.unit_card import CardFaces

COLUMNS = {("portrait", 1): 1, ("portrait", 2): 1, ("portrait", 4): 2, ("portrait", 8): 2,
           ("landscape", 1): 1, ("landscape", 2): 2, ("landscape", 4): 2, ("landscape", 8): 4}  # fmt: skip
SCALES = {1: (1.6, 1.45, 1.3, 1.15), 2: (1.3, 1.15), 4: (), 8: ()}
"""How much cards are enlarged where there are few on a page; they are never made smaller."""
TOP, FOOT = 8.5 * mm, 9.5 * mm
"""What is left above and below the cards of a page."""
DASHES = (3.0, 2.4)


class Cell(NamedTuple):
    """The size of the cards of a page, in `columns` and `rows`; the page's cards begin at `left` and `top`."""

    columns: int
    rows: int
    width: float
    height: float


def cell_of(orientation: str, per_page: int, width: float, height: float) -> Cell:
    """Return the size of a card on a page with that much room."""
    columns = COLUMNS[orientation, per_page]
    rows = per_page // columns
    return Cell(columns, rows, width / columns, height / rows)


class Scaled(NamedTuple):
    """A card and how much it is enlarged."""

    card: Card
    scale: float


class Cards:
    """Makes the cards of units: the largest at which all has room, else with less detail, else on several cards.

    `face` makes what the cards of a unit show, `foot` is the text at the foot of each.
    """

    def __init__(self, cell: Cell, per_page: int, book: RuleBook) -> None:
        self.cell, self.per_page, self.book = cell, per_page, book

    @property
    def least_width(self) -> float:
        """The width within the most enlarged of the cards."""
        return Card.inner_of(self.cell.width / max(SCALES[self.per_page], default=1.0))

    def of(self, face: CardFaces, ways: Sequence[Detail], foot: tuple[str, str]) -> list[Scaled]:
        """Return the cards of a unit."""
        with self.book.trying():
            whole = self._whole(face, ways[0], foot)
            if whole and not self.book.has_pointed:
                return [whole]
            scale, way = (whole.scale, ways[0]) if whole else (1.0, self._choose(face, ways, foot))
        card = self._card(face, scale, way, foot)
        return [Scaled(each, scale) for each in card.cut(card.height)]

    def _whole(self, face: CardFaces, way: Detail, foot: tuple[str, str]) -> Scaled | None:
        """Return the largest card on which all has room, None where even the smallest has too little."""
        for scale in (*SCALES[self.per_page], 1.0):
            card = self._card(face, scale, way, foot)
            if card.fits:
                return Scaled(card, scale)
        return None

    def _choose(self, face: CardFaces, ways: Sequence[Detail], foot: tuple[str, str]) -> Detail:
        """Return as much detail as has room on as few cards as may be, all where that is on no fewer."""
        low, high = 0, len(ways) - 1
        least = self._count(face, ways[high], foot)
        if least > 1 and self._has_room(face, ways[0], foot, least):
            return ways[0]
        while high - low > 1:
            middle = (low + high) // 2
            if self._has_room(face, ways[middle], foot, least):
                high = middle
            else:
                low = middle
        return ways[high]

    def _count(self, face: CardFaces, way: Detail, foot: tuple[str, str]) -> int:
        """Return on how many cards a unit has room."""
        card = self._card(face, 1.0, way, foot)
        if card.fits:
            return 1
        count = len(card.cut(card.height))
        face.forget()
        return count

    def _has_room(self, face: CardFaces, way: Detail, foot: tuple[str, str], cards: int) -> bool:
        """Say whether a unit has room on so many cards."""
        return self._card(face, 1.0, way, foot).fits if cards == 1 else self._count(face, way, foot) <= cards

    def _card(self, face: CardFaces, scale: float, way: Detail, foot: tuple[str, str]) -> Card:
        size = (self.cell.width / scale, self.cell.height / scale)
        return Card(face(Card.inner_of(size[0]), way), size, foot)


class CellPage(Flowable):
    """A page full of cards with dashed lines around and between them."""

    def __init__(self, cards: Sequence[Scaled], cell: Cell) -> None:
        super().__init__()
        self.cards, self.cell = cards, cell
        self.width, self.height = cell.columns * cell.width, cell.rows * cell.height

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    def draw(self) -> None:
        """Draw the lines, then the cards in rows."""
        canvas, cell = self.canv, self.cell
        canvas.saveState()
        canvas.setStrokeColor(style.GREY)
        canvas.setLineWidth(0.6)
        canvas.setDash(*DASHES)
        for place in range(cell.columns + 1):
            canvas.line(place * cell.width, 0, place * cell.width, self.height)
        for place in range(cell.rows + 1):
            canvas.line(0, place * cell.height, self.width, place * cell.height)
        canvas.restoreState()
        for place, (card, scale) in enumerate(self.cards):
            row, column = divmod(place, cell.columns)
            canvas.saveState()
            canvas.translate(column * cell.width, self.height - (row + 1) * cell.height)
            canvas.scale(scale, scale)
            card.drawOn(canvas, 0, 0)
            canvas.restoreState()


def cell_pages(cards: Sequence[Scaled], cell: Cell) -> list[CellPage]:
    """Return the pages that the cards fill."""
    size = cell.columns * cell.rows
    return [CellPage(cards[start : start + size], cell) for start in range(0, len(cards), size)]
