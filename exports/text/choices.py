"""What was chosen for a unit and is not read off what its models carry: marks, powers, traits, upgrades without a weapon.

A choice whose words all stand among what is carried already is not said again ("Frag & Krak grenades" beside "Frag grenade"
and "Krak grenade"), nor one that but for its author's note in brackets or a number in front is called as what is carried as
often ("Heavy bolter (Fort)" beside "Heavy bolter", "2x Cannon" beside 2 "Cannon"): a reader would add them up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from datasheets.markup import strip_marks
from exports.document import Unit
from exports.document.model import Node

WORD = re.compile(r"\w+")
APOSTROPHE = re.compile("['’]")
NOTE = re.compile(r" \([^()]*+\)$")
COUNT = re.compile(r"(?P<number>\d{1,3})[x×] (?=\S)")
NEARLY = 0.9
"""How alike two spellings of one name are at least: "Alliegiance" and "Allegiance"."""
Owned = tuple[Node, str]
"""A choice, and the id of the models that it is for, "" for those of the unit as a whole."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How many of what was chosen: for each of a group's models, by the group's id, and for the unit as a whole."""

    of_models: dict[str, Counter[str]] = field(default_factory=dict)
    of_unit: Counter[str] = field(default_factory=Counter)


def choices_of(unit: Unit) -> Choices:
    """Return what was chosen for a unit, and for each group of models, beside what these carry."""
    groups: dict[str, list[str]] = {}
    for group in unit.models:
        groups.setdefault(group.id.partition("/")[0], []).append(group.id)
    words_by_owner = {"": _words([unit.name])}
    owned = [
        (" ".join(strip_marks(node.name).split()), node, owner) for node, owner in _with_owners(unit.origin, "", groups)
    ]
    names_carried = _names_carried(unit, owned)
    for group in unit.models:
        words = _words([unit.name, group.name, *(thing for thing, _ in unit.wargear_of(group))])
        words_by_owner[""] |= words
        words_by_owner.setdefault(group.id.partition("/")[0], set()).update(words)
    made = Choices()
    numbers = {group.id: group.number for group in unit.models}
    for name, node, owner in owned:
        if not name or _words([name]) <= words_by_owner[owner] or _plain(name)[0] in names_carried:
            continue
        ids = groups.get(owner, [])
        if len(ids) == 1 and node.number % numbers[ids[0]] == 0:
            made.of_models.setdefault(ids[0], Counter())[name] += node.number // numbers[ids[0]]
        else:
            made.of_unit[name] += node.number
    return made


def _names_carried(unit: Unit, owned: Iterable[tuple[str, Node, str]]) -> set[str]:
    """Return what choices are called plainly that are what is carried: there are as many of both."""
    picks, carried = Counter[str](), Counter[str]()
    for name, node, _ in owned:
        plain, each = _plain(name)
        picks[plain] += node.number * each
    for group in unit.models:
        for thing, number in unit.wargear_of(group):
            carried[_singular(thing)] += group.number * number
    return {name for name, number in picks.items() if number == carried[name]}


def _plain(name: str) -> tuple[str, int]:
    """Return what a choice is called without a note at the end and a number in front, in the singular, and that number."""
    found = COUNT.match(name)
    rest = name[found.end() :] if found else name
    return _singular(NOTE.sub("", rest)), int(found["number"]) if found else 1


def _singular(name: str) -> str:
    return " ".join(word.removesuffix("s") for word in APOSTROPHE.sub("", name.casefold()).split())


def setting_name(unit: Unit) -> str:
    """Return what a setting is called."""
    return unit.title or strip_marks(unit.name)


def settings_of(unit: Unit) -> list[str]:
    """Return everything that was chosen for a setting, in order."""
    picks = [(" ".join(strip_marks(node.name).split()), node.number) for node, _ in _with_owners(unit.origin, "", ())]
    return [name if number == 1 else f"{number}x {name}" for name, number in picks if name]


def setting_in_words(unit: Unit) -> tuple[str, list[str]]:
    """Return what a setting is called and everything that was chosen for it, its name not again in front of the only thing.

    "Allegiance" with "Allegiance: Order" is "Allegiance" with "Order", however its author spelt it.
    """
    name, things = setting_name(unit), settings_of(unit)
    head, _, rest = (part.strip() for part in things[0].partition(":")) if len(things) == 1 else ("", "", "")
    return (head, [rest]) if rest and _is_spelt_nearly(head, name) else (name, things)


def _is_spelt_nearly(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio() >= NEARLY


def _with_owners(parent: Node, owner: str, groups: Iterable[str]) -> Iterator[Owned]:
    """Yield everything below a selection that is no models, with the models that it is below.

    What only holds its namesake ("Army Commander" below "Army Commander") is one choice.
    """
    for node in parent.selections:
        if node.uid in groups:
            yield from _with_owners(node, node.uid, groups)
        else:
            if (node.name, node.number) != (parent.name, parent.number):
                yield node, owner
            yield from _with_owners(node, owner, groups)


def _words(names: Iterable[str]) -> set[str]:
    """Return the words of names, plural or not, and wherever their authors put an apostrophe."""
    plain = (APOSTROPHE.sub("", name.casefold()) for name in names)
    return {word.removesuffix("s") for name in plain for word in WORD.findall(name)}
