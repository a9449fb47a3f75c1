"""The sizes of type for each place that a unit is printed in, and the styles made of them. Nothing is under 7 points."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from exports.sheet import faces
from exports.sheet.greys import GREY, INK

SMALLEST, SMALLEST_RULES = 7.0, 8.5


class Sizes(NamedTuple):
    """Points of type, and the sides of boxes; `tag` is the room of the sign of a phase beside a rule."""

    name: float
    figure: float
    damage: float
    row: float
    title: float
    text: float
    note: float
    head: float
    small: float
    label: float
    box: float
    tag: float


FULL = Sizes(15.5, 13, 11.5, 10, 8.8, 9, 8.6, 7.5, 7.2, 8.6, 9.4, 35)
WIDE = FULL._replace(name=21, figure=18)
STEPS = (1.0, 1.1, 0.9)
"""How much the type of a full roster is enlarged or made smaller: as it is first."""
CARDS = Sizes(15, 13, 12, 10, 8.8, 9, 8.5, 7.5, 7.2, 8.6, 9.2, 35)
SMALL_CARDS = Sizes(12, 10.5, 9.5, 8.2, 8, 7.6, 7.2, 7, 7, 7.4, 7.8, 31)


class Type(NamedTuple):
    """The styles of one place."""

    sizes: Sizes
    name: ParagraphStyle
    points: ParagraphStyle
    figure: ParagraphStyle
    who: ParagraphStyle
    damage: ParagraphStyle
    row: ParagraphStyle
    row_bold: ParagraphStyle
    cell: ParagraphStyle
    cell_bold: ParagraphStyle
    times: ParagraphStyle
    text: ParagraphStyle
    rule: ParagraphStyle
    tagged: ParagraphStyle
    tagged_once: ParagraphStyle
    tagged_again: ParagraphStyle
    note: ParagraphStyle
    head: ParagraphStyle
    head_centred: ParagraphStyle
    small: ParagraphStyle
    names: ParagraphStyle
    label: ParagraphStyle


def scale(sizes: Sizes, step: float) -> Sizes:
    """Return sizes of one of the steps; rules stay large enough to be read at arm's length."""
    made = Sizes(*(max(round(size * step, 2), SMALLEST) for size in sizes))
    return made._replace(text=max(made.text, SMALLEST_RULES), note=max(made.note, SMALLEST_RULES), tag=sizes.tag)


@cache
def type_of(sizes: Sizes) -> Type:
    """Return the styles of these sizes."""
    name = f"{sizes.name:g}-{sizes.figure:g}-{sizes.text:g}"

    def style(what: str, font: str, size: float, lead: float = 1.16, **more: Any) -> ParagraphStyle:
        leading = round(size * lead, 2)
        given: dict[str, Any] = {"textColor": INK, **more}
        return ParagraphStyle(f"{what}-{name}", fontName=font, fontSize=size, leading=leading, **given)

    text: dict[str, Any] = {"spaceBefore": 2.4, "lead": 1.15}
    tagged = {**text, "leftIndent": sizes.tag}
    return Type(
        sizes,
        style("name", faces.NARROW_BOLD, sizes.name, 1.2),
        style("points", faces.NARROW_BOLD, sizes.name * 0.82, 1.1, alignment=TA_RIGHT),
        style("figure", faces.NARROW_BOLD, sizes.figure, 1.12, alignment=TA_CENTER),
        style("who", faces.NARROW_BOLD, sizes.title, 1.08),
        style("damage", faces.NARROW_BOLD, sizes.damage, 1.1, alignment=TA_CENTER),
        style("row", faces.NARROW, sizes.row, 1.12),
        style("row-bold", faces.NARROW_BOLD, sizes.row, 1.12),
        style("cell", faces.NARROW, sizes.row, 1.12, alignment=TA_CENTER),
        style("cell-bold", faces.NARROW_BOLD, sizes.row, 1.12, alignment=TA_CENTER),
        style("times", faces.NARROW, max(sizes.row - 1, SMALLEST), 1.2, alignment=TA_RIGHT, textColor=GREY),
        style("text", faces.TEXT, sizes.text, 1.15),
        style("rule", faces.TEXT, sizes.text, **text),
        style("tagged", faces.TEXT, sizes.text, **tagged),
        style("tagged-once", faces.TEXT, sizes.text, **tagged, firstLineIndent=sizes.box + 3),
        style("tagged-again", faces.TEXT, sizes.text, **tagged, keepWithNext=1),
        style("note", faces.TEXT, sizes.note, 1.1),
        style("head", faces.BOLD, sizes.head, 1.15),
        style("head-centred", faces.BOLD, sizes.head, 1.15, alignment=TA_CENTER, textColor=GREY),
        style("small", faces.REGULAR, sizes.small, 1.2, textColor=GREY, spaceBefore=2),
        style("names", faces.REGULAR, max(sizes.small, sizes.head), 1.2, spaceBefore=2.6),
        style("label", faces.REGULAR, sizes.label, 1.15),
    )
