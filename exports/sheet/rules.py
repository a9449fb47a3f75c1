"""The rules of an army's units: which stand on the cards, and which once in the appendix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from exports.document import Power, Unit, WeaponProfile
from exports.sheet.setup import Appendix
from exports.sheet.shown import Copies

Source = Literal["ability", "command", "wargear", "weapon", "power", "unit"]
LONG_WEAPON_TEXT = 60
SHORT = 70
"""A text that takes no more room than its mention in the appendix would save."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A named text of a unit."""

    source: Source
    name: str
    text: str
    aura: bool = False
    external: bool = False

    @property
    def is_long(self) -> bool:
        """Whether a weapon's text is too long for a small card."""
        return len(self.text) > LONG_WEAPON_TEXT


def abilities_of(unit: Unit) -> Iterator[Rule]:
    """Yield the rules of a unit: its abilities and commands, and wargear that does something."""
    for ability in unit.abilities:
        yield Rule("ability", ability.name, ability.text, ability.aura, ability.external)
    for command in unit.commands:
        yield Rule("command", command.name, command.text)
    for thing in unit.wargear:
        if thing.text and not thing.card:
            yield Rule("wargear", thing.name, thing.text)


def power_rule(power: Power) -> Rule:
    """Return a psychic power's text."""
    return Rule("power", power.name, power.text)


def weapon_rule(weapon: str, profile: WeaponProfile, texts: Iterable[str] = ()) -> Rule:
    """Return what a weapon profile does in words: its abilities, and characteristics that are `texts`."""
    said = [profile.abilities, *(profile.characteristics.get(text, "") for text in texts)]
    name = f"{weapon} ({profile.name})" if profile.name and profile.name != weapon else weapon
    return Rule("weapon", name, " ".join(text for text in dict.fromkeys(said) if text.strip("- –")))


class RuleBook:
    """Where each rule of an army stands. `appendix` grows while cards are made: small ones leave their texts to it."""

    def __init__(self, copies: Sequence[Copies], appendix: Appendix) -> None:
        self.mode = appendix
        self.appendix: dict[Rule, None] = {}
        self._users: dict[Rule, list[Unit]] = {}
        self._names: dict[str, set[Rule]] = {}
        for each in copies:
            for rule in dict.fromkeys(_all_of(each.unit)):
                self._users.setdefault(rule, []).append(each.unit)
                self._names.setdefault(rule.name, set()).add(rule)

    def on_card(self, rule: Rule) -> bool:
        """Say whether a rule's text belongs on the cards; where not, it is in the appendix from now on."""
        if self.mode == "none" or not rule.text:
            return True
        if self.mode == "shared" and (len(self._users.get(rule, ())) < 2 or len(rule.text) <= SHORT):
            return True
        self.leave(rule)
        return False

    def leave(self, *rules: Rule) -> None:
        """Put rules into the appendix."""
        self.appendix.update(dict.fromkeys(rules))

    def title(self, rule: Rule) -> str:
        """Return what a rule is called on cards and in the appendix: with its unit where several texts share a name."""
        if len(self._names.get(rule.name, ())) < 2:
            return rule.name
        units = self._users.get(rule, [])
        return f"{rule.name} ({units[0].name})" if units else rule.name

    def entries(self) -> list[Rule]:
        """Return the rules of the appendix by name."""
        return sorted(self.appendix, key=lambda rule: (self.title(rule).casefold(), rule.text))


def _all_of(unit: Unit) -> Iterator[Rule]:
    yield from abilities_of(unit)
    if unit.psyker:
        yield from map(power_rule, unit.psyker.powers)
    for weapon in unit.weapons:
        yield from (weapon_rule(weapon.name, profile) for profile in weapon.profiles)
