"""From a roster document and a print set-up to the printed sheet."""

from __future__ import annotations

from dataclasses import replace

from datasheets.garbage import collect_seldom
from datasheets.words import Message
from exports.document import RosterDocument, in_order_of_bytes
from exports.sheet import style
from exports.sheet.attachment import attach
from exports.sheet.layouts import LAYOUTS
from exports.sheet.pages import Sheet
from exports.sheet.printed import Printed
from exports.sheet.setup import SAME, Setup, is_address
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.work import Work


def print_sheet(
    document: RosterDocument,
    setup: Setup = Setup(),  # noqa: B008 (immutable)
    language: str = "en",
    address: str = "",
) -> bytes:
    """Return the army sheet as a PDF that carries the document, whole whatever the set-up hides.

    `language` is that of whoever prints; the set-up may say another. `address` is that of the server ("https://muster.example")
    whose page the QR code opens; without one it holds check code and digest. The same document, set-up, language and
    address give the same bytes, in any process and thread. All of them stand in the PDF, so that it can be printed again.

    Raises:
        ValueError: `address` is none.
        TooLong: A ValueError too: the sheet would have more than 1000 pages.
    """
    if address and not is_address(address):
        raise ValueError(Message("refused.sheet.address", {"text": address[:80]}))
    language = language if setup.language == SAME else setup.language
    with collect_seldom():
        return _print(document, setup, language, address)


def _print(document: RosterDocument, setup: Setup, language: str, address: str) -> bytes:
    data = document.to_bytes()
    document = in_order_of_bytes(document, data)  # the order of its parts in memory is not part of it, but would show
    renderer = TextRenderer(language, style.PALETTES[setup.accent])
    sheet = Sheet(document, renderer, setup, address)
    archive = sheet.archive_of(LAYOUTS[setup.layout](Work(document, setup, renderer, sheet)))
    return attach(archive, document, data, Printed(replace(setup, language=SAME), language, address, archive.pages_digest))
