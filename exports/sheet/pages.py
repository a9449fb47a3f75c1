"""Pages: frames, footer, the block with check code, digest and QR code on the first page, outline and page numbers.

Output is reproducible: no date, no random id, the same bytes for the same document, language, paper and library version.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import nullcontext

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageTemplate

from datasheets.words import Message
from exports.document import RosterDocument, name_of
from exports.sheet import faces, fonts, style
from exports.sheet.archive import Archive
from exports.sheet.column_pages import Columns
from exports.sheet.findings import data_line, foot_room, legality, verdict
from exports.sheet.identity import draw_qr, qr_text, what_code_names
from exports.sheet.setup import MOST_PAGES, Setup
from exports.sheet.tags import TaggedCanvas, content, element
from exports.sheet.text_renderer import TextRenderer, draw_runs

TOTAL = "total-pages"
SMALL, MEDIUM, LARGE = style.FOOT_SIZE, 8.5, 17.0


class TooLong(ValueError):
    """The sheet would have more pages than are read back."""


class Sheet(BaseDocTemplate):
    """The document template of one roster document on one paper.

    `inner` is the width of its pages within the margins, `full` the height, `first` that of a page with the identity at
    its foot, `cards` the sides of a page of cards; `columns` are two in portrait and three in landscape. Templates: "first"
    (with identity), "later", "columns", "cards".
    """

    def __init__(self, document: RosterDocument, renderer: TextRenderer, setup: Setup, address: str = "") -> None:
        self.document, self.renderer, self.address, self.out = document, renderer, address, io.BytesIO()
        self.has_findings = setup.has_findings
        width, height = style.PAPERS[setup.paper]
        if setup.orientation == "landscape":
            width, height = height, width
        self.margins = style.margins_of(setup.paper, setup.orientation, holes=setup.holes)
        self.inner = width - self.margins.left - self.margins.right
        self.full = height - style.TOP - style.FOOT
        self.first = self.full - style.IDENTITY
        around = style.card_margins_of(setup.paper, setup.orientation, holes=setup.holes)
        self.cards = (width - around.left - around.right, height - around.top - style.CARDS_FOOT)
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
            lang=renderer.language,
            invariant=1,
            pageCompression=0,  # pikepdf compresses the finished file
            pageTemplates=[
                self._template("first", [(0, self.inner)], style.IDENTITY),
                self._template("later", [(0, self.inner)]),
                self._template("columns", [(self.columns.x(place), width_each) for place in range(count)]),
                PageTemplate("cards", [_frame(around.left, style.CARDS_FOOT, *self.cards)], onPageEnd=self._cards_footer),
            ],
        )

    def begin_with(self, template: str) -> None:
        """Let the first page have another template than "first"."""
        self._firstPageTemplateIndex = [each.id for each in self.pageTemplates].index(template)

    def archive_of(self, story: Sequence[Flowable]) -> Archive:
        """Return the pages of a story with their structure.

        Raises:
            TooLong: It would have more pages than are read back.
        """
        try:
            self.build([NextPageTemplate("later"), *story], canvasmaker=_CountedCanvas)
        except TooLong as error:  # ReportLab adds its own words to what is raised within a page
            raise TooLong(Message("refused.sheet.long", {"most": MOST_PAGES})) from error
        pdf, tree = self.out.getvalue(), self.canv.tree  # type: ignore[attr-defined]
        self._let_go()
        return Archive(pdf, tree)

    def _let_go(self) -> None:
        """Forget what was drawn: template, canvas and file hold one another, and Python's collector takes long for them."""
        for each in (self.canv.document, self.canv, self):  # type: ignore[attr-defined]
            vars(each).clear()

    def _template(self, id: str, columns: Sequence[tuple[float, float]], kept: float = 0) -> PageTemplate:
        frames = [_frame(self.margins.left + x, style.FOOT + kept, width, self.full - kept) for x, width in columns]
        return PageTemplate(id, frames, onPageEnd=self._identity if kept else self._footer)

    def _footer(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        y, left = style.FOOT - 15, self.margins.left
        canvas.saveState()
        canvas.setStrokeColor(style.HAIR)
        canvas.setLineWidth(0.5)
        canvas.line(left, y + 10, left + self.inner, y + 10)
        canvas.restoreState()
        name = self.renderer.fit(self.document.army.name, faces.BOLD, SMALL, self.inner * 0.35)
        code = self.renderer.say("check-code", code=self.document.check_code)
        self._foot_line(canvas, y, (left, left + self.inner), (name, faces.BOLD), code)

    def _cards_footer(self, canvas: Canvas, template: BaseDocTemplate) -> None:
        """The foot of a page of cards, which has no other place that names the list: its digest, and what was found.

        Who hears the sheet hears them once.
        """
        width, left = self.cards[0], template.pageTemplate.frames[0].x1
        names = (self.document.digest, faces.NARROW)
        heard = canvas.getPageNumber() == 1
        self._foot_line(canvas, 19.5, (left, left + width), names, self.verdict, heard=heard)

    def _foot_line(
        self,
        canvas: Canvas,
        y: float,
        ends: tuple[float, float],
        left: tuple[str, str],
        middle: str,
        *,
        heard: bool = False,
    ) -> None:
        """Draw what stands at the left, with its face, in the middle, and the number of the page, which is decoration."""
        if canvas.getPageNumber() > MOST_PAGES:
            raise TooLong
        canvas.saveState()
        canvas.setFillColor(style.GREY)
        name, font = left
        centre = max(sum(ends) / 2, ends[0] + fonts.width(name, font, SMALL) + 85)
        with content(canvas, "P") if heard else nullcontext():
            draw_runs(canvas, name, ends[0], y, font, SMALL)
        with content(canvas, "P") if heard else nullcontext():
            self.renderer.draw(canvas, middle, centre, y, faces.REGULAR, SMALL, align="centre")
        page = self.renderer.drawable(self.renderer.say("page", page=canvas.getPageNumber()) + " ")
        x = ends[1] - fonts.width(page + "00", faces.REGULAR, SMALL)
        draw_runs(canvas, page, x, y, faces.REGULAR, SMALL)
        canvas.translate(x + fonts.width(page, faces.REGULAR, SMALL), y)
        canvas.doForm(TOTAL)
        canvas.restoreState()

    def _identity(self, canvas: Canvas, template: BaseDocTemplate) -> None:
        """What names exactly this list, at the foot of the page: check code, what was found, data, digest, QR code."""
        self._footer(canvas, template)
        bottom, side = style.FOOT + 3, style.IDENTITY - 12
        top, room = bottom + side, foot_room(self.inner)
        canvas.saveState()
        canvas.setStrokeColor(style.INK)
        canvas.setLineWidth(0.8)
        left = self.margins.left
        canvas.line(left, top + 4, left + self.inner, top + 4)
        canvas.saveState()
        canvas.translate(left, bottom)
        with content(canvas, "Figure", alternative=self.renderer.say("qr-code")):
            draw_qr(canvas, qr_text(self.document, self.address), side)
        canvas.restoreState()
        canvas.setFillColor(style.INK)
        x = left + side + 3 * style.GAP
        code = self.renderer.say("check-code", code=self.document.check_code)
        used = fonts.width(code, faces.NARROW_BOLD, LARGE) + 4 * style.GAP
        found = self.renderer.fit(self.verdict, faces.BOLD, MEDIUM, room - used)
        with element(canvas, "Sect"):
            _line(canvas, code, x, top - 13, faces.NARROW_BOLD, LARGE)
            _line(canvas, found, x + used, top - 13, faces.BOLD, MEDIUM)
            _line(canvas, self.document.digest, x, top - 25, faces.REGULAR, SMALL)
            told = (data_line(self.renderer, self.document.army), what_code_names(self.renderer, self.address))
            for line, text in enumerate(told):
                _line(
                    canvas,
                    self.renderer.fit(text, faces.REGULAR, SMALL, room),
                    x,
                    top - 36 - 10 * line,
                    faces.REGULAR,
                    SMALL,
                )
        canvas.restoreState()

    @property
    def verdict(self) -> str:
        """Whether the army is legal and what was found, or that this is left out."""
        found = verdict(self.renderer, self.document) if self.has_findings else self.renderer.say("findings-left-out")
        return f"{legality(self.renderer, self.document)} {found}"


def _frame(x: float, y: float, width: float, height: float) -> Frame:
    return Frame(x, y, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def _line(canvas: Canvas, text: str, x: float, y: float, font: str, size: float) -> None:
    with content(canvas, "P"):
        draw_runs(canvas, text, x, y, font, size)


class _CountedCanvas(TaggedCanvas):
    """A canvas that, at the end, fills in how many pages there are."""

    def save(self) -> None:
        """Write the number of pages into the form that every footer shows, and end the document."""
        self.beginForm(TOTAL)
        self.setFillColor(style.GREY)
        self.setFont(faces.REGULAR, SMALL)
        self.drawString(0, 0, str(self.getPageNumber() - 1))
        self.endForm()
        super().save()
