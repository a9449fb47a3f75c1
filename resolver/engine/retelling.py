"""The table as it stood after each event of a log: the log is applied to a new state, as it was when it was played.

Nothing else changes the state of a battle (`apply`), so this is exact, and it takes no dice, no choices and no rules: a
battle that this version of Muster plays otherwise can still be watched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from resolver.engine.apply import apply
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.events import HEADER, UNIT_FIELDS, UNITS_FIELDS, Event
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.engine.view import HiddenDice
from resolver.table.state import State


class Retelling:
    """A battle that is told again, event by event. `game` stands after the last event that was told; it has no dice."""

    def __init__(self, armies: BattleArmies, ruleset: Ruleset, mission: str) -> None:
        state = ruleset.initial_state(armies, mission)
        self.game = Game(armies, ruleset, mission, state, HiddenDice(), 0, log=False)

    @property
    def state(self) -> State:
        """The table after the last event that was told."""
        return self.game.state

    def tell(self, event: Event) -> None:
        """Do to the table what an event did to it."""
        game = self.game
        apply(game.state, game.ruleset, event["kind"], _fields(event, game.armies.by_key))
        game.happened += 1

    def upto(self, events: Iterable[Event]) -> State:
        """Tell some events; return the table after them."""
        for event in events:
            self.tell(event)
        return self.state

    def each(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield each event once it was told: `state` stands after it."""
        for event in events:
            self.tell(event)
            yield event


def _fields(event: Event, units: Mapping[str, int]) -> dict[str, Any]:
    """Return the fields of an event as they were when it happened: units by their numbers."""
    fields: dict[str, Any] = {}
    for name, value in event.items():
        if name in HEADER:
            continue
        if name in UNIT_FIELDS and value is not None:
            fields[name] = units[value]
        elif name in UNITS_FIELDS:
            fields[name] = [units[key] for key in value]
        else:
            fields[name] = value
    return fields
