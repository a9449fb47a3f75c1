"""What the printed text of an ability means in effects, or that it is not understood.

A text is understood only if every sentence of it is, by a pattern that fits it from the first word to the last; a part is
never taken for the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from datasheets.effects.effect import MOST_EFFECTS, Effect, load
from datasheets.effects.recognition.grammar import Table, Tables, read
from datasheets.effects.recognition.names import NAMES
from datasheets.effects.recognition.older_units import OF_SYSTEM
from datasheets.effects.recognition.sigmar import TABLES as SIGMAR_TABLES
from datasheets.effects.recognition.text import MOST_LETTERS, sentences
from datasheets.effects.recognition.units import TABLES as UNIT_TABLES
from datasheets.effects.recognition.weapons import TABLES as WEAPON_TABLES
from datasheets.problems import DocumentError

VERSION = "4"
"""The version of the tables; it changes when a text may come to other effects."""
Bearer = Literal["weapon", "unit", "wargear"]
SCOPES: Mapping[str, str] = {"weapon": "weapon", "unit": "unit", "wargear": "bearer"}


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a text came to. `unknown` are the sentences that are not understood; there are no effects if there are any.

    A text that is understood may have no effects: it changes nothing in a battle that is not said elsewhere.
    """

    effects: tuple[Effect, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether every sentence is understood."""
        return not self.unknown


def _forty_thousand(system: str) -> Mapping[Bearer, Tables]:
    """Return the tables of an edition of Warhammer 40,000: those that its editions share, and its own sentences."""
    own = OF_SYSTEM.get(system, Table())
    return {
        "weapon": {**WEAPON_TABLES, "weapon": WEAPON_TABLES["weapon"] + NAMES.get(system, Table())},
        "unit": {**UNIT_TABLES, "unit": UNIT_TABLES["unit"] + own},
        "wargear": {**UNIT_TABLES, "wargear": UNIT_TABLES["wargear"] + own},
    }


_TABLES: dict[str, Mapping[Bearer, Tables]] = {system: _forty_thousand(system) for system in ("wh40k-8e", "wh40k-9e")}
_TABLES["aos-1e"] = dict.fromkeys(get_args(Bearer), SIGMAR_TABLES)
NO_TABLES: Mapping[Bearer, Tables] = {bearer: {bearer: Table()} for bearer in get_args(Bearer)}


def register(system: str, tables: Mapping[Bearer, Tables]) -> None:
    """Say by which tables the texts of a system are read, by what has the ability."""
    _TABLES[system] = tables
    recognise.cache_clear()


def has_tables(system: str) -> bool:
    """Tell whether texts of a system are read at all: whether its battles ask for what they come to."""
    return system in _TABLES


@lru_cache(maxsize=8192)
def recognise(text: str, bearer: Bearer, system: str) -> Recognition:
    """Return what the text of an ability means: one in a weapon's row, of a unit, or of a piece of wargear.

    Pure: the same text always means the same. `system` is the id of the game system by whose tables it is read; where none
    are registered, only an empty text is understood.
    """
    if len(text) > MOST_LETTERS:
        return Recognition(unknown=(text,))
    tables, found, unknown = _TABLES.get(system, NO_TABLES)[bearer], list[Effect](), list[str]()
    every = sentences(text)
    if not every and text.strip(" -\n"):
        return Recognition(unknown=(text,))
    for sentence in every:
        effects = _effects(sentence, tables, bearer)
        if effects is None:
            unknown.append(sentence)
        else:
            found += [effect for effect in effects if effect not in found]
    if unknown or len(found) > MOST_EFFECTS:
        return Recognition(unknown=tuple(unknown) or (text,))
    return Recognition(tuple(found))


def _effects(sentence: str, tables: Tables, bearer: Bearer) -> list[Effect] | None:
    rows = read(sentence, tables, bearer)
    try:
        return None if rows is None else [load(row, SCOPES[bearer]) for row in rows]
    except DocumentError:
        return None
