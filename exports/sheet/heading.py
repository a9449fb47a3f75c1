"""The heading of a unit: number, sign of its role, name with marks, what it is, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import getAscentDescent
from reportlab.platypus import Flowable

from exports.document import Army
from exports.sheet import faces, fonts, style
from exports.sheet.army_table import MOST_COSTS, unit_name, unit_tags
from exports.sheet.badge import Badge
from exports.sheet.block import ALONE, Place
from exports.sheet.cell_table import Cells
from exports.sheet.detail import Detail
from exports.sheet.shown import Copies
from exports.sheet.text import Piece, Text
from exports.sheet.text_renderer import ELLIPSIS, TOGETHER, TextRenderer

LONG, LONG_NAME = 80, 100
"""From how many letters on a name is small, that a card is not all heading, and cut where it is said again."""
POINTS = ("pts", "points", "p")
MOST_SHARE = 0.42
BETWEEN = 4.0


def heading(
    renderer: TextRenderer,
    army: Army,
    copies: Copies,
    width: float,
    detail: Detail,
    place: Place = ALONE,
    pointers: Sequence[Piece] = (),
) -> list[Flowable]:
    """Return the heading of a block, `width` wide; one that continues another says only which it is.

    Behind the name stand `pointers` to what of the unit has no line of its own.
    Marks that have no room behind a name that fits stand below it, and so does the datasheet's name.
    """
    unit = copies.unit
    badge = Badge(renderer, str(copies.number), unit.role or "", unit.name)
    costs = [] if place.goes_on else list(_costs(renderer, army, copies, detail))
    right = Text(costs, renderer.type.points)
    kind = renderer.type.points
    wanted = sum(fonts.width(each.text[:LONG], each.font or kind.fontName, each.size or kind.fontSize) for each in costs) + 2
    share = min(wanted, width * MOST_SHARE)
    left = badge.width + BETWEEN
    room = width - left - share
    title, *pieces = _name(renderer, army, copies, place)
    pieces += [] if place.goes_on else pointers
    fits = _width(renderer, [title, *pieces]) <= room or _width(renderer, [title]) > room
    beside = [title, *pieces] if fits else [title]
    has_aside = detail.aside and not place.goes_on
    asides = _fitting_aside(renderer, army, copies, beside if fits else pieces, room) if has_aside else []
    has_room = bool(asides) or not (has_aside and unit.title)
    below = [] if has_room else [_aside(renderer, unit_name(renderer, copies))]
    pieces += asides
    kind = renderer.type.row_bold if len(title.text) > LONG_NAME + len(ELLIPSIS) else renderer.type.name
    if pieces and fits and not place.goes_on:
        title = title._replace(text=f"{title.text}{TOGETHER}")  # what follows is smaller, and so is its blank
    name = renderer.pieces([title, *pieces] if fits else [title], kind)
    name.kind = "H2"
    names = [name, *(renderer.pieces(line, renderer.type.small) for line in ([] if fits else pieces, below) if line)]
    flush = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
    lower = max(_ascent(kind) - _ascent(renderer.type.points), 0.0)
    flush += [("TOPPADDING", (2, 0), (2, 0), lower), ("VALIGN", (0, 0), (-1, -1), "TOP")]  # type: ignore[list-item]
    return [Cells([[badge, names, right]], colWidths=[left, room, share], style=flush)]


def _name(renderer: TextRenderer, army: Army, copies: Copies, place: Place) -> Iterator[Piece]:
    unit, small = copies.unit, _small(renderer)
    called = unit.title or unit_name(renderer, copies)
    yield renderer.piece(f"{_short(called)}," if place.goes_on else called)
    if place.goes_on:
        yield renderer.piece(renderer.say("part-of", part=place.number, parts=place.of), faces.REGULAR, small)
        return
    for tag in unit_tags(renderer, army, unit):
        yield renderer.piece(tag, faces.NARROW_BOLD, small, colour=renderer.palette.accent)


def _ascent(kind: ParagraphStyle) -> float:
    """Return how far below its top the first line of a text stands."""
    return float(getAscentDescent(kind.fontName, kind.fontSize)[0])


def _width(renderer: TextRenderer, pieces: Sequence[Piece]) -> float:
    """Return how wide the pieces of a heading are on one line."""
    return sum(
        fonts.width(f"{each.text} ", each.font or faces.NARROW_BOLD, each.size or renderer.sizes.name) for each in pieces
    )


def _small(renderer: TextRenderer) -> float:
    return max(renderer.sizes.name * 0.56, 7.0)


def _fitting_aside(renderer: TextRenderer, army: Army, copies: Copies, pieces: Sequence[Piece], room: float) -> list[Piece]:
    """Return the datasheet's name, where the name is the player's own, and the role, if they have room on the line."""
    unit = copies.unit
    used = _width(renderer, pieces)
    role = renderer.name_of(army, "role", unit.role) if unit.role else ""
    datasheet = unit_name(renderer, copies) if unit.title else ""
    for text in dict.fromkeys((" · ".join(filter(None, (datasheet, role))), datasheet, role)):
        piece = _aside(renderer, text)
        if text and used + fonts.width(piece.text, faces.REGULAR, piece.size) < room:
            return [piece]
    return []


def _aside(renderer: TextRenderer, text: str) -> Piece:
    return renderer.piece(text, faces.REGULAR, _small(renderer), colour=style.GREY)


def _costs(renderer: TextRenderer, army: Army, copies: Copies, detail: Detail) -> Iterator[Piece]:
    """Yield the points, or another cost where there are none; of units that are alike the sum and the price of one."""
    unit, small = copies.unit, max(renderer.sizes.name * 0.5, 7.0)
    shown = list(islice(unit.costs.items(), MOST_COSTS))
    shown.sort(key=lambda cost: (renderer.name_of(army, "cost", cost[0]).casefold() not in POINTS, not cost[1]))
    for id, value in shown[:1]:
        yield renderer.piece(renderer.value(copies.costs[id]))
        if detail.unit_of_cost:
            yield renderer.piece(f" {_short(renderer.name_of(army, 'cost', id))}", faces.REGULAR, small, colour=style.GREY)
        if copies.count > 1:
            each = renderer.say("each", costs=renderer.value(value))
            yield renderer.piece(f" ({each})", faces.REGULAR, small, colour=style.GREY)


def _short(text: str) -> str:
    return text if len(text) <= LONG_NAME else f"{text[:LONG_NAME]}{ELLIPSIS}"
