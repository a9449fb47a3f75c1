"""From a printed sheet back to its roster document. The file is a stranger's; nothing in it is trusted."""

from __future__ import annotations

from datasheets.words import Message
from exports.document import RosterDocument
from exports.sheet.untrusted import NotASheet, document_in, metadata_digest, open_pdf, page_text

__all__ = ["Altered", "NotASheet", "read_sheet"]


class Altered(NotASheet):
    """The roster that a sheet carries is not the one that was printed."""


def read_sheet(data: bytes) -> RosterDocument:
    """Return the roster document that an army sheet carries.

    Raises:
        NotASheet: The file is no sheet, or is damaged; the message is one sentence.
        Altered: It carries another roster than its metadata and its first page name.
    """
    with open_pdf(data) as reader:
        document = document_in(reader)
        if metadata_digest(reader) != document.digest:
            stated = metadata_digest(reader) or Message("refused.sheet.no-digest")
            raise Altered(Message("refused.sheet.altered", {"stated": stated, "found": document.digest}))
        if document.digest not in page_text(reader, 0):
            raise Altered(Message("refused.sheet.page-altered", {"found": document.digest}))
        return document
