"""The invulnerable save of a profile, for its place beside the save: "3+/4++"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from datasheets.effects.effect import Effect, Recipients, load
from datasheets.effects.recognition.recognise import SCOPES, Bearer, has_tables, recognise
from datasheets.effects.recognition.text import sentences
from datasheets.problems import DocumentError
from exports.document import Army, Profile, Unit
from exports.sheet.game import save_column

_SAVE = re.compile(r"[2-6]\+")
SAVE_WORD = "invulnerable"
"""What each text about an invulnerable save says; others need not be read, which takes long."""


def with_invulnerable(army: Army, unit: Unit, profile: Profile) -> dict[str, str]:
    """Return a profile's characteristics, the best invulnerable save that all its models always have beside the save."""
    column = save_column(army)
    save = profile.characteristics.get(column, "")
    rolls = [roll for roll in _rolls(army, unit, profile) if _SAVE.fullmatch(roll)]
    if not rolls or not _SAVE.fullmatch(save):
        return dict(profile.characteristics)
    return {**profile.characteristics, column: f"{save}/{min(rolls)}+"}


def _rolls(army: Army, unit: Unit, profile: Profile) -> Iterator[str]:
    alone = len(unit.profiles) == 1
    for ability in unit.abilities:
        yield from _always(_effects(army, ability.effects, ability.text, "unit"), ("unit", "bearer") if alone else ("unit",))
    groups = [group for group in unit.models if group.profile == profile.id]
    for thing in unit.wargear:
        if groups and all(group.wargear.get(thing.id) for group in groups):
            yield from _always(_effects(army, thing.effects, thing.text, "wargear"), ("bearer", "unit"))


def _always(effects: Iterable[Effect], scopes: tuple[str, ...]) -> Iterator[str]:
    """Yield the invulnerable saves that effects give to whom they are of, without a condition."""
    for effect in effects:
        kept = (effect.on, effect.when, effect.until, effect.limit) == ("always", (), "while", "none")
        if effect.kind == "invulnerable-save" and kept and effect.to in [Recipients(scope) for scope in scopes]:
            yield str(effect["save"])


def _effects(army: Army, rows: Iterable[Mapping[str, object]], text: str, bearer: Bearer) -> Iterator[Effect]:
    """Yield what an ability does; of a text that is understood in part, each sentence that is."""
    for row in rows:
        with suppress(DocumentError):  # a word of a later Muster
            yield load(row, SCOPES[bearer])
    if not rows and SAVE_WORD in text.casefold() and has_tables(army.system):
        whole = recognise(text, bearer, army.system)
        parts = [whole] if whole.understood else [recognise(part, bearer, army.system) for part in sentences(text)]
        for part in parts:
            yield from part.effects
