"""Counts that end after a while, in a file of their own: all processes of a server count together, and nobody misses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.store.database import Database
from builder.store.schema import Schema

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

MARK = 0x4D555343  # "MUSC"


def m001_counts(db: Tables) -> None:
    """Counts by the digest of what is counted: no name and no address stands in the file."""
    db.execute(f"pragma application_id = {MARK}")
    db.execute("""
        create table counts (
            digest text primary key check (length(digest) = 64),
            number integer not null,
            ends real not null
        ) strict, without rowid
    """)
    db.execute("create index counts_by_end on counts (ends)")


COUNTS = Schema("muster-counts", MARK, [m001_counts])
"""The file of counts."""


def add(db: Database, digest: str, amount: int, now: float, ends: float) -> int:
    """Count on and return the number; a count that begins ends when it is said, one that goes on when it was said first."""
    db.execute("delete from counts where ends <= ?", [now])
    row = db.execute(
        "insert into counts (digest, number, ends) values (?, ?, ?)"
        " on conflict (digest) do update set number = number + excluded.number returning number",
        [digest, amount, ends],
    ).fetchone()
    return int(row[0])


def get(db: Database, digest: str, now: float) -> tuple[int, float]:
    """Return a number and when it ends; where nothing is counted, none and now."""
    row = db.execute("select number, ends from counts where digest = ? and ends > ?", [digest, now]).fetchone()
    return (int(row[0]), float(row[1])) if row else (0, now)


def delete(db: Database, digest: str) -> None:
    """Forget a count."""
    db.execute("delete from counts where digest = ?", [digest])


def delete_all(db: Database) -> int:
    """Forget all counts and return how many there were."""
    return db.execute("delete from counts").rowcount
