"""The log in words: one sentence for each event, from the templates `event.<kind>` (or `event.<kind>.<variant>`).

Everything that a sentence says stands in the event; here units, models and players only get their names. Decisions and
refusals are said in the same way (`decision.<kind>`, `refusal.<code>`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from datasheets.words import Message, translate
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.decision import Decision, Refusal
from resolver.engine.events import UNIT_FIELDS, UNITS_FIELDS, Event
from resolver.engine.ruleset import Ruleset
from resolver.engine.telling import PLACES, Teller, Values, round_values

BOUNDS = ("most", "wanted", "range")
"""What a refusal says that a number must be, beside what it would be."""


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
        if ruleset.events[event["kind"]].is_told(event):
            yield teller.sentence(event)


class LogWriter(Teller):
    """Says what events tell, with the names of two armies."""

    def __init__(self, armies: BattleArmies, ruleset: Ruleset, language: str = "en") -> None:
        super().__init__(armies, language)
        self.events, self.decisions = ruleset.events, ruleset.decisions

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


def _is_plain(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str | int | float) for item in value)
