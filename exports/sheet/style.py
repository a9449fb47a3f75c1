"""Measures, greys and paragraph styles of the sheet. Lengths are points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from exports.sheet.faces import BOLD, NARROW_BOLD, REGULAR, TEXT
from exports.sheet.greys import GREY, HAIR, INK

__all__ = ["GREY", "HAIR", "INK"]

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
TOP = 9 * mm
FOOT = 13 * mm
CARDS_FOOT = 10.5 * mm
IDENTITY = 24 * mm
GUTTER = 6 * mm
SECTION_ROOM = 60.0
PADDING = 6.0
GAP = 3.0
FOOT_SIZE = 7.2


class Margins(NamedTuple):
    """What is left free at the edges of a page, in points."""

    left: float
    right: float
    top: float


def margins_of(paper: str, orientation: str, *, holes: bool) -> Margins:
    """Return the margins of pages; with `holes` the left one has room for those of a folder."""
    if holes:
        return Margins(18 * mm, 7 * mm, TOP)
    side = 11 * mm if (paper, orientation) == ("letter", "portrait") else 10 * mm
    return Margins(side, side, TOP)


def card_margins_of(paper: str, orientation: str, *, holes: bool) -> Margins:
    """Return the margins of pages of cards."""
    top = (10.5 if paper == "a4" else 9) * mm if orientation == "portrait" else 8 * mm
    if holes:
        return Margins(18 * mm, 7 * mm, top)
    side = {"a4": (10, 8.5), "letter": (11, 9.7)}[paper][orientation == "landscape"] * mm
    return Margins(side, side, top)


class Palette(NamedTuple):
    """What a set-up's accent colours: the mark of who leads the army and boxes for what may be used once.

    Nothing is said by colour alone: texts, marks and lines are the same in every palette.
    """

    accent: Color
    title: Color = INK
    rule: Color = INK


GREYS = Palette(INK)
PALETTES: Mapping[str, Palette] = {
    "none": GREYS,
    "blue": Palette(HexColor(0x163E6E)),
    "green": Palette(HexColor(0x1D4D2B)),
    "red": Palette(HexColor(0xB5400C)),
    "violet": Palette(HexColor(0x4A2470)),
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
CELL_RIGHT = _style("cell-right", lead=1.22, alignment=TA_RIGHT)
CELL_RIGHT_BOLD = _style("cell-right-bold", font=BOLD, lead=1.22, alignment=TA_RIGHT)
CELL_BOLD = _style("cell-bold", font=BOLD, lead=1.22)
HEAD = _style("head", font=BOLD, size=7.5, lead=1.2)
HEAD_CENTRED = _style("head-centred", font=BOLD, size=7.5, lead=1.2, alignment=TA_CENTER)
HEAD_RIGHT = _style("head-right", font=BOLD, size=7.5, lead=1.2, alignment=TA_RIGHT)
RULES = _style("rules", spaceBefore=2.2)
KEYWORDS = _style("keywords", size=7.5, spaceBefore=2.2)
NOTE = _style("note", font=TEXT, spaceBefore=6)
SECTION = _style("section", font=NARROW_BOLD, size=12, spaceBefore=10, spaceAfter=3)
ARMY_TITLE = _style("army-title", font=NARROW_BOLD, size=30, lead=1.2)
EVENT_TITLE = _style("event-title", font=NARROW_BOLD, size=18, lead=1.2)
LONG_TITLE = _style("long-title", font=NARROW_BOLD, size=15, lead=1.2)
RULES_TITLE = _style("rules-title", font=NARROW_BOLD, size=18, spaceAfter=3, keepWithNext=1)
RULES_AGAIN = _style("rules-again", font=NARROW_BOLD, size=12, lead=1.2, keepWithNext=1)
SUBTITLE = _style("subtitle", size=10, spaceBefore=1, spaceAfter=2.5)
FRONT_HEAD = _style("front-head", font=NARROW_BOLD, size=9.5, spaceBefore=7, spaceAfter=2, keepWithNext=1)
REMINDER_HEAD = _style("reminder-head", font=NARROW_BOLD, size=9, lead=1.2, spaceBefore=2, keepWithNext=1)
REMINDER = _style("reminder", font=TEXT, size=8.5, lead=1.12, allowWidows=0)
FIGURE = _style("figure", font=NARROW_BOLD, size=17, lead=1.1)
FIGURE_LABEL = _style("figure-label", size=7.5)
INDEX_NAME = _style("index-name", font=NARROW_BOLD, size=11, lead=1.1)
ENTRY = _style("entry", font=NARROW_BOLD, size=10.5, lead=1.15, spaceBefore=4, keepWithNext=1)
ENTRY_USERS = _style("entry-users", size=7.5, alignment=TA_RIGHT)
ENTRY_TEXT = _style("entry-text", font=TEXT, size=9, lead=1.16, spaceAfter=2, allowWidows=0, allowOrphans=0)
