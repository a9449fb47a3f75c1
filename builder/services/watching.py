"""Waiting until a battle goes on: who waits in the process that moves it on is woken, others look twice a second.

Only so many may wait at once; whoever comes when all places are taken does not wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import BoundedSemaphore, Condition

LOOK = 0.5
"""After how many seconds the database is looked at again: another process may have moved a battle on."""


class Watch:
    """The places for those who wait. `most` may wait at once."""

    def __init__(self, most: int) -> None:
        self._room = BoundedSemaphore(most)
        self._news = Condition()
        self._calls = 0

    def tell(self) -> None:
        """Wake all who wait."""
        with self._news:
            self._calls += 1
            self._news.notify_all()

    def until(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Wait until something happened, as `happened` says, at most so many seconds.

        Returns:
            Whether there was a place to wait; where there was none, it has not waited.
        """
        end = time.monotonic() + seconds
        if not self._room.acquire(blocking=False):
            return False
        try:
            while (left := end - time.monotonic()) > 0:
                before = self._calls
                if happened():
                    break
                with self._news:
                    self._news.wait_for(lambda before=before: self._calls != before, min(left, LOOK))  # type: ignore[misc]
        finally:
            self._room.release()
        return True
