"""Names and words for whoever tells of a battle: of players, units, models and powers, and what modified a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from datasheets.words import code_for, has_words, say
from resolver.engine.battle_armies import ARMIES, BattleArmies
from resolver.engine.modifiers import modifier_words

Values = dict[str, Any]

PLACES = 2


def round_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as sentences show them: no number has more than `PLACES` decimals."""
    return {name: round(value, PLACES) + 0.0 if isinstance(value, float) else value for name, value in values.items()}


class Teller:
    """Calls players, units, models and powers by the names of two armies, in one language."""

    def __init__(self, armies: BattleArmies, language: str = "en") -> None:
        self.armies, self.language = armies, language

    def say(self, code: str, values: Mapping[str, Any]) -> str:
        """Return the words of a code: the system's own where it has any."""
        return say(code_for(code, self._system), round_values(values), self.language)

    def word(self, area: str, word: str) -> str:
        """Return the words of `battle.<area>.<word>`; where a system wrote none, the word itself."""
        code = f"battle.{area}.{word}"
        return self.say(code, {}) if has_words(code_for(code, self._system)) else word

    @cached_property
    def players(self) -> list[str]:
        """The names of the armies; with their letter where both are called the same."""
        names = [document.army.name for document in self.armies.documents]
        return names if names[0] != names[1] else [f"{name} ({letter})" for name, letter in zip(names, ARMIES, strict=True)]

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The names of the units by key; numbered where several are called the same."""
        names = [unit.name for unit in self.armies.units]
        often, seen = Counter(names), Counter[str]()
        found = {}
        for unit in self.armies.units:
            seen[unit.name] += 1
            found[unit.key] = f"{unit.name} {seen[unit.name]}" if often[unit.name] > 1 else unit.name
        return found

    def model(self, model: int) -> str:
        """Return the name of a model, with its number among those of its unit that are called the same."""
        return self._models[model]

    @cached_property
    def _models(self) -> list[str]:
        called = [(model.unit, self.armies.loadouts[model.loadout].name) for model in self.armies.models]
        often, seen = Counter(called), Counter[tuple[int, str]]()
        names = []
        for each in called:
            seen[each] += 1
            names.append(f"{each[1]} #{seen[each]}" if often[each] > 1 else each[1])
        return names

    @cached_property
    def powers(self) -> Mapping[str, str]:
        """The names of the powers by id."""
        return {power.id: power.name for unit in self.armies.units for power in unit.powers}

    def reasons(self, rows: Iterable[Mapping[str, Any]], unit: str | None) -> Values:
        """Return what modified a roll of a unit: within brackets that are there (`why`), and in brackets (`because`)."""
        named = ", ".join(modifier_words(row, unit, self.units, self._system, self.language) for row in rows)
        return {"why": f"; {named}" if named else "", "because": f" ({named})" if named else ""}

    @property
    def _system(self) -> str:
        return self.armies.documents[0].army.system


def word_of(field: str, area: str, name: str = "") -> Callable[[Teller, Mapping[str, Any]], Values]:
    """Return what a sentence says of a field of an event or decision that is a word: `battle.<area>.<word>`, as `name`."""
    return lambda teller, data: {name or field: teller.word(area, data[field])}
