"""What the PDF carries inside: the roster document, how it was printed, and the digest in the PDF's own metadata."""

from __future__ import annotations

from exports.document import RosterDocument, name_of
from exports.sheet import printed
from exports.sheet.archive import Archive
from exports.sheet.printed import Printed

NAME = "muster-roster.json"


def attach(archive: Archive, document: RosterDocument, data: bytes, made: Printed) -> bytes:
    """Return the finished PDF with the document, whose bytes are `data`, and the way it was printed in it."""
    army = document.army
    keywords = f"{document.schema} {document.check_code} {document.digest}"
    files = {NAME: data, printed.NAME: made.to_bytes()}
    return archive.finish(army.name, name_of(army, "system", army.system), keywords, made.language, files)
