"""Measures, greys and paragraph styles of the sheet. Lengths are points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from reportlab.lib.colors import Color, HexColor, black
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from exports.sheet.fonts import BOLD, ITALIC, REGULAR

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
MARGIN = 10 * mm
FOOT = 13 * mm
IDENTITY = 24 * mm
GUTTER = 6 * mm
SECTION_ROOM = 60.0
PADDING = 6.0
GAP = 3.0
FOOT_SIZE = 7.0

INK = black
HAIR = Color(0.72, 0.72, 0.72)


class Palette(NamedTuple):
    """What a set-up's accent colours: titles and frames, the lines of tables, the shade behind heads.

    Nothing is said by colour alone: texts, marks and lines are the same in every palette.
    """

    title: Color
    rule: Color
    shade: Color


GREYS = Palette(INK, Color(0.35, 0.35, 0.35), Color(0.93, 0.93, 0.93))
PALETTES: Mapping[str, Palette] = {
    "none": GREYS,
    "blue": Palette(HexColor(0x163E6E), HexColor(0x3A6299), HexColor(0xE6EDF6)),
    "green": Palette(HexColor(0x1D4D2B), HexColor(0x3F7550), HexColor(0xE6F0E8)),
    "red": Palette(HexColor(0x7A1A1A), HexColor(0x9E4040), HexColor(0xF6E8E6)),
    "violet": Palette(HexColor(0x4A2470), HexColor(0x6E4A96), HexColor(0xEEE8F5)),
}


def _style(name: str, font: str = REGULAR, size: float = 8.5, lead: float = 1.3, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=round(size * lead, 2), textColor=INK, **more)


@cache
def in_colour(kind: ParagraphStyle, colour: Color) -> ParagraphStyle:
    """Return a style in another colour."""
    return kind if colour is INK else ParagraphStyle(f"{kind.name}-{colour.hexval()}", kind, textColor=colour)


BODY = _style("body")
SMALL = _style("small", size=7.5)
FINE = _style("fine", size=7.2, lead=1.2)
CELL = _style("cell", lead=1.22)
CELL_CENTRED = _style("cell-centred", lead=1.22, alignment=TA_CENTER)
CELL_RIGHT = _style("cell-right", lead=1.22, alignment=TA_RIGHT)
CELL_RIGHT_BOLD = _style("cell-right-bold", font=BOLD, lead=1.22, alignment=TA_RIGHT)
CELL_ITALIC = _style("cell-italic", font=ITALIC, lead=1.22)
CELL_NOTE = _style("cell-note", font=ITALIC, size=8, lead=1.15)
CELL_BOLD = _style("cell-bold", font=BOLD, lead=1.22)
HEAD = _style("head", font=BOLD, size=7, lead=1.2)
HEAD_CENTRED = _style("head-centred", font=BOLD, size=7, lead=1.2, alignment=TA_CENTER)
HEAD_RIGHT = _style("head-right", font=BOLD, size=7, lead=1.2, alignment=TA_RIGHT)
RULES = _style("rules", spaceBefore=2.2)
TAGGED = _style("tagged", spaceBefore=2.6, leftIndent=36)
TAGGED_ONCE = _style("tagged-once", spaceBefore=2.6, leftIndent=36, firstLineIndent=11)
RULES_CAPTION = _style("rules-caption", font=BOLD, spaceBefore=2.2, keepWithNext=1)
RULES_LIST = _style("rules-list", leftIndent=9, bulletIndent=1)
KEYWORDS = _style("keywords", size=7.5, spaceBefore=2.2)
NOTE = _style("note", font=ITALIC, spaceBefore=6)
SECTION = _style("section", font=BOLD, size=10.5, spaceBefore=10, spaceAfter=3)
CARD_TITLE = _style("card-title", font=BOLD, size=13, lead=1.15)
CARD_RIGHT = _style("card-right", size=9, lead=1.2, alignment=TA_RIGHT)
ARMY_TITLE = _style("army-title", font=BOLD, size=22, lead=1.15)
RULES_TITLE = _style("rules-title", font=BOLD, size=10.5, spaceAfter=3, keepWithNext=1)
SUBTITLE = _style("subtitle", size=10, spaceBefore=1, spaceAfter=9)
FRONT_HEAD = _style("front-head", font=BOLD, size=8.5, spaceBefore=6, spaceAfter=2, keepWithNext=1)
REMINDER_HEAD = _style("reminder-head", size=8, lead=1.2, spaceBefore=3, keepWithNext=1)
FIGURE = _style("figure", font=BOLD, size=17, lead=1.15, alignment=TA_CENTER)
FIGURE_LABEL = _style("figure-label", size=7.5, alignment=TA_CENTER)
