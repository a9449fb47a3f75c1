"""Armour and fields on a card, short in a column, whole in a sentence; the Wargear Cards of a unit, with a box each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from reportlab.platypus import Flowable

from datasheets.systems import System
from datasheets.systems.armoury import Ability
from exports.document import Army, Unit, Wargear, Weapon, leader_group, system_of, vehicle
from exports.document.vehicle import ArmourSave
from exports.document.victory import victory_values
from exports.sheet.ink import Ink
from exports.sheet.passage import Passage
from exports.sheet.saves import conditions_of
from exports.sheet.shown import Copies
from exports.sheet.unit_rules import once_prose


def armour_text(armour: ArmourSave | None) -> str:
    """Return an armour save as a column shows it, "–" for none."""
    return "–" if armour is None else vehicle.armour_text(armour.save, armour.dice, armour.blast)


def protection_lines(ink: Ink, army: Army, copies: Copies) -> Iterator[Flowable]:
    """Yield in sentences what saves wargear gives, what `†` of an armour save means, and the unit's Wargear Cards."""
    unit = copies.unit
    if any(armour and armour.blast for armour in _armours(unit)):
        yield ink.titled_paragraph("", ink.say("blast-save"), ink.type.rule)
    for condition in conditions_of(army, unit):
        yield ink.titled_paragraph("", ink.say(f"save-against.{condition}"), ink.type.rule)
    for thing in unit.wargear:
        if not thing.card and (said := _gives(ink, army, thing)):
            yield from ink.prose(said, ink.type.rule, title=f"{thing.name}:")
    yield from _cards(ink, army, copies)


def _armours(unit: Unit) -> Iterator[ArmourSave | None]:
    """Yield the armour that a card shows: of models, of the crews of vehicles, of wargear."""
    yield from (profile.armour for profile in unit.profiles)
    yield from (crew.armour for vehicle in unit.vehicles for crew in vehicle.crew)
    yield from (thing.armour for thing in unit.wargear)


def worth_lines(ink: Ink, army: Army, unit: Unit) -> Iterator[Flowable]:
    """Yield the commander's Strategy Rating, a Mastery Level, and what the unit is worth in Victory Points."""
    game = system_of(army)
    if unit.strategy_rating is not None and leader_group(army, unit):
        yield ink.titled_paragraph(ink.say("strategy-rating"), ink.value(unit.strategy_rating), ink.type.rule)
    if unit.psyker and unit.psyker.mastery:
        yield ink.titled_paragraph(ink.say("mastery"), ink.value(unit.psyker.mastery), ink.type.rule)
    if unit.support_weapon:
        own = unit.support_weapon
        said = ink.say("support-weapon-line", armour=own.armour, inches=own.move)
        yield ink.titled_paragraph(ink.say("support-weapon"), said, ink.type.rule)
    for value in victory_values(army, game) if game else ():
        if unit.id in (each.id for each in value.units):
            states = ", ".join(f"{ink.say(f'victory.{state}')} {points}" for state, points in value.values)
            yield ink.titled_paragraph(ink.say("victory-points"), states, ink.type.rule)


def _cards(ink: Ink, army: Army, copies: Copies) -> Iterator[Flowable]:
    things: list[Wargear | Weapon] = [*copies.unit.wargear, *copies.unit.weapons]
    cards = [each for each in things if each.card]
    if cards:
        caption = ink.paragraph(ink.say("wargear-cards"), ink.type.names)
        caption.keepWithNext = True
        yield caption
    for card in cards:
        text = card.text if isinstance(card, Wargear) else card.note
        gives = _gives(ink, army, card) if isinstance(card, Wargear) else ""
        costs = ", ".join(f"{ink.value(value)} {ink.name_of(army, 'cost', cost)}" for cost, value in card.costs.items())
        said = " ".join(part for part in (text, gives) if part)
        texts = once_prose(ink, copies, "", said, f"{card.name}.", f"({costs})" if costs else "")
        yield Passage(texts, partial(ink.title_again, f"{card.name}."))


def _gives(ink: Ink, army: Army, thing: Wargear) -> str:
    """Say which saves and abilities a thing gives."""
    game, field, parts = system_of(army), thing.field_save, []
    if thing.armour:
        parts.append(ink.say("gives-armour", save=armour_text(thing.armour)))
    if field:
        parts.append(ink.say("gives-field" if field.in_combat else "gives-field-shooting", save=field.save))
        parts += [field.then] if field.then else []
    parts += [f"{ability.name}: {ability.text}" for ability in granted_abilities(game, thing)]
    return " ".join(parts)


def granted_abilities(game: System | None, thing: Wargear) -> list[Ability]:
    """Return the abilities of the system that a thing gives to who has it."""
    known = {each.id: each for each in game.abilities} if game else {}
    return [known[id] for id in thing.grants if id in known]
