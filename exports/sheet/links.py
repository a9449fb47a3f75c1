"""The links of a page: those that Muster prints lead from a name to its place in the same sheet, and nothing else may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

MOST_DRIFT = 2.0
"""How far the corners of a link may stand aside, in points, when a program has written the file anew."""


class Link(NamedTuple):
    """A link: its corners in points from the lower left of its page, and the page that it leads to, from 0."""

    corners: tuple[float, float, float, float]
    page: int

    def is_like(self, other: Link) -> bool:
        """Say whether it leads to the same page from the same place."""
        apart = (abs(one - two) for one, two in zip(self.corners, other.corners, strict=True))
        return self.page == other.page and max(apart) <= MOST_DRIFT


def links_are_printed(shown: pypdfium2.PdfPage, printed: pypdfium2.PdfPage) -> bool:
    """Say whether a page has no annotations but links that the printed page has too. That some are gone does no harm."""
    wanted = [link for link in _links(printed) if link]
    return all(link and any(link.is_like(other) for other in wanted) for link in _links(shown))


def _links(page: pypdfium2.PdfPage) -> Iterator[Link | None]:
    """Yield the annotations of a page, None for one that is no link within the file."""
    for place in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, place)
        try:
            yield _link(page, annotation)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _link(page: pypdfium2.PdfPage, annotation: pdfium.FPDF_ANNOTATION) -> Link | None:
    if pdfium.FPDFAnnot_GetSubtype(annotation) != pdfium.FPDF_ANNOT_LINK:
        return None
    link, document = pdfium.FPDFAnnot_GetLink(annotation), page.pdf.raw
    action = pdfium.FPDFLink_GetAction(link) if link else None
    if not link or (action and pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_GOTO):
        return None
    target = pdfium.FPDFLink_GetDest(document, link)
    corners = pdfium.FS_RECTF()
    if not target or not pdfium.FPDFAnnot_GetRect(annotation, corners):
        return None
    sides = (corners.left, corners.bottom, corners.right, corners.top)
    return Link(sides, pdfium.FPDFDest_GetDestPageIndex(document, target))
