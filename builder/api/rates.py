"""How often somebody may ask, where accounts are switched on: each person, and each address that nobody is known at.

All processes of a server count together. Where they can't write what they count, as on a full disk, nobody is sent away
for that: each then counts for itself, in memory.
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
"""How many requests an address may send in a minute that are refused because nobody is known there, and as many for the
pages to sign in: who floods the API locks nobody at the same address out."""


class Rates:
    """What was counted, in `shared`; `guesses` are wrong passwords and dead links."""

    def __init__(self, a_minute: int, shared: Storage) -> None:
        self.guesses = Guesses(shared)
        self._together, self._alone = FixedWindowRateLimiter(shared), FixedWindowRateLimiter(MemoryStorage())
        self._unwritten = shared.base_exceptions
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

    def count_signing(self) -> None:
        """Count a request for a page to sign in; raises `TooMany`."""
        self._count(self._stranger, "signing", asker())

    def _count(self, limit: RateLimitItem | None, *key: str) -> None:
        if limit is None:
            return
        try:
            _hit(self._together, limit, key)
        except self._unwritten:
            _hit(self._alone, limit, key)


def _hit(limiter: FixedWindowRateLimiter, limit: RateLimitItem, key: tuple[str, ...]) -> None:
    if not limiter.hit(limit, *key):
        left = limiter.get_window_stats(limit, *key).reset_time - time.time()
        raise TooMany(Message("error.too-many"), max(1, math.ceil(left)))
