"""Rest for Python's garbage collector while much is made that stays: it would go through all data in memory for nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SELDOM = (400_000, 50, 1000)
"""How many new objects, and how often of each age, until it looks. So rarely, and a thousand pages still fit into memory."""

_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""What held before, once for each thread in which it rests."""


@contextmanager
def collect_seldom() -> Iterator[None]:
    """Let the collector look seldom until this ends in all threads."""
    with _lock:
        _usual.append(_usual[-1] if _usual else gc.get_threshold())
        gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        with _lock:
            usual = _usual.pop()
            if not _usual:
                gc.set_threshold(*usual)
