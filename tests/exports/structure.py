"""The structure of a PDF as a screen reader goes through it: the tree as pikepdf finds it, the letters as pdfium reads them.

Poppler does this too (`pdfinfo -struct-text`), but takes a second for each page.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

Texts = Mapping[tuple[int, int], str]
"""What is written on a page (by its place in the tree), by the number of the marked content."""


class Heard(NamedTuple):
    """An element, by its kind, or a piece of text (of no kind), with how deep it stands."""

    depth: int
    kind: str
    text: str = ""


def structure(pdf: bytes) -> Iterator[Heard]:
    """Yield what a reader goes through, from the first page to the last."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        places = [int(page.obj.StructParents) for page in opened.pages]
        yield from _heard(opened.Root.StructTreeRoot.K, _texts(pdf, places), 0)


def spoken_lines(pdf: bytes) -> list[str]:
    """Return what is read out, a line each: kinds of elements, and texts in quotes."""
    return [each.kind or f'"{each.text}"' for each in structure(pdf)]


def _texts(pdf: bytes, places: list[int]) -> Texts:
    made: defaultdict[tuple[int, int], str] = defaultdict(str)
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as opened:
        for place, page in zip(places, opened, strict=True):
            for each in page.get_objects(max_depth=1, textpage=page.get_textpage()):
                if each.type == pdfium.FPDF_PAGEOBJ_TEXT:
                    made[place, pdfium.FPDFPageObj_GetMarkedContentID(each.raw)] += each.extract()
    return made


def _heard(element: Any, texts: Texts, depth: int, place: int = -1) -> Iterator[Heard]:
    if not isinstance(element, pikepdf.Object):
        if words := texts.get((place, int(element)), "").split():
            yield Heard(depth, "", " ".join(words))
        return
    place = int(element.Pg.StructParents) if "/Pg" in element else place
    if "/S" in element:
        yield Heard(depth, str(element.S).removeprefix("/"))
        depth += 1
    if "/MCID" in element:
        yield from _heard(int(element.MCID), texts, depth, place)
    kids = element.get("/K", ())
    for kid in kids if isinstance(kids, pikepdf.Array) else () if isinstance(kids, tuple) else [kids]:
        yield from _heard(kid, texts, depth, place)
