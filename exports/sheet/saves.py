"""The invulnerable saves of a profile, for their place beside the save: "3+/4++"; "3+/5++†" holds on a condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.own_names import read_alone, read_own_names
from datasheets.effects.recognition.recognise import SCOPES, Bearer, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from exports.document import Army, Profile, Unit
from exports.document.vehicle import AGAINST_BLASTS as AGAINST_SOME
from exports.sheet.game import save_column

_ARMOUR = re.compile(r"[2-7]\+")
_SAVE = re.compile(r"[2-6]\+")
_CODE = re.compile(r"[A-Z]{1,4}\d{1,3} (?P<name>.+)")
_ANY_SAVE = re.compile(r"\bsav(?:e|ing throw)\b", re.IGNORECASE)
_FAILED = re.compile(r"\bfailed\b", re.IGNORECASE)
_IMPROVED = re.compile(
    r"the invulnerable save (?:that )?models in this unit (?:receive|have|gain) from (?:the|their) (?P<ability>.{1,60})"
    r" ability is improved by (?P<by>\d)(?: \(to a maximum of (?P<most>\d)\+\))?",
    re.IGNORECASE,
)
SAVE_WORD = "invulnerab"
"""What each text about an invulnerable save says; others need not be read, which takes long."""
NO_SAVE = ("-", "\u2013")
ATTACKS = ("shooting", "fighting")
UNTIL_FAILED = "until-failed"
CONDITIONS = (*ATTACKS, UNTIL_FAILED)
"""On what a save may depend that is printed with a dagger: the attacks against which alone it holds; none failed so far."""


def with_invulnerable(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return a profile's characteristics, the best invulnerable save that all its models always have beside the save.

    A better one that holds on a condition follows with a dagger.
    """
    column = save_column(army)
    save = profile.characteristics.get(column, "")
    if not _ARMOUR.fullmatch(save) and save not in NO_SAVE:
        return dict(profile.characteristics)
    best = _best_rolls(army, unit, profile)
    always = best.get("", "")
    some = min((best[condition] for condition in CONDITIONS if condition in best), default="")
    shown = [
        save,
        f"{always}+" if always else "",
        f"{some}+{AGAINST_SOME}" if some and (not always or some < always) else "",
    ]
    return {**profile.characteristics, column: "/".join(part for part in shown if part)}


def conditions_of(army: Army, unit: Unit) -> list[str]:
    """Return the conditions on which the saves with a dagger of a unit hold."""
    column = save_column(army)
    marked = [each for each in unit.profiles if each.characteristics.get(column, "").endswith(f"++{AGAINST_SOME}")]
    found = [_best_rolls(army, unit, profile) for profile in marked]
    return [name for name in CONDITIONS if any(name in best and best[name] < best.get("", "7+") for best in found)]


def _best_rolls(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return the best invulnerable save of a profile's models by its condition, "" for none."""
    best: dict[str, str] = {}
    for condition, roll in _rolls(army, unit, profile):
        if _SAVE.fullmatch(roll):
            best[condition] = min(best.get(condition, roll), roll)
    if all(attacks in best for attacks in ATTACKS):
        both = max(best[attacks] for attacks in ATTACKS)
        best[""] = min(best.get("", both), both)
    return best


def _rolls(army: Army, unit: Unit, profile: Profile) -> Iterator[tuple[str, str]]:
    groups = [group for group in unit.models if group.profile == profile.id]
    fielded = {group.profile for group in unit.models if group.profile} or {each.id for each in unit.profiles}
    alone = fielded == {profile.id}
    names = _names(unit, profile, alone=alone)
    better = _improvements(unit)
    for ability in unit.abilities:
        for effect, is_named in _effects(army, ability.effects, ability.text, "unit", (names, ability.name)):
            for condition, roll in _always(effect, ("unit", "bearer") if alone or is_named else ("unit",)):
                by, most = better.get(ability.name.casefold(), (0, 0))
                improved = f"{min(int(roll[0]), max(int(roll[0]) - by, most))}+" if by and _SAVE.fullmatch(roll) else roll
                yield condition or _ending(ability.text), improved
    for thing in unit.wargear:
        if groups and all(group.wargear.get(thing.id) for group in groups):
            for effect, _ in _effects(army, thing.effects, thing.text, "wargear", (names, thing.name)):
                for condition, roll in _always(effect, ("bearer", "unit")):
                    yield condition or _ending(thing.text), roll


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


def _always(effect: Effect, scopes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the invulnerable save that an effect gives to whom it is of, all the time, and against what attacks."""
    if effect.kind != "invulnerable-save" or effect.to not in [Recipients(scope) for scope in scopes]:
        return
    if (effect.on, effect.until, effect.limit) != ("always", "while", "none") or len(effect.when) > 1:
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
        with suppress(DocumentError):  # a word of a later Muster
            yield load(row, SCOPES[bearer]), False
    if not rows and SAVE_WORD in text.casefold() and has_tables(army.system):
        whole = recognise(text, bearer, army.system)
        if whole.understood:
            yield from ((effect, False) for effect in whole.effects)
            return
        for said, read in zip(sentences(text), read_own_names(text, *called), strict=True):
            effects = (
                recognise(read, bearer, army.system).effects or recognise(read_alone(read), bearer, army.system).effects
            )
            yield from ((effect, said != read) for effect in effects)
