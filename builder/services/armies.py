"""Armies from wherever a caller has them, as roster documents: a stored roster, a document, or a printed sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.services.errors import Conflict, Invalid, NotFound, TooLarge
from builder.services.places import point_at
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document import RosterDocument, document_from

if TYPE_CHECKING:
    from builder.services.documents import Documents


@dataclass(frozen=True, slots=True)
class Source:
    """Where an army comes from; exactly one of roster, document and sheet is given.

    `step` names a version of the roster by its number in the history; 0 is the one that it stands at. `place` is where it
    stands in the body of a request ("/a"), "" where there is none.
    """

    roster: str = ""
    document: Mapping[str, Any] | RosterDocument | None = None
    sheet: bytes = b""
    step: int = 0
    place: str = ""

    def part(self, name: str) -> str:
        """Return where a part of it stands in the body."""
        return self.place and f"{self.place}/{name}"


class Armies:
    """Finds armies."""

    def __init__(self, documents: Documents, sheet_limit: int) -> None:
        self._documents = documents
        self._sheet_limit = sheet_limit

    def document(self, source: Source) -> RosterDocument:
        """Return an army as a roster document.

        Raises:
            NotFound: there is no such roster.
            DocumentError: the document is none.
            Invalid: the sheet is none, or was altered; or not exactly one source is given.
            TooLarge: the sheet is larger than is read.
        """
        if sum(map(bool, (source.roster, source.document, source.sheet))) != 1:
            raise Invalid((Problem(source.place, Message("error.one-army")),))
        if source.roster:
            with point_at(source.part("roster"), NotFound, Conflict):
                return self._documents.of(source.roster, source.step)
        if source.sheet:
            with point_at(source.part("sheet")):
                return self.from_sheet(source.sheet)
        if isinstance(source.document, RosterDocument):
            return source.document
        with point_at(source.part("document")):
            return document_from(source.document or {})

    def from_sheet(self, pdf: bytes) -> RosterDocument:
        """Return the army that a printed sheet carries; raises `Invalid`, `TooLarge`."""
        from exports.sheet.parse_sheet import NotASheet, read_sheet

        if len(pdf) > self._sheet_limit:
            raise TooLarge(Message("error.sheet-too-large", {"bytes": len(pdf), "most": self._sheet_limit}))
        try:
            return read_sheet(pdf)
        except NotASheet as error:
            raise Invalid((Problem("", str(error)),)) from error
