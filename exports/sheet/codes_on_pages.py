"""Check codes on the pages of a PDF that carries no roster: printed to a new file, or scanned.

Codes are read as text where there is any, else off the QR codes that the pages show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2
import zxingcpp

from exports.document import check_code, read_code

MOST_LOOKED = 30
"""So many pages are looked at; the code stands on every page, the QR code on the first."""
MOST_PIXELS = 3000
"""How wide and high a picture of a page is at most; of a page of A4 about nine dots to a millimetre."""
SCALE = 3.0
_WRITTEN = re.compile(r"sha256:[0-9a-f]{64}|\b[0-9A-Z]{5}-[0-9A-Z]{5}\b")


def codes_on_pages(data: bytes) -> tuple[str, ...]:
    """Return the check codes that the pages of a PDF show, each once, in their order; none where there are none.

    Raises:
        pypdfium2.PdfiumError: PDFium cannot read or draw a page.
    """
    with pypdfium2.PdfDocument(data) as pdf:
        pages = [pdf[number] for number in range(min(len(pdf), MOST_LOOKED))]
        found = [code for page in pages for code in _codes(_WRITTEN.findall(page.get_textpage().get_text_range()))]
        if not found:
            found = [code for page in pages for code in _codes(_squares(page))]
    return tuple(dict.fromkeys(found))


def _codes(written: list[str]) -> Iterator[str]:
    """Yield what of some texts are codes: a digest as its check code."""
    for each in written:
        try:
            code = read_code(each)
        except ValueError:
            continue  # something else of the same shape
        yield check_code(code) if code.startswith("sha256:") else code


def _squares(page: pypdfium2.PdfPage) -> list[str]:
    """Return what the QR codes on a page say."""
    scale = min(SCALE, MOST_PIXELS / max(*page.get_size(), 1.0))
    picture = page.render(scale=scale, grayscale=True).to_numpy()
    return [
        each.text for each in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    ]
