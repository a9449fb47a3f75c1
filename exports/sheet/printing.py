"""From a roster document and a print set-up to the printed sheet."""

from __future__ import annotations

from exports.document import RosterDocument
from exports.sheet import style
from exports.sheet.attachment import attach
from exports.sheet.ink import Ink
from exports.sheet.layouts import LAYOUTS, Work
from exports.sheet.pages import Sheet
from exports.sheet.setup import SAME, Setup


def print_sheet(document: RosterDocument, setup: Setup = Setup(), language: str = "en") -> bytes:  # noqa: B008 (immutable)
    """Return the army sheet as a PDF that carries the document, whole whatever the set-up hides.

    `language` is that of whoever prints; the set-up may say another. The same document, set-up and language give the same
    bytes, in any process and thread.

    Raises:
        TooLong: A ValueError too: the sheet would have more than 1000 pages.
    """
    ink = Ink(language if setup.language == SAME else setup.language, style.PALETTES[setup.accent])
    sheet = Sheet(document, ink, setup)
    return attach(sheet.bytes_of(LAYOUTS[setup.layout](Work(document, setup, ink, sheet))), document)
