"""The events of battles: read from any number on, and followed as they happen.

When choices are taken back, events are gone and others come under their numbers. So a reader says how often that had
happened when it last read (`undos`), and gets what it has wrong again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.services.errors import ServiceError
from builder.services.playing import get
from builder.services.seats import Holder, seat_of
from builder.services.watching import Watch
from builder.store import Store
from builder.store import battles as rows
from builder.store.battles import BattleRow
from resolver.engine.events import veil_event
from resolver.engine.registry import ruleset

MOST_SECONDS = 30.0
QUIET_SECONDS = 5.0
"""After how many seconds without news a reader of a stream is told that there are none."""
AT_ONCE = 200
"""So many events of a stream are read at once."""


@dataclass(frozen=True, slots=True)
class Events:
    """Events from number `start` on. `next` is where to go on asking, None when the battle is over and all was read.

    `undos` counts how often choices were taken back; where a reader has not seen all of that, `start` is below what it asked
    for, and events that it has from there on are no longer true.
    """

    items: tuple[dict[str, Any], ...]
    next: int | None
    start: int
    undos: int


class Following:
    """The events of the battles of one database."""

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store, self._watch = store, watch

    def events(
        self, id: str, holder: Holder = "", *, start: int = 0, limit: int = 50, undos: int | None = None, wait: float = 0.0
    ) -> Events:
        """Return events: those that all may see, and with a token those of its seat too.

        Args:
            id: the battle.
            holder: who asks; "" sees what all may see.
            start: the number of the first event that is wanted.
            limit: how many at most.
            undos: the number of `Events.undos` that the reader read last; None: it has nothing yet.
            wait: for how many seconds to wait where there is nothing new, at most `MOST_SECONDS`.

        Raises:
            NotFound, Forbidden: there is no such battle; the token opens no seat.
        """
        row, found = self._read(id, holder, start, limit, undos)
        if wait and not found.items and found.next is not None and found.start == start:
            self._wait(row, min(wait, MOST_SECONDS))
            _, found = self._read(id, holder, start, limit, undos)
        return found

    def stream(
        self,
        id: str,
        holder: Holder,
        start: int,
        undos: int | None,
        seconds: float,
        may_read: Callable[[], bool] = lambda: True,
    ) -> Iterator[tuple[BattleRow, Events] | None]:
        """Return how a battle stands with its events, again whenever it goes on; None where nothing happened for a while.

        It ends when the battle is over or gone, after so many seconds, or at once where nobody else may wait; and when
        whoever asks may no longer read it, as `may_read` says: a link was taken back.

        Raises:
            NotFound, Forbidden: there is no such battle; the token opens no seat.
        """
        news = self._read(id, holder, start, AT_ONCE, undos)
        return self._go_on(news, holder, start, time.monotonic() + seconds, may_read)

    def _go_on(
        self, news: tuple[BattleRow, Events], holder: Holder, start: int, end: float, may_read: Callable[[], bool]
    ) -> Iterator[tuple[BattleRow, Events] | None]:
        before = -1
        while True:
            row, found = news
            is_news = bool(found.items) or found.start < start or row.changed != before
            yield news if is_news else None
            if found.next is None:
                return
            start, before = found.next, row.changed
            if len(found.items) < AT_ONCE:
                left = end - time.monotonic()
                if left <= 0 or not self._wait(row, min(left, QUIET_SECONDS)):
                    return
            if not may_read():
                return
            try:
                news = self._read(row.id, holder, start, AT_ONCE, found.undos)
            except ServiceError:  # deleted meanwhile, or its token opens nothing any more
                return

    def _wait(self, row: BattleRow, seconds: float) -> bool:
        """Wait until a battle is changed or gone; say whether there was a place to wait."""
        return self._watch.until(lambda: self._version(row.id) != row.changed, seconds)

    def _version(self, id: str) -> int | None:
        with self._store.reading() as db:
            row = rows.get(db, id)
        return None if row is None else row.changed

    def _read(self, id: str, holder: Holder, start: int, limit: int, undos: int | None) -> tuple[BattleRow, Events]:
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            seat = None if holder == "" else seat_of(row, holder)
            seen = ["all"] if seat is None else ["all", str(seat)]
            done = len(row.cuts)
            start = min([start, *row.cuts[done if undos is None else undos :]])
            kinds = ruleset(row.system).events
            shown = (veil_event(seat, event, kinds) for event in rows.events(db, id, seen, start, limit + 1))
            found = [event for event in shown if event is not None]
        if len(found) > limit:
            return row, Events(tuple(found[:limit]), int(found[limit]["n"]), start, done)
        return row, Events(tuple(found), None if row.outcome else row.events, start, done)
