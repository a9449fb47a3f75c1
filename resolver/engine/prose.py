"""The log in words: one sentence for each event, from the templates `event.<kind>` (or `event.<kind>.<variant>`).

Everything that a sentence says stands in the event; here units, models and players only get their names. Decisions and
refusals are said in the same way (`decision.<kind>`, `refusal.<code>`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from datasheets.words import Said, has_words, say, spoken
from resolver.engine.decision import Decision, Refusal
from resolver.engine.enlisted import ARMIES, Enlisted
from resolver.engine.events import UNIT_FIELDS, UNITS_FIELDS, Event

Values = dict[str, Any]

SILENT = frozenset(
    {"step.began", "charges.possible", "player.first", "attack.allocated", "marker.counted-for", "round.ended"}
)
"""Kinds that a reader does not need to be told about."""


PLACES = 2
BOUNDS = ("most", "wanted", "range")
"""What a refusal says that a number must be, beside what it would be."""


def rounded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as sentences show them: no number has more than `PLACES` decimals."""
    return {name: round(value, PLACES) + 0.0 if isinstance(value, float) else value for name, value in values.items()}


def beside(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values rounded so that what breaks a bound by less than a hundredth still shows that it does."""
    shown, bounds = rounded(values), [values[name] for name in BOUNDS if isinstance(values.get(name), int | float)]
    for name, value in values.items():
        for bound in bounds:
            if isinstance(value, float) and value != bound and shown[name] == round(float(bound), PLACES):
                shown[name] = round(shown[name] + (0.01 if value > bound else -0.01), PLACES)
    return shown


def tell(events: Iterable[Event], armies: Enlisted, language: str = "en") -> Iterator[str]:
    """Yield the log, a line for each event that is worth one."""
    teller = Teller(armies, language)
    for event in events:
        if event["kind"] not in SILENT:
            yield teller.sentence(event)


class Teller:
    """Says what events tell, with the names of two armies."""

    def __init__(self, armies: Enlisted, language: str = "en") -> None:
        self.armies, self.language = armies, language

    def sentence(self, event: Event) -> str:
        """Return the sentence about one event."""
        kind = event["kind"]
        variant = _VARIANTS[kind](event) if kind in _VARIANTS else ""
        code = f"event.{kind}.{variant}" if variant else f"event.{kind}"
        return self._say(code, self._values(event))

    def question(self, decision: Decision) -> str:
        """Return what a decision asks."""
        data = {name: self._named(name, value) for name, value in decision.data.items()}
        if "to" in data:
            data["to"] = self._word("to", data["to"])
        if decision.kind == "roll-again":
            data["roll"] = self._word("die", data["roll"])
        own = ".own" if decision.kind == "roll-again" and not decision.subject else ""
        return self._say(f"decision.{decision.kind}{own}", data | {"unit": self.units.get(decision.subject, "")})

    def refusal(self, refusal: Refusal) -> str:
        """Return why a choice was refused."""
        return spoken(self.refused(refusal), self.language)

    def refused(self, refusal: Refusal) -> Said:
        """Return why a choice was refused, as a sentence that can be said in any language."""
        values = {name: self._named(name, value) for name, value in beside(refusal.values).items()}
        return Said(f"refusal.{refusal.code}", rounded(values))

    def _named(self, name: str, value: Any) -> Any:
        if name in ("unit", "target") and value in self.units:
            return self.units[value]
        if name == "power" and isinstance(value, str):
            return self.powers.get(value, value)
        if name == "model" and isinstance(value, int) and 0 <= value < len(self.armies.models):
            return self.model(value)
        return value

    def _say(self, code: str, values: Mapping[str, Any]) -> str:
        return say(code, rounded(values), self.language)

    def _word(self, area: str, word: str) -> str:
        return self._say(f"battle.{area}.{word}", {})

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
        """The names of the psychic powers by id."""
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
        special = _SPECIAL.get(event["kind"])
        return values | special(self, event) if special else values

    def roll(self, name: str, roll: Mapping[str, Any] | None) -> str:
        """Return what is said of one roll of an attack: "hit 5 (3+)"."""
        if roll is None:
            return ""
        variant = "passed" if roll["passed"] else "failed"
        values = {"dice": roll["dice"], "result": roll["result"], "needed": roll["needed"], "first": roll.get("first", [])}
        what = self._word("save", roll["kind"]) if "kind" in roll else self._word("roll", name)
        again = self._say("battle.rerolled", values) if roll.get("first") else ""
        changed = self._say("battle.modified", values) if roll["result"] != roll["dice"][0] else ""
        return self._say(f"battle.roll-{variant}", values | {"what": what, "again": again, "changed": changed})

    def attack(self, event: Event) -> Values:
        """Return the rolls of an attack in one phrase."""
        parts = [self.roll(name, event.get(name)) for name in ("hit", "wound", "save")]
        damage = event.get("damage")
        if damage:
            parts.append(self._say("battle.damage", {"damage": damage["damage"], "dice": damage["dice"]}))
        if event.get("triggers"):
            parts += [self._word("trigger", name) for name in event["triggers"]]
        return {"rolls": ", ".join(part for part in parts if part)}

    def declared(self, event: Event) -> Values:
        """Return the declared attacks as phrases."""
        rows = [
            self._say(
                "battle.declared", {"weapon": r["weapon"], "target": self.units[r["target"]], "models": len(r["models"])}
            )
            for r in event["attacks"]
        ]
        return {"attacks": "; ".join(rows)}


def _is_plain(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str | int | float) for item in value)


def _score(teller: Teller, event: Event) -> Values:
    return {"points_a": event["victory_points"][0], "points_b": event["victory_points"][1]}


def _purpose(teller: Teller, event: Event) -> Values:
    return {"purpose": teller._word("purpose", event["purpose"])}


def _number(name: str, field: str) -> Callable[[Teller, Event], Values]:
    return lambda teller, event: {name: len(event[field])}


def _throws(teller: Teller, event: Event) -> Values:
    throws = ", ".join(f"{first}:{second}" for first, second in event["throws"])
    return _purpose(teller, event) | {"throws": throws}


def _place(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1, "x": round(event["at"][0], 1), "y": round(event["at"][1], 1)}


def _control(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1, "models_a": event["models"][0], "models_b": event["models"][1]}


def _set_up(teller: Teller, event: Event) -> Values:
    return {"where": teller._word("where", event["where"]), "models": len(event["poses"])}


def _moved(teller: Teller, event: Event) -> Values:
    return {"move": teller._word("move", event["move"]), "models": len(event["poses"])}


def _terrain(teller: Teller, event: Event) -> Values:
    middle = [sum(corner[axis] for corner in event["corners"]) / len(event["corners"]) for axis in (0, 1)]
    return {"name": teller._word("terrain", event["name"]), "x": round(middle[0], 1), "y": round(middle[1], 1)}


def _began(teller: Teller, event: Event) -> Values:
    return {"attacks": sum(event["attacks"]), "models": len(set(event["models"]))}


def _counted(teller: Teller, event: Event) -> Values:
    attacks = sum(row["attacks"] + row.get("extra", 0) for row in event["models"])
    return {"attacks": attacks, "models": len(event["models"])}


def _chosen(teller: Teller, event: Event) -> Values:
    return {"weapons": ", ".join(f"{row['weapon']} ({len(row['models'])})" for row in event["weapons"])}


def _ending(teller: Teller, event: Event) -> Values:
    return _score(teller, event) | {"reason": teller._word("reason", event["reason"])}


def _named(field: str, area: str) -> Callable[[Teller, Event], Values]:
    return lambda teller, event: {field: teller._word(area, event[field])}


def _start(teller: Teller, event: Event) -> Values:
    return {"a": teller.players[0], "b": teller.players[1], "unresolved": event["unresolved"]}


def _cause(teller: Teller, event: Event) -> Values:
    code = f"battle.cause.{event['cause']}"
    return {"cause": teller._say(code, {})} if has_words(code) else {}


def _warlord(teller: Teller, event: Event) -> Values:
    army = teller.armies.documents[event["player"]].army
    return {"trait": army.printed("warlord-trait", event["trait"]) if event["trait"] else ""}


def _primary(teller: Teller, event: Event) -> Values:
    return {"purpose": teller._word("purpose", event["primary"])}


def _marker(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1}


def _phase(teller: Teller, event: Event) -> Values:
    return {"phase": teller._word("phase", event["phase"])}


_SPECIAL: Mapping[str, Callable[[Teller, Event], Values]] = {
    "battle.began": _start,
    "battle.ended": _ending,
    "warlord.named": _warlord,
    "rolled-off": _throws,
    "terrain.placed": _terrain,
    "marker.placed": _place,
    "marker.skipped": _marker,
    "marker.removed": _marker,
    "primary.rolled": _primary,
    "marker.controlled": _control,
    "phase.began": _phase,
    "phase.ended": _phase,
    "victory-points.scored": _purpose,
    "unit.selected": _named("to", "to"),
    "die.rolled-again": lambda teller, event: {"die": teller._word("die", event["roll"])},
    "unit.set-up": _set_up,
    "unit.moved": _moved,
    "unit.split": _number("models", "models"),
    "weapons.chosen": _chosen,
    "targets.declared": Teller.declared,
    "attacks.began": _began,
    "attacks.counted": _counted,
    "attacks.lost": _named("reason", "lost"),
    "attack.made": Teller.attack,
    "power.failed": _named("reason", "failed"),
    "models.returned": _number("models", "poses"),
    "mortal-wounds.suffered": _cause,
}
BACKFIRES = ("destroy-bearer", "harm-bearer")
"""Effects of weapons on those who carry them."""
_VARIANTS: Mapping[str, Callable[[Event], str]] = {
    "battle.ended": lambda event: "draw" if event["winner"] is None else event.get("victory", ""),
    "warlord.named": lambda event: "trait" if event["trait"] else "",
    "underdog.named": lambda event: "" if event["rerolls"] else "even",
    "die.rolled-again": lambda event: "own" if event["unit"] is None else "",
    "marker.controlled": lambda event: "nobody" if event["player"] is None else "",
    "advance.rolled": lambda event: "instead" if event.get("instead") else "",
    "psychic.tested": lambda event: "passed" if event["passed"] else "failed",
    "deny.tested": lambda event: "denied" if event["denied"] else "failed",
    "power.manifested": lambda event: "" if event["targets"] else "nobody",
    "attack.made": lambda event: "allocated" if event.get("allocated") is not None else "",
    "wounds.ignored": lambda event: "ignored" if event["ignored"] else "lost",
    "explosion.rolled": lambda event: "exploded" if event["exploded"] else "quiet",
    "morale.tested": lambda event: ("passed" if event["dice"] else "automatic") if event["passed"] else "failed",
    "unit.moved": lambda event: "" if event["poses"] else "still",
    "ability.used": lambda event: "on" if event.get("targets") else "backfire" if event["effect"] in BACKFIRES else "",
}
