"""Faults for recorded battles: an event that says something else, never happens, or happens although it may not."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

Event = dict[str, Any]
Fault = Callable[[list[Event], list[Event]], Iterator[list[Event]]]
"""Takes the events of a battle and its documents; gives the events with the fault, one way after the other."""


def changes(kind: str, change: Callable[[Event], object], when: Callable[[Event], bool] = lambda event: True) -> Fault:
    """A fault: one event of a kind says something else."""

    def faulty(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
        for place, event in _events_of(kind, events, when):
            other = copy.deepcopy(event)
            change(other)
            yield [*events[:place], other, *events[place + 1 :]]

    return faulty


def leaves_out(kind: str, when: Callable[[Event], bool] = lambda event: True) -> Fault:
    """A fault: an event of a kind never happens."""

    def faulty(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
        for place, _ in _events_of(kind, events, when):
            yield [*events[:place], *events[place + 1 :]]

    return faulty


def adds(kind: str, make: Callable[[Event], Event], when: Callable[[Event], bool] = lambda event: True) -> Fault:
    """A fault: after an event of a kind something else happens."""

    def faulty(events: list[Event], documents: list[Event]) -> Iterator[list[Event]]:
        for place, event in _events_of(kind, events, when):
            yield [*events[: place + 1], {**make(event), "n": event["n"]}, *events[place + 1 :]]

    return faulty


def put(name: str, value: Any) -> Callable[[Event], object]:
    """Write a value, or what a function makes of the event, into an event."""
    return lambda event: event.__setitem__(name, value(event) if callable(value) else value)


def _events_of(kind: str, events: list[Event], when: Callable[[Event], bool]) -> Iterator[tuple[int, Event]]:
    return ((place, event) for place, event in enumerate(events) if event["kind"] == kind and when(event))
