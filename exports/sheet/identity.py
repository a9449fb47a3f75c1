"""What names exactly this list: its QR code, and, on a card, code, verdict and data beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import numpy as np
import zxingcpp
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from exports.document import RosterDocument
from exports.document.check_code import CODE_PAGE
from exports.sheet import style
from exports.sheet.findings import data_lines, letters_left
from exports.sheet.parts import Part, draw_down, measure, total
from exports.sheet.tags import content, element
from exports.sheet.text_renderer import TextRenderer

QR = "qr"
DARK = 0
"""The grey of a dark module."""
MOST_CODES = 32
"""Of how many lists the QR code is remembered."""
QR_SIDE = style.IDENTITY - 12
BESIDE = 3 * style.GAP


class IdentityOfCard(Flowable):
    """The QR code with the check code, the `verdict`, if one is given, and the data, which are a line each, beside it."""

    def __init__(self, renderer: TextRenderer, document: RosterDocument, address: str, verdict: str) -> None:
        super().__init__()
        self.texts, self.alternative = _texts_beside(renderer, document, address, verdict), renderer.say("qr-code")
        self.text = qr_text(document, address)
        self._parts: Sequence[Part] = ()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        self._parts = measure(self.texts, available_width - QR_SIDE - BESIDE)
        self.width, self.height = available_width, max(QR_SIDE, total(self._parts)) + BESIDE
        return self.width, self.height

    def draw(self) -> None:
        """Draw the QR code, then what stands beside it."""
        canvas, top = self.canv, self.height - BESIDE
        canvas.saveState()
        canvas.translate(0, top - QR_SIDE)
        with content(canvas, "Figure", alternative=self.alternative):
            draw_qr(canvas, self.text, QR_SIDE)
        canvas.restoreState()
        with element(canvas, "Sect"):
            draw_down(canvas, self._parts, QR_SIDE + BESIDE, top)


def _texts_beside(renderer: TextRenderer, document: RosterDocument, address: str, verdict: str) -> list[Flowable]:
    code = renderer.paragraph(renderer.say("check-code", code=document.check_code), style.INDEX_NAME)
    data = [renderer.paragraph(line, style.FINE) for line in dict.fromkeys(data_lines(renderer, document.army))]
    found = [renderer.paragraph(verdict, style.HEAD)] if verdict else []
    return [code, *found, *data, renderer.paragraph(what_code_names(renderer, address), style.FINE), *letters_left(renderer)]


def what_code_names(renderer: TextRenderer, address: str) -> str:
    """Return what the check code names, and where it can be looked up."""
    return renderer.say("identity-at", host=address.partition("://")[2]) if address else renderer.say("identity")


def qr_text(document: RosterDocument, address: str = "") -> str:
    """Return what the QR code says: the address of a page about the check code, else code and digest in capitals."""
    if address:
        return f"{address}{CODE_PAGE}{document.check_code}"
    return f"{document.schema} {document.check_code} {document.digest}".upper()


def draw_qr(canvas: Canvas, text: str, side: float) -> None:
    """Draw the QR code, a few hundred bars that are put into the file once and shown on every page."""
    if not canvas.hasForm(QR):
        canvas.beginForm(QR, 0, 0, side, side)
        bars = _bars(text)
        size = side / len(bars)
        for row, found in enumerate(bars):
            for first, last in found:
                canvas.rect(first * size, side - (row + 1) * size, (last - first) * size, size, stroke=0, fill=1)
        canvas.endForm()
    canvas.doForm(QR)


@lru_cache(MOST_CODES)
def _bars(text: str) -> list[list[tuple[int, int]]]:
    """Return where the bars of each row of a QR code begin and end; a list is printed, and then verified."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    modules = np.array(code.to_image(scale=1, add_quiet_zones=False)) == DARK
    return [list(_dark(row)) for row in modules.tolist()]


def _dark(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each bar of a row of the QR code begins, and where it ends."""
    at = 0
    for is_dark, places in groupby(row):
        end = at + len(list(places))
        if is_dark:
            yield at, end
        at = end
