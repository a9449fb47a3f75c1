"""The card of one unit: heading, profiles with damage table, models with wargear and boxes, weapons, rules, keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from reportlab.platypus import Flowable, HRFlowable, Spacer, Table

from exports.document import Army, Power, Unit, chosen_keywords, embarked_in, passengers
from exports.sheet import style
from exports.sheet.army_table import unit_tags
from exports.sheet.card import Card, measured
from exports.sheet.declared import declared
from exports.sheet.grid import Cell, grid, heads
from exports.sheet.ink import Ink
from exports.sheet.models_table import models_table
from exports.sheet.profile_table import profile_tables
from exports.sheet.unread import unread
from exports.sheet.weapons_table import weapon_tables


def unit_card(ink: Ink, army: Army, unit: Unit, number: int, width: float, full: float) -> Card:
    """Return the card of the army's unit of that number, `width` wide, for pages of `full` height."""
    title = ink.drawn(f"{unit.name} ({unit.title})" if unit.title else unit.name)
    inner = width - 2 * style.PADDING
    body = measured(_body(ink, army, unit, inner), width)
    return Card(partial(_heading, ink, army, unit, inner), body, width, full, (f"unit-{number}", title))


def _heading(ink: Ink, army: Army, unit: Unit, width: float, continued: bool) -> list[Flowable]:
    costs = " · ".join(f"{army.printed('cost', id)} {ink.value(value)}" for id, value in unit.costs.items())
    name = ink.named(unit.name, unit.title, style.CARD_TITLE)
    if continued:
        return [_ends(name, ink.paragraph(ink.say("continued"), style.CARD_RIGHT), width)]
    facts = [army.printed("role", unit.role)] if unit.role else []
    facts.append(_size(ink, unit))
    tags = unit_tags(ink, army, unit)
    return [
        _ends(name, ink.titled(costs, "", style.CARD_RIGHT), width),
        _ends(ink.paragraph(" · ".join(facts), style.SMALL), ink.titled("  ".join(tags), "", style.CARD_RIGHT), width),
    ]


def _ends(left: Flowable, right: Flowable, width: float) -> Table:
    """Two cells, one at each end of a line."""
    flush = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ]
    tight = [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 0)]
    return Table([[left, right]], colWidths=[width * 0.68, width * 0.32], style=[*flush, *tight])


def _size(ink: Ink, unit: Unit) -> str:
    models = ink.say("models-of", count=unit.model_count)
    if unit.size.max is None:
        return f"{models} ({ink.say('size-from', least=unit.size.min)})"
    if unit.size.min == unit.size.max:
        return models
    return f"{models} ({ink.say('size-range', least=unit.size.min, most=unit.size.max)})"


def _body(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    yield from _spaced(profile_tables(ink, army, unit, width))
    yield from _spaced(models_table(ink, army, unit, width))
    yield from _spaced(weapon_tables(ink, army, unit, width))
    yield from _rules(ink, army, unit)
    if unit.psyker:
        yield from _psyker(ink, army, unit, width)
    yield from _keywords(ink, army, unit)


def _spaced(tables: Iterable[Flowable]) -> Iterator[Flowable]:
    for table in tables:
        yield table
        yield Spacer(0, 2 * style.GAP)


def _rules(ink: Ink, army: Army, unit: Unit) -> Iterator[Flowable]:
    for ability in unit.abilities:
        asides = [ink.say("aura")] if ability.aura else []
        asides += [ink.say("external")] if ability.external else []
        aside = f"({', '.join(asides)})" if asides else ""
        yield from ink.prose(ability.text, style.RULES, title=f"{ability.name}.", aside=aside)
    for thing in unit.wargear:
        if thing.text:
            yield from ink.prose(thing.text, style.RULES, title=f"{thing.name}.", aside=f"({ink.say('wargear')})")
    for title, text in declared(ink, army, unit):
        yield from ink.prose(text, style.RULES, title=title)
    if carrier := embarked_in(army, unit):
        yield ink.titled(ink.say("embarked"), carrier.title or carrier.name, style.RULES)
    if unit.transport:
        text = unit.transport.text or ink.say("capacity", count=unit.transport.capacity)
        yield from ink.prose(text, style.RULES, title=ink.say("transport"))
        if carried := passengers(army, unit):
            names = ", ".join(one.title or one.name for one in carried)
            yield ink.titled(ink.say("carries"), names, style.RULES)
    if unit.options:
        yield ink.paragraph(ink.say("options"), style.RULES_CAPTION)
        yield from (ink.bullet(text, style.RULES_LIST) for text in unit.options)
    if left := unread(army, unit):
        yield ink.titled(ink.say("unread"), ", ".join(left), style.RULES)
    if unit.note:
        yield from ink.prose(unit.note, style.RULES, title=ink.say("note-title"))


def _psyker(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    if unit.psyker is None:
        return
    yield ink.titled(
        ink.word(army.system, "psyker"),
        ink.say("psyker-line", casts=unit.psyker.casts, denies=unit.psyker.denies),
        style.RULES,
    )
    if unit.psyker.powers:
        yield Spacer(0, style.GAP)
        names = [ink.say("power"), ink.word(army.system, "power-value"), ink.say("range"), ink.say("effect")]
        rows = [heads(ink, names, style.HEAD), *(_power(ink, power) for power in unit.psyker.powers)]
        yield grid(rows, [width * 0.2, width * 0.12, width * 0.1, width * 0.58])
    yield Spacer(0, style.GAP)


def _power(ink: Ink, power: Power) -> list[Cell]:
    reach = ink.say("inches", length=power.range_in) if power.range_in is not None else "–"
    facts = (power.name, str(power.value), reach)
    return [*(ink.paragraph(fact, style.CELL) for fact in facts), ink.prose(power.text, style.CELL)]


def _keywords(ink: Ink, army: Army, unit: Unit) -> Iterator[Flowable]:
    yield HRFlowable(width="100%", thickness=0.35, color=style.HAIR, spaceBefore=5, spaceAfter=0)
    lines = [
        (ink.say("faction-keywords"), ", ".join(unit.keywords.faction)),
        (ink.say("keywords"), ", ".join(unit.keywords.other)),
        (ink.say("chosen-keywords"), ", ".join(f"{key}: {value}" for key, value in chosen_keywords(army, unit))),
    ]
    yield ink.run([(title, text) for title, text in lines if text], style.KEYWORDS)
