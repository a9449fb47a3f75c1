"""How often somebody may ask, where accounts are switched on: each person, and each address that nobody is known at.

Each process of a server counts for itself, in memory: four of them let four times as much pass.
"""

from __future__ import annotations

import math
import time

from flask import request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from builder.services.errors import TooMany
from datasheets.words import Message

WRONG_AT_ADDRESS = RateLimitItemPerMinute(20, 10)
"""How many wrong passwords and dead invitations an address may send in ten minutes."""
WRONG_FOR_NAME = RateLimitItemPerHour(100)
"""How many wrong passwords a name may be tried with in an hour, from wherever."""
STRANGERS = 120
"""How many requests an address may send in a minute that are refused because nobody is known there."""


class Rates:
    """What was counted in this process."""

    def __init__(self, a_minute: int) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._person = RateLimitItemPerMinute(a_minute) if a_minute else None
        self._stranger = RateLimitItemPerMinute(min(STRANGERS, a_minute)) if a_minute else None

    def count_person(self, person: str) -> None:
        """Count a request of a person; raises `TooMany`."""
        self._count(self._person, "person", person)

    def count_visitor(self) -> None:
        """Count a request that a token lets in; raises `TooMany`."""
        self._count(self._person, "visitor", request.remote_addr or "")

    def count_stranger(self) -> None:
        """Count a request that is refused; raises `TooMany`."""
        self._count(self._stranger, "stranger", request.remote_addr or "")

    def refuse_guesses(self, name: str = "") -> None:
        """Raise `TooMany` where this address, or everybody together for this name, was wrong too often."""
        for limit, key in self._guess_limits(name):
            if not self._limiter.test(limit, *key):
                raise self._refusal(limit, *key)

    def count_guess(self, name: str = "") -> None:
        """Count a wrong password for a name, or a dead invitation."""
        for limit, key in self._guess_limits(name):
            self._limiter.hit(limit, *key)

    def _guess_limits(self, name: str) -> list[tuple[RateLimitItem, tuple[str, str]]]:
        at_address: tuple[RateLimitItem, tuple[str, str]] = (WRONG_AT_ADDRESS, ("wrong-at", request.remote_addr or ""))
        return [at_address, (WRONG_FOR_NAME, ("wrong-for", name))] if name else [at_address]

    def _count(self, limit: RateLimitItem | None, *key: str) -> None:
        if limit is not None and not self._limiter.hit(limit, *key):
            raise self._refusal(limit, *key)

    def _refusal(self, limit: RateLimitItem, *key: str) -> TooMany:
        left = self._limiter.get_window_stats(limit, *key).reset_time - time.time()
        return TooMany(Message("error.too-many"), max(1, math.ceil(left)))
