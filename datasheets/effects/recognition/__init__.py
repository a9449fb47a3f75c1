"""What the printed text of an ability means in effects, or that it is not understood.

A text is understood only if every sentence of it is, by a pattern that fits it from the first word to the last; a part is
never taken for the whole. `text` brings texts into one form, `values` says what patterns catch, `grammar` reads a sentence
by tables, `weapons`, `names` and `units` are the tables. Described in docs/abilities.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from datasheets.effects.effect import MOST_EFFECTS, Effect, load
from datasheets.effects.recognition.grammar import Table, Tables, read
from datasheets.effects.recognition.names import NAMES
from datasheets.effects.recognition.older_units import OF_SYSTEM
from datasheets.effects.recognition.text import MOST_LETTERS, sentences
from datasheets.effects.recognition.units import TABLES as UNIT_TABLES
from datasheets.effects.recognition.weapons import TABLES as WEAPON_TABLES
from datasheets.problems import DocumentError

VERSION = "2"
"""The version of the tables; it changes when a text may come to other effects."""
WRITTEN_FOR = frozenset({"wh40k-8e", "wh40k-9e"})
"""The systems by whose rules the tables read a text, and whose battles ask for what it comes to."""
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


@lru_cache(maxsize=8192)
def recognise(text: str, bearer: Bearer, system: str) -> Recognition:
    """Return what the text of an ability means: one in a weapon's row, of a unit, or of a piece of wargear.

    Pure: the same text always means the same. `system` is the id of the game system, whose named abilities are known.
    """
    if len(text) > MOST_LETTERS:
        return Recognition(unknown=(text,))
    tables, found, unknown = _tables(bearer, system), list[Effect](), list[str]()
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


@lru_cache(maxsize=16)
def _tables(bearer: Bearer, system: str) -> Tables:
    if bearer != "weapon":
        return {**UNIT_TABLES, bearer: UNIT_TABLES[bearer] + OF_SYSTEM.get(system, Table())}
    return {**WEAPON_TABLES, "weapon": WEAPON_TABLES["weapon"] + NAMES.get(system, Table())}
