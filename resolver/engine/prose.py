"""The log in words: one sentence for each event, from the templates `event.<kind>` (or `event.<kind>.<variant>`).

Everything that a sentence says stands in the event; here units, models and players only get their names. Decisions and
refusals are said in the same way (`decision.<kind>`, `refusal.<code>`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from datasheets.words import Message, code_for, has_words, say, translate
from resolver.engine.battle_armies import ARMIES, BattleArmies
from resolver.engine.decision import Decision, Refusal
from resolver.engine.events import UNIT_FIELDS, UNITS_FIELDS, Event
from resolver.engine.modifiers import modifier_words
from resolver.engine.ruleset import Ruleset

Values = dict[str, Any]

PLACES = 2
BOUNDS = ("most", "wanted", "range")
"""What a refusal says that a number must be, beside what it would be."""


def round_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as sentences show them: no number has more than `PLACES` decimals."""
    return {name: round(value, PLACES) + 0.0 if isinstance(value, float) else value for name, value in values.items()}


def beside(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values rounded so that what breaks a bound by less than a hundredth still shows that it does."""
    shown, bounds = round_values(values), [values[name] for name in BOUNDS if isinstance(values.get(name), int | float)]
    for name, value in values.items():
        for bound in bounds:
            if isinstance(value, float) and value != bound and shown[name] == round(float(bound), PLACES):
                shown[name] = round(shown[name] + (0.01 if value > bound else -0.01), PLACES)
    return shown


def tell(events: Iterable[Event], armies: BattleArmies, ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """Yield the log, a line for each event that is worth one."""
    teller = LogWriter(armies, ruleset, language)
    for event in events:
        if not ruleset.events[event["kind"]].silent:
            yield teller.sentence(event)


class LogWriter:
    """Says what events tell, with the names of two armies."""

    def __init__(self, armies: BattleArmies, ruleset: Ruleset, language: str = "en") -> None:
        self.armies, self.events, self.decisions, self.language = armies, ruleset.events, ruleset.decisions, language

    def sentence(self, event: Event) -> str:
        """Return the sentence about one event."""
        kind = event["kind"]
        known = self.events[kind]
        variant = known.variant(event) if known.variant else ""
        code = f"event.{kind}.{variant}" if variant else f"event.{kind}"
        return self.say(code, self._values(event))

    def question(self, decision: Decision) -> str:
        """Return what a decision asks."""
        kind = self.decisions[decision.kind]
        variant = kind.variant(decision) if kind.variant else ""
        values = {name: self._name_of(name, value) for name, value in decision.data.items()}
        values |= kind.values(self, decision.data) if kind.values else {}
        code = f"decision.{kind.name}.{variant}" if variant else f"decision.{kind.name}"
        return self.say(code, values | {"unit": self.units.get(decision.subject, "")})

    def refusal(self, refusal: Refusal) -> str:
        """Return why a choice was refused."""
        return translate(self.explain_refusal(refusal), self.language)

    def explain_refusal(self, refusal: Refusal) -> Message:
        """Return why a choice was refused, as a sentence that can be said in any language."""
        values = {name: self._name_of(name, value) for name, value in beside(refusal.values).items()}
        return Message(f"refusal.{refusal.code}", round_values(values))

    def _name_of(self, name: str, value: Any) -> Any:
        if name in ("unit", "target") and value in self.units:
            return self.units[value]
        if name == "power" and isinstance(value, str):
            return self.powers.get(value, value)
        if name == "model" and isinstance(value, int) and 0 <= value < len(self.armies.models):
            return self.model(value)
        return Message(f"battle.terrain.{value}", {}) if name == "piece" else value

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

    def _values(self, event: Event) -> Values:
        values: Values = {}
        for name, value in event.items():
            if name in UNIT_FIELDS and value is not None:
                values[name] = self.units[value]
            elif name in UNITS_FIELDS:
                values[name] = [self.units[unit] for unit in value]
            elif name in ("player", "winner", "first") and value is not None:
                values[name] = self.players[value]
            elif name in ("model", "transport") and value is not None:
                values[name] = self.model(value)
            elif name == "power":
                values[name] = self.powers.get(value, value)
            elif isinstance(value, str | int | float) or _is_plain(value):
                values[name] = value
        if event.get("model") is not None and event.get("unit"):
            names = self.model(event["model"]), self.units[event["unit"]]
            values["whole"] = names[0] if names[0] == names[1] else f"{names[0]} ({names[1]})"
        kind = self.events[event["kind"]]
        if "modifiers" in kind.optional:
            values |= self.reasons(event.get("modifiers", ()), event.get("unit"))
        return values | kind.values(self, event) if kind.values else values

    def reasons(self, rows: Iterable[Mapping[str, Any]], unit: str | None) -> Values:
        """Return what modified a roll of a unit: within brackets that are there (`why`), and in brackets (`because`)."""
        named = ", ".join(modifier_words(row, unit, self.units, self._system, self.language) for row in rows)
        return {"why": f"; {named}" if named else "", "because": f" ({named})" if named else ""}

    @property
    def _system(self) -> str:
        return self.armies.documents[0].army.system


def word_of(field: str, area: str, name: str = "") -> Callable[[LogWriter, Mapping[str, Any]], Values]:
    """Return what a sentence says of a field of an event or decision that is a word: `battle.<area>.<word>`, as `name`."""
    return lambda teller, data: {name or field: teller.word(area, data[field])}


def _is_plain(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str | int | float) for item in value)
