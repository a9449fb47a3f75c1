"""How full the pages of a sheet are and how small their smallest type is, read back from the PDF by pdfium.

`python -m tests.exports.density [cards:4 ...]` prints a table for the bundled armies and real rosters.
"""

from __future__ import annotations

import ctypes
import io
import math
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from exports.document import RosterDocument
from exports.sheet import style
from exports.sheet.cells import cell_of
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup, read_setup
from tests.exports.geometry import MARGIN, Drawn, pages

BAND, HAIR = 16.0, 2.0
FOOT = 45.0
CARD = re.compile(r"· \d+\D{1,4}\d+")
"""What the foot of each card has: its number and that of all."""


class PageDensity(NamedTuple):
    """The share of a page's columns, in bands of the height of two lines, that has something in it; the smallest type.

    Of a page that `has_cards` it is the share of the places for cards.
    """

    fill: float
    smallest: float
    has_cards: bool


def densities(pdf: bytes, setup: Setup) -> list[PageDensity]:
    """Measure each page in the columns of its layout; a page of cards by how many of its places have one."""
    made = []
    for page, smallest in zip(pages(pdf), _smallest(pdf), strict=True):
        cells = _cells(page, setup)
        made.append(PageDensity(cells or _fill(page, columns_of(setup)), smallest, cells > 0))
    return made


def columns_of(setup: Setup) -> int:
    """Return the columns in which a page's fill is measured."""
    if setup.layout in ("summary", "event"):
        return 1
    return 2 if setup.orientation == "portrait" else 3


def _cells(page: Drawn, setup: Setup) -> float:
    """Return which share of the places for cards has one, 0 on a page of no cards."""
    if setup.layout != "cards" or not any(CARD.search(box.text) for box in page.texts):
        return 0.0
    around = style.card_margins_of(setup.paper, setup.orientation, holes=setup.holes)
    width, height = page.room.right + MARGIN - around.left - around.right, page.room.top + MARGIN
    cell = cell_of(setup.orientation, setup.per_page, width, height - around.top - style.CARDS_FOOT)
    found = {
        (int((box.left - around.left) / cell.width), int((height - around.top - box.top) / cell.height))
        for box in page.texts
        if box.bottom > style.CARDS_FOOT
    }
    return len(found) / setup.per_page


def _fill(page: Drawn, columns: int) -> float:
    room = page.room
    bottom, width = FOOT, (room.right - room.left) / columns
    bands = max(1, int((room.top - bottom) / BAND))
    marked = set()
    shapes = [box for box in page.shapes if box.top - box.bottom > HAIR]  # lines for notes fill nothing
    for box in (*page.texts, *page.frames, *shapes):
        if box.top <= bottom:
            continue
        first, last = (int((x - room.left) / width) for x in (box.left + 1, max(box.left + 1, box.right - 1)))
        high = range(int((room.top - box.top) / BAND), int((room.top - max(box.bottom, bottom)) / BAND) + 1)
        marked |= {(x, y) for x in range(max(first, 0), min(last, columns - 1) + 1) for y in high if 0 <= y < bands}
    return len(marked) / (bands * columns)


def _smallest(pdf: bytes) -> Iterator[float]:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as opened:
        for page in opened:
            sizes = [_size(each) for each in page.get_objects(max_depth=3) if each.type == pdfium.FPDF_PAGEOBJ_TEXT]
            yield min((size for size in sizes if size > 0), default=math.inf)


def _size(each: pypdfium2.PdfObject) -> float:
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(each.raw, size)
    scale = each.get_matrix()
    container = each.container
    while container is not None:
        scale = scale.multiply(container.get_matrix()) if hasattr(scale, "multiply") else scale
        container = container.container
    return float(size.value) * math.hypot(scale.b, scale.d)


def row_of(name: str, document: RosterDocument, setup: Setup) -> str:
    """Return a line: name, units, pages, smallest type, fill of each page in percent."""
    measured = densities(print_sheet(document, setup), setup)
    fills = " ".join(f"{each.fill * 100:.0f}" for each in measured)
    smallest = min(each.smallest for each in measured)
    return f"{name[:34]:34} {len(document.army.fielded):3} units {len(measured):3} pages  {smallest:4.1f} pt  {fills}"


def armies() -> Iterator[tuple[str, RosterDocument]]:
    """Yield the bundled armies and ten real ones."""
    from tests.exports.armies import NAMES, golden
    from tests.exports.test_sheet_breaks import real

    yield from ((name, golden(name)) for name in NAMES)
    for start in REAL:
        yield start, real(start)


REAL = (
    "knights-astramilitarum-bcde84bf", "necron-test", "grey-knights-2205b942", "bigmeks-11b51b99", "tyranids-test",
    "black-templar-2000", "aeldari-test-49ef", "joshirlgame-c5cfdaa2", "adepta-sororitas-celestine-02",
    "sample-army-09a6d24e",
)  # fmt: skip


def main(wanted: list[str]) -> None:
    """Print the tables of the layouts asked for ("full", "cards:8", "full:landscape")."""
    for each in wanted or ["full"]:
        layout, _, more = each.partition(":")
        given = {"per_page": int(more)} if more.isdigit() else {"orientation": more} if more else {}
        print(each)
        for name, document in armies():
            print(" ", row_of(name, document, read_setup({"layout": layout, **given})))


if __name__ == "__main__":
    main(sys.argv[1:])
