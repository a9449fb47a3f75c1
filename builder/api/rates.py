"""How often somebody may ask, where accounts are switched on: each person, and each address that nobody is known at.

Each process of a server counts requests for itself, in memory: four of them let four times as much pass. What is guessed
they count together.
"""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from builder.api.guesses import Guesses, asker
from builder.services.errors import TooMany
from datasheets.words import Message

STRANGERS = 120
"""How many requests an address may send in a minute that are refused because nobody is known there."""


class Rates:
    """What was counted; `guesses` are wrong passwords and dead links, counted in `shared`."""

    def __init__(self, a_minute: int, shared: Storage) -> None:
        self.guesses = Guesses(shared)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._person = RateLimitItemPerMinute(a_minute) if a_minute else None
        self._stranger = RateLimitItemPerMinute(min(STRANGERS, a_minute)) if a_minute else None

    def count_person(self, person: str) -> None:
        """Count a request of a person; raises `TooMany`."""
        self._count(self._person, "person", person)

    def count_visitor(self) -> None:
        """Count a request that a token lets in; raises `TooMany`."""
        self._count(self._person, "visitor", asker())

    def count_stranger(self) -> None:
        """Count a request that is refused; raises `TooMany`."""
        self._count(self._stranger, "stranger", asker())

    def _count(self, limit: RateLimitItem | None, *key: str) -> None:
        if limit is not None and not self._limiter.hit(limit, *key):
            left = self._limiter.get_window_stats(limit, *key).reset_time - time.time()
            raise TooMany(Message("error.too-many"), max(1, math.ceil(left)))
