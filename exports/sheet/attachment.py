"""What the PDF carries inside: the roster document, how it was printed, and the digest in the PDF's own metadata."""

from __future__ import annotations

import io

from pypdf import PdfWriter
from pypdf.generic import NameObject

from exports.document import RosterDocument
from exports.sheet import printed
from exports.sheet.printed import Printed, pages_digest
from exports.sheet.setup import Setup

NAME = "muster-roster.json"
MOST_PAGES = 1000


def attach(pdf: bytes, document: RosterDocument, setup: Setup, language: str, address: str) -> bytes:
    """Return the PDF with the document and the way it was printed in it."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    made = Printed(setup, language, address, pages_digest(writer))
    for name, content in ((NAME, document.to_bytes()), (printed.NAME, made.to_bytes())):
        item = writer.add_attachment(name, content)
        item.subtype = NameObject("/application/json")
        item.associated_file_relationship = NameObject("/Source")
    writer.add_metadata({"/Keywords": f"{document.schema} {document.check_code} {document.digest}", "/Producer": "Muster"})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
