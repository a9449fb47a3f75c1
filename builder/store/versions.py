"""The versions of what was deleted, which triggers keep (`migrations`).

What comes again under the same id goes on from them: a version, and so an ETag, never means two things.
"""

from __future__ import annotations

from typing import Literal

from builder.store.database import Database

Kind = Literal["catalogue", "datasheet", "roster"]


def last_gone(db: Database, kind: Kind, id: str) -> int:
    """Return the highest version of anything deleted under this id ("catalogue/datasheet" of a datasheet), else 0."""
    found = db.execute("select version from versions_gone where kind = ? and id = ?", [kind, id]).fetchone()
    return int(found[0]) if found else 0
