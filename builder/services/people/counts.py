"""What all processes of a server count together, as a storage of the package `limits`."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

from limits.storage import Storage

from builder.store import Store, StoreError, migrate
from builder.store.people import counts as rows


class Counts(Storage):
    """Counts in a file; what is counted stands there as a digest alone.

    Raises:
        StoreError: the file cannot be used.
    """

    def __init__(self, path: Path, busy_seconds: int) -> None:
        super().__init__()
        migrate(path, busy_seconds, rows.COUNTS)
        self._store = Store(path, busy_seconds)

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong with the file."""
        return StoreError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count on and return the number; a count that begins ends after `expiry` seconds."""
        now = time.time()
        with self._store.writing() as db:
            return rows.add(db, _digest(key), amount, now, now + expiry)

    def get(self, key: str) -> int:
        """Return a number, 0 where nothing is counted."""
        return self._read(key)[0]

    def get_expiry(self, key: str) -> float:
        """Return when a count ends."""
        return self._read(key)[1]

    def clear(self, key: str) -> None:
        """Forget a count."""
        with self._store.writing() as db:
            rows.delete(db, _digest(key))

    def reset(self) -> int:
        """Forget all counts and return how many there were."""
        with self._store.writing() as db:
            return rows.delete_all(db)

    def check(self) -> bool:
        """Tell whether the file can be read."""
        try:
            return self.get("") >= 0
        except StoreError:
            return False

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def _read(self, key: str) -> tuple[int, float]:
        with self._store.reading() as db:
            return rows.get(db, _digest(key), time.time())


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
