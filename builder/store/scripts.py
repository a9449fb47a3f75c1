"""Scripts of SQL within a transaction."""

from __future__ import annotations

from sqlite3 import complete_statement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def run_script(db: Database, script: str) -> None:
    """Run the statements of a script; each ends where a line does.

    SQLite itself would commit first, and sqlite-utils looks behind every letter whether a statement ends there: a new file
    would take twice as long.
    """
    statement = ""
    for line in script.strip().splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            db.execute(statement.strip())
            statement = ""
    if statement:
        db.execute(statement)
