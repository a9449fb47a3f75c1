"""The sheet's typefaces, all from packages, and which of them draws a letter.

Three voices: a condensed face for names and figures (PT Sans Narrow), a plain one for labels (Open Sans), a serif for rules
in sentences (Source Serif). A letter that a voice lacks is drawn in Open Sans, one that this lacks in a face of its script
(`scripts`): Hebrew, Arabic, emoji, Chinese, Japanese, Korean and others. A letter that no face has is replaced by a similar
one where Unicode names one, else by U+FFFD, and reported. Formatting characters (joiners, marks of direction, variation
selectors) are left out: they could only disorder the line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from threading import RLock
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

from exports.sheet.faces import BOLD, BOLD_ITALIC, ITALIC, NARROW, NARROW_BOLD, REGULAR, TEXT, TEXT_BOLD, TEXT_ITALIC
from exports.sheet.scripts import Script, is_reordered, reorder, script_of
from exports.sheet.unhinted import without_hints

SUBSTITUTE = "\ufffd"
MOST_WIDTHS = 8192
"""Of how many texts the width is remembered: cards are tried with more or less on them, and ask for the same again."""
MOST_WORDS, LONGEST_WORD = 20_000, 40
_FILES = {
    REGULAR: ("ttf_opensans", "ttf/OpenSans-Regular.ttf"),
    BOLD: ("ttf_opensans", "ttf/OpenSans-Bold.ttf"),
    ITALIC: ("ttf_opensans", "ttf/OpenSans-Italic.ttf"),
    BOLD_ITALIC: ("ttf_opensans", "ttf/OpenSans-BoldItalic.ttf"),
    NARROW: ("fontpkg_pt_sans_narrow", "files/PT_Sans-Narrow-Web-Regular.ttf"),
    NARROW_BOLD: ("fontpkg_pt_sans_narrow", "files/PT_Sans-Narrow-Web-Bold.ttf"),
    TEXT: ("font_source_serif_pro", "files/SourceSerifPro-Regular.ttf"),
    TEXT_BOLD: ("font_source_serif_pro", "files/SourceSerifPro-Bold.ttf"),
    TEXT_ITALIC: ("font_source_serif_pro", "files/SourceSerifPro-It.ttf"),
}
_STAND_INS = {NARROW: REGULAR, NARROW_BOLD: BOLD, TEXT: REGULAR, TEXT_BOLD: BOLD, TEXT_ITALIC: ITALIC}
"""Which face of Open Sans draws what a voice lacks."""
_FAMILIES = (
    (REGULAR, BOLD, ITALIC, BOLD_ITALIC),
    (NARROW, NARROW_BOLD, NARROW, NARROW_BOLD),
    (TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD),
)
SIMILAR = {"\u2010": "-", "\u2011": "-", "\u2192": "->", "\u2190": "<-"}
GREEK, ALPHA = range(0x370, 0x400), 0x3B1
"""Letters of which a face has some for formulas only: a word is not set in two faces."""
_FORMATTING = ("Cf", "Zl", "Zp")
_lock = RLock()
_glyphs: dict[str, frozenset[int]] = {}
"""The letters of each face that is registered."""


class Face(TTFont):
    """A face that measures each word once, and turns each text of a file into its signs once.

    Breaking long texts into lines measures words over and over, and a sheet says the same figures and heads on every card.
    """

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path, shapable=False, asciiReadable=False)
        self._subset = self.face.makeSubset
        self.face.makeSubset = self._make_subset  # type: ignore[assignment]
        self._units = lru_cache(MOST_WORDS)(self._measure)
        self._signs: WeakKeyDictionary[PDFDocument, dict[str, list[tuple[int, bytes]]]] = WeakKeyDictionary()

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802 (ReportLab's name)
        """Return the width of text in points."""
        return 0.001 * size * (self._units if len(text) <= LONGEST_WORD else self._measure)(text)

    def splitString(  # noqa: N802 (ReportLab's name)
        self, text: str, doc: PDFDocument, encoding: str = "utf-8"
    ) -> list[tuple[int, bytes]]:
        """Return text as signs of the parts of the face that a file holds, each with the number of its part."""
        known = self._signs.setdefault(doc, {})
        if text not in known:
            known[text] = super().splitString(text, doc, encoding)
        return known[text]

    def _make_subset(self, letters: list[int]) -> bytes:
        """Return a file of the face with these letters. ReportLab reads the face's file at one place for all threads."""
        with _lock:
            return without_hints(self._subset(letters))

    def _measure(self, text: str) -> float:
        known, other = self.face.charWidths, self.face.defaultWidth
        return float(sum(known.get(ord(letter), other) for letter in text))


@cache
def register() -> None:
    """Make the three voices known to ReportLab; harmless when repeated, and from any thread."""
    with _lock:
        if REGULAR in _glyphs:
            return
        for name, (package, path) in reversed(_FILES.items()):
            _register(name, package, path)
        for family in _FAMILIES:
            pdfmetrics.registerFontFamily(family[0], *family)


def _register(name: str, package: str, path: str) -> None:
    with _lock:
        if name not in _glyphs:
            font = Face(name, str(files(package) / path))
            pdfmetrics.registerFont(font)
            _glyphs[name] = frozenset(font.face.charToGlyph)


def drawable(text: str, missing: set[str]) -> str:
    """Return text that the faces can draw, line breaks kept; letters that had to be replaced go to `missing`."""
    register()
    return text if text.isascii() else "".join(_drawable_letters(text, missing))


def runs(text: str, font: str) -> list[tuple[str, str]]:
    """Return drawable text in parts, each with the face that draws it; from right to left what is written so."""
    register()
    if text.isascii():
        return [(font, text)] if text else []
    if is_reordered(text):
        text = reorder(text)
    return [(face, "".join(letters)) for face, letters in groupby(text, lambda letter: _face_of(letter, font))]


@lru_cache(MOST_WIDTHS)
def width(text: str, font: str, size: float) -> float:
    """Return the width of drawable text in points."""
    return sum(float(pdfmetrics.stringWidth(part, face, size)) for face, part in runs(text, font))


def _face_of(letter: str, font: str) -> str:
    code = ord(letter)
    if code in _glyphs[font] and (code not in GREEK or ALPHA in _glyphs[font]):
        return font
    plain = _STAND_INS.get(font, font)
    if code in _glyphs[plain]:
        return plain
    if code in _glyphs[TEXT]:
        return TEXT
    found = _script(letter)
    return found.name if found else plain


def _script(letter: str) -> Script | None:
    """Return the script whose face draws a letter, its face registered; None where there is none."""
    found = script_of(letter)
    if found is None:
        return None
    _register(found.name, found.package, found.path)
    return found if ord(letter) in _glyphs[found.name] else None


def _can_draw(letter: str) -> bool:
    return ord(letter) in _glyphs[REGULAR] or ord(letter) in _glyphs[TEXT] or _script(letter) is not None


def _drawable_letters(text: str, missing: set[str]) -> Iterator[str]:
    for letter in text:
        if letter == "\n" or ord(letter) in _glyphs[REGULAR]:
            yield letter
        elif unicodedata.category(letter) not in _FORMATTING and not "\ufe00" <= letter <= "\ufe0f":
            similar = SIMILAR.get(letter) or unicodedata.normalize("NFKC", letter)
            if _can_draw(letter):
                yield letter
            elif all(_can_draw(part) for part in similar):
                yield similar
            else:
                missing.add(letter)
                yield SUBSTITUTE
