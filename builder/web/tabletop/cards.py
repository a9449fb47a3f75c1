"""The cards of an army for the table, with the figures, order and merging of the printed ones (exports/sheet)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from builder.web.tabletop.figures import Statline, WeaponTable, statlines_of, weapons_of
from builder.web.tabletop.turn import phases_of
from builder.web.tabletop.wounds import Bands, Strip, Ticks, bands_of, strips_of, ticks_of
from exports.document import Army, RosterDocument, Unit, digest_of, passengers, system_of, transport_of
from exports.document.vehicle import Vehicle
from exports.sheet.army_table import unit_tags
from exports.sheet.declared import declarations_in_words
from exports.sheet.phases import PHASES, is_once, phase_of
from exports.sheet.reminders import Reminder, reminders_of
from exports.sheet.rules import abilities_of
from exports.sheet.saves import conditions_of
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.tracks import command_points, rounds_of
from exports.sheet.unit_card import keywords_of
from exports.sheet.unit_rules import asides_of, others_named

LONG = 60
"""Letters of a text that is said once for all cards; a shorter one is hardly longer than the way to it."""


@dataclass(frozen=True, slots=True)
class Ability:
    """A rule with its phase, the sign of that, and boxes where it may be used once in the battle.

    A long text that several cards have is said once: `id` is the place of that text, `like` the place of an earlier card's.
    """

    phase: str
    tag: str
    name: str
    aside: str
    text: str
    ticks: tuple[Ticks, ...]
    id: str = ""
    like: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    """A power with its boxes, which are for one round."""

    name: str
    value: str
    reach: str
    text: str
    ticks: tuple[Ticks, ...]


@dataclass(frozen=True, slots=True)
class Location:
    """A part of a vehicle: results of a D6, Armour Values, and lines of its damage table, each with a box."""

    roll: str
    name: str
    front: str
    side: str
    damage: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a unit, or of several alike; `phases` are those in which it matters."""

    id: str
    number: int
    count: int
    name: str
    of: str
    role: str
    tags: tuple[str, ...]
    statlines: tuple[Statline, ...]
    strips: tuple[Strip, ...]
    bands: tuple[Bands, ...]
    locations: tuple[Location, ...]
    weapons: tuple[WeaponTable, ...]
    psyker: tuple[str, str]
    powers: tuple[Power, ...]
    abilities: tuple[Ability, ...]
    lines: tuple[tuple[str, str], ...]
    keywords: tuple[tuple[str, str], ...]
    phases: tuple[str, ...]

    def bands_by(self, strip: Strip) -> Bands | None:
        """Return the damage table that goes by a strip of wounds, if one does."""
        return next((bands for bands in self.bands if bands.strip == strip.id), None)


@dataclass(frozen=True, slots=True)
class Reminding:
    """A reminder: the numbers of the cards, and the id of the box of what only one of them may do once."""

    name: str
    cards: tuple[int, ...]
    sentence: str
    tick: str


@dataclass(frozen=True, slots=True)
class Tabletop:
    """An army at the table: `side` "a" or "b", its cards, and what is counted; `digest` is of the cards alone.

    `phases` to choose from have an id, a short and a long name; `reminders` the id of a phase, its name, and what there is
    to do in it.
    """

    side: str
    name: str
    system: str
    digest: str
    cards: tuple[Card, ...]
    phases: tuple[tuple[str, str, str], ...]
    reminders: tuple[tuple[str, str, tuple[Reminding, ...]], ...]
    rounds: int
    command_points: int | None


def tabletop_of(document: RosterDocument, side: str, language: str) -> Tabletop:
    """Return an army as the page at the table shows it, with words in a language."""
    setup, renderer = Setup(), TextRenderer(language)
    army = shown_army(document.army, setup)
    copies = copies_of(army, setup)
    cards = tuple(_say_once(list(map(partial(_card, renderer, army, side), copies))))
    reminders = reminders_of(renderer, army, copies)
    used = {*reminders, *(phase for card in cards for phase in card.phases)}
    system = system_of(army)
    spends = bool(system and system.command_points)
    counted = command_points(army) if spends else None
    return Tabletop(
        side,
        army.name,
        army.system,
        _digest(document),
        cards,
        tuple(
            (phase, renderer.word(army.system, f"phase.{phase}"), renderer.word(army.system, f"reminder.{phase}"))
            for phase in phases_of(system, used)
        ),
        tuple(
            (phase, renderer.word(army.system, f"reminder.{phase}"), tuple(_remind(cards, row) for row in rows))
            for phase, rows in reminders.items()
        ),
        rounds_of(army),
        counted if counted is not None or not spends else 0,
    )


def _digest(document: RosterDocument) -> str:
    """Return the digest of what the cards are made of: an army with another name or note counts on as before."""
    army = document.data["army"]
    assert isinstance(army, dict)
    return digest_of({**army, "name": "", "note": ""})


def _say_once(cards: Sequence[Card]) -> Iterator[Card]:
    """Yield cards in which a long text that stands on several is said on the first of them."""
    texts = Counter(each.text for card in cards for each in card.abilities)
    places: dict[str, str] = {}
    for card in cards:
        abilities = []
        for at, each in enumerate(card.abilities):
            if texts[each.text] > 1 and len(each.text) >= LONG:
                place = f"{card.id}-{at}"
                like = places.setdefault(each.text, place)
                each = replace(each, id=place) if like == place else replace(each, text="", like=like)
            abilities.append(each)
        yield replace(card, abilities=tuple(abilities))


def _remind(cards: Sequence[Card], row: Reminder) -> Reminding:
    tick = ""
    if row.is_once and len(row.cards) == 1:
        card = next(each for each in cards if each.number == row.cards[0])
        own = next((each.ticks for each in card.abilities if each.name == row.name and each.ticks), ())
        tick = own[0].ids[0] if len(own) == 1 else ""
    return Reminding(row.name, row.cards, row.sentence, tick)


def _card(renderer: TextRenderer, army: Army, side: str, copies: Copies) -> Card:
    unit, id = copies.unit, f"{side}{copies.number}"
    tables = list(bands_of(renderer, army, copies, id))
    weapons = tuple(weapons_of(renderer, army, copies, tables, id))
    abilities = tuple(_abilities(renderer, army, copies, id))
    powers = tuple(_powers(renderer, copies, id))
    phases = [*(each.phase for each in weapons if each.phase), *(each.phase for each in abilities)]
    phases += ["psychic"] if powers else []
    return Card(
        id,
        copies.number,
        copies.count,
        unit.title or unit.name,
        unit.name if unit.title else "",
        renderer.name_of(army, "role", unit.role) if unit.role else "",
        tuple(unit_tags(renderer, army, unit)),
        tuple(statlines_of(renderer, army, unit, tables)),
        tuple(strips_of(renderer, army, copies, id)),
        tuple(bands for _, bands in tables),
        tuple(_locations(renderer, unit.vehicles, id)),
        weapons,
        _psyker(renderer, army, unit),
        powers,
        abilities,
        tuple(_lines(renderer, army, copies)),
        tuple(keywords_of(renderer, army, unit)),
        tuple(dict.fromkeys(phases)),
    )


def _abilities(renderer: TextRenderer, army: Army, copies: Copies, card: str) -> Iterator[Ability]:
    """Yield the abilities in the order of the turn, then Wargear Cards, each with boxes for as many units."""
    unit, boxes = copies.unit, 0
    rules = sorted(abilities_of(unit), key=lambda rule: PHASES.index(rule.phase))
    rows = [(rule.phase, rule.name, rule.text, asides_of(renderer, army.system, rule), is_once(rule.text)) for rule in rules]
    rows += [(phase_of(thing.text), thing.name, thing.text, "", True) for thing in unit.wargear if thing.card]
    rows += [(phase_of(weapon.note), weapon.name, weapon.note, "", True) for weapon in unit.weapons if weapon.card]
    for phase, name, text, aside, once in rows:
        tag = renderer.word(army.system, f"phase.{phase}")
        yield Ability(phase, tag, name, aside, text, ticks_of(copies, int(once), f"{card}.r", boxes))
        boxes += copies.count if once else 0


def _psyker(renderer: TextRenderer, army: Army, unit: Unit) -> tuple[str, str]:
    if unit.psyker is None or not (unit.psyker.casts or unit.psyker.denies):
        return "", ""
    said = renderer.word(army.system, "psyker-line", casts=unit.psyker.casts, denies=unit.psyker.denies)
    return renderer.word(army.system, "psyker"), said


def _powers(renderer: TextRenderer, copies: Copies, card: str) -> Iterator[Power]:
    psyker = copies.unit.psyker
    for at, power in enumerate(psyker.powers if psyker else ()):
        reach = renderer.say("inches", length=power.range_in) if power.range_in is not None else "–"
        ticks = ticks_of(copies, 1, f"{card}.p", at * copies.count)
        yield Power(power.name, str(power.value), reach, power.text, ticks)


def _locations(renderer: TextRenderer, vehicles: Sequence[Vehicle], card: str) -> Iterator[Location]:
    boxes = 0
    for vehicle in vehicles:
        for location in vehicle.locations:
            damage = []
            for line in location.damage:
                damage.append(
                    (_roll(line.roll), line.text or line.result.replace("-", " ").capitalize(), f"{card}.l{boxes}")
                )
                boxes += 1
            front, side = ("–" if value is None else str(value) for value in (location.front, location.side))
            yield Location(_roll(location.roll), location.name, front, side, tuple(damage))


def _roll(roll: Sequence[int]) -> str:
    return str(roll[0]) if roll[0] == roll[1] else f"{roll[0]}–{roll[1]}"


def _lines(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[tuple[str, str]]:
    """Yield lines with their titles: what it carries, what was declared, what `†` of its save means, the player's note."""
    unit = copies.unit
    if carrier := transport_of(army, unit):
        yield renderer.say("embarked"), others_named(renderer, copies, [carrier])
    if unit.transport:
        yield renderer.say("transport"), unit.transport.text or renderer.say("capacity", count=unit.transport.capacity)
        if carried := passengers(army, unit):
            yield renderer.say("carries"), others_named(renderer, copies, carried)
    yield from declarations_in_words(renderer, army, unit)
    if any(profile.armour and profile.armour.blast for profile in unit.profiles):
        mark, _, meaning = renderer.say("blast-save").partition(" ")
        yield mark, meaning
    for condition in conditions_of(army, unit):
        mark, _, meaning = renderer.say(f"save-against.{condition}").partition(" ")
        yield mark, meaning
    if unit.note:
        yield renderer.say("note-title"), unit.note
