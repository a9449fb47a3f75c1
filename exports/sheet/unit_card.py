"""What the block or card of a unit shows: heading, statline, wounds, powers, weapons, abilities, keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, Unit, chosen_keywords
from exports.sheet.block import Face, Place
from exports.sheet.detail import WHOLE, Detail
from exports.sheet.heading import heading
from exports.sheet.parts import Part, measure
from exports.sheet.powers import powers
from exports.sheet.protection import protection_lines, worth_lines
from exports.sheet.rules import Rule, RuleBook
from exports.sheet.shown import Copies
from exports.sheet.statline import statlines
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.unit_rules import options_of, transport, unit_rules
from exports.sheet.vehicle_table import vehicle_tables
from exports.sheet.weapons_table import WeaponPlans, weapon_tables
from exports.sheet.wounds import wargear_of_all, wounds

BETWEEN = 2.2


class CardFaces:
    """What the block or card of these units shows, with more or less detail: what none of it changes is made once."""

    def __init__(self, renderer: TextRenderer, army: Army, copies: Copies, book: RuleBook) -> None:
        self.renderer, self.army, self.copies, self.book = renderer, army, copies, book
        self._weapons = WeaponPlans(renderer, army, copies)
        self._kept: dict[float, tuple[list[Part], list[Part]]] = {}

    def forget(self) -> None:
        """Make all anew from now on: what was shown was cut, which leaves its marks on tables and texts."""
        self._kept.clear()

    def __call__(self, width: float, detail: Detail = WHOLE) -> Face:
        """Return what is shown, `width` wide within its edges."""
        renderer, army, copies, book = self.renderer, self.army, self.copies, self.book
        unit = copies.unit
        book.card = copies.number
        title = renderer.drawable(f"{unit.name} ({unit.title})" if unit.title else unit.name)
        if width not in self._kept:
            fixed = _below_statline(renderer, army, copies, width)
            self._kept[width] = measure(statlines(renderer, army, unit, width), width), measure(fixed, width)
        top, above = self._kept[width]
        body = [*above, *measure(_body(renderer, army, copies, book, width, detail, self._weapons), width)]
        while body and isinstance(body[-1].flowable, Spacer):
            body.pop()
        ends = measure(_ends(renderer, army, unit, book, detail), width)
        without_line = [] if detail.keywords or detail.ends else keywords_rule(renderer, army, unit)
        pointers = [piece for rule in without_line for piece in book.pointer(renderer, rule)]
        made = partial(heading, renderer, army, copies, pointers=pointers)
        return Face(partial(_heading, made, detail), [*top, *body], ends, copies.number, title, len(top))


def _heading(made: partial[list[Flowable]], detail: Detail, width: float, place: Place) -> list[Flowable]:
    return made(width, detail, place)


def _below_statline(renderer: TextRenderer, army: Army, copies: Copies, width: float) -> Iterator[Flowable]:
    """Yield what stands below the statline, whatever the detail."""
    yield from _space(vehicle_tables(renderer, army, copies, width))
    yield from wounds(renderer, army, copies, width)
    yield from transport(renderer, army, copies)
    yield Spacer(0, BETWEEN)


def _body(
    renderer: TextRenderer, army: Army, copies: Copies, book: RuleBook, width: float, detail: Detail, weapons: WeaponPlans
) -> Iterator[Flowable]:
    yield from powers(renderer, army, copies, width, book, detail)
    yield from _space(weapon_tables(renderer, weapons, width, book, detail))
    yield from unit_rules(renderer, army, copies, book, detail)
    yield from protection_lines(renderer, army, copies)
    yield from worth_lines(renderer, army, copies.unit)


def _space(tables: Iterable[Flowable]) -> Iterator[Flowable]:
    for table in tables:
        yield table
        yield Spacer(0, BETWEEN)


def _ends(renderer: TextRenderer, army: Army, unit: Unit, book: RuleBook, detail: Detail) -> Iterator[Flowable]:
    """Yield keywords and options, small, or where they stand."""
    if detail.keywords and (said := keywords_of(renderer, army, unit)):
        yield renderer.run(said, renderer.type.small)
    elif detail.ends and not detail.keywords:
        for rule in keywords_rule(renderer, army, unit):
            yield renderer.pieces(
                [renderer.piece(renderer.say("keywords")), *book.pointer(renderer, rule)], renderer.type.small
            )


def keywords_rule(renderer: TextRenderer, army: Army, unit: Unit) -> list[Rule]:
    """Return the keywords and options of a unit as a rule of the appendix, none for a unit that has neither."""
    said = keywords_of(renderer, army, unit)
    return [Rule("unit", unit.title or unit.name, "\n".join(f"{title} {text}" for title, text in said))] if said else []


def keywords_of(renderer: TextRenderer, army: Army, unit: Unit) -> list[tuple[str, str]]:
    """Return the kinds of keywords that a unit has, each with its words, and the options that nothing else says."""
    lines = [
        (renderer.say("faction-keywords"), ", ".join(unit.keywords.faction)),
        (renderer.say("keywords"), ", ".join(unit.keywords.other)),
        (renderer.say("chosen-keywords"), ", ".join(f"{key}: {value}" for key, value in chosen_keywords(army, unit))),
        (f"{renderer.say('options')}:", " ".join([*options_of(unit), *wargear_of_all(renderer, unit)])),
    ]
    return [(title, text) for title, text in lines if text]
