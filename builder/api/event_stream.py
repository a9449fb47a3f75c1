"""Server-sent events: an answer that goes on as long as there is something to tell, for `EventSource` in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response

AGAIN_MS = 2000
"""After how many milliseconds a reader whose stream has ended asks again."""
STREAM_SECONDS = 30.0
"""After how many seconds a stream ends, so that nobody keeps a place for ever."""
MEDIA_TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Sent:
    """An event: its name, what it says, and the id by which a reader goes on (`Last-Event-ID`)."""

    name: str
    data: Any
    id: str = ""


def event_stream(events: Iterable[Sent | None]) -> Response:
    """Return an answer that sends events as they come; None keeps the connection alive.

    The events are made while the answer is sent: they must not need the request.
    """
    response = Response(_lines(events), mimetype=MEDIA_TYPE)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy before us passes on what it gets
    return response


def _lines(events: Iterable[Sent | None]) -> Iterator[str]:
    yield f"retry: {AGAIN_MS}\n\n"
    for event in events:
        yield ": waiting\n\n" if event is None else _text(event)


def _text(event: Sent) -> str:
    id = f"id: {event.id}\n" if event.id else ""
    return f"{id}event: {event.name}\ndata: {json.dumps(event.data, ensure_ascii=False, allow_nan=False)}\n\n"
