"""What is said about a unit in sentences: abilities, wargear, declarations, transport, options, notes."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from exports.document import Army, Unit, passengers, powers, transport_of
from exports.sheet import style
from exports.sheet.declared import declarations_in_words
from exports.sheet.ink import Ink
from exports.sheet.phases import PHASES, is_once, phase_of
from exports.sheet.rules import Rule, RuleBook, abilities_of


def unit_rules(
    ink: Ink, army: Army, unit: Unit, book: RuleBook, *, texts: bool = True, ends: bool = True, extras: bool = True
) -> Iterator[Flowable]:
    """Yield the sentences; see `unit_card.Detail`. Rules that stand in the appendix are named."""
    named = []
    for rule in sorted(abilities_of(unit), key=lambda rule: PHASES.index(phase_of(rule.text))):
        if not rule.text or (texts and book.on_card(rule)):
            yield from rule_prose(ink, army.system, rule, rule.name, tagged=True)
        else:
            book.leave(rule)
            named.append(book.title(rule))
    if named and ends:
        yield ink.titled_paragraph(ink.say("rules-in-appendix"), ", ".join(named), style.RULES if extras else style.KEYWORDS)
    for title, text in declarations_in_words(ink, army, unit):
        yield from ink.prose(text, style.RULES, title=title)
    yield from _transport(ink, army, unit)
    if extras and (options := _options(unit)):
        yield ink.paragraph(ink.say("options"), style.RULES_CAPTION)
        yield from (ink.bullet(text, style.RULES_LIST) for text in options)
    if unit.note:
        yield from ink.prose(unit.note, style.RULES, title=ink.say("note-title"))


def rule_prose(ink: Ink, system: str, rule: Rule, title: str, *, tagged: bool = False) -> list[Flowable]:
    """Return a rule's title and text, marked as what it is in the words of a game system.

    `tagged`: the sign of its phase stands beside it, and a box where it may be used once in a battle.
    """
    aura = ink.say("aura")
    asides = [aura] if rule.aura and f"({aura})".casefold() not in rule.name.casefold() else []  # imported names say it
    asides += [ink.say("external")] if rule.external else []
    asides += [] if rule.source in ("ability", "unit") else [ink.word(system, f"rule.{rule.source}")]
    aside = f"({', '.join(asides)})" if asides else ""
    if not tagged:
        return ink.prose(rule.text, style.RULES, title=f"{title}.", aside=aside)
    phase, once = phase_of(rule.text), is_once(rule.text)
    tag = "" if phase == "always" else ink.word(system, f"phase.{phase}")
    return ink.tagged_prose(tag, rule.text, title=f"{title}.", aside=aside, once=once)


def _transport(ink: Ink, army: Army, unit: Unit) -> Iterator[Flowable]:
    if carrier := transport_of(army, unit):
        yield ink.titled_paragraph(ink.say("embarked"), carrier.title or carrier.name, style.RULES)
    if unit.transport:
        text = unit.transport.text or ink.say("capacity", count=unit.transport.capacity)
        yield from ink.prose(text, style.RULES, title=ink.say("transport"))
        if carried := passengers(army, unit):
            names = ", ".join(one.title or one.name for one in carried)
            yield ink.titled_paragraph(ink.say("carries"), names, style.RULES)


def _options(unit: Unit) -> list[str]:
    """The options taken that no other part of the card says."""
    said = {each.name for part in (unit.abilities, unit.weapons, unit.wargear) for each in part} | set(powers(unit))
    return [text for text in unit.options if text not in said]
