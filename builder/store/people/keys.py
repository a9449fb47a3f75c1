"""Keys of people, for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key. `writes`: it may change things, else only read. `used` is when it was last used, to the minute."""

    id: str
    person: str
    name: str
    writes: bool
    created: int
    used: int | None = None


COLUMNS = "id, person, name, writes, created, used"


def insert(db: Database, key: KeyRow, token: str) -> None:
    """Add a key, with the digest of its token."""
    db.execute(
        "insert into keys (id, token, person, name, writes, created) values (?, ?, ?, ?, ?, ?)",
        [key.id, token, key.person, key.name, key.writes, key.created],
    )


def of_person(db: Database, person: str) -> list[KeyRow]:
    """Return the keys of a person, the oldest first."""
    return [_row(row) for row in db.query(f"select {COLUMNS} from keys where person = ? order by created, id", [person])]


def by_token(db: Database, token: str) -> KeyRow | None:
    """Return the key whose token has this digest, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from keys where token = ?", [token])), None)


def touch(db: Database, id: str, now: int) -> None:
    """Remember when a key was last used."""
    db.execute("update keys set used = ? where id = ?", [now, id])


def delete(db: Database, person: str, id: str) -> bool:
    """Delete a key of a person; say whether it was there."""
    return db.execute("delete from keys where person = ? and id = ?", [person, id]).rowcount == 1


def delete_all(db: Database, person: str) -> None:
    """Delete all keys of a person."""
    db.execute("delete from keys where person = ?", [person])


def _row(row: Mapping[str, Any]) -> KeyRow:
    return KeyRow(**{**row, "writes": bool(row["writes"])})
