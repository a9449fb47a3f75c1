"""Where things stand on the pages of a PDF, as pdfium sees them, and what is wrong there: text cut, covered or outside."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

MARGIN, TOLERANCE = 17.0, 0.6
"""Nothing stands nearer than 6 mm to an edge."""
FRAME_WIDTH, FRAME_HEIGHT, CORNERS = 120.0, 60.0, 5
COVERED = 0.2


class Box(NamedTuple):
    """A rectangle in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float
    text: str = ""

    def within(self, other: Box) -> bool:
        return (
            other.left - TOLERANCE <= self.left
            and other.bottom - TOLERANCE <= self.bottom
            and self.right <= other.right + TOLERANCE
            and self.top <= other.top + TOLERANCE
        )

    def overlap(self, other: Box) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)


class Drawn(NamedTuple):
    """A page: its room within the margins, lines of text, frames of cards, everything else that is drawn."""

    room: Box
    texts: list[Box]
    frames: list[Box]
    shapes: list[Box]


def pages(pdf: bytes) -> list[Drawn]:
    """Take a PDF apart."""
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as opened:
        return [_read_page(page) for page in opened]


def _read_page(page: pypdfium2.PdfPage) -> Drawn:
    width, height = page.get_size()
    room = Box(MARGIN, MARGIN, width - MARGIN, height - MARGIN)
    made = Drawn(room, [], [], [])
    for each in page.get_objects(max_depth=1, textpage=page.get_textpage()):
        box = Box(*each.get_bounds())
        if each.type == pdfium.FPDF_PAGEOBJ_TEXT:
            if (said := each.extract()).strip():
                made.texts.append(box._replace(text=said))
        elif each.type == pdfium.FPDF_PAGEOBJ_PATH:
            framed = box.right - box.left > FRAME_WIDTH and box.top - box.bottom > FRAME_HEIGHT
            outlined = pdfium.FPDFPath_CountSegments(each.raw) >= CORNERS - 1 and not _is_filled(each)
            (made.frames if framed and outlined else made.shapes).append(box)
    return made


def _is_filled(each: pypdfium2.PdfObject) -> bool:
    mode, stroke = pdfium.c_int(), pdfium.FPDF_BOOL()
    pdfium.FPDFPath_GetDrawMode(each.raw, mode, stroke)
    return bool(mode.value)


def faults(pdf: bytes | Sequence[Drawn]) -> Iterator[str]:
    """Yield what stands where it must not, a sentence each."""
    for number, page in enumerate(pages(pdf) if isinstance(pdf, bytes) else pdf, 1):
        yield from (f"page {number}: {fault}" for fault in faults_of(page))


def faults_of(page: Drawn) -> Iterator[str]:
    """Yield what is wrong on one page."""
    for box in (*page.texts, *page.frames, *page.shapes):
        if not box.within(page.room):
            yield f"{box} is outside of the margins"
    for frame in page.frames:
        for box in (*page.texts, *page.shapes):
            if frame.overlap(box) > TOLERANCE and not box.within(frame):
                yield f"{box} goes over the edge of the card {frame}"
        if any(other is not frame and frame.overlap(other) > TOLERANCE for other in page.frames):
            yield f"the card {frame} covers another"
    yield from _find_covered(page.texts)


def _find_covered(texts: list[Box]) -> Iterator[str]:
    ranked = sorted(texts, key=lambda box: -box.top)
    for place, box in enumerate(ranked):
        for other in ranked[place + 1 :]:
            if other.top < box.bottom:
                break
            if box.overlap(other) > COVERED * min(box.area, other.area):
                yield f"{box} covers {other}"
