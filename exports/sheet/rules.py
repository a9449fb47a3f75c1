"""The rules of an army's units: which stand on the cards, which once in the appendix, and the anchors that lead there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from exports.document import Power, Unit, WeaponProfile
from exports.sheet.faces import NARROW_BOLD, TEXT_BOLD
from exports.sheet.phases import phase_of, phase_of_call
from exports.sheet.setup import Appendix
from exports.sheet.shown import Copies
from exports.sheet.text import Piece
from exports.sheet.text_renderer import TO_RULES, TOGETHER, TextRenderer

Source = Literal["ability", "command", "wargear", "weapon", "power", "unit"]
SHORT = 70
"""A text that takes no more room than its mention in the appendix would save."""
LONG = 250
"""A text of more than four lines of a column; its first sentence stands on the card, up to `LONG_SENTENCE`."""
LONG_SENTENCE = 150
BETWEEN_FACTS = "\u00b7"
UNDECIDED = "R88"
"""The anchor of a rule while it is tried what has room: as wide as any."""
_SENTENCE = re.compile(r"[^\n]*?(?<!\bi\.e)(?<!\be\.g)(?<!\betc)(?<!\bincl)[.!?](?=\s|$)")
_FACT = re.compile(r"(?P<name>[^:\n]{1,24}): ?(?P<value>[^\n]{0,60})")
MARKS = (".", "!", "?")
NOTHING = ("", "-", "\u2013")


@dataclass(frozen=True, slots=True)
class Rule:
    """A named text of a unit."""

    source: Source
    name: str
    text: str
    aura: bool = False
    external: bool = False
    called_in: str = ""
    """The phase in which another rule calls for it ("may issue an order in the Shooting phase"), "" where none does."""

    @property
    def phase(self) -> str:
        """The phase in which it matters."""
        return self.called_in or phase_of(self.text)

    @property
    def title(self) -> str:
        """Its name as the beginning of its text, with a mark at its end; without one where it has none."""
        return self.name if self.name.endswith(MARKS) or not self.text else f"{self.name}."

    @property
    def is_long(self) -> bool:
        """Whether a text takes more than four lines."""
        return len(self.text) > LONG

    @property
    def beginning(self) -> str:
        """The first sentence of a long text, where it says something in a line or two, else ""."""
        found = _SENTENCE.match(self.text)
        return found[0].strip() if found and len(found[0]) <= LONG_SENTENCE else ""


def abilities_of(unit: Unit) -> Iterator[Rule]:
    """Yield the rules of a unit: its abilities and commands, and wargear that does something, or each rule that it lists."""
    for ability in unit.abilities:
        yield Rule("ability", ability.name, join_facts(ability.text), ability.aura, ability.external)
    for command in unit.commands:
        yield Rule("command", command.name, command.text)
    for thing in unit.wargear:
        if thing.rules:
            phase = phase_of_call(thing.name, [each.text for each in unit.abilities])
            yield from (Rule("ability", each.name, join_facts(each.text), called_in=phase) for each in thing.rules)
        elif thing.text and not thing.card:
            yield Rule("wargear", thing.name, thing.text)


def join_facts(text: str) -> str:
    """Return a text with the facts that it begins with, a line each ("Dice roll: 6"), in one line, empty ones left out."""
    lines = text.split("\n")
    facts = [found for found in map(_FACT.fullmatch, takewhile(_FACT.fullmatch, lines)) if found]
    if len(facts) < 2:
        return text
    said = f" {BETWEEN_FACTS} ".join(
        f"{fact['name']}: {fact['value']}" for fact in facts if fact["value"].strip() not in NOTHING
    )
    return "\n".join([*([said] if said else []), *lines[len(facts) :]])


def power_rule(power: Power) -> Rule:
    """Return a psychic power's text."""
    return Rule("power", power.name, power.text)


def weapon_rules(unit: Unit, texts: Sequence[str] = ()) -> list[Rule]:
    """Return the texts of a unit's weapons."""
    return [weapon_rule(weapon.name, profile, texts) for weapon in unit.weapons for profile in weapon.profiles]


def weapon_rule(weapon: str, profile: WeaponProfile, texts: Iterable[str] = ()) -> Rule:
    """Return what a weapon profile does in words: its abilities, and characteristics that are `texts`."""
    said = [profile.abilities, *(profile.characteristics.get(text, "") for text in texts)]
    name = f"{weapon} ({profile.name})" if profile.name and profile.name != weapon else weapon
    return Rule("weapon", name, " ".join(text for text in dict.fromkeys(said) if text.strip("- –")))


class RuleBook:
    """Where each rule of an army stands. The appendix grows while blocks and cards are made, which `point` to it.

    `card` is the number of the one that is made.
    """

    def __init__(self, copies: Sequence[Copies], appendix: Appendix) -> None:
        self.mode = appendix
        self.card = 0
        self._anchors: dict[Rule, str] = {}
        self._cards: dict[Rule, dict[int, None]] = {}
        self._trying = self.has_pointed = False
        self._users: dict[Rule, list[Unit]] = {}
        self._names: dict[str, set[Rule]] = {}
        self._same: dict[tuple[object, ...], Rule] = {}
        for each in copies:
            for rule in dict.fromkeys(map(self._first, _all_of(each.unit))):
                self._users.setdefault(rule, []).append(each.unit)
                self._names.setdefault(rule.name, set()).add(rule)

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Let nothing be put into the appendix meanwhile; `has_pointed` says whether something would have been."""
        self._trying, self.has_pointed = True, False
        yield
        self._trying = False

    def on_card(self, rule: Rule) -> bool:
        """Say whether a rule's text belongs on the cards."""
        if self.mode == "none" or not rule.text:
            return True
        if self.mode == "all":
            return False
        return not self.is_shared(rule) and not rule.is_long

    def is_shared(self, rule: Rule) -> bool:
        """Say whether several cards have a rule, and its text is not so short that each may say it."""
        return len(self._users.get(self._first(rule), ())) > 1 and len(rule.text) > SHORT

    def _first(self, rule: Rule) -> Rule:
        """Return the first rule that says the same, whatever its blanks and the phase in which it is called for."""
        words = (" ".join(text.split()) for text in (rule.name, rule.text))
        return self._same.setdefault((rule.source, rule.aura, rule.external, *words), rule)

    def anchor(self, rule: Rule) -> str:
        """Return the name of a rule's place in the appendix, where it is put unless something is only tried."""
        if self._trying:
            self.has_pointed = True
            return UNDECIDED
        rule = self._first(rule)
        if rule not in self._anchors:
            kind = "W" if rule.source == "weapon" else "R"
            number = sum(anchor.startswith(kind) for anchor in self._anchors.values()) + 1
            self._anchors[rule] = f"{kind}{number}"
        self._cards.setdefault(rule, {})[self.card] = None
        return self._anchors[rule]

    def pointer(self, renderer: TextRenderer, rule: Rule, *, mark: bool = True) -> list[Piece]:
        """Return what leads to a rule in the appendix: its anchor, a link in the file."""
        anchor, size = self.anchor(rule), max(renderer.sizes.head, 7.0)
        link = "" if self._trying else link_to(anchor)
        if not mark:
            return [renderer.piece(anchor, NARROW_BOLD, size, link=link)]
        return [
            renderer.piece(TO_RULES, TEXT_BOLD, 7.0),
            renderer.piece(f"{TOGETHER}{anchor}", NARROW_BOLD, size, link=link),
        ]

    def title(self, rule: Rule) -> str:
        """Return what a rule is called in the appendix: with the unit that alone has it where several texts share a name."""
        units = dict.fromkeys(unit.name for unit in self._users.get(self._first(rule), []))
        if len(self._names.get(rule.name, ())) < 2 or len(units) != 1:
            return rule.name
        return f"{rule.name} ({next(iter(units))})"

    def entries(self) -> list[tuple[str, Rule, list[int]]]:
        """Return the rules of the appendix with their anchors and the cards that point to them, those of weapons last."""
        found = [(anchor, rule, sorted(self._cards[rule])) for rule, anchor in self._anchors.items()]
        return sorted(found, key=lambda entry: (entry[0][0], int(entry[0][1:])))


def link_to(anchor: str) -> str:
    """Return the name of the place of a rule within the file."""
    return f"rule-{anchor}"


def _all_of(unit: Unit) -> Iterator[Rule]:
    yield from abilities_of(unit)
    if unit.psyker:
        yield from map(power_rule, unit.psyker.powers)
    yield from weapon_rules(unit)
