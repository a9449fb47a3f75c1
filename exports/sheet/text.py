"""Paragraphs made of pieces in faces, sizes and colours. Nothing here reads markup: pieces are drawn letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import dropwhile
from math import inf
from typing import Any, NamedTuple

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph
from reportlab.platypus.paraparser import ParaFrag

from exports.sheet import fonts
from exports.sheet.tags import TaggedCanvas, text_content

MOST_KEPT, LONGEST_KEPT = 4096, 240
"""How many broken texts are kept, and of how many letters at most."""
LEAST = 1e-6
"""The width that ReportLab takes for none."""


class Piece(NamedTuple):
    """Drawable text; what is not said is as the paragraph has it. `link` is a place within the file."""

    text: str
    font: str = ""
    size: float = 0.0
    colour: Color | None = None
    link: str = ""
    shade: Color | None = None


class Text(Paragraph):
    """A paragraph of pieces, tagged as `kind` in the structure of the file."""

    kind = "P"
    place = ""
    """The name of the place within the file to which links lead, if any do."""
    blPara: Any  # noqa: N815 (ReportLab's name)
    pieces: tuple[Piece, ...] | None = None
    """None where a longer text was cut: then ReportLab has what is left of them."""
    is_drawn_alike = False
    """Whether it is drawn with the same operators wherever it stands: no links."""
    is_plain = True
    """Whether nothing is drawn beside it."""

    def __init__(self, pieces: Iterable[Piece], style: ParagraphStyle) -> None:
        super().__init__("", style, frags=[])
        self.pieces = tuple(pieces)
        is_short = sum(len(piece.text) for piece in self.pieces) <= LONGEST_KEPT
        self._break = _break_lines_once if is_short else _break_lines
        self.spaceBefore, self.spaceAfter = style.spaceBefore, style.spaceAfter  # ReportLab asks in several places

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:  # noqa: N803 (ReportLab's names)
        """Return the size; lines are broken once for each width, however often tables ask."""
        if getattr(self, "_wrapped_at", None) != availWidth or not hasattr(self, "blPara"):
            if availWidth < LEAST:
                return super().wrap(availWidth, availHeight)
            if self.pieces is None:
                super().wrap(availWidth, availHeight)
            else:
                lines = self._break(self.pieces, self.style, availWidth)
                self.blPara, self.frags, self.height = lines.blPara, lines.frags, lines.height
                self.is_drawn_alike = lines.is_drawn_alike
            self.width = self._wrapped_at = availWidth
        return self.width, self.height

    def drawOn(self, canvas: Canvas, x: float, y: float, _sW: float = 0) -> None:  # noqa: N802, N803 (ReportLab's names)
        """Draw it at a place; what was drawn before with the operators of then."""
        known = self._known_on(canvas) if self.is_plain and not self.place else None
        if known and isinstance(canvas, TaggedCanvas):
            canvas.draw_again(known, x, y, self.kind)
        else:
            super().drawOn(canvas, x, y, _sW)  # type: ignore[call-arg]

    def _known_on(self, canvas: Canvas) -> list[str] | None:
        return canvas.find_drawn(self.blPara) if self.is_drawn_alike and isinstance(canvas, TaggedCanvas) else None

    def draw(self) -> None:
        """Draw the text as marked content, and mark its place."""
        canvas = self.canv
        if self.place:
            canvas.bookmarkPage(self.place, fit="XYZ", top=canvas.absolutePosition(0, self.height)[1])
        with text_content(canvas, self.kind):
            if self.is_drawn_alike and isinstance(canvas, TaggedCanvas):
                canvas.draw_once(self.blPara, self._draw_lines)
            else:
                self._draw_lines()

    def _draw_lines(self) -> None:
        broken = self.blPara
        if len(broken.lines) > 1:
            self.blPara = _with_blanks(broken)
        super().draw()
        self.blPara = broken  # the head of a table is drawn on several pages

    def split(self, availWidth: float, availHeight: float) -> list[Flowable]:  # noqa: N803 (ReportLab's names)
        """Return the parts; ReportLab makes them of what is left of the pieces."""
        self.wrap(availWidth, availHeight)
        broken = self.blPara
        made: list[Flowable] = _split_frags(self, availWidth, availHeight)
        self.blPara = broken  # ReportLab forgets the lines of what is not cut
        return made


def _with_blanks(broken: Any) -> Any:
    """Return lines with a blank at the end of each but the last: who reads the file without its look knows words by them."""
    *lines, last = broken.lines
    if broken.kind == 0:
        return broken.clone(lines=[*((spare, [*words, ""]) for spare, words in lines), last])
    return broken.clone(lines=[*map(_with_blank, lines), last])


def _with_blank(line: Any) -> Any:
    *words, end = line.words or [None]
    return line.clone(words=[*words, end.clone(text=f"{end.text} ")]) if end is not None else line


class _Rest(Text):
    """A part of a text that was cut."""

    def __init__(self, text: str, style: ParagraphStyle, *, frags: Any = None, **_: object) -> None:
        Paragraph.__init__(self, text or "", style, frags=frags)
        self.spaceBefore, self.spaceAfter = style.spaceBefore, style.spaceAfter


def _break_lines(pieces: tuple[Piece, ...], style: ParagraphStyle, width: float) -> Any:
    """Return a paragraph of ReportLab with the lines of a text."""
    made: Any = Paragraph("", style, frags=list(_fragments(pieces, style)))
    made.wrap(width, inf)
    made.is_drawn_alike = not any(piece.link for piece in pieces)
    return made


_break_lines_once = lru_cache(MOST_KEPT)(_break_lines)
"""Heads, figures and names stand in hundreds of cells."""


def _split_frags(text: Text, width: float, height: float) -> list[Flowable]:
    kind, known = text.kind, text.__class__
    text.__class__ = _Rest
    try:
        parts: list[Any] = Paragraph.split(text, width, height)
    finally:
        text.__class__ = known
    for part in parts:
        part.kind = kind
    for begun in parts[:1]:
        begun.place = text.place
    for rest in parts[1:]:
        rest.frags = list(dropwhile(_is_line_end, rest.frags)) or rest.frags
    return parts


def _is_line_end(word: Any) -> bool:
    """Say whether a word of a cut text only ends a line: what is left begins with no empty lines."""
    return isinstance(word, list) and not any(text for _, text in word[1:])


def _fragments(pieces: Iterable[Piece], style: ParagraphStyle) -> Iterator[ParaFrag]:
    links = 0
    for piece in pieces:
        link = [(links, f"#{piece.link}")] if piece.link else []
        links += bool(link)
        for place, line in enumerate(piece.text.split("\n")):
            if place:
                yield _fragment("", style, style.fontName, piece, link, lineBreak=True)
            for face, said in fonts.runs(line, piece.font or style.fontName):
                yield _fragment(said, style, face, piece, link)


def _fragment(text: str, style: ParagraphStyle, face: str, piece: Piece, link: list[Any], **more: Any) -> ParaFrag:
    shade = {"backColor": piece.shade} if piece.shade is not None else {}
    return ParaFrag(
        text=text, fontName=face, fontSize=piece.size or style.fontSize, textColor=piece.colour or style.textColor,
        rise=0, greek=0, bold=0, italic=0, us_lines=[], link=link, **shade, **more,
    )  # fmt: skip
