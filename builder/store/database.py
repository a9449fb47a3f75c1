"""One connection to the SQLite file: what the statements of this package need of it.

sqlite-utils applies migrations; nothing else of it is needed, and to load it takes longer than most commands run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

READS = ("select", "with", "pragma")
"""How statements begin that change nothing, so that their rows can be fetched one by one."""
Values = Sequence[Any] | Mapping[str, Any]


class Database:
    """A connection. A statement outside of a transaction is saved at once."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        conn.isolation_level = None  # no transaction begins but by BEGIN
        self.conn = conn

    def execute(self, sql: str, values: Values = ()) -> sqlite3.Cursor:
        """Run one statement."""
        return self.conn.execute(sql, values)

    def query(self, sql: str, values: Values = ()) -> Iterator[dict[str, Any]]:
        """Run one statement and return its rows, by the names of their columns."""
        cursor = self.conn.execute(sql, values)
        names = [column[0] for column in cursor.description]
        rows = cursor if sql.lstrip().lower().startswith(READS) else cursor.fetchall()
        return (dict(zip(names, row, strict=True)) for row in rows)

    def tables(self) -> list[str]:
        """Return the names of all tables."""
        return [row["name"] for row in self.query("select name from sqlite_master where type = 'table'")]

    def rollback(self) -> None:
        """Undo the open transaction, if there is one."""
        self.conn.rollback()

    def commit(self) -> None:
        """Save the open transaction, if there is one."""
        self.conn.commit()

    def close(self) -> None:
        """Close the connection."""
        self.conn.close()
