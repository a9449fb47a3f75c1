"""Two PDFs page by page, as a person sees them: the same letters, and pictures that look the same.

Programs that save a PDF anew may move a line of letters by a part of a point and draw them a little lighter, so pictures are
compared with that much give. Whatever covers, adds or exchanges a sign of the smallest print changes far more. PDFium draws
both; it is what Chrome and Edge show PDFs with.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2

from datasheets.words import Message
from exports.sheet.links import links_are_printed

Picture = npt.NDArray[np.uint8]
SCALE = 3
"""Pixels to a point. The strokes of the smallest print are then one and a half pixels wide."""
MOST_DRIFT = 3
"""How far letters may stand aside, in pixels: programs round the widths of letters, which adds up along a line."""
MOST_SHADE = 110
"""How much lighter or darker a pixel may be, of 255. Rewriting with Ghostscript was seen to make 83 of it, exchanging two
figures of the smallest print at least 144."""
MOST_STAIN = 40
"""How much it may be where nothing is printed around: a grey stroke there is one that somebody added."""
TILE_WIDTH, TILE_HEIGHT = 6 * SCALE, 8 * SCALE
BAND = 8
"""How many rows of tiles are compared at once: most of a page that another program saved differs nowhere."""
BAND_HEIGHT = BAND * TILE_HEIGHT
SIZE_TOLERANCE = 1.0
MOST_WORDS, MOST_LETTERS = 6, 80
LETTERS = frozenset(string.ascii_letters + string.digits + '+-/"')
_HYPHENS = str.maketrans({"\x02": "-", "\ufffe": "-"})
"""What PDFium says for a hyphen at the end of a line."""


class _Page(NamedTuple):
    page: pypdfium2.PdfPage
    text: str

    @property
    def letters(self) -> str:
        """Its letters and figures, sorted: programs may write them in another order, and lose letters beyond ASCII."""
        return "".join(sorted(letter for letter in self.text if letter in LETTERS))


def compare(given: bytes, wanted: bytes) -> Iterator[Message]:
    """Yield in a sentence each how the pages of a PDF differ from those that are wanted.

    Raises:
        pypdfium2.PdfiumError: PDFium cannot read or draw one of them.
    """
    with pypdfium2.PdfDocument(given) as first, pypdfium2.PdfDocument(wanted) as second:
        shown, printed = _pages(first), _pages(second)
        pairs = _pairs([page.letters for page in shown], [page.letters for page in printed])
        yield from _compare_unpaired(shown, printed, pairs)
        for at, place in pairs.items():
            yield from _differences(at + 1, shown[at], printed[place])


def _pages(document: pypdfium2.PdfDocument) -> list[_Page]:
    return [_Page(page, page.get_textpage().get_text_range().translate(_HYPHENS)) for page in document]


def _pairs(shown: Sequence[str], printed: Sequence[str]) -> dict[int, int]:
    """Return which page is which by its letters: the one in the same place, else one that has no other."""
    pairs = {at: at for at, letters in enumerate(shown) if at < len(printed) and printed[at] == letters}
    free = {letters: place for place, letters in enumerate(printed) if place not in pairs}
    for at, letters in enumerate(shown):
        if at not in pairs and letters in free:
            pairs[at] = free.pop(letters)
    return dict(sorted(pairs.items()))


def _compare_unpaired(shown: Sequence[_Page], printed: Sequence[_Page], pairs: dict[int, int]) -> Iterator[Message]:
    strange = [at for at in range(len(shown)) if at not in pairs]
    missing = [place for place in range(len(printed)) if place not in pairs.values()]
    if len(shown) != len(printed):
        yield Message("refused.sheet.page-count", {"number": len(shown), "wanted": len(printed)})
    for at in strange:
        if at in missing:
            yield _misprint(at + 1, shown[at].text, printed[at].text)
            missing.remove(at)
        else:
            yield Message("refused.sheet.page-strange", {"page": at + 1})
    if missing:
        yield Message("refused.sheet.page-missing", {"pages": [place + 1 for place in missing]})
    if list(pairs.values()) != sorted(pairs.values()):
        yield Message("refused.sheet.page-order", {"pages": [place + 1 for place in pairs.values()]})


def _misprint(page: int, shown: str, printed: str) -> Message:
    """Say which words stand on a page and which should."""
    here, there = Counter(shown.split()), Counter(printed.split())
    values = {"shown": _quote(here - there), "printed": _quote(there - here)}
    return Message("refused.sheet.page-reads", {"page": page, **values})


def _quote(words: Counter[str]) -> str:
    return _plain(" ".join(list(words.elements())[:MOST_WORDS])) or "–"


def _plain(text: str) -> str:
    """Return words of a stranger's file on one line, no longer than a sentence bears."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:MOST_LETTERS].strip()


def _differences(number: int, shown: _Page, printed: _Page) -> Iterator[Message]:
    if not links_are_printed(shown.page, printed.page):
        yield Message("refused.sheet.page-annotated", {"page": number})
    sides = zip(shown.page.get_size(), printed.page.get_size(), strict=True)
    if any(abs(one - other) > SIZE_TOLERANCE for one, other in sides):
        yield Message("refused.sheet.page-size", {"page": number})
    elif (place := first_difference(_picture(shown.page), _picture(printed.page))) is not None:
        around = _around(printed.page, *place)
        code = "refused.sheet.page-looks" if around else "refused.sheet.page-looks-blank"
        yield Message(code, {"page": number, "around": around} if around else {"page": number})


def _picture(page: pypdfium2.PdfPage) -> Picture:
    picture: Picture = page.render(scale=SCALE).to_numpy().copy()  # else it lies in memory that goes with the bitmap
    return picture


def _around(page: pypdfium2.PdfPage, row: int, column: int) -> str:
    """Return the words that are printed in the line of a tile."""
    width, height = page.get_size()
    left, top = column * TILE_WIDTH / SCALE, height - row * TILE_HEIGHT / SCALE
    room = {"left": max(left - 60, 0), "right": min(left + 60, width), "bottom": top - TILE_HEIGHT / SCALE, "top": top}
    return _plain(page.get_textpage().get_text_bounded(**room))


def first_difference(shown: Picture, printed: Picture) -> tuple[int, int] | None:
    """Return row and column of the first tile in which two pictures differ, None where they look the same."""
    if np.array_equal(shown, printed):
        return None
    height, width = (min(sides) for sides in zip(shown.shape[:2], printed.shape[:2], strict=True))
    for one, other in _channels(shown[:height, :width], printed[:height, :width]):
        apart = np.maximum(one, other) - np.minimum(one, other)
        for top in range(0, height, BAND_HEIGHT):
            if (apart[top : top + BAND_HEIGHT] > MOST_STAIN).any() and (place := _first_in_band(top, apart, one, other)):
                return place
    return None


def _first_in_band(top: int, apart: Picture, shown: Picture, printed: Picture) -> tuple[int, int] | None:
    """Return the first tile that differs in a band of the pictures; a row of tiles around it is looked at too."""
    around = slice(max(top - TILE_HEIGHT, 0), top + BAND_HEIGHT + TILE_HEIGHT)
    found = (_worst(shown[around], printed[around]) > MOST_SHADE) | (_stains(apart[around], printed[around]) > MOST_STAIN)
    above = (top - around.start) // TILE_HEIGHT
    rows, columns = np.nonzero(found[above : above + BAND])
    return (top // TILE_HEIGHT + int(rows[0]), int(columns[0])) if len(rows) else None


def _channels(shown: Picture, printed: Picture) -> Iterator[tuple[Picture, Picture]]:
    """Yield the pictures in blue, green and red; once where both are grey."""
    grey = all(np.array_equal(each[:, :, 0], each[:, :, other]) for each in (shown, printed) for other in (1, 2))
    for channel in range(1 if grey else 3):
        yield np.ascontiguousarray(shown[:, :, channel]), np.ascontiguousarray(printed[:, :, channel])


def _worst(shown: Picture, printed: Picture) -> Picture:
    """Return how much the pictures differ in each tile where one of them is moved aside to fit best."""
    lowest, highest = _spread(printed, np.minimum), _spread(printed, np.maximum)
    darkest, lightest = _spread(shown, np.minimum), _spread(shown, np.maximum)
    worst = np.full_like(_tiles(shown), 255)
    for drift in sorted(range(-MOST_DRIFT, MOST_DRIFT + 1), key=abs):
        moved, least, most = (np.roll(each, drift, axis=1) for each in (shown, darkest, lightest))
        found = np.maximum(_outside(moved, lowest, highest), _outside(printed, least, most))
        worst = np.minimum(worst, _tiles(found))
        if worst.max() <= MOST_SHADE:
            break
    return worst


def _stains(apart: Picture, printed: Picture) -> Picture:
    """Return how much the pictures differ in each tile where the print is of one shade as far as letters may stand aside."""
    lowest = highest = printed
    for _ in range(MOST_DRIFT + 1):
        lowest, highest = _spread(lowest, np.minimum), _spread(highest, np.maximum)
    return _tiles(np.where(lowest == highest, apart, np.uint8(0)))


def _outside(picture: Picture, lowest: Picture, highest: Picture) -> Picture:
    """Return by how much pixels are below the lowest or above the highest that is expected of them."""
    above: Picture = np.maximum(picture, highest) - highest
    below: Picture = lowest - np.minimum(picture, lowest)
    return np.maximum(above, below)


def _spread(picture: Picture, of: Callable[[Picture, Picture], Picture]) -> Picture:
    """Return for each pixel the least or the most of it and its eight neighbours."""
    padded = np.pad(picture, 1, mode="edge")
    rows = of(of(padded[:-2], padded[1:-1]), padded[2:])
    return of(of(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:])


def _tiles(picture: Picture) -> Picture:
    """Return the most of each tile."""
    height, width = picture.shape
    padded = np.pad(picture, ((0, -height % TILE_HEIGHT), (0, -width % TILE_WIDTH)))
    rows, columns = padded.shape[0] // TILE_HEIGHT, padded.shape[1] // TILE_WIDTH
    made: Picture = padded.reshape(rows, TILE_HEIGHT, columns, TILE_WIDTH).max(axis=(1, 3))
    return made
