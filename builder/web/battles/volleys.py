"""Attacks of one unit in one go as a single line: how many there were, what came of them, and all of their dice at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.web.battles.dice import Throw, throws
from builder.web.battles.log import is_told, side_of
from builder.web.rendering import t
from resolver.engine.events import Event, EventKinds
from resolver.engine.prose import LogWriter

COUNTS = ("attacks", "hits", "wounds", "saved", "ignored", "damage", "slain")
"""What is counted, in the order in which it is said."""
LADDER = ("attacks", "hits", "wounds")
"""What each attack has to do one after the other."""
Tally = dict[str, int]


@dataclass(frozen=True, slots=True)
class Volley:
    """The attacks of one unit from event `number` to event `last`: in words, whose they are, their dice and rules."""

    number: int
    last: int
    text: str
    side: str
    dice: tuple[list[Any], ...]
    rules: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it in short names, as `Frame.to_json` does; `l` is its last event."""
        return {"n": self.number, "l": self.last, "t": self.text, "s": self.side, "d": self.dice, "r": self.rules}


def runs_of(events: Sequence[Event], teller: LogWriter) -> list[tuple[Event, ...]]:
    """Return the events of each volley, those that are not told among them; one that is told in a line is none."""
    return [run for run in _runs(events, teller.events) if sum(is_told(event, teller.events) for event in run) > 1]


def volley_of(run: Sequence[Event], teller: LogWriter, language: str) -> Volley:
    """Return a volley as a page shows it."""
    numbers = [event["n"] for event in run if is_told(event, teller.events)]
    rules = dict.fromkeys(rule for event in run for rule in event["rules"])
    said = [
        t(
            "volley.at" if first else "volley.also-at",
            unit=teller.units.get(run[0]["unit"], ""),
            target=teller.units.get(target, ""),
            counts=", ".join(_words(tally)),
        )
        for first, (target, tally) in zip([True] + [False] * len(run), tallies(run, teller.events).items(), strict=False)
    ]
    dice = tuple(throw.to_json() for throw in _dice(run, language))
    return Volley(numbers[0], numbers[-1], " ".join(said), side_of(run[0]), dice, tuple(rules))


def tallies(run: Sequence[Event], kinds: EventKinds) -> dict[str, Tally]:
    """Return for each target what is counted of the attacks against it; what a game does not roll for is left out."""
    found: dict[str, Tally] = {}
    for event in run:
        kind = kinds[event["kind"]]
        counts = kind.counts(event) if kind.counts else {}
        is_attack = "attacks" in kind.roles or "attacks" in counts
        target = str(event["target"] if is_attack else event.get("unit"))
        if is_attack:
            found.setdefault(target, {"attacks": 0, "hits": 0, "saved": 0, "slain": 0})
        if target in found:
            found[target] |= {name: found[target].get(name, 0) + int(number) for name, number in counts.items()}
    return found


def _runs(events: Sequence[Event], kinds: EventKinds) -> Iterator[tuple[Event, ...]]:
    run: list[Event] = []
    for event in events:
        roles = kinds[event["kind"]].roles
        begins = "attacks" in roles
        goes_on = run and (event["unit"] == run[0]["unit"] if begins else "attack" in roles)
        if run and not goes_on:
            yield tuple(run)
            run = []
        if begins or goes_on:
            run.append(event)
    if run:
        yield tuple(run)


def _words(tally: Tally) -> Iterator[str]:
    """Yield what was counted in words; that models of one wound lost it is not said twice.

    Of what came to nothing the first that did is said ("4 attacks, 0 hits").
    """
    for name in COUNTS:
        number = tally.get(name, 0)
        nothing = not number and (name not in LADDER or not all(tally.get(each, 1) for each in LADDER[: LADDER.index(name)]))
        if name not in tally or nothing or (name == "damage" and number == tally["slain"]):
            continue
        yield t(f"volley.{name}", count=number)


def _dice(run: Sequence[Event], language: str) -> list[Throw]:
    """Return all dice of a volley: those of one kind that needed the same and came to the same are one throw."""
    found: dict[tuple[str, int, bool | None], Throw] = {}
    for event in run:
        for throw in throws(event, language):
            key = throw.name, throw.needed, throw.passed
            before = found.get(key)
            faces, first = (before.faces, before.first) if before else ((), ())
            found[key] = Throw(throw.name, faces + throw.faces, throw.needed, throw.passed, first + throw.first)
    names = list(dict.fromkeys(name for name, *_ in found))
    return sorted(found.values(), key=lambda each: (names.index(each.name), each.needed, each.passed is False))
