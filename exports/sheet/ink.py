"""The one door for text onto the sheet: nothing else makes a paragraph, so no name or note is ever read as markup.

ReportLab's paragraphs are a markup language that can load files and change fonts. Everything a player or a catalogue wrote
passes `markup` (escaped) or `drawn` (for strings drawn as they are), and both replace letters that the font lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from datasheets.words import code_for, say, translate
from exports.document import Army, name_of, total_name
from exports.sheet import fonts, style
from exports.sheet.tagged import Tagged

ELLIPSIS = "…"
LINES_TOGETHER = 20


class Ink:
    """Words of one language and colours for one sheet. `missing` collects the letters that the font could not draw."""

    def __init__(self, language: str, palette: style.Palette = style.GREYS) -> None:
        self.language = language
        self.palette = palette
        self.missing: set[str] = set()
        fonts.register()

    def say(self, code: str, /, **values: object) -> str:
        """Return the sentence of "sheet." + code."""
        return say(f"sheet.{code}", values, self.language)

    def name_of(self, army: Army, what: str, id: str) -> str:
        """Return what an id of the army's game system is called, in this language where there is a word."""
        return translate(name_of(army, what, id), self.language)

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
        """Return text on one line for drawing as it is (no markup is read there)."""
        return fonts.drawable(text.replace("\n", " "), self.missing)

    def fit(self, text: str, font: str, size: float, width: float) -> str:
        """Return drawable text, cut with an ellipsis to fit a width."""
        text = self.drawable(text)
        if fonts.width(text, font, size) <= width:
            return text
        while text and fonts.width(text + ELLIPSIS, font, size) > width:
            text = text[: -1 - len(text) // 10]
        return text.rstrip() + ELLIPSIS

    def markup(self, text: str) -> str:
        """Return text so that a paragraph shows it letter by letter; line breaks are kept."""
        return escape(fonts.drawable(text, self.missing)).replace("\n", "<br/>")

    def paragraph(self, text: str, kind: ParagraphStyle = style.BODY) -> Paragraph:
        """Return a paragraph of plain text."""
        return Paragraph(self.markup(text), kind)

    def heading(self, text: str, kind: ParagraphStyle) -> Paragraph:
        """Return a title in the palette's colour."""
        return self.paragraph(text, style.in_colour(kind, self.palette.title))

    def section(self, text: str) -> list[Flowable]:
        """Return the heading of a section: it begins where some of what follows has room too."""
        return [CondPageBreak(style.SECTION_ROOM), self.heading(text, style.SECTION)]

    def titled_paragraph(
        self, title: str, text: str, kind: ParagraphStyle = style.BODY, *, aside: str = "", after: str = ""
    ) -> Paragraph:
        """Return a paragraph that begins with a bold title and perhaps an italic aside, or ends with one (`after`)."""
        parts = [self._mark(title, "b"), self._mark(aside, "i"), self.markup(text), self._mark(after, "i")]
        return Paragraph(" ".join(part for part in parts if part), kind)

    def run(self, pairs: Iterable[tuple[str, str]], kind: ParagraphStyle) -> Paragraph:
        """Return a paragraph of several titles with their texts, one after the other."""
        return Paragraph(" \u00a0 ".join(f"{self._mark(title, 'b')} {self.markup(text)}" for title, text in pairs), kind)

    def prose(self, text: str, kind: ParagraphStyle = style.BODY, *, title: str = "", aside: str = "") -> list[Flowable]:
        """Return text of any number of lines as paragraphs of a few lines each (ReportLab is slow at cutting long ones)."""
        first, *more = _few_lines(text)
        return [
            self.titled_paragraph(title, first, kind, aside=aside),
            *(self.paragraph(part, _flush(kind)) for part in more),
        ]

    def tagged_prose(self, tag: str, text: str, *, title: str, aside: str, once: bool) -> list[Flowable]:
        """Return text like `prose`, beside its first line a sign, and a box to tick where it may be used `once`."""
        kind = style.TAGGED_ONCE if once else style.TAGGED
        first, *more = _few_lines(text)
        parts = [self._mark(title, "b"), self._mark(aside, "i"), self.markup(first)]
        begin = Tagged(" ".join(part for part in parts if part), kind)
        begin.tag, begin.ticked = self.drawable(tag), once
        return [begin, *(self.paragraph(part, _flush(style.TAGGED)) for part in more)]

    def name_paragraph(
        self, name: str, title: str, kind: ParagraphStyle, *, tags: Iterable[str] = (), number: int = 0
    ) -> Paragraph:
        """Return a name in the style's face, after it the name that the player gave, in italics, and small bold tags.

        Before it stands the number of its card, light on dark, where it is given.
        """
        dark, size = self.palette.title.hexval().replace("0x", "#"), f"{kind.fontSize * 0.82:g}"
        before = f'<font size="{size}" color="white" backColor="{dark}">\u00a0{number}\u00a0</font>\u00a0 ' if number else ""
        given = f'  <font name="{fonts.ITALIC}" size="{kind.fontSize * 0.9:g}">{self.markup(title)}</font>' if title else ""
        marks = [f'  <font name="{fonts.BOLD}" size="{size}">{self.markup(tag)}</font>' for tag in tags]
        return Paragraph(before + self.markup(name) + given + "".join(marks), kind)

    def bullet(self, text: str, kind: ParagraphStyle) -> Paragraph:
        """Return a list item."""
        return Paragraph(self.markup(text), kind, bulletText="•")

    def _mark(self, text: str, tag: str) -> str:
        return f"<{tag}>{self.markup(text)}</{tag}>" if text else ""


def _few_lines(text: str) -> list[str]:
    """Return text in parts of a few lines."""
    lines = text.split("\n")
    return ["\n".join(lines[start : start + LINES_TOGETHER]) for start in range(0, len(lines), LINES_TOGETHER)]


@cache
def _flush(kind: ParagraphStyle) -> ParagraphStyle:
    """The same style without room before it."""
    return ParagraphStyle(f"{kind.name}-flush", kind, spaceBefore=0)
