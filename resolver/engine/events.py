"""Events: what a kind of event is, and the one byte form of events. Kinds stand where they happen: `kinds` of the engine,
`resolver/shared/events.py`, and those of a family or edition.

An event is an object `{"n", "kind", "round", "turn", "phase", "rules", "visible", ...fields}`: its number, what happened,
when, the ledger ids that were applied and who may see it ("all" or a player). Units are named by their key ("a.s1"), models
by their global index, players 0 and 1. Any event about a `unit` may also say what the engine remembers by it: `marks` (set
on the unit), `counts` (added to its counters), `bits` (set in them), `cleared` (bits of all units), `player_counts`,
`player_bits`, `pair` (set between the unit and its `targets`), `model_marks`, `model_counts` (what counters of the models
become), `go` (the player who acts next).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from resolver.engine.telling import Teller
from resolver.table.state import State

Event = dict[str, Any]

HEADER = ("n", "kind", "round", "turn", "phase", "rules", "visible")
REMEMBERED = frozenset(
    {"marks", "counts", "bits", "cleared", "player_counts", "player_bits", "pair", "model_marks", "model_counts", "go"}
)
UNIT_FIELDS = frozenset({"unit", "target", "into", "enemy", "by_unit"})
UNITS_FIELDS = frozenset({"units", "targets"})


ROLES: Mapping[str, str] = {
    "attacks": "its unit begins to attack its target",
    "attack": "it belongs to the attacks that have begun",
    "deed": "what the enemy of its unit loses next, the unit took",
    "pause": "no deed goes on",
    "wounds": "a model lost wounds",
    "healing": "a model regained wounds",
    "kill": "somebody or something destroyed a model",
    "loss": "a model is gone, whatever became of it",
    "return": "models came back",
    "points": "a player scored",
    "move": "a unit moved",
    "combat": "its unit and its target fight hand to hand from now on",
    "control": "it is determined who controls an objective marker",
    "round-begins": "a battle round begins",
    "round-ends": "a battle round is over",
    "field": "the battlefield has this size",
    "zone": "a player takes a part of the field",
    "terrain": "a piece of terrain lies on the field, the next by number",
    "scenery": "a piece of terrain, the `feature` by number, follows a card of scenery",
    "marker": "an objective marker lies on the field",
    "unmarked": "an objective marker is gone",
}
"""What an event can be to those who draw, count or sum up what happened, whatever its kind is called."""
NEEDED: Mapping[str, str] = {
    "attacks": "unit target",
    "wounds": "unit wounds",
    "healing": "unit wounds",
    "kill": "unit",
    "loss": "unit",
    "points": "player points",
    "move": "unit move paths",
    "combat": "unit target",
    "control": "marker player",
    "field": "width depth",
    "zone": "player corners",
    "terrain": "name corners height",
    "scenery": "feature scenery",
    "marker": "marker at",
    "unmarked": "marker",
}
"""The fields that those who read a role ask for."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event, said once.

    Args:
        name: what events of this kind are called.
        meaning: a sentence about it.
        fields: what such an event says beside the header.
        optional: what it may say.
        change: what it does to the state; None for nothing.
        values: what its sentence says beside the fields themselves.
        variant: which of several sentences tells it, "" for the plain one.
        silent: readers of a log need not be told.
        untold: which events of a kind that is told need no sentence, because the next one says as much.
        secret: fields that only the event's own `player` sees; what the engine remembers by it may be among them.
        acts: its `unit` is who acts from now on: what the enemy then loses it took.
        roles: what it is to those who sum up (`ROLES`).
        counts: what it adds to the tally of the attacks that it belongs to, by name.
        needs: names that its change counts or marks by, such as "player_counters victory-points".
    """

    name: str
    meaning: str
    fields: frozenset[str]
    optional: frozenset[str]
    change: Callable[[State, Mapping[str, Any]], None] | None = None
    values: Callable[[Teller, Event], dict[str, Any]] | None = None
    variant: Callable[[Event], str] | None = None
    silent: bool = False
    untold: Callable[[Event], bool] = lambda event: False
    secret: frozenset[str] = frozenset()
    acts: bool = False
    roles: frozenset[str] = frozenset()
    counts: Callable[[Event], Mapping[str, int]] | None = None
    needs: tuple[str, ...] = ()

    def is_told(self, event: Event) -> bool:
        """Tell whether an event of this kind is worth a sentence to readers of a log."""
        return not self.silent and not self.untold(event)


EventKinds = Mapping[str, EventKind]


def event_kind(
    name: str, meaning: str, fields: str = "", optional: str = "", *, secret: str = "", roles: str = "", **more: Any
) -> EventKind:
    """Return a kind of event; `fields`, `optional`, `secret` and `roles` are words with blanks between them.

    Raises:
        ValueError: there is no such role, a field is missing that its readers ask for, or a secret is no field.
    """
    plays = frozenset(roles.split())
    if unknown := plays - ROLES.keys():
        raise ValueError(f"{name}: no role is called {', '.join(sorted(unknown))}")
    needed = frozenset(field for role in plays for field in NEEDED.get(role, "").split())
    if missing := needed - frozenset(fields.split()) - frozenset(optional.split()):
        raise ValueError(f"{name}: as {', '.join(sorted(plays))} it must say {', '.join(sorted(missing))}, too")
    said, every, hidden = frozenset(fields.split()), frozenset(optional.split()) | REMEMBERED, frozenset(secret.split())
    if unknown := hidden - said - every:
        raise ValueError(f"{name}: it has no field {', '.join(sorted(unknown))} that could be secret")
    return EventKind(name, meaning, said, every, secret=hidden, roles=plays, **more)


def with_fields(kind: EventKind, optional: str) -> EventKind:
    """Return a kind of event that may say more."""
    return replace(kind, optional=kind.optional | frozenset(optional.split()))


def by_name(kinds: Iterable[EventKind]) -> EventKinds:
    """Return kinds of events by their names."""
    return {kind.name: kind for kind in kinds}


def veil_event(player: int | None, event: Event, kinds: EventKinds) -> Event | None:
    """Return an event as a player sees it (None: a spectator), or None where it is for the other player alone.

    A secret field is null to all others, and what the engine remembers by a secret field is not there; so a log as it was
    seen can be told again (`retelling`), and leads to a table on which the same is hidden.
    """
    if event["visible"] not in ("all", player):
        return None
    kind = kinds.get(event["kind"])
    if kind is None or not kind.secret or (player is not None and event.get("player") == player):
        return event
    shown = {name: value for name, value in event.items() if name not in kind.secret & REMEMBERED}
    return shown | dict.fromkeys(kind.secret & shown.keys())


def canonical(event: Event) -> bytes:
    """Return the one byte form of an event: keys sorted, no blanks, UTF-8."""
    return json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


class Chain:
    """A digest over a growing list of events: `sha256` of their canonical lines."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, event: Event) -> None:
        """Take in one more event."""
        self._hash.update(canonical(event) + b"\n")

    @property
    def digest(self) -> str:
        """The whole digest, `sha256:` and 64 hex digits."""
        return f"sha256:{self._hash.hexdigest()}"

    @property
    def short(self) -> str:
        """Its first 12 hex digits: enough to find the first difference."""
        return self._hash.hexdigest()[:12]
