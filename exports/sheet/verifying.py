"""Whether a sheet's paper and data agree, and whether it is the list that somebody knows already.

A digest shows consistency and not authorship: who alters data, metadata and paper alike makes another consistent sheet. Only
the comparison with a digest or document that the asker has from elsewhere says that this is the list that was agreed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pypdf import PdfReader

from datasheets.words import Said
from exports.document import RosterDocument, read_check_code
from exports.sheet.untrusted import document_in, metadata_digest, opened, page_text


@dataclass(frozen=True, slots=True)
class Verification:
    """The result. `digest` and `check_code` are of the attached data.

    `consistent`: metadata and every page agree with them; `differences` says in a sentence each what does not.
    `matches`: they are what they were compared with; None where nothing was given.
    """

    consistent: bool
    matches: bool | None
    digest: str
    check_code: str
    differences: tuple[str, ...] = ()


def verify(data: bytes, against: str | RosterDocument | None = None) -> Verification:
    """Compare a sheet with itself, and with a digest, a check code or a document.

    Raises:
        NotASheet: The file is no sheet, or its roster cannot be read.
        ValueError: `against` is neither a digest nor a check code.
    """
    wanted = against.digest if isinstance(against, RosterDocument) else None if against is None else wanted_code(against)
    with opened(data) as reader:
        document = document_in(reader)
        differences = tuple(_differences(reader, document))
    return Verification(
        consistent=not differences,
        matches=None if wanted is None else wanted in (document.digest, document.check_code),
        digest=document.digest,
        check_code=document.check_code,
        differences=differences,
    )


def wanted_code(text: str) -> str:
    """Return a digest or check code that somebody typed, in its printed form.

    Raises:
        ValueError: It is neither; the message is one sentence.
    """
    if text.strip().lower().startswith("sha256:"):
        if not re.fullmatch("sha256:[0-9a-f]{64}", text.strip().lower()):
            raise ValueError(Said("refused.sheet.digest", {"text": text[:80]}))
        return text.strip().lower()
    return read_check_code(text)


def _differences(reader: PdfReader, document: RosterDocument) -> Iterator[str]:
    stated = metadata_digest(reader)
    if stated != document.digest:
        values = {"stated": stated or Said("refused.sheet.no-digest"), "found": document.digest}
        yield Said("refused.sheet.metadata", values)
    texts = [page_text(reader, page) for page in range(len(reader.pages))]
    if document.digest not in "".join(texts[:1]):
        yield Said("refused.sheet.first-page")
    others = [str(page) for page, text in enumerate(texts, 1) if document.check_code not in text]
    if others:
        yield Said("refused.sheet.other-pages", {"code": document.check_code, "pages": others})
