"""Cards of one size: as many on a page as asked for, each scaled so that it fits, the longest continued on a second card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.block import Face, Left
from exports.sheet.card import LINE, Card

COLUMNS = {("portrait", 1): 1, ("portrait", 2): 1, ("portrait", 4): 2, ("portrait", 8): 2,
           ("landscape", 1): 1, ("landscape", 2): 2, ("landscape", 4): 2, ("landscape", 8): 4}  # fmt: skip
SCALES = (1.3, 1.12, 1.0, 0.9, 0.82, 0.75, 0.7, 0.66)
"""How much cards are enlarged or made smaller; at the last, body text has 5.6 points."""
LARGEST = {1: 1.3, 2: 1.12, 4: 0.9, 8: 0.82}
Faces = Callable[[float, Left], Face]
"""Makes what a card shows, for its width and what of it is left to the appendix."""
LEFT: tuple[Left, ...] = ("nothing", "texts", "ends")


class Cell(NamedTuple):
    """The size of the cards of a page `width` wide and `height` high, in `columns`."""

    columns: int
    rows: int
    width: float
    height: float


def cell_of(orientation: str, per_page: int, width: float, height: float) -> Cell:
    """Return the size of a card on a page with that much room."""
    columns = COLUMNS[orientation, per_page]
    rows = per_page // columns
    return Cell(
        columns,
        rows,
        (width - (columns - 1) * style.GUTTER) / columns,
        (height - (rows - 1) * style.GUTTER) / rows,
    )


class Scaled(NamedTuple):
    """A card and how much it is enlarged."""

    card: Card
    scale: float


def scaled_cards(faces: Faces, cell: Cell, per_page: int, *, texts_must: bool) -> list[Scaled]:
    """Return a unit's card, or the cards that continue it.

    The largest scale at which it fits is taken: with all that belongs on it if it can be, else with more and more left to
    the appendix (not where `texts_must`), else it is cut at the smallest.
    """
    scales = [scale for scale in SCALES if scale <= LARGEST[per_page]]
    for left in LEFT[:1] if texts_must else LEFT:
        if fitting := _largest(faces, cell, scales, left):
            return [fitting]
    cut = _card(faces, cell, scales[-1], "nothing" if texts_must else "texts")
    return [Scaled(each, scales[-1]) for each in cut.cut(cell.height / scales[-1])]


def _largest(faces: Faces, cell: Cell, scales: Sequence[float], left: Left) -> Scaled | None:
    """Return the card at the largest scale at which it fits, None where it does at none; most fit at the first."""
    fitting = None
    low, high, at = 0, len(scales) - 1, 0
    while low <= high:
        card = _card(faces, cell, scales[at], left)
        if card.needed <= card.height:
            fitting, high = Scaled(card, scales[at]), at - 1
        elif at == len(scales) - 1:
            return None
        else:
            low = at + 1
        at = len(scales) - 1 if at == 0 else (low + high) // 2
    return fitting


def _card(faces: Faces, cell: Cell, scale: float, left: Left) -> Card:
    width, height = cell.width / scale, cell.height / scale
    return Card(faces(width, left), width, height)


class CellPage(Flowable):
    """A page full of cards."""

    def __init__(self, cards: Sequence[Scaled], cell: Cell) -> None:
        super().__init__()
        self.cards, self.cell = cards, cell
        self.width = cell.columns * (cell.width + style.GUTTER) - style.GUTTER
        self.height = cell.rows * (cell.height + style.GUTTER) - style.GUTTER

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    def draw(self) -> None:
        """Draw the cards in rows."""
        for place, (card, scale) in enumerate(self.cards):
            row, column = divmod(place, self.cell.columns)
            x = column * (self.cell.width + style.GUTTER)
            y = self.height - self.cell.height - row * (self.cell.height + style.GUTTER)
            self.canv.saveState()
            self.canv.translate(x, y)
            self.canv.scale(scale, scale)
            card.line = LINE / scale
            card.drawOn(self.canv, 0, 0)
            self.canv.restoreState()


def cell_pages(cards: Sequence[Scaled], cell: Cell) -> list[CellPage]:
    """Return the pages that the cards fill."""
    size = cell.columns * cell.rows
    return [CellPage(cards[start : start + size], cell) for start in range(0, len(cards), size)]
