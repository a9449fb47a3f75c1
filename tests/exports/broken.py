"""What a sheet breaks over two lines within a word or figure, told by where pdfium finds the letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pypdfium2

from exports.document import Army

SAME_LINE, SAME_CELL = 2.0, 3.0
MOST_LETTERS = 18


class Piece(NamedTuple):
    """Letters that stand beside one another without a blank, with their place in points from the lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def pieces(page: pypdfium2.PdfPage) -> list[Piece]:
    """Return the pieces of a page in the order in which they were drawn."""
    text = page.get_textpage()
    said = text.get_text_range()
    made = []
    for found in re.finditer(r"\S+", said):
        boxes = [text.get_charbox(at) for at in range(found.start(), found.end())]
        sides = list(zip(*boxes, strict=True))
        made.append(Piece(found[0], min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])))
    return made


def words_of(army: Army) -> set[str]:
    """Return every figure and word of the army's tables: characteristics and their heads, names of models and weapons."""
    texts = [key for columns in army.columns.values() for key in columns]
    for unit in army.fielded:
        rows = [row for each in unit.profiles for row in (each, *each.damage_table)]
        rows += [way for weapon in unit.weapons for way in weapon.profiles]  # type: ignore[misc]
        values = [value for row in rows for value in row.characteristics.values() if len(value) <= MOST_LETTERS]
        texts += [*values, *(each.name for each in (*unit.profiles, *unit.weapons, *unit.models))]
    return {word for text in texts for word in text.split()}


def find_broken_words(pdf: bytes, words: set[str]) -> Iterator[str]:
    """Yield each word that stands in two parts, one in the line below the other, and as a whole is one of `words`.

    The second part begins within the width of the first or close to it, as in a narrow cell; what is a word by itself on
    both sides (a name of two words) is not broken.
    """
    with pypdfium2.PdfDocument(pdf) as opened:
        for number, page in enumerate(opened, 1):
            parts = ((one, other) for one, other in _below(pieces(page)) if _is_one(one, other, words))
            yield from (f"page {number}: {one.text}|{other.text}" for one, other in parts)


def _below(found: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    for one, other in pairwise(found):
        height = one.top - one.bottom
        lower = one.bottom - other.top
        if other.top < one.bottom + SAME_LINE and lower < 2 * height + SAME_LINE and other.left < one.right + SAME_CELL:
            yield one, other


def _is_one(one: Piece, other: Piece, words: set[str]) -> bool:
    return one.text + other.text in words and not (one.text in words and other.text in words)
