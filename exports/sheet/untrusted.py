"""Opening a PDF that a stranger sent: bounded in size, pages, streams and attachments, refused with one clear sentence."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pypdf import PdfReader, apply_configuration
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

from datasheets.words import Message
from exports.document import MOST_BYTES, NotADocument, RosterDocument, read_document
from exports.sheet.attachment import NAME
from exports.sheet.setup import MOST_PAGES

INKS = ("/Separation", "/DeviceN")
"""Colour spaces of inks by name."""
MOST_PDF_BYTES = 20_000_000
MOST_ATTACHMENTS = 50
_LIMITS: dict[str, Any] = {
    "maximum_declared_stream_length": MOST_BYTES,
    "array_based_stream_maximum_output_length": MOST_BYTES,
    "zlib_maximum_output_length": MOST_BYTES,
    "lzw_maximum_output_length": MOST_BYTES,
    "run_length_maximum_output_length": MOST_BYTES,
    "brotli_maximum_output_length": MOST_BYTES,
    "stream_filters_maximum_length": 2,
    "stream_decoding_work_maximum_length": 4 * MOST_BYTES,
    "stream_parsing_work_maximum_count": 500_000,
    "page_tree_maximum_entries": 2 * MOST_PAGES,
    "page_tree_maximum_depth": 20,
    "xform_maximum_invocations_per_extraction": 20,
}
_PICTURES = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG": "PNG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"BM": "BMP",
}

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class NotASheet(ValueError):
    """This file is no army sheet that can be used; the message is one sentence that says why."""


class NoRoster(NotASheet):
    """This file is a PDF, and carries no roster: it is none of Muster's, or was printed anew or scanned."""


@contextmanager
def open_pdf(data: bytes) -> Iterator[PdfReader]:
    """Open a PDF within limits; whatever the block finds wrong with the file is a `NotASheet` too.

    Raises:
        NotASheet: The file is no PDF, cut off, locked, too big or broken.
    """
    _check_start_and_end(data)
    with apply_configuration(**_LIMITS):
        try:
            reader = PdfReader(io.BytesIO(data), strict=True)
            if reader.is_encrypted:
                raise NotASheet(Message("refused.sheet.encrypted"))
            if len(reader.pages) > MOST_PAGES:
                raise NotASheet(Message("refused.sheet.pages", {"number": len(reader.pages), "most": MOST_PAGES}))
            yield reader
        except NotASheet:
            raise
        except Exception as error:  # pypdf documents that a broken file may raise anything
            raise NotASheet(Message("refused.sheet.damaged")) from error


def document_in(reader: PdfReader) -> RosterDocument:
    """Return the roster document that a PDF carries.

    Raises:
        NoRoster: It carries none.
        NotASheet: It carries more than one, or one that is no roster document.
    """
    found = []
    for number, item in enumerate(reader.attachment_list):
        if number >= MOST_ATTACHMENTS:
            raise NotASheet(Message("refused.sheet.attachments", {"most": MOST_ATTACHMENTS}))
        if item.name == NAME:
            found += [item] * len(_contents(item.pdf_object))
    if not found:
        raise NoRoster(Message("refused.sheet.foreign"))
    if len(found) > 1:
        raise NotASheet(Message("refused.sheet.rosters", {"number": len(found)}))
    try:
        return read_document(found[0].content)
    except NotADocument as error:
        first = error.problems[0]
        values = {"where": f"{first.path}: " if first.path else "", "problem": first.message}
        raise NotASheet(Message("refused.sheet.contents", values)) from error


def _contents(attached: DictionaryObject) -> set[tuple[int, int]]:
    """Return the streams that hold a file: more than one are shown by some programs and not by others."""
    files = attached["/EF"].get_object()
    if not isinstance(files, DictionaryObject):
        raise TypeError("/EF")
    raw = [DictionaryObject.raw_get(files, key) for key in ("/F", "/UF") if key in files]
    return {(each.idnum, each.generation) if isinstance(each, IndirectObject) else (0, id(each)) for each in raw}


def _check_start_and_end(data: bytes) -> None:
    if len(data) > MOST_PDF_BYTES:
        raise NotASheet(Message("refused.sheet.large", {"most": MOST_PDF_BYTES // 1_000_000}))
    if not data:
        raise NotASheet(Message("refused.sheet.empty"))
    if b"%PDF-" not in data[:1024]:
        if kind := next((name for start, name in _PICTURES.items() if data.startswith(start)), ""):
            raise NotASheet(Message("refused.sheet.picture", {"kind": kind}))
        raise NotASheet(Message("refused.sheet.no-pdf"))
    if b"%%EOF" not in data[-2048:]:
        raise NotASheet(Message("refused.sheet.cut-off"))


def metadata_digest(reader: PdfReader) -> str:
    """Return the digest that the file's metadata state, or ""."""
    keywords = reader.metadata.keywords if reader.metadata else None
    found = _DIGEST.search(keywords or "")
    return found.group() if found else ""


def page_text(reader: PdfReader, page: int) -> str:
    """Return the text of a page without its blanks."""
    return "".join(reader.pages[page].extract_text().split())


def unprinted_parts(reader: PdfReader) -> Iterator[str]:
    """Yield what a PDF has that a printed sheet never has and that shows another page to other people or programs."""
    root = reader.root_object
    for key, what in (
        ("/AcroForm", "forms"),
        ("/OCProperties", "layers"),
        ("/Collection", "collection"),
        ("/AA", "scripts"),
    ):
        if root.get(key):
            yield what
    action = root.get("/OpenAction")
    action = action.get_object() if action is not None else None
    names = root.get("/Names")
    if (isinstance(action, dict) and action.get("/S") != "/GoTo") or "/JavaScript" in (names.get_object() if names else ()):
        yield "scripts"
    if any(page.get("/AA") for page in reader.pages):
        yield "scripts"
    if _has_inks(page.get("/Resources") for page in reader.pages):
        yield "inks"


def _has_inks(resources: Iterable[Any]) -> bool:
    """Tell whether something is drawn in an ink by name: a program draws the ink, or any other colour that the file says."""
    pending, seen = list(resources), set[tuple[int, int]]()
    while pending:
        each = pending.pop()
        if isinstance(each, IndirectObject):
            if (each.idnum, each.generation) in seen:
                continue
            seen.add((each.idnum, each.generation))
            each = each.get_object()
        if isinstance(each, ArrayObject):
            if each and each[0] in INKS:
                return True
            pending += list.__iter__(each)
        elif isinstance(each, DictionaryObject):
            pending += dict.values(each)
    return False
