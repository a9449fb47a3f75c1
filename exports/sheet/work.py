"""One print job."""

from __future__ import annotations

from exports.document import RosterDocument
from exports.sheet.pages import Sheet
from exports.sheet.rules import RuleBook
from exports.sheet.setup import Setup
from exports.sheet.shown import copies_of, shown_army
from exports.sheet.text_renderer import TextRenderer


class Work:
    """One print job: the document, the army as it is shown, its units as they are printed, and where rules stand."""

    def __init__(self, document: RosterDocument, setup: Setup, renderer: TextRenderer, sheet: Sheet) -> None:
        self.document, self.setup, self.renderer, self.sheet = document, setup, renderer, sheet
        self.army = shown_army(document.army, setup)
        self.copies = copies_of(self.army, setup)
        self.book = RuleBook(self.copies, setup.appendix)
