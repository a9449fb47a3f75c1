"""Sheets: printed, read back and verified. No sheet is stored; the same army gives the same bytes again."""

from __future__ import annotations

from builder.services.armies import Armies, Source
from builder.services.errors import Invalid, TooLarge
from builder.work.heavy import Heavy, Work, heavy
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document import RosterDocument
from exports.sheet.isolated import verify_isolated
from exports.sheet.parse_sheet import NotASheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.verifying import Verification
from exports.text import listing

PRINT_SECONDS, READ_SECONDS = 60.0, 60.0


class Sheets(Heavy):
    """Prints and reads armies. `work` are workers that print, if there are any."""

    service = "sheets"

    def __init__(self, armies: Armies, sheet_limit: int, address: str = "", work: Work | None = None) -> None:
        self.work = work
        self._armies = armies
        self._sheet_limit = sheet_limit
        self._address = address

    @heavy(PRINT_SECONDS)
    def render(self, source: Source, setup: Setup, *, language: str = "en") -> bytes:
        """Return an army's sheet as PDF; raises what `Armies.document` raises, and `Invalid` for one that is too long."""
        document = self._armies.document(source)
        try:
            return print_sheet(document, setup, language, self._address)
        except ValueError as error:
            raise Invalid((Problem("", str(error)),)) from error

    def text(self, source: Source, *, language: str = "en") -> str:
        """Return an army as plain text; raises what `Armies.document` raises."""
        return listing(self._armies.document(source), language)

    @heavy(READ_SECONDS)
    def read(self, pdf: bytes) -> RosterDocument:
        """Return the army that a sheet carries.

        Raises:
            Invalid: the file is no sheet, or was altered.
            TooLarge: it is larger than is read.
        """
        return self._armies.from_sheet(pdf)

    def verify(self, pdf: bytes, against: Source | str | None = None) -> Verification:
        """Say whether a sheet agrees with what its data print, and with an army, a digest or a check code if given.

        Raises:
            Invalid: the file is no sheet, or `against` is neither digest nor check code.
            TooLarge: it is larger than is read.
        """
        if len(pdf) > self._sheet_limit:
            raise TooLarge(Message("error.sheet-too-large", {"bytes": len(pdf), "most": self._sheet_limit}))
        wanted = self._armies.document(against) if isinstance(against, Source) else against
        try:
            return verify_isolated(pdf, wanted)
        except NotASheet as error:
            raise Invalid((Problem("", str(error)),)) from error
        except ValueError as error:
            raise Invalid((Problem("?digest", str(error)),)) from error
