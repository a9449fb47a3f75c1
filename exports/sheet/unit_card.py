"""The card of a unit: heading, profiles with damage table, models with wargear and boxes, weapons, rules, keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from reportlab.platypus import Flowable, HRFlowable, Spacer, Table

from exports.document import Army, Unit, chosen_keywords
from exports.sheet import fonts, style
from exports.sheet.army_table import MOST_COSTS, unit_name, unit_tags
from exports.sheet.block import Face, Left
from exports.sheet.damage_table import damage_tables
from exports.sheet.ink import ELLIPSIS, Ink
from exports.sheet.models_table import models_table
from exports.sheet.parts import measure
from exports.sheet.powers import powers
from exports.sheet.profile_table import profile_tables
from exports.sheet.protection import protection_lines, worth_lines
from exports.sheet.rules import Rule, RuleBook, abilities_of
from exports.sheet.shown import Copies
from exports.sheet.unit_rules import unit_rules
from exports.sheet.vehicle_table import vehicle_tables
from exports.sheet.weapons_table import weapon_tables

LONG, LONG_NAME = 80, 100
"""What of a heading's text is printed, in letters: with more, a card would be all heading. The summary has it whole."""


class Detail(NamedTuple):
    """How much stands on a card. `left`: what of it stands in the appendix. `extras`: what is not needed at the table."""

    left: Left = "nothing"
    extras: bool = True

    @property
    def texts(self) -> bool:
        """Whether the rules' texts stand on the card, else their names."""
        return self.left == "nothing"

    @property
    def ends(self) -> bool:
        """Whether the names of rules in the appendix, and the keywords, stand on the card."""
        return self.left != "ends"


def card_face(
    ink: Ink,
    army: Army,
    copies: Copies,
    book: RuleBook,
    width: float,
    detail: Detail = Detail(),  # noqa: B008 (immutable)
) -> Face:
    """Return what the block or card of these units shows, `width` wide within its edges."""
    unit = copies.unit
    title = ink.drawable(f"{unit.name} ({unit.title})" if unit.title else unit.name)
    body = measure(_body(ink, army, copies, book, width, detail), width)
    while body and isinstance(body[-1].flowable, Spacer):
        body.pop()
    heading = partial(_heading, ink, army, copies, width, detail)
    left = () if detail.ends else (_ends_rule(ink, army, unit, book),)
    return Face(heading, body, copies.number, title, ink.palette, left)


def _heading(ink: Ink, army: Army, copies: Copies, width: float, detail: Detail, continued: bool) -> list[Flowable]:
    unit = copies.unit
    name = ink.name_paragraph(
        _short(unit_name(ink, copies)),
        _short(unit.title),
        style.in_colour(style.CARD_TITLE, ink.palette.title),
        number=copies.number,
    )
    if continued:
        return [_ends(ink, name, ink.say("continued"), width)]
    shown = islice(unit.costs.items(), MOST_COSTS)
    costs = " · ".join(_short(f"{ink.name_of(army, 'cost', id)} {ink.value(value)}") for id, value in shown)
    costs = ink.say("each", costs=costs) if costs and copies.count > 1 else costs
    facts = [_short(ink.name_of(army, "role", unit.role))] if unit.role else []
    facts.append(_size(ink, unit))
    facts += [] if detail.ends else [ink.say("ends-in-appendix")]
    tags = unit_tags(ink, army, unit)
    return [
        _ends(ink, name, costs, width),
        _ends(ink, ink.paragraph(" · ".join(facts), style.SMALL), "  ".join(tags), width),
    ]


def _short(text: str) -> str:
    return text if len(text) <= LONG_NAME else f"{text[:LONG_NAME]}{ELLIPSIS}"


def _ends(ink: Ink, left: Flowable, right: str, width: float) -> Table:
    """Two cells, one at each end of a line; the second has as much room as it needs, up to half."""
    wanted = fonts.width(ink.drawable(right)[:LONG], fonts.BOLD, style.CARD_RIGHT.fontSize) + 2 * style.GAP
    share = min(wanted, width / 2)
    flush = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ]
    tight = [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 0)]
    cells = [left, ink.titled_paragraph(right, "", style.CARD_RIGHT)]
    return Table([cells], colWidths=[width - share, share], style=[*flush, *tight])


def _size(ink: Ink, unit: Unit) -> str:
    models = ink.say("models-of", count=unit.model_count)
    if unit.size.max is None:
        return f"{models} ({ink.say('size-from', least=unit.size.min)})"
    if unit.size.min == unit.size.max:
        return models
    return f"{models} ({ink.say('size-range', least=unit.size.min, most=unit.size.max)})"


def _body(ink: Ink, army: Army, copies: Copies, book: RuleBook, width: float, detail: Detail) -> Iterator[Flowable]:
    unit = copies.unit
    room = style.GAP * (2 if detail.extras else 1)
    yield from _space_out(profile_tables(ink, army, unit, width), room)
    yield from _space_out(vehicle_tables(ink, army, copies, width), room)
    yield from _space_out(damage_tables(ink, army, copies, width), room)
    yield from _space_out(models_table(ink, army, copies, width, head=detail.extras), room)
    yield from _space_out(weapon_tables(ink, army, unit, width, book=None if detail.texts else book), room)
    yield from unit_rules(ink, army, unit, book, texts=detail.texts, ends=detail.ends, extras=detail.extras)
    yield from protection_lines(ink, army, unit)
    yield from worth_lines(ink, army, unit)
    yield from powers(ink, army, unit, width, book, texts=detail.texts)
    if detail.ends:
        yield HRFlowable(width="100%", thickness=0.35, color=style.HAIR, spaceBefore=5, spaceAfter=0)
        yield ink.run(_keywords(ink, army, unit), style.KEYWORDS)


def _space_out(tables: Iterable[Flowable], room: float) -> Iterator[Flowable]:
    for table in tables:
        yield table
        yield Spacer(0, room)


def _keywords(ink: Ink, army: Army, unit: Unit) -> list[tuple[str, str]]:
    """Return the kinds of keywords that a unit has, each with its words."""
    lines = [
        (ink.say("faction-keywords"), ", ".join(unit.keywords.faction)),
        (ink.say("keywords"), ", ".join(unit.keywords.other)),
        (ink.say("chosen-keywords"), ", ".join(f"{key}: {value}" for key, value in chosen_keywords(army, unit))),
    ]
    return [(title, text) for title, text in lines if text]


def _ends_rule(ink: Ink, army: Army, unit: Unit, book: RuleBook) -> Rule:
    """Return what else would end a card, to stand in the appendix under the name of the unit."""
    names = ", ".join(book.title(rule) for rule in abilities_of(unit) if rule.text)
    lines = [(f"{ink.say('appendix')}:", names)] if names else []
    return Rule(
        "unit",
        unit.title or unit.name,
        "\n".join(f"{title} {text}" for title, text in [*lines, *_keywords(ink, army, unit)]),
    )
