"""Abilities as armies are compiled: their effects as given, else what their text is recognised as (docs/abilities.md).

A text that gives something to a model or unit which cannot be told, or is not its own, is not used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from datasheets.effects.effect import Effect
from datasheets.effects.effect import load as load_effect
from datasheets.effects.recognition.recognise import SCOPES, Bearer, recognise
from datasheets.effects.vocabulary import OF_UNITS, ROLLS_OF_MODELS
from datasheets.keywords import Keywords, placeholders
from exports import document
from resolver.engine.data import plain

MOST_KEPT = 4096
AURA = "(aura)"
"""What stands behind the name of an aura."""


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a unit, a piece of wargear or a weapon profile: its name, printed text and effects.

    `understood` says that these are all that the text means in a battle; there may be none.
    """

    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    aura: bool = False
    external: bool = False
    understood: bool = False


def ability_of(name: str, text: str, effects: Iterable[object], bearer: Bearer, system: str) -> Ability:
    """Read an ability: its effects as they are given, else as its text is recognised."""
    if given := effects_of(effects, SCOPES[bearer]):
        return Ability(name, text, given, understood=True)
    found = recognise(text, bearer, system)
    return Ability(name, text, found.effects, AURA in name.casefold(), understood=found.understood)


def of_unit(row: document.Ability, sheet: document.Unit, system: str) -> Ability:
    """Read an ability of a unit.

    What "this model" has is nobody's where the unit has several kinds of models; a keyword in brackets must be its own.
    """
    found = ability_of(row.name, row.text, row.effects, "unit", system)
    if not row.effects and not (_is_whose(found.effects, sheet) and _is_filled_in(found.effects, sheet)):
        found = Ability(row.name, row.text)
    return replace(found, aura=row.aura or found.aura, external=row.external)


def of_wargear(row: document.Wargear, sheet: document.Unit, system: str) -> Ability:
    """Read a piece of wargear. What a whole unit would have by it is nobody's where the bearer is one of several models."""
    found = ability_of(row.name, row.text, row.effects, "wargear", system)
    if not row.effects and sheet.model_count > 1 and not all(map(_is_a_models, found.effects)):
        return Ability(row.name, row.text)
    return found


def _is_a_models(effect: Effect) -> bool:
    """Tell whether one model can have an effect that its unit has not, or it is the unit's anyway."""
    if effect.to.scope != "bearer":
        return True
    if effect.kind in ("modify-roll", "re-roll", "auto-pass") and effect["roll"] not in ROLLS_OF_MODELS:
        return False
    return effect.kind not in OF_UNITS and effect.condition("targeted") is None


def _is_whose(effects: Iterable[Effect], sheet: document.Unit) -> bool:
    own = [effect for effect in effects if effect.to.scope == "bearer"]
    each = sheet.model_count > 1 and any(effect.kind == "regain-wounds" for effect in own)
    return not (each or (own and len({group.profile for group in sheet.models}) > 1))


def _is_filled_in(effects: Iterable[Effect], sheet: document.Unit) -> bool:
    said = {word for effect in effects for word in (*effect.to.keywords, *effect.to.without)}
    own = Keywords((*sheet.keywords.faction, *sheet.keywords.other))
    return all(word in own for word in placeholders(said))


def effects_of(rows: Iterable[object], to: str) -> tuple[Effect, ...]:
    """Read effects; `to` is the scope of those that do not say whom they concern."""
    return tuple(_read_effect(json.dumps({"to": {"scope": to}, **plain(row)})) for row in rows)


@lru_cache(MOST_KEPT)
def _read_effect(written: str) -> Effect:
    """Read an effect once: odds of armies compile each of their units many times."""
    return load_effect(json.loads(written))


def gives_for_good(effect: Effect) -> bool:
    """Tell whether an effect holds for its own unit all the time."""
    return effect.on == "always" and effect.until == "while" and not effect.when and effect.to.scope in ("bearer", "unit")
