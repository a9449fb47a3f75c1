"""A battle told as it happens, by server-sent events.

`event` is an event of the battle. `back` says from which number on events are no longer true, as choices were taken back.
`stands` says how the battle stands now, after each answer and at the beginning; with `over` there is no more to come. An id
is the number of the next event, a stop, and how often choices were taken back: a reader that sends it goes on there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, request

from builder.api.battle_answers import standing
from builder.api.bodies import JSON
from builder.api.event_stream import MEDIA_TYPE, STREAM_SECONDS, Sent, event_stream
from builder.services.errors import Invalid
from builder.services.following import Events, Following
from builder.services.seats import Holder
from builder.store.battles import BattleRow
from datasheets.problems import Problem
from datasheets.words import Message

Json = dict[str, Any]
Tell = Callable[[Sequence[Json]], Iterator[Json]]
HEADER = "Last-Event-ID"
ID = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
LAST_EVENT_ID: Json = {
    "name": HEADER,
    "in": "header",
    "description": "The id of the event of a stream that was read last: the stream goes on after it, whatever `start` says.",
    "schema": {"type": "string", "pattern": r"^[0-9]{1,9}\.[0-9]{1,9}$"},
}
STREAMED: Mapping[str, Any] = {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}
"""What the OpenAPI document says of the answer, beside its JSON."""


class Place(NamedTuple):
    """Where a reader is: the next event that it wants, and how often choices had been taken back when it read last."""

    start: int
    undos: int | None


def wants_stream() -> bool:
    """Tell whether whoever asks would rather have a stream than JSON, as `EventSource` does."""
    return request.accept_mimetypes.best_match([JSON, MEDIA_TYPE]) == MEDIA_TYPE


def last_read(start: int, undos: int | None) -> Place:
    """Return where a reader is: by the id of the last event it read, else as its query says.

    Raises:
        Invalid: the id is none that a stream sends.
    """
    said = request.headers.get(HEADER, "")
    if not said:
        return Place(start, undos)
    last = ID.fullmatch(said)
    if last is None:
        raise Invalid((Problem(HEADER, Message("refused.request.last-event")),))
    return Place(int(last[1]), int(last[2]))


def battle_stream(
    news: Following, battle: str, holder: Holder, place: Place, tell: Tell, may_read: Callable[[], bool]
) -> Response:
    """Return a stream of what happens in a battle from a place on, as `Following.stream` does; raises the same."""
    found = news.stream(battle, holder, *place, STREAM_SECONDS, may_read)
    response = event_stream(_messages(found, place.start, tell))
    response.vary.add("Accept")
    return response


def _messages(news: Iterator[tuple[BattleRow, Events] | None], start: int, tell: Tell) -> Iterator[Sent | None]:
    for each in news:
        if each is None:
            yield None
            continue
        row, found = each
        if found.start < start:
            yield Sent("back", {"start": found.start, "undos": found.undos}, f"{found.start}.{found.undos}")
        for event in tell(found.items):
            yield Sent("event", event, f"{event['n'] + 1}.{found.undos}")
        start = found.start if found.next is None else found.next
        yield Sent("stands", standing(row) | {"over": found.next is None})
