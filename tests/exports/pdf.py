"""A PDF as a reader sees it: text and pictures of its pages (pypdfium2, which shares no code with what printed it)."""

from __future__ import annotations

import io
import re
from typing import Any, NamedTuple

import pypdfium2
from pypdf import PdfReader, PdfWriter

from exports.sheet.attachment import NAME


def texts(pdf: bytes) -> list[str]:
    """The text of each page, blanks made single."""
    with pypdfium2.PdfDocument(pdf) as opened:
        return [re.sub(r"\s+", " ", page.get_textpage().get_text_range()) for page in opened]


def text(pdf: bytes) -> str:
    """The text of all pages."""
    return " ".join(texts(pdf))


def pictures(pdf: bytes) -> list[Any]:
    """Each page as a grey picture."""
    with pypdfium2.PdfDocument(pdf) as opened:
        return [page.render(scale=0.5, grayscale=True).to_pil() for page in opened]


def save_again(pdf: bytes) -> bytes:
    """Return the PDF as another program saves it."""
    out = io.BytesIO()
    with pypdfium2.PdfDocument(pdf) as opened:
        opened.save(out)
    return out.getvalue()


class Box(NamedTuple):
    """Where something stands on a page, in points from the left and from the foot."""

    left: float
    bottom: float
    width: float
    height: float


def last_letter(pdf: bytes, page: int, pattern: re.Pattern[str]) -> Box:
    """Where the last letter of what a pattern finds on a page (from 0) stands."""
    with pypdfium2.PdfDocument(pdf) as opened:
        text = opened[page].get_textpage()
        letters = [text.get_text_range(at, 1) or " " for at in range(text.count_chars())]
        found = pattern.search("".join(letters))
        assert found, f"page {page + 1} has no {pattern.pattern}"
        left, bottom, right, top = text.get_charbox(found.end() - 1)
        return Box(left, bottom, right - left, top - bottom)


def save_pdf(writer: PdfWriter) -> bytes:
    """Return the PDF that a writer has as yet."""
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def change_pdf(pdf: bytes, change: Any) -> bytes:
    """Return the PDF after `change(writer)`."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    change(writer)
    return save_pdf(writer)


def with_attachment(pdf: bytes, content: bytes) -> bytes:
    """The PDF with another document in the place of the attached one."""

    def change(writer: PdfWriter) -> None:
        item = next(item for item in writer.attachment_list if item.name == NAME)
        item.content = content

    return change_pdf(pdf, change)


def titles(pdf: bytes) -> list[str]:
    """The titles of the outline."""
    return [str(entry["/Title"]) for entry in PdfReader(io.BytesIO(pdf)).outline]


def titles_on(pdf: bytes, page: int) -> list[str]:
    """The titles of the outline that lead to a page, counted from 0."""
    read = PdfReader(io.BytesIO(pdf))
    return [str(entry["/Title"]) for entry in read.outline if read.get_destination_page_number(entry) == page]


def print_anew(pdf: bytes) -> bytes:
    """The PDF as a program prints it to a new one: the same pages, nothing attached, nothing said about it."""
    writer = PdfWriter()
    for page in PdfReader(io.BytesIO(pdf)).pages:
        writer.add_page(page)
    return save_pdf(writer)


def bind(*pdfs: bytes) -> bytes:
    """The pages of several PDFs in one."""
    writer = PdfWriter()
    for pdf in pdfs:
        writer.append(io.BytesIO(pdf))
    return save_pdf(writer)


def scan(pdf: bytes) -> bytes:
    """The PDF as a scanner makes one of its paper: pictures, no letters."""
    out = io.BytesIO()
    with pypdfium2.PdfDocument(pdf) as opened:
        first, *others = (page.render(scale=2, grayscale=True).to_pil() for page in opened)
    first.save(out, "PDF", save_all=True, append_images=others, resolution=144)
    return out.getvalue()
