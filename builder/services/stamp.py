"""The state of the data that come with Muster, and the one that the database was brought to: equal on most days."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources.abc import Traversable

from builder.store import Store
from builder.store import catalogues as rows
from datasheets.system_folders import folders


def stored_stamp(store: Store) -> str:
    """Return the stamp of the bundled data that the database was brought to; nobody's write is waited for."""
    with store.reading() as db:
        return rows.bundled_stamp(db)


def stamp() -> str:
    """Return a digest of all files of bundled data as they are."""
    total = sha256()
    for system, folder in folders().items():
        for name, data in _files(folder):
            total.update(f"{system}/{name} {len(data)}\n".encode() + data)
    return total.hexdigest()


def _files(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from ((f"{item.name}/{name}", data) for name, data in _files(item))
        elif item.name.endswith(".json"):
            yield item.name, item.read_bytes()
