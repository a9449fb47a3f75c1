"""Windows: who may answer to something that happens, in the middle of whatever goes on.

A window opens on a kind of event, when such an event has happened, or on a moment that is no event and that a script names
(`Game.open`). Only those are asked who have an option.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from resolver.engine.decision import Choice, Data, Decision

if TYPE_CHECKING:
    from resolver.engine.game import Game


@dataclass(frozen=True, slots=True)
class Opening:
    """One who may answer now: the player, the unit that it is about (None for none), and what the decision says."""

    player: int
    unit: int | None = None
    data: Data = field(default_factory=dict)


Answer = Generator[Decision, Choice, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Somebody may answer to something.

    Args:
        on: the kind of event, or the moment.
        who: who may answer: (game, fields of the event or moment). It is asked for the next one when the answer before has
            been dealt with, and sees what that has changed.
        decision: the kind of decision.
        rule: the rule that asks, by its name.
        then: what follows: (game, fields, who was asked, the answer). It returns what whoever opened the window goes on
            with, None for nothing; of several answers the last that is not None counts.
    """

    on: str
    who: Callable[[Game, Data], Iterable[Opening]]
    decision: str
    rule: str
    then: Callable[[Game, Data, Opening, Data], Answer]


Windows = Mapping[str, tuple[Window, ...]]


def by_event(windows: Iterable[Window]) -> Windows:
    """Return windows by what they open on, in order."""
    found: dict[str, tuple[Window, ...]] = {}
    for window in windows:
        found[window.on] = (*found.get(window.on, ()), window)
    return found


def open_windows(game: Game, windows: Iterable[Window], fields: Data) -> Answer:
    """Ask everybody who may answer; return what the last answer came to that came to anything, None for nothing."""
    outcome = None
    for window in windows:
        for opening in window.who(game, fields):
            answer = yield from game.ask_if_any(window.decision, opening.player, window.rule, opening.unit, opening.data)
            if answer is not None:
                result = yield from window.then(game, fields, opening, answer)
                outcome = outcome if result is None else result
    return outcome
