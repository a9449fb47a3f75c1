"""The saves of a profile: its own, or the better one that a thing gives, and beside it the invulnerable save.

"3+/4++"; "3+/5++†" holds on a condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.own_names import read_alone, read_own_names
from datasheets.effects.recognition.recognise import SCOPES, Bearer, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from exports.document import Ability, Army, Profile, Unit
from exports.document.parts import column_of
from exports.document.vehicle import AGAINST_BLASTS as AGAINST_SOME
from exports.sheet.successors import successors

_ARMOUR = re.compile(r"[2-7]\+")
_WORD = re.compile(r"[^\W\d_]{4,}")
OF_THIS_MODEL = "this model ha"
_SAVE = re.compile(r"[2-6]\+")
_CODE = re.compile(r"[A-Z]{1,4}\d{1,3} (?P<name>.+)")
_ANY_SAVE = re.compile(r"\bsav(?:e|ing throw)\b", re.IGNORECASE)
_FAILED = re.compile(r"\bfailed\b", re.IGNORECASE)
_IMPROVED = re.compile(
    r"the invulnerable save (?:that )?models in this unit (?:receive|have|gain) from (?:the|their) (?P<ability>.{1,60})"
    r" ability is improved by (?P<by>\d)(?: \(to a maximum of (?P<most>\d)\+\))?",
    re.IGNORECASE,
)
SAVE, CHANGE = "invulnerable-save", "modify-characteristic"
"""The kinds of effects that concern saves."""
SAVE_WORDS = ("invulnerab", "save characteristic of")
"""One of them stands in each text about saves; others need not be read, which takes long."""
NO_SAVE = ("-", "\u2013")
ATTACKS = ("shooting", "fighting")
UNTIL_FAILED = "until-failed"
CONDITIONS = (*ATTACKS, UNTIL_FAILED)
"""On what a save may depend that is printed with a dagger: the attacks against which alone it holds; none failed so far."""


class _Gain(NamedTuple):
    """What an ability or a thing gives to models: an effect, to whom it may be, the name and the text of what gives it."""

    effect: Effect
    scopes: tuple[str, ...]
    name: str
    text: str


def with_saves(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return a profile's characteristics with the best saves that all its models always have, the invulnerable one beside.

    A better one that holds on a condition follows with a dagger.
    """
    column = column_of(army, "save")
    save = profile.characteristics.get(column, "")
    if not _ARMOUR.fullmatch(save) and save not in NO_SAVE:
        return dict(profile.characteristics)
    gains = list(_gains(army, unit, profile))
    best = _best_rolls(unit, gains)
    always = best.get("", "")
    some = min((best[condition] for condition in CONDITIONS if condition in best), default="")
    shown = [
        min([*_own_saves(column, gains), *([] if save in NO_SAVE else [save])], default=save),
        f"{always}+" if always else "",
        f"{some}+{AGAINST_SOME}" if some and (not always or some < always) else "",
    ]
    return {**profile.characteristics, column: "/".join(part for part in shown if part)}


def conditions_of(army: Army, unit: Unit) -> list[str]:
    """Return the conditions on which the saves with a dagger of a unit hold."""
    column = column_of(army, "save")
    marked = [each for each in unit.profiles if each.characteristics.get(column, "").endswith(f"++{AGAINST_SOME}")]
    found = [_best_rolls(unit, _gains(army, unit, profile)) for profile in marked]
    return [name for name in CONDITIONS if any(name in best and best[name] < best.get("", "7+") for best in found)]


def _own_saves(column: str, gains: Iterable[_Gain]) -> Iterator[str]:
    """Yield the saves that models have in place of their own ("2+")."""
    for effect, scopes, _, _ in gains:
        if effect.kind != CHANGE or effect.when or not _holds_always(effect, scopes):
            continue
        if (effect["characteristic"], effect["operation"]) == (column, "set"):
            yield f"{effect['value']}+"


def _best_rolls(unit: Unit, gains: Iterable[_Gain]) -> dict[str, str]:
    """Return the best invulnerable save of a profile's models by its condition, "" for none."""
    best: dict[str, str] = {}
    for condition, roll in _rolls(unit, gains):
        if _SAVE.fullmatch(roll):
            best[condition] = min(best.get(condition, roll), roll)
    if all(attacks in best for attacks in ATTACKS):
        both = max(best[attacks] for attacks in ATTACKS)
        best[""] = min(best.get("", both), both)
    return best


def _rolls(unit: Unit, gains: Iterable[_Gain]) -> Iterator[tuple[str, str]]:
    better = _improvements(unit)
    for effect, scopes, name, text in gains:
        for condition, roll in _always(effect, scopes):
            by, most = better.get(name.casefold(), (0, 0))
            improved = f"{min(int(roll[0]), max(int(roll[0]) - by, most))}+" if by and _SAVE.fullmatch(roll) else roll
            yield condition or _ending(text), improved


def _gains(army: Army, unit: Unit, profile: Profile) -> Iterator[_Gain]:
    """Yield what abilities of the unit, and things that all models of a profile carry, give to these.

    Who comes in place of a model has only what calls him by name: the abilities are those of the model before him.
    """
    groups = [group for group in unit.models if group.profile == profile.id]
    fielded = {group.profile for group in unit.models if group.profile} or {each.id for each in unit.profiles}
    alone = fielded == {profile.id}
    names = _names(unit, profile, alone=alone)
    is_successor = profile in successors(unit)
    for ability in unit.abilities:
        is_meant = alone or _is_meant(unit, fielded, profile, ability)
        for effect, is_named in _effects(army, ability.effects, ability.text, "unit", (names, ability.name)):
            if is_successor and not is_named:
                continue
            yield _Gain(effect, ("unit", "bearer") if is_meant or is_named else ("unit",), ability.name, ability.text)
    for thing in unit.wargear:
        if groups and all(group.wargear.get(thing.id) for group in groups):
            for effect, _ in _effects(army, thing.effects, thing.text, "wargear", (names, thing.name)):
                yield _Gain(effect, ("bearer", "unit"), "", thing.text)


def _is_meant(unit: Unit, fielded: set[str], profile: Profile, ability: Ability) -> bool:
    """Say whether "this model" in an ability of several profiles is of one of them.

    It is each model where all profiles have a word of the unit's name ("Terminator Squad": "Terminator Sergeant"), else the
    one that alone has a word of the ability's name ("Riptide Shield Generator").
    """
    if profile.id not in fielded or OF_THIS_MODEL not in ability.text.casefold():
        return False
    words = {each.id: _words(each.name) for each in unit.profiles if each.id in fielded}
    if set.intersection(_words(unit.name), *words.values()):
        return True
    return [id for id, own in words.items() if own & _words(ability.name)] == [profile.id]


def _words(name: str) -> set[str]:
    return {word.removesuffix("s") for word in _WORD.findall(name.casefold())}


def _names(unit: Unit, profile: Profile, *, alone: bool) -> set[str]:
    """Return what texts may call the models of a profile."""
    code = _CODE.fullmatch(profile.name)
    groups = [group.name for group in unit.models if group.profile == profile.id]
    words = unit.name.split()
    own = [*(" ".join(words[: at + 1]) for at in range(len(words))), *profile.keywords] if alone else []
    return {profile.name, code["name"] if code else profile.name, *groups, *own}


def _improvements(unit: Unit) -> dict[str, tuple[int, int]]:
    """Return by which number saves of abilities are better than these say, and the best that they can be, for all models."""
    said = (sentence for each in unit.abilities if "improved" in each.text for sentence in sentences(each.text))
    found = [match for match in map(_IMPROVED.fullmatch, said) if match]
    return {match["ability"].casefold(): (int(match["by"]), int(match["most"] or 2)) for match in found}


def _ending(text: str) -> str:
    """Return the condition of a save that is gone, or worse, after the first one that is failed."""
    for sentence in text.split("."):
        save = _ANY_SAVE.search(sentence)
        if save and _FAILED.search(sentence, save.end()):
            return UNTIL_FAILED
    return ""


def _holds_always(effect: Effect, scopes: tuple[str, ...]) -> bool:
    """Say whether an effect is of those of whom it may be, all the time."""
    is_theirs = effect.to in [Recipients(scope) for scope in scopes]
    return is_theirs and (effect.on, effect.until, effect.limit) == ("always", "while", "none")


def _always(effect: Effect, scopes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the invulnerable save that an effect gives to whom it is of, all the time, and against what attacks."""
    if effect.kind != SAVE or not _holds_always(effect, scopes) or len(effect.when) > 1:
        return
    against = next((each for each in effect.when), None)
    if against is None:
        yield "", str(effect["save"])
    elif against.name in ATTACKS and not against.negated:
        yield against.name, str(effect["save"])


def _effects(
    army: Army, rows: Iterable[Mapping[str, object]], text: str, bearer: Bearer, called: tuple[set[str], str]
) -> Iterator[tuple[Effect, bool]]:
    """Yield what an ability does, and whether it calls whom it is of by name.

    Of a text that is understood in part, each sentence that is.
    """
    for row in rows:
        if row.get("kind") in (SAVE, CHANGE):
            with suppress(DocumentError):  # a word of a later Muster
                yield load(row, SCOPES[bearer]), False
    if not rows and any(word in text.casefold() for word in SAVE_WORDS) and has_tables(army.system):
        whole = recognise(text, bearer, army.system)
        if whole.understood:
            yield from ((effect, False) for effect in whole.effects)
            return
        for said, read in read_own_names(text, *called, is_carried=bearer == "wargear"):
            effects = (
                recognise(read, bearer, army.system).effects or recognise(read_alone(read), bearer, army.system).effects
            )
            yield from ((effect, said != read) for effect in effects)
