"""The roster document inside the PDF: its canonical bytes as an attachment, its digest in the PDF's own metadata."""

from __future__ import annotations

import io

from pypdf import PdfWriter
from pypdf.generic import NameObject

from exports.document import RosterDocument

NAME = "muster-roster.json"
MOST_PAGES = 1000


def attach(pdf: bytes, document: RosterDocument) -> bytes:
    """Return the PDF with the document in it."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    item = writer.add_attachment(NAME, document.to_bytes())
    item.subtype = NameObject("/application/json")
    item.associated_file_relationship = NameObject("/Source")
    writer.add_metadata({"/Keywords": f"{document.schema} {document.check_code} {document.digest}", "/Producer": "Muster"})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
