"""Rosters as documents. One that nothing has touched since it was judged is read as it was kept, and not judged again.

What is kept rests on the roster's version, on the catalogues and bases of the database, and on this Muster's own files:
where any of them is another, the roster is judged anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import builder
from builder.services.errors import NotFound
from builder.store import Store, judged_rosters, rosters
from datasheets.words import Message
from exports.document import RosterDocument, read_own_document

if TYPE_CHECKING:
    from builder.services.rosters import Rosters

JUDGES = ("builder/rules", "builder/operations", "builder/snapshot", "datasheets", "exports/document")
"""The folders that a judgement and its document come from."""


class Documents:
    """The rosters of one database as documents; `judge` gives who judges them, asked for only where that is needed."""

    def __init__(self, store: Store, judge: Callable[[], Rosters]) -> None:
        self._store = store
        self._judge = judge

    def of(self, id: str, step: int = 0) -> RosterDocument:
        """Return a roster, or its version at a step, as a roster document, judged by this Muster; raises `NotFound`."""
        if step:
            return self._judge().document(id, step)
        with self._store.reading() as db:
            row = rosters.get(db, id)
            if row is None:
                raise NotFound(Message("error.no-roster", {"id": repr(id)}))
            basis = f"{muster_digest()} {judged_rosters.data_digest(db)}"
            data = judged_rosters.get(db, id, row.version, basis)
        if data is not None:
            return read_own_document(data)
        document = self._judge().document(id)
        self._store.write_if_free(lambda db: judged_rosters.put(db, id, row.version, basis, document.to_bytes()))
        return document


@cache
def muster_digest() -> str:
    """Return a digest of this Muster's version and files, by their names, sizes and times."""
    root = Path(builder.__file__).parent.parent
    total = sha256(builder.__version__.encode())
    for folder in JUDGES:
        for line in sorted(_files(root / folder)):
            total.update(line.encode())
    return total.hexdigest()


def _files(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(Path(entry.path))
            else:
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}\n"
