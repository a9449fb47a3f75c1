"""What the block or card of a unit shows: heading, statline, wounds, powers, weapons, abilities, keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, Unit, chosen_keywords
from exports.sheet.block import Face, Place
from exports.sheet.detail import WHOLE, Detail
from exports.sheet.heading import heading
from exports.sheet.ink import Ink
from exports.sheet.parts import Part, measure
from exports.sheet.powers import powers
from exports.sheet.protection import protection_lines, worth_lines
from exports.sheet.rules import Rule, RuleBook
from exports.sheet.shown import Copies
from exports.sheet.statline import statlines
from exports.sheet.unit_rules import options_of, transport, unit_rules
from exports.sheet.vehicle_table import vehicle_tables
from exports.sheet.weapons_table import WeaponPlans, weapon_tables
from exports.sheet.wounds import wargear_of_all, wounds

BETWEEN = 2.2


class CardFaces:
    """What the block or card of these units shows, with more or less detail: what none of it changes is made once."""

    def __init__(self, ink: Ink, army: Army, copies: Copies, book: RuleBook) -> None:
        self.ink, self.army, self.copies, self.book = ink, army, copies, book
        self._weapons = WeaponPlans(ink, army, copies)
        self._kept: dict[float, tuple[list[Part], list[Part]]] = {}

    def forget(self) -> None:
        """Make all anew from now on: what was shown was cut, which leaves its marks on tables and texts."""
        self._kept.clear()

    def __call__(self, width: float, detail: Detail = WHOLE) -> Face:
        """Return what is shown, `width` wide within its edges."""
        ink, army, copies, book = self.ink, self.army, self.copies, self.book
        unit = copies.unit
        book.card = copies.number
        title = ink.drawable(f"{unit.name} ({unit.title})" if unit.title else unit.name)
        if width not in self._kept:
            fixed = _below_statline(ink, army, copies, width)
            self._kept[width] = measure(statlines(ink, army, unit, width), width), measure(fixed, width)
        top, above = self._kept[width]
        body = [*above, *measure(_body(ink, army, copies, book, width, detail, self._weapons), width)]
        while body and isinstance(body[-1].flowable, Spacer):
            body.pop()
        ends = measure(_ends(ink, army, unit, book, detail), width)
        without_line = [] if detail.keywords or detail.ends else keywords_rule(ink, army, unit)
        pointers = [piece for rule in without_line for piece in book.pointer(ink, rule)]
        made = partial(heading, ink, army, copies, pointers=pointers)
        return Face(partial(_heading, made, detail), [*top, *body], ends, copies.number, title, len(top))


def _heading(made: partial[list[Flowable]], detail: Detail, width: float, place: Place) -> list[Flowable]:
    return made(width, detail, place)


def _below_statline(ink: Ink, army: Army, copies: Copies, width: float) -> Iterator[Flowable]:
    """Yield what stands below the statline, whatever the detail."""
    yield from _space(vehicle_tables(ink, army, copies, width))
    yield from wounds(ink, army, copies, width)
    yield from transport(ink, army, copies)
    yield Spacer(0, BETWEEN)


def _body(
    ink: Ink, army: Army, copies: Copies, book: RuleBook, width: float, detail: Detail, weapons: WeaponPlans
) -> Iterator[Flowable]:
    yield from powers(ink, army, copies, width, book, detail)
    yield from _space(weapon_tables(ink, weapons, width, book, detail))
    yield from unit_rules(ink, army, copies, book, detail)
    yield from protection_lines(ink, army, copies)
    yield from worth_lines(ink, army, copies.unit)


def _space(tables: Iterable[Flowable]) -> Iterator[Flowable]:
    for table in tables:
        yield table
        yield Spacer(0, BETWEEN)


def _ends(ink: Ink, army: Army, unit: Unit, book: RuleBook, detail: Detail) -> Iterator[Flowable]:
    """Yield keywords and options, small, or where they stand."""
    if detail.keywords and (said := keywords_of(ink, army, unit)):
        yield ink.run(said, ink.type.small)
    elif detail.ends and not detail.keywords:
        for rule in keywords_rule(ink, army, unit):
            yield ink.pieces([ink.piece(ink.say("keywords")), *book.pointer(ink, rule)], ink.type.small)


def keywords_rule(ink: Ink, army: Army, unit: Unit) -> list[Rule]:
    """Return the keywords and options of a unit as a rule of the appendix, none for a unit that has neither."""
    said = keywords_of(ink, army, unit)
    return [Rule("unit", unit.title or unit.name, "\n".join(f"{title} {text}" for title, text in said))] if said else []


def keywords_of(ink: Ink, army: Army, unit: Unit) -> list[tuple[str, str]]:
    """Return the kinds of keywords that a unit has, each with its words, and the options that nothing else says."""
    lines = [
        (ink.say("faction-keywords"), ", ".join(unit.keywords.faction)),
        (ink.say("keywords"), ", ".join(unit.keywords.other)),
        (ink.say("chosen-keywords"), ", ".join(f"{key}: {value}" for key, value in chosen_keywords(army, unit))),
        (f"{ink.say('options')}:", " ".join([*options_of(unit), *wargear_of_all(ink, unit)])),
    ]
    return [(title, text) for title, text in lines if text]
