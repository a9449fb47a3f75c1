"""What the abilities and things of models always change of their own figures, as their effects say.

Of texts only those about hit rolls are read: of those that change a characteristic, the data have often done so already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.recognise import SCOPES, Bearer, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from exports.document import Army, ModelGroup, Unit
from exports.sheet.hit_rolls import ABOUT, FIRST, KIND, LAST, hits_changed
from exports.sheet.resolved import Bearer as Figures
from exports.sheet.resolved import bearer_of

CHANGE = "modify-characteristic"
SIGNS = {"add": 1, "subtract": -1}
MOST_TEXTS = 1024
UNIT, BEARER = Recipients("unit"), Recipients("bearer")


def figures_of(army: Army, unit: Unit) -> dict[str, Figures]:
    """Return the figures of each group of models that have some, with what always holds for them."""
    profiles = {profile.id: profile for profile in unit.profiles}
    having = (group for group in unit.models if group.profile in profiles)
    return {group.id: _with_standing(army, unit, group, bearer_of(profiles[group.profile])) for group in having}


def _with_standing(army: Army, unit: Unit, group: ModelGroup, figures: Figures) -> Figures:
    """Return the figures of some models with what holds for them always."""
    effects = list(_effects(army, unit, group))
    values = dict(figures.values)
    for effect in effects:
        if effect.kind == CHANGE and not effect.when and effect["of"] == "models" and effect["characteristic"] in values:
            values[effect["characteristic"]] = _change_value(values[effect["characteristic"]], effect)
    ranged, melee = (hits_changed(effects, (UNIT, BEARER), melee=each) for each in (False, True))
    return replace(figures, values=values, ranged=ranged, melee=melee)


def _change_value(value: str, effect: Effect) -> str:
    """Return a figure, or what is rolled, changed by a number; as it is where that cannot be said."""
    by, ending = str(effect["value"]), "+" if value.endswith("+") else ""
    number = value.removesuffix("+")
    if effect["operation"] not in SIGNS or not (number.isascii() and number.isdecimal() and by.isdecimal()):
        return value
    made = int(number) + SIGNS[effect["operation"]] * int(by)
    return f"{max(made, FIRST)}+" if ending and made <= LAST else value if ending else str(max(made, 1))


def _effects(army: Army, unit: Unit, group: ModelGroup) -> Iterator[Effect]:
    """Yield what holds for models at all times: of abilities of the unit, and of what they carry or the unit has."""
    alone = len({each.profile for each in unit.models}) == 1
    for ability in unit.abilities:
        for effect in _read(army, ability.effects, ability.text, "unit"):
            if not ability.aura and (effect.to == UNIT or (alone and effect.to == BEARER)):
                yield effect
    for thing in unit.wargear:
        for effect in _read(army, thing.effects, thing.text, "wargear"):
            if effect.to == UNIT or (effect.to == BEARER and group.wargear.get(thing.id)):
                yield effect


def _read(army: Army, rows: Sequence[Mapping[str, object]], text: str, bearer: Bearer) -> Iterator[Effect]:
    """Yield the effects that may be meant; of a text without any, those of its sentences about hit rolls."""
    found = []
    for row in rows:
        if row.get("kind") in (KIND, CHANGE):
            with suppress(DocumentError):  # a word of a later Muster
                found.append(load(row, SCOPES[bearer]))
    if not rows and ABOUT in text.casefold() and has_tables(army.system):
        found += _roll_effects(text, bearer, army.system)
    yield from (each for each in found if (each.until, each.limit) == ("while", "none") and each.on in ("always", "attack"))


@lru_cache(MOST_TEXTS)
def _roll_effects(text: str, bearer: Bearer, system: str) -> tuple[Effect, ...]:
    """Return what a text says of rolls: nothing where another sentence is not understood, since that may say when."""
    read = [recognise(sentence, bearer, system).effects for sentence in sentences(text)]
    return tuple(effect for effects in read for effect in effects if effect.kind == KIND) if all(read) else ()
