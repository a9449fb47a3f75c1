"""What is said about a unit in sentences: abilities, wargear, declarations, transport, options, notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from reportlab.platypus import Flowable

from exports.document import Army, Unit, passengers, powers, transport_of
from exports.sheet.boxes import once_boxes
from exports.sheet.declared import declarations_in_words
from exports.sheet.detail import Detail
from exports.sheet.faces import BOLD, NARROW_BOLD
from exports.sheet.greys import GREY
from exports.sheet.passage import Passage
from exports.sheet.phases import PHASES, is_once
from exports.sheet.rules import Rule, RuleBook, abilities_of
from exports.sheet.shown import Copies
from exports.sheet.text import Piece
from exports.sheet.text_renderer import TextRenderer


def unit_rules(renderer: TextRenderer, army: Army, copies: Copies, book: RuleBook, detail: Detail) -> Iterator[Flowable]:
    """Yield the abilities in the order of the turn, then what was declared, and the names of rules in the appendix."""
    unit, named = copies.unit, list[Rule]()
    rules = sorted(abilities_of(unit), key=lambda rule: PHASES.index(rule.phase))
    all_joined = list[tuple[str, list[Rule]]]()
    for phase, of_phase in groupby(rules, key=lambda rule: rule.phase):
        joined, without_text, tag = [], list[Rule](), renderer.word(army.system, f"phase.{phase}")
        for rule in of_phase:
            if not rule.text:
                without_text.append(rule)
            elif book.mode == "shared" and book.is_shared(rule) and not is_once(rule.text):
                named.append(rule)
            elif detail.joins and not detail.keeps_note(rule) and not is_once(rule.text):
                joined.append(rule)
            else:
                yield _ability(renderer, army.system, rule, copies, book, detail)
        if without_text:
            yield from _only_names(renderer, army.system, tag, without_text)
        if joined and detail.joins_all:
            all_joined.append((tag, joined))
        elif joined:
            yield from _join(renderer, tag, joined, book)
    others = partial(_pointers, renderer, book, named, with_names=detail.names)
    if all_joined:
        yield renderer.pieces([*_names_by_phase(renderer, all_joined, book), *others()], renderer.type.rule)
    for title, text in declarations_in_words(renderer, army, unit):
        yield Passage(renderer.prose(text, renderer.type.rule, title=title), partial(renderer.title_again, title))
    if unit.note:
        title = renderer.say("note-title")
        yield Passage(renderer.prose(unit.note, renderer.type.rule, title=title), partial(renderer.title_again, title))
    if not all_joined and (pointers := list(others())):
        yield renderer.pieces(pointers, renderer.type.names)


def _pointers(renderer: TextRenderer, book: RuleBook, rules: Sequence[Rule], *, with_names: bool) -> Iterator[Piece]:
    """Yield the anchors at which rules stand, behind them their names where these have room."""
    for place, rule in enumerate(rules):
        yield from book.pointer(renderer, rule, mark=place == 0)
        if with_names:
            yield renderer.piece(rule.name + ("," if place < len(rules) - 1 else ""))


def _only_names(renderer: TextRenderer, system: str, tag: str, rules: Iterable[Rule]) -> list[Flowable]:
    """Return the names of rules that the data have no text of, in one paragraph: nothing follows that they begin."""
    names = ", ".join(f"{rule.name} {asides_of(renderer, system, rule)}".strip() for rule in rules)
    return renderer.tagged_prose(
        tag, "", title="", aside="", once=False, after=[renderer.piece(names, BOLD, renderer.sizes.title)]
    )


def once_prose(
    renderer: TextRenderer, copies: Copies, tag: str, text: str, title: str, aside: str, after: Iterable[Piece] = ()
) -> list[Flowable]:
    """Return the text of what may be used once, with a box for each unit."""
    first, *more = renderer.tagged_prose(tag, text, title=title, aside=aside, once=copies.count == 1, after=after)
    return [first, *once_boxes(renderer, copies.marks, left=renderer.sizes.tag), *more]


def _ability(renderer: TextRenderer, system: str, rule: Rule, copies: Copies, book: RuleBook, detail: Detail) -> Passage:
    """Return a rule with the sign of its phase, and a box where it may be used once; of one at the end its beginning."""
    phase = rule.phase
    tag = renderer.word(system, f"phase.{phase}")
    text, after = rule.text, []
    if not detail.keeps_note(rule) or not book.on_card(rule):
        text = rule.beginning if detail.keeps_note(rule) and book.mode == "shared" else ""
        after = book.pointer(renderer, rule)
    aside = asides_of(renderer, system, rule)
    if is_once(rule.text):
        texts = once_prose(renderer, copies, tag, text, rule.title, aside, after)
    else:
        texts = renderer.tagged_prose(tag, text, title=rule.title, aside=aside, once=False, after=after)
    return Passage(texts, partial(renderer.title_again, rule.title))


def _join(renderer: TextRenderer, tag: str, rules: list[Rule], book: RuleBook) -> list[Flowable]:
    """Return the names of rules whose texts have no room, in one paragraph with the sign of their phase."""
    pieces = []
    for rule in rules:
        pieces += [renderer.piece(rule.title, BOLD, renderer.sizes.title), *book.pointer(renderer, rule)]
    return renderer.tagged_prose(tag, "", title="", aside="", once=False, after=pieces)


def _names_by_phase(renderer: TextRenderer, phases: Sequence[tuple[str, list[Rule]]], book: RuleBook) -> Iterator[Piece]:
    """Yield the names of rules whose texts have no room, those of each phase after its name."""
    for tag, rules in phases:
        yield renderer.piece(tag.upper(), NARROW_BOLD, 7.0, colour=GREY)
        for rule in rules:
            yield renderer.piece(rule.title, BOLD, renderer.sizes.title)
            yield from book.pointer(renderer, rule)


def asides_of(renderer: TextRenderer, system: str, rule: Rule) -> str:
    """Return what kind of rule it is, in the words of a game system: "(aura, wargear)"."""
    aura = renderer.say("aura")
    asides = [aura] if rule.aura and f"({aura})".casefold() not in rule.name.casefold() else []  # imported names say it
    asides += [renderer.say("external")] if rule.external else []
    asides += [] if rule.source in ("ability", "unit") else [renderer.word(system, f"rule.{rule.source}")]
    return f"({', '.join(asides)})" if asides else ""


def transport(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[Flowable]:
    """Yield what a unit carries and who is aboard, or in what it is itself."""
    unit = copies.unit
    if carrier := transport_of(army, unit):
        yield renderer.titled_paragraph(
            renderer.say("embarked"), others_named(renderer, copies, [carrier]), renderer.type.rule
        )
    if unit.transport:
        text = unit.transport.text or renderer.say("capacity", count=unit.transport.capacity)
        yield from renderer.prose(text, renderer.type.rule, title=renderer.say("transport"))
        if carried := passengers(army, unit):
            yield renderer.titled_paragraph(
                renderer.say("carries"), others_named(renderer, copies, carried), renderer.type.rule
            )


def others_named(renderer: TextRenderer, copies: Copies, units: Iterable[Unit]) -> str:
    """Return the names of other units, those of a name counted."""
    named = copies.name_others(units)
    return ", ".join(name if count == 1 else renderer.say("copies", count=count, name=name) for name, count in named)


def options_of(unit: Unit) -> list[str]:
    """Return the options taken that no other part of the card says."""
    said = {each.name for part in (unit.abilities, unit.weapons, unit.wargear) for each in part} | set(powers(unit))
    return [text for text in unit.options if text not in said]
