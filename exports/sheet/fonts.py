"""The sheet's typeface: Open Sans from the package ttf-opensans, and what it can draw (Latin, Greek, Cyrillic).

A letter that the font lacks is replaced by a similar one where Unicode names one, else by U+FFFD, and reported. Formatting
characters (joiners, marks of direction, variation selectors) are left out: they could only disorder the line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

import ttf_opensans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD, ITALIC, BOLD_ITALIC = "Sheet", "Sheet-Bold", "Sheet-Italic", "Sheet-BoldItalic"
SUBSTITUTE = "\ufffd"
MOST_WORDS, LONGEST_WORD = 20_000, 40
_FILES = {
    REGULAR: ttf_opensans.OPENSANS_REGULAR,
    BOLD: ttf_opensans.OPENSANS_BOLD,
    ITALIC: ttf_opensans.OPENSANS_ITALIC,
    BOLD_ITALIC: ttf_opensans.OPENSANS_BOLDITALIC,
}
SIMILAR = {"\u2010": "-", "\u2011": "-", "\u2192": "->", "\u2190": "<-"}
_FORMATTING = ("Cf", "Zl", "Zp")
_lock = Lock()
_glyphs: set[int] = set()


class Face(TTFont):
    """A face that measures each word once: breaking long texts into lines measures words over and over."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path)
        self._units = lru_cache(MOST_WORDS)(self._measure)

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802 (ReportLab's name)
        """Return the width of text in points."""
        return 0.001 * size * (self._units if len(text) <= LONGEST_WORD else self._measure)(text)

    def _measure(self, text: str) -> float:
        known, other = self.face.charWidths, self.face.defaultWidth
        return float(sum(known.get(ord(letter), other) for letter in text))


def register() -> None:
    """Make the faces known to ReportLab; harmless when repeated, and from any thread."""
    with _lock:
        if _glyphs:
            return
        faces = []
        for name, file in _FILES.items():
            font = Face(name, str(file.path))
            pdfmetrics.registerFont(font)
            faces.append(font.face)
        pdfmetrics.registerFontFamily(REGULAR, REGULAR, BOLD, ITALIC, BOLD_ITALIC)
        _glyphs.update(set.intersection(*(set(face.charToGlyph) for face in faces)))


def drawable(text: str, missing: set[str]) -> str:
    """Return text that the faces can draw, line breaks kept; letters that had to be replaced go to `missing`."""
    register()
    return text if text.isascii() else "".join(_drawable_letters(text, missing))


def width(text: str, font: str, size: float) -> float:
    """Return the width of drawable text in points."""
    register()
    return float(pdfmetrics.stringWidth(text, font, size))


def _drawable_letters(text: str, missing: set[str]) -> Iterator[str]:
    for letter in text:
        if letter == "\n" or ord(letter) in _glyphs:
            yield letter
        elif unicodedata.category(letter) not in _FORMATTING and not "\ufe00" <= letter <= "\ufe0f":
            similar = SIMILAR.get(letter) or unicodedata.normalize("NFKC", letter)
            if all(ord(part) in _glyphs for part in similar):
                yield similar
            else:
                missing.add(letter)
                yield SUBSTITUTE
