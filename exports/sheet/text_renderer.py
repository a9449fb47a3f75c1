"""The one door for text onto the sheet: nothing else makes a paragraph, and nothing that a player wrote is read as markup.

Everything a player or a catalogue wrote passes `drawable`, which replaces the letters that no face has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable

from datasheets.words import code_for, has_words, say, translate
from exports.document import Army, name_of, total_name
from exports.sheet import faces, fonts, style
from exports.sheet.tagged import Tagged
from exports.sheet.text import Piece, Text
from exports.sheet.typography import FULL, Sizes, type_of

ELLIPSIS = "…"
LINES_TOGETHER, LONG_TITLE = 20, 80
TO_RULES = "▶"
"""What stands before the number of a rule in the appendix."""
TOGETHER = "\u00a0"
"""With this before it, a piece stays on the line of the one before."""


class TextRenderer:
    """Makes texts of one sheet: in its language and colours, and in the sizes of type (`type`) for one place of it.

    `missing` collects the letters that no face has.
    """

    def __init__(
        self,
        language: str,
        palette: style.Palette = style.GREYS,
        sizes: Sizes = FULL,
        missing: set[str] | None = None,
    ) -> None:
        self.language = language
        self.palette = palette
        self.sizes, self.type = sizes, type_of(sizes)
        self.missing: set[str] = set() if missing is None else missing
        fonts.register()

    def resize(self, sizes: Sizes) -> TextRenderer:
        """Return the same renderer in other sizes."""
        return self if sizes == self.sizes else TextRenderer(self.language, self.palette, sizes, self.missing)

    def say(self, code: str, /, **values: object) -> str:
        """Return the sentence of "sheet." + code."""
        return say(f"sheet.{code}", values, self.language)

    def name_of(self, army: Army, what: str, id: str) -> str:
        """Return what an id of the army's game system is called, in this language where there is a word.

        What is no thing with a name but a choice is said as such: a trait that is rolled for.
        """
        named, choice = name_of(army, what, id), f"game.choice.{id}"
        return say(choice, language=self.language) if named == id and has_words(choice) else translate(named, self.language)

    def total_name(self, army: Army, cost: str) -> str:
        """Return what the army's sum of a cost is called, likewise."""
        return translate(total_name(army, cost), self.language)

    def name(self, text: str) -> str:
        """Return a name of a game system's data in this language, where there is a word for it."""
        return translate(text, self.language)

    def word(self, system: str, code: str, /, **values: object) -> str:
        """Return the words of a game system's own for something ("Warp charge"), else the general ones."""
        return say(code_for(f"sheet.{code}", system), values, self.language)

    def value(self, value: object) -> str:
        """Return a number or other plain value as the language writes it."""
        return self.say("value", value=value)

    def drawable(self, text: str) -> str:
        """Return text on one line for drawing as it is."""
        if text.isascii() and "\n" not in text:
            return text
        return fonts.drawable(text.replace("\n", " "), self.missing)

    def fit(self, text: str, font: str, size: float, width: float) -> str:
        """Return drawable text, cut with an ellipsis to fit a width."""
        text = self.drawable(text)
        if fonts.width(text, font, size) <= width:
            return text
        while text and fonts.width(text + ELLIPSIS, font, size) > width:
            text = text[: -1 - len(text) // 10]
        return text.rstrip() + ELLIPSIS

    def piece(self, text: str, font: str = "", size: float = 0.0, **more: object) -> Piece:
        """Return a piece of a paragraph."""
        return Piece(text if text.isascii() else fonts.drawable(text, self.missing), font, size, **more)  # type: ignore[arg-type]

    def pieces(self, pieces: Iterable[Piece], kind: ParagraphStyle = style.BODY) -> Text:
        """Return a paragraph of pieces, with a blank between two."""
        return Text(_space(pieces), kind)

    def paragraph(self, text: str, kind: ParagraphStyle = style.BODY) -> Text:
        """Return a paragraph of plain text."""
        return Text([self.piece(text)], kind)

    def heading(self, text: str, kind: ParagraphStyle, level: str = "H2") -> Text:
        """Return a title in the palette's colour."""
        made = self.paragraph(text, style.in_colour(kind, self.palette.title))
        made.kind = level
        return made

    def section(self, text: str) -> list[Flowable]:
        """Return the heading of a section: it begins where some of what follows has room too."""
        return [CondPageBreak(style.SECTION_ROOM), self.heading(text, style.SECTION)]

    def titled_paragraph(
        self, title: str, text: str, kind: ParagraphStyle = style.BODY, *, aside: str = "", after: str = ""
    ) -> Text:
        """Return a paragraph that begins with a bold title and perhaps an aside, or ends with one (`after`)."""
        parts = [*self._titles(title, aside, kind), self.piece(text)]
        return self.pieces([*parts, self._aside(after, kind)], kind)

    def run(self, pairs: Iterable[tuple[str, str]], kind: ParagraphStyle) -> Text:
        """Return a paragraph of several titles with their texts, one after the other."""
        pieces: list[Piece] = []
        for title, text in pairs:
            pieces += [self._bold(title, kind), self.piece(text)]
        return self.pieces(pieces, kind)

    def prose(
        self, text: str, kind: ParagraphStyle = style.BODY, *, title: str = "", aside: str = "", after: Iterable[Piece] = ()
    ) -> list[Flowable]:
        """Return text of any number of lines as paragraphs of a few lines each (ReportLab is slow at cutting long ones)."""
        first, *more = _few_lines(text)
        begin = [*self._titles(title, aside, kind), self.piece(first)]
        return [
            self.pieces([*begin, *(() if more else after)], kind),
            *(self.paragraph(part, _flush(kind)) for part in more),
        ]

    def tagged_prose(
        self, tag: str, text: str, *, title: str, aside: str, once: bool, after: Iterable[Piece] = ()
    ) -> list[Flowable]:
        """Return text like `prose`, beside its first line a sign, and a box to tick where it may be used `once`."""
        kind = self.type.tagged_once if once else self.type.tagged
        first, *more = _few_lines(text)
        pieces = [*self._titles(title, aside, kind), self.piece(first), *(() if more else after)]
        begin = Tagged(_space(pieces), kind, self.sizes, self.palette.accent)
        begin.tag, begin.ticked = self.drawable(tag), once
        return [begin, *(self.paragraph(part, _flush(self.type.tagged)) for part in more)]

    def title_again(self, title: str) -> Text:
        """Return the name of a text that goes on behind the sign of a phase."""
        kind, title = self.type.tagged_again, shorten_title(title)
        return self.pieces([self._bold(title, kind), self._aside(self.say("continued"), kind)], kind)

    def name_paragraph(self, name: str, title: str, kind: ParagraphStyle, *, tags: Iterable[str] = ()) -> Text:
        """Return a name in the style's face, after it the name that the player gave, and small bold tags."""
        given = [self.piece(title, faces.REGULAR, max(kind.fontSize * 0.75, 7.0))] if title else []
        marks = [self.piece(tag, faces.BOLD, max(kind.fontSize * 0.82, style.FOOT_SIZE)) for tag in tags]
        apart = TOGETHER if (given or marks) and name else ""  # what follows is smaller, and so is its blank
        return self.pieces([self.piece(f"{name}{apart}"), *given, *marks], kind)

    def bullet(self, text: str, kind: ParagraphStyle) -> Text:
        """Return a list item."""
        return self.pieces([self.piece("•"), self.piece(text)], kind)

    def draw(self, canvas: Canvas, text: str, x: float, y: float, font: str, size: float, *, align: str = "left") -> None:
        """Draw a line of text as it is, from its left end, around its middle (`centre`) or to its right end."""
        text = self.drawable(text)
        if align != "left":
            x -= fonts.width(text, font, size) * (0.5 if align == "centre" else 1.0)
        draw_runs(canvas, text, x, y, font, size)

    def _titles(self, title: str, aside: str, kind: ParagraphStyle) -> list[Piece]:
        return [self._bold(title, kind), self._aside(aside, kind)]

    def _bold(self, text: str, kind: ParagraphStyle) -> Piece:
        return self.piece(text, faces.BOLD, self.sizes.title if kind.fontName == faces.TEXT else 0.0)

    def _aside(self, text: str, kind: ParagraphStyle) -> Piece:
        return self.piece(text, faces.REGULAR, max(kind.fontSize - 1, 7.0))


def draw_runs(canvas: Canvas, text: str, x: float, y: float, font: str, size: float) -> None:
    """Draw drawable text in the faces that have its letters."""
    for face, part in fonts.runs(text, font):
        canvas.setFont(face, size)
        canvas.drawString(x, y, part)
        x += fonts.width(part, face, size)


def shorten_title(title: str) -> str:
    """Return the name of what goes on, of a very long one the beginning: else a card would be all name."""
    return title if len(title) <= LONG_TITLE else f"{title[:LONG_TITLE]}{ELLIPSIS}"


def _space(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces that say something, each after the first with a blank before it."""
    first = True
    for piece in pieces:
        if piece.text:
            yield piece if first or piece.text.startswith(TOGETHER) else piece._replace(text=f" {piece.text}")
            first = False


def _few_lines(text: str) -> list[str]:
    """Return text in parts of a few lines."""
    lines = text.split("\n")
    return ["\n".join(lines[start : start + LINES_TOGETHER]) for start in range(0, len(lines), LINES_TOGETHER)]


@cache
def _flush(kind: ParagraphStyle) -> ParagraphStyle:
    """The same style without room before it."""
    return ParagraphStyle(f"{kind.name}-flush", kind, spaceBefore=0, firstLineIndent=0)
