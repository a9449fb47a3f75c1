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
from exports.sheet.passage import Passage
from exports.sheet.saves import conditions_of
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.unit_rules import once_prose


def armour_text(armour: ArmourSave | None) -> str:
    """Return an armour save as a column shows it, "–" for none."""
    return "–" if armour is None else vehicle.armour_text(armour.save, armour.dice, armour.blast)


def protection_lines(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[Flowable]:
    """Yield in sentences what saves wargear gives, what `†` of an armour save means, and the unit's Wargear Cards."""
    unit = copies.unit
    if any(armour and armour.blast for armour in _armours(unit)):
        yield renderer.titled_paragraph("", renderer.say("blast-save"), renderer.type.rule)
    for condition in conditions_of(army, unit):
        yield renderer.titled_paragraph("", renderer.say(f"save-against.{condition}"), renderer.type.rule)
    for thing in unit.wargear:
        if not thing.card and (said := _gives(renderer, army, thing)):
            yield from renderer.prose(said, renderer.type.rule, title=f"{thing.name}:")
    yield from _cards(renderer, army, copies)


def _armours(unit: Unit) -> Iterator[ArmourSave | None]:
    """Yield the armour that a card shows: of models, of the crews of vehicles, of wargear."""
    yield from (profile.armour for profile in unit.profiles)
    yield from (crew.armour for vehicle in unit.vehicles for crew in vehicle.crew)
    yield from (thing.armour for thing in unit.wargear)


def worth_lines(renderer: TextRenderer, army: Army, unit: Unit) -> Iterator[Flowable]:
    """Yield the commander's Strategy Rating, a Mastery Level, and what the unit is worth in Victory Points."""
    game = system_of(army)
    if unit.strategy_rating is not None and leader_group(army, unit):
        yield renderer.titled_paragraph(
            renderer.say("strategy-rating"), renderer.value(unit.strategy_rating), renderer.type.rule
        )
    if unit.psyker and unit.psyker.mastery:
        yield renderer.titled_paragraph(renderer.say("mastery"), renderer.value(unit.psyker.mastery), renderer.type.rule)
    if unit.support_weapon:
        own = unit.support_weapon
        said = renderer.say("support-weapon-line", armour=own.armour, inches=own.move)
        yield renderer.titled_paragraph(renderer.say("support-weapon"), said, renderer.type.rule)
    for value in victory_values(army, game) if game else ():
        if unit.id in (each.id for each in value.units):
            states = ", ".join(f"{renderer.say(f'victory.{state}')} {points}" for state, points in value.values)
            yield renderer.titled_paragraph(renderer.say("victory-points"), states, renderer.type.rule)


def _cards(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[Flowable]:
    things: list[Wargear | Weapon] = [*copies.unit.wargear, *copies.unit.weapons]
    cards = [each for each in things if each.card]
    if cards:
        caption = renderer.paragraph(renderer.say("wargear-cards"), renderer.type.names)
        caption.keepWithNext = True
        yield caption
    for card in cards:
        text = card.text if isinstance(card, Wargear) else card.note
        gives = _gives(renderer, army, card) if isinstance(card, Wargear) else ""
        costs = ", ".join(
            f"{renderer.value(value)} {renderer.name_of(army, 'cost', cost)}" for cost, value in card.costs.items()
        )
        said = " ".join(part for part in (text, gives) if part)
        texts = once_prose(renderer, copies, "", said, f"{card.name}.", f"({costs})" if costs else "")
        yield Passage(texts, partial(renderer.title_again, f"{card.name}."))


def _gives(renderer: TextRenderer, army: Army, thing: Wargear) -> str:
    """Say which saves and abilities a thing gives."""
    game, field, parts = system_of(army), thing.field_save, []
    if thing.armour:
        parts.append(renderer.say("gives-armour", save=armour_text(thing.armour)))
    if field:
        parts.append(renderer.say("gives-field" if field.in_combat else "gives-field-shooting", save=field.save))
        parts += [field.then] if field.then else []
    parts += [f"{ability.name}: {ability.text}" for ability in granted_abilities(game, thing)]
    return " ".join(parts)


def granted_abilities(game: System | None, thing: Wargear) -> list[Ability]:
    """Return the abilities of the system that a thing gives to who has it."""
    known = {each.id: each for each in game.abilities} if game else {}
    return [known[id] for id in thing.grants if id in known]
