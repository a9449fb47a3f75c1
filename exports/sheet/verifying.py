"""Whether a sheet's paper and data agree, and whether it is the list that somebody knows already.

The attached document is printed once more, in the way that the sheet says it was printed, and each page is compared with
what comes out. This shows consistency and not authorship: who prints altered data with Muster has another consistent sheet.
Only the comparison with a digest or document that the asker has from elsewhere says that this is the list that was agreed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from pypdf import PdfReader

from datasheets.words import Message
from exports.document import RosterDocument, check_code, read_code
from exports.sheet.codes_on_pages import codes_on_pages
from exports.sheet.comparing import compare
from exports.sheet.printed import Printed, print_details
from exports.sheet.printing import print_sheet
from exports.sheet.untrusted import NoRoster, NotASheet, document_in, metadata_digest, open_pdf, page_text, unprinted_parts


@dataclass(frozen=True, slots=True)
class Verification:
    """The result. `digest` and `check_code` are of the attached data, `address` is that of the server in the QR code.

    Of a file that has lost its roster (it was printed to a new file, or scanned) only the code on its pages is known:
    `digest` is empty then, `consistent` None, and `matches` says whether it is the code of what it was compared with.

    `consistent`: metadata and every page agree with the data; None where the pages could not be compared with what Muster
    prints. `differences` says in a sentence each what does not agree, or why nothing can be said.
    `matches`: the data are what they were compared with; None where nothing was given.
    """

    consistent: bool | None
    matches: bool | None
    digest: str
    check_code: str
    differences: tuple[str, ...] = ()
    address: str = ""


def verify(data: bytes, against: str | RosterDocument | None = None) -> Verification:
    """Compare a sheet with what its data print, and its data with a digest, a check code or a document.

    Raises:
        NotASheet: The file is no sheet, or its roster cannot be read; nor does it show the code of one.
        ValueError: `against` is neither a digest nor a check code.
    """
    wanted = against.digest if isinstance(against, RosterDocument) else None if against is None else read_code(against)
    try:
        return _verify_data(data, wanted)
    except NoRoster as error:
        return _read_code_alone(data, wanted, error)


def agrees(digest: str, code: str, wanted: str | None) -> bool | None:
    """Tell whether a digest or check code that somebody has is that of a sheet; None where nobody asked."""
    if wanted is None:
        return None
    return wanted in (digest, code) or (not digest and wanted.startswith("sha256:") and check_code(wanted) == code)


def _read_code_alone(data: bytes, wanted: str | None, why: NoRoster) -> Verification:
    """Say which code the pages of a file show that carries no roster."""
    try:
        codes = codes_on_pages(data)
    except pypdfium2.PdfiumError:
        raise why from None
    if not codes:
        raise why
    if len(codes) > 1:
        raise NoRoster(Message("refused.sheet.codes", {"codes": list(codes)}))
    return Verification(None, agrees("", codes[0], wanted), "", codes[0], (Message("refused.sheet.only-code"),))


def _verify_data(data: bytes, wanted: str | None) -> Verification:
    with open_pdf(data) as reader:
        document, printed = document_in(reader), print_details(reader)
        differences = tuple(_differences(reader, document))
        unsure: tuple[str, ...] = ()
        if not differences:
            differences, unsure = _compare(data, reader, document, printed)
    return Verification(
        consistent=False if differences else None if unsure else True,
        matches=agrees(document.digest, document.check_code, wanted),
        digest=document.digest,
        check_code=document.check_code,
        differences=differences or unsure,
        address=printed.address if printed else "",
    )


def _differences(reader: PdfReader, document: RosterDocument) -> Iterator[str]:
    """Yield where the file names other data than it carries, and what it has beside what Muster printed."""
    stated = metadata_digest(reader)
    if stated != document.digest:
        values = {"stated": stated or Message("refused.sheet.no-digest"), "found": document.digest}
        yield Message("refused.sheet.metadata", values)
    if document.digest not in page_text(reader, 0):
        yield Message("refused.sheet.first-page")
        yield from _pages_without_code(reader, document)
    for part in dict.fromkeys(unprinted_parts(reader)):
        yield Message(f"refused.sheet.has-{part}")


def _compare(
    data: bytes, reader: PdfReader, document: RosterDocument, printed: Printed | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how the pages differ from what the document prints, and why that cannot be said."""
    if printed is None:
        return tuple(_pages_without_code(reader, document)), (Message("refused.sheet.print-unknown"),)
    try:
        again = print_sheet(document, printed.setup, printed.language, printed.address)
    except ValueError as error:
        return (str(error),), ()
    try:
        differences = tuple(compare(data, again))
    except pypdfium2.PdfiumError as error:
        raise NotASheet(Message("refused.sheet.damaged")) from error
    if differences and _is_printed_otherwise(printed, again):
        return tuple(_pages_without_code(reader, document)), (Message("refused.sheet.print-otherwise"),)
    return differences, ()


def _is_printed_otherwise(printed: Printed, again: bytes) -> bool:
    """Say whether the sheet says of itself that another version of Muster, which prints otherwise, has printed it."""
    with open_pdf(again) as reader:
        now = print_details(reader)
    return now is None or now.pages != printed.pages


def _pages_without_code(reader: PdfReader, document: RosterDocument) -> Iterator[str]:
    pages = range(len(reader.pages))
    others = [str(page + 1) for page in pages if document.check_code not in page_text(reader, page)]
    if others:
        yield Message("refused.sheet.other-pages", {"code": document.check_code, "pages": others})
