"""Wrong passwords and dead links: whoever sends them waits, ever longer, and nobody else does.

Counted are an address, and an address together with the name that it tries. A name alone is never counted: whoever types
wrong passwords for another's account would lock its owner out. A browser in which somebody signed in before is counted by
itself for their name, not with its address: people of one house or club have the same.
"""

from __future__ import annotations

import ipaddress
import math
import time

from flask import request
from limits import RateLimitItemPerMinute
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from builder.services.errors import TooMany
from datasheets.words import Message

AT_ADDRESS = RateLimitItemPerMinute(20, 10)
"""How many wrong passwords and dead links an address may send in ten minutes, for whatever names."""
FREE = 5
"""So many wrong passwords of an address for a name cost no wait: people mistype."""
LONGEST, FORGOTTEN = 15 * 60, 60 * 60
"""Seconds: the longest wait for a name, and after how long the wrong passwords for it count no more."""
NETWORK_BITS = 64


class Guesses:
    """What was guessed; the storage is one that all processes of a server share."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._limiter = FixedWindowRateLimiter(storage)

    def refuse(self, name: str = "", browser: str = "") -> None:
        """Raise `TooMany` where whoever asks must wait, with any name or with this one.

        `browser` is what a browser is known by in which somebody of this name signed in before, "" where none did.
        """
        who = browser or asker()
        if not self._limiter.test(AT_ADDRESS, "wrong-at", who):
            raise _refusal(self._limiter.get_window_stats(AT_ADDRESS, "wrong-at", who).reset_time)
        if name and self._storage.get(_key("waits", who, name)):
            raise _refusal(self._storage.get_expiry(_key("waits", who, name)))

    def count(self, name: str = "", browser: str = "") -> None:
        """Count a wrong password for a name, or a dead link; from the fifth on each doubles the wait."""
        who = browser or asker()
        self._limiter.hit(AT_ADDRESS, "wrong-at", who)
        if name and (over := self._storage.incr(_key("wrong", who, name), FORGOTTEN) - FREE) >= 0:
            self._storage.incr(_key("waits", who, name), min(2**over, LONGEST))

    def forget(self, name: str, browser: str = "") -> None:
        """Forget what was mistyped for a name: whoever asks knows the password."""
        self._storage.clear(_key("wrong", browser or asker(), name))


def asker() -> str:
    """Return the address that asks; of IPv6 its network, as whoever has one address there has all of them."""
    said = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return said
    if address.version == 4:
        return said
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), NETWORK_BITS), strict=False))


def _key(what: str, who: str, name: str) -> str:
    return f"{what} {who} {name}"


def _refusal(until: float) -> TooMany:
    seconds = max(1, math.ceil(until - time.time()))
    return TooMany(Message("error.too-many-wrong", {"seconds": seconds}), seconds)
