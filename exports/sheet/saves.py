"""The invulnerable saves of a profile, for their place beside the save: "3+/4++"; "3+/5++†" holds against some attacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.own_names import read_own_names
from datasheets.effects.recognition.recognise import SCOPES, Bearer, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from exports.document import Army, Profile, Unit
from exports.document.vehicle import AGAINST_BLASTS as AGAINST_SOME
from exports.sheet.game import save_column

_SAVE = re.compile(r"[2-6]\+")
_CODE = re.compile(r"[A-Z]{1,4}\d{1,3} (?P<name>.+)")
SAVE_WORD = "invulnerable"
"""What each text about an invulnerable save says; others need not be read, which takes long."""
NO_SAVE = ("-", "\u2013")
ATTACKS = ("shooting", "fighting")
"""The attacks against which alone a save may hold."""


def with_invulnerable(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return a profile's characteristics, the best invulnerable save that all its models always have beside the save.

    A better one that holds only against some attacks follows with a dagger.
    """
    column = save_column(army)
    save = profile.characteristics.get(column, "")
    if not _SAVE.fullmatch(save) and save not in NO_SAVE:
        return dict(profile.characteristics)
    best = _best_rolls(army, unit, profile)
    always = best.get("", "")
    some = min((best[attacks] for attacks in ATTACKS if attacks in best), default="")
    shown = [
        save,
        f"{always}+" if always else "",
        f"{some}+{AGAINST_SOME}" if some and (not always or some < always) else "",
    ]
    return {**profile.characteristics, column: "/".join(part for part in shown if part)}


def attacks_of(army: Army, unit: Unit) -> list[str]:
    """Return the attacks against which alone the saves with a dagger of a unit hold."""
    column = save_column(army)
    marked = [each for each in unit.profiles if each.characteristics.get(column, "").endswith(f"++{AGAINST_SOME}")]
    found = [_best_rolls(army, unit, profile) for profile in marked]
    return [name for name in ATTACKS if any(name in best and best[name] < best.get("", "7+") for best in found)]


def _best_rolls(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return the best invulnerable save of a profile's models by the attacks against which it holds, "" for all."""
    best: dict[str, str] = {}
    for attacks, roll in _rolls(army, unit, profile):
        if _SAVE.fullmatch(roll):
            best[attacks] = min(best.get(attacks, roll), roll)
    if all(attacks in best for attacks in ATTACKS):
        both = max(best[attacks] for attacks in ATTACKS)
        best[""] = min(best.get("", both), both)
    return best


def _rolls(army: Army, unit: Unit, profile: Profile) -> Iterator[tuple[str, str]]:
    alone = len(unit.profiles) == 1
    groups = [group for group in unit.models if group.profile == profile.id]
    names = {
        profile.name,
        code["name"] if (code := _CODE.fullmatch(profile.name)) else profile.name,
        *(group.name for group in groups),
        *([unit.name] if alone else []),
    }
    for ability in unit.abilities:
        for effect, is_named in _effects(army, ability.effects, ability.text, "unit", (names, ability.name)):
            yield from _always(effect, ("unit", "bearer") if alone or is_named else ("unit",))
    for thing in unit.wargear:
        if groups and all(group.wargear.get(thing.id) for group in groups):
            for effect, _ in _effects(army, thing.effects, thing.text, "wargear", (names, thing.name)):
                yield from _always(effect, ("bearer", "unit"))


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
            for effect in recognise(read, bearer, army.system).effects:
                yield effect, said != read
