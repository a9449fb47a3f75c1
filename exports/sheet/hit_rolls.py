"""What a weapon adds to each of its hit rolls by itself, from its effects or, where it has none, from its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from datasheets import systems
from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.recognise import SCOPES, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from datasheets.systems import UnknownSystem
from exports.document import WeaponProfile

KIND, ROLL = "modify-roll", "hit"
SIGNS = {"add": 1, "subtract": -1}
ABOUT = "hit roll"
"""What stands in each text about hit rolls; others need not be read."""
FIRST, LAST = 2, 6
"""What a roll may need: an unmodified 1 always fails, and no die shows more."""
_NEEDED = re.compile(r"([2-6])\+")


def modify_hit(hit: str, by: int) -> str:
    """Return what is rolled to hit with a modifier; as it is where that is no roll, or none that a die can show."""
    found = _NEEDED.match(hit)
    needed = max(int(found[1]) - by, FIRST) if found else 0
    return f"{needed}{hit[1:]}" if found and needed <= LAST else hit


def at_most(system: str, by: int) -> int:
    """Return the sum of all modifiers of a hit roll as far as the game counts it."""
    with suppress(UnknownSystem):
        most = systems.system(system).most_modified
        return by if most is None else max(-most, min(by, most))
    return by


def hit_modifier(system: str, profile: WeaponProfile, *, melee: bool) -> int:
    """Return what is added to every hit roll of a weapon, whoever it attacks; what holds on a condition is left out.

    Of a text that is understood in part, each sentence that is counts: the others do not take it back.
    """
    return hits_changed(_effects(system, profile), (Recipients(SCOPES["weapon"]),), melee=melee)


def hits_changed(effects: Iterable[Effect], whose: Sequence[Recipients], *, melee: bool) -> int:
    """Return what effects on those recipients add to each of their hit rolls."""
    always = "fighting" if melee else "shooting"
    counted = (each for each in effects if each.to in whose and _counts(each, always))
    return sum(SIGNS[each["operation"]] * int(each["value"]) for each in counted)


def _counts(effect: Effect, always: str) -> bool:
    """Whether an effect changes each hit roll by a fixed number; `always` is the condition that holds then."""
    if (effect.kind, effect.until, effect.limit) != (KIND, "while", "none") or effect.on not in ("always", "attack"):
        return False
    is_fixed = effect["roll"] == ROLL and effect["operation"] in SIGNS and str(effect["value"]).isdecimal()
    return is_fixed and all(each.name == always and not each.negated for each in effect.when)


def _effects(system: str, profile: WeaponProfile) -> Iterator[Effect]:
    for row in profile.effects:
        if row.get("kind") == KIND:
            with suppress(DocumentError):  # a word of a later Muster
                yield load(row, SCOPES["weapon"])
    if not profile.effects and ABOUT in profile.abilities.casefold() and has_tables(system):
        for sentence in sentences(profile.abilities):
            yield from recognise(sentence, "weapon", system).effects
