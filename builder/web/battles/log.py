"""The log of a battle as a page shows it: round by round, under turns and phases.

Sentences come from `resolver.engine.prose`; headings stand where rounds, turns and phases begin, so that what only says so
is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from resolver.engine.events import UNIT_FIELDS, Event, EventKinds
from resolver.engine.prose import LogWriter

HEADINGS = frozenset({"round.began", "turn.began", "turn.ended", "phase.began", "phase.ended"})
SIDES = "ab"


@dataclass(frozen=True, slots=True)
class Line:
    """One event in words. `side` is "a", "b", or "" where it is nobody's."""

    number: int
    text: str
    rules: tuple[str, ...]
    side: str


@dataclass(frozen=True, slots=True)
class Part:
    """What happened in one phase of one turn; `player` is None before the first turn and at the end.

    Lines stand in groups, most alone; those of one volley stand together, under the words of all of it.
    """

    player: int | None
    phase: str
    groups: tuple[tuple[str, tuple[Line, ...]], ...]


def parts_of(events: Iterable[Event], teller: LogWriter, volleys: Mapping[int, str] | None = None) -> list[Part]:
    """Return the parts of one round in which something is worth telling; `volleys` has the words of events of volleys."""
    worth_telling = [event for event in events if is_told(event, teller.events)]
    return [
        Part(player, phase, tuple(_groups(group, teller, volleys or {})))
        for (player, phase), group in groupby(worth_telling, key=heading)
    ]


def _groups(
    events: Iterable[Event], teller: LogWriter, volleys: Mapping[int, str]
) -> Iterator[tuple[str, tuple[Line, ...]]]:
    for (words, _), group in groupby(events, key=lambda event: _group_of(event, volleys)):
        yield words, tuple(_line(event, teller) for event in group)


def _group_of(event: Event, volleys: Mapping[int, str]) -> tuple[str, int]:
    words = volleys.get(event["n"], "")
    return words, 0 if words else event["n"]


def is_told(event: Event, kinds: EventKinds) -> bool:
    """Tell whether an event is worth a line of its own."""
    return event["kind"] not in HEADINGS and kinds[event["kind"]].is_told(event)


def heading(event: Event) -> tuple[int | None, str]:
    """Return whose turn an event is in, None before the first and at the end, and its phase."""
    return (event["turn"] if event["round"] and event["phase"] != "end" else None), event["phase"]


def _line(event: Event, teller: LogWriter) -> Line:
    return Line(event["n"], teller.sentence(event), tuple(event["rules"]), side_of(event))


def side_of(event: Event) -> str:
    """Return whose doing it is: the player's, or that of the unit that it is about."""
    if isinstance(event.get("player"), int):
        return SIDES[event["player"]]
    units = [event[field] for field in ("unit", *sorted(UNIT_FIELDS)) if isinstance(event.get(field), str)]
    return str(units[0])[0] if units else ""
