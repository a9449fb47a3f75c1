"""Data files that were parsed, kept by digest for the whole process: a digest always means the same file.

Files are kept as long as all together are small enough; the one that was not asked for the longest goes first.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable
from threading import RLock

from datasheets.battlescribe.parse_catalogue import read
from datasheets.index import Index

MOST_BYTES = 120_000_000  # of the files; parsed they take two to three times as much memory


class Indexes:
    """Parsed files, for any number of threads; a file is parsed once, whoever asks first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[Index, int]] = OrderedDict()
        self._bytes = 0
        self._lock = RLock()

    def get(self, digest: str, name: str, load: Callable[[], bytes]) -> Index:
        """Return the file of that digest, parsed; `load` gives its bytes where it is not kept, `name` is for problems.

        Raises:
            DocumentError: it cannot be read.
        """
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
                return self._kept[digest][0]
            data = load()
            return self._keep(digest, Index(read(data, name)), len(data))

    def _keep(self, digest: str, index: Index, size: int) -> Index:
        gc.collect()  # what is garbage now would be kept for ever, too
        gc.freeze()  # a full collection would go through all of it, for up to a second, and find nothing to free
        self._kept[digest] = index, size
        self._bytes += size
        while self._bytes > self._most and len(self._kept) > 1:
            _, (_, gone) = self._kept.popitem(last=False)
            self._bytes -= gone
        return index


INDEXES = Indexes()
"""Those of this process."""
