"""From a roster document and a print set-up to the printed sheet."""

from __future__ import annotations

from exports.document import RosterDocument
from exports.sheet import style
from exports.sheet.attachment import attach
from exports.sheet.ink import Ink
from exports.sheet.layouts import LAYOUTS, Work
from exports.sheet.pages import Sheet
from exports.sheet.setup import Setup


def print_sheet(document: RosterDocument, setup: Setup = Setup(), language: str = "en") -> bytes:  # noqa: B008 (immutable)
    """Return the army sheet as a PDF that carries the document, whole whatever the set-up hides.

    The same document, set-up and language give the same bytes, in any process and thread.

    Raises:
        TooLong: A ValueError too: the sheet would have more than 1000 pages.
    """
    ink = Ink(language, style.PALETTES[setup.accent])
    sheet = Sheet(document, ink, setup)
    return attach(sheet.bytes_of(LAYOUTS[setup.layout](Work(document, setup, ink, sheet))), document)
