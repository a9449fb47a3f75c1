"""Pages: frames, footer, the block with check code, digest and QR code on the first page, outline and page numbers.

Output is reproducible: no date, no random id, the same bytes for the same document, language, paper and library version.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageTemplate

from datasheets.words import Message
from exports.document import RosterDocument, name_of
from exports.document.check_code import CODE_PAGE
from exports.sheet import fonts, style
from exports.sheet.attachment import MOST_PAGES
from exports.sheet.column_pages import Columns
from exports.sheet.findings import data_line, foot_room, legality, verdict
from exports.sheet.ink import Ink
from exports.sheet.setup import Setup

TOTAL, QR = "total-pages", "qr"
SMALL, MEDIUM, LARGE = style.FOOT_SIZE, 8.5, 14.0


class TooLong(ValueError):
    """The sheet would have more pages than are read back."""


class Sheet(BaseDocTemplate):
    """The document template of one roster document on one paper.

    `inner` is the width of its pages within the margins, `full` the height, `first` that of a page with the identity at
    its foot; `columns` are two in portrait and three in landscape. Templates: "first" (with identity), "later", "columns".
    """

    def __init__(self, document: RosterDocument, ink: Ink, setup: Setup, address: str = "") -> None:
        self.document, self.ink, self.address, self.out = document, ink, address, io.BytesIO()
        self.has_findings = setup.has_findings
        width, height = style.PAPERS[setup.paper]
        if setup.orientation == "landscape":
            width, height = height, width
        self.inner = width - 2 * style.MARGIN
        self.full = height - style.MARGIN - style.FOOT
        self.first = self.full - style.IDENTITY
        count = 2 if setup.orientation == "portrait" else 3
        width_each = (self.inner - (count - 1) * style.GUTTER) / count
        self.columns = Columns(count, width_each, self.inner, self.full)
        super().__init__(
            self.out,
            pagesize=(width, height),
            title=document.army.name,
            subject=name_of(document.army, "system", document.army.system),
            author="",
            creator="Muster",
            lang=ink.language,
            invariant=1,
            pageTemplates=[
                self._template("first", [(0, self.inner)], style.IDENTITY),
                self._template("later", [(0, self.inner)]),
                self._template("columns", [(self.columns.x(place), width_each) for place in range(count)]),
            ],
        )

    def bytes_of(self, story: Sequence[Flowable]) -> bytes:
        """Return the PDF of a story.

        Raises:
            TooLong: It would have more pages than are read back.
        """
        try:
            self.build([NextPageTemplate("later"), *story], canvasmaker=_CountedCanvas)
        except TooLong as error:  # ReportLab adds its own words to what is raised within a page
            raise TooLong(Message("refused.sheet.long", {"most": MOST_PAGES})) from error
        return self.out.getvalue()

    def _template(self, id: str, columns: Sequence[tuple[float, float]], kept: float = 0) -> PageTemplate:
        frames = [
            Frame(
                style.MARGIN + x, style.FOOT + kept, width, self.full - kept,
                leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
            )
            for x, width in columns
        ]  # fmt: skip
        return PageTemplate(id, frames, onPage=self._identity if kept else self._footer)

    def _footer(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        if canvas.getPageNumber() > MOST_PAGES:
            raise TooLong
        y = style.FOOT - 15
        right = style.MARGIN + self.inner
        canvas.saveState()
        canvas.setFillColor(style.INK)
        canvas.setStrokeColor(style.HAIR)
        canvas.setLineWidth(0.4)
        canvas.line(style.MARGIN, y + 10, right, y + 10)
        canvas.setFont(fonts.REGULAR, SMALL)
        name = self.ink.fit(self.document.army.name, fonts.REGULAR, SMALL, self.inner * 0.35)
        page = self.ink.say("page", page=canvas.getPageNumber()) + " "
        canvas.drawRightString(right, y, name)
        canvas.drawCentredString(style.MARGIN + self.inner / 2, y, self.ink.say("check-code", code=self.document.check_code))
        canvas.drawString(style.MARGIN, y, page)
        canvas.translate(style.MARGIN + fonts.width(page, fonts.REGULAR, SMALL), y)
        canvas.doForm(TOTAL)
        canvas.restoreState()

    def _identity(self, canvas: Canvas, template: BaseDocTemplate) -> None:
        """What names exactly this list, at the foot of the page: check code, what was found, data, digest, QR code."""
        self._footer(canvas, template)
        bottom, side = style.FOOT + 3, style.IDENTITY - 12
        top, room = bottom + side, foot_room(self.inner)
        canvas.saveState()
        canvas.setStrokeColor(self.ink.palette.title)
        canvas.setLineWidth(0.8)
        canvas.line(style.MARGIN, top + 4, style.MARGIN + self.inner, top + 4)
        canvas.saveState()
        canvas.translate(style.MARGIN + self.inner - side, bottom)
        _draw_qr(canvas, qr_text(self.document, self.address), side)
        canvas.restoreState()
        canvas.setFillColor(style.INK)
        canvas.setFont(fonts.BOLD, LARGE)
        code = self.ink.say("check-code", code=self.document.check_code)
        canvas.drawString(style.MARGIN, top - 13, code)
        used = fonts.width(code, fonts.BOLD, LARGE) + 4 * style.GAP
        canvas.setFont(fonts.BOLD, MEDIUM)
        found = self.ink.fit(self._verdict(), fonts.BOLD, MEDIUM, room - used)
        canvas.drawString(style.MARGIN + used, top - 13, found)
        canvas.setFont(fonts.REGULAR, SMALL)
        canvas.drawString(style.MARGIN, top - 25, self.document.digest)
        told = (
            self.ink.say("identity-at", host=self.address.partition("://")[2]) if self.address else self.ink.say("identity")
        )
        lines = (data_line(self.ink, self.document.army), told)
        for line, text in enumerate(lines):
            canvas.drawString(style.MARGIN, top - 36 - 10 * line, self.ink.fit(text, fonts.REGULAR, SMALL, room))
        canvas.restoreState()

    def _verdict(self) -> str:
        found = verdict(self.ink, self.document) if self.has_findings else self.ink.say("findings-left-out")
        return f"{legality(self.ink, self.document)} {found}"


def qr_text(document: RosterDocument, address: str = "") -> str:
    """Return what the QR code says: the address of a page about the check code, else code and digest in capitals."""
    if address:
        return f"{address}{CODE_PAGE}{document.check_code}"
    return f"{document.schema} {document.check_code} {document.digest}".upper()


def _draw_qr(canvas: Canvas, text: str, side: float) -> None:
    """Draw the QR code, a few hundred squares that are put into the file once and shown on every page."""
    if not canvas.hasForm(QR):
        drawing = Drawing(side, side)
        drawing.add(QrCodeWidget(text, barLevel="M", barBorder=0, barWidth=side, barHeight=side))
        canvas.beginForm(QR, 0, 0, side, side)
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.endForm()
    canvas.doForm(QR)


class _CountedCanvas(Canvas):
    """A canvas that, at the end, fills in how many pages there are."""

    def save(self) -> None:
        """Write the number of pages into the form that every footer shows, and end the document."""
        self.beginForm(TOTAL)
        self.setFillColor(style.INK)
        self.setFont(fonts.REGULAR, SMALL)
        self.drawString(0, 0, str(self.getPageNumber() - 1))
        self.endForm()
        super().save()
