"""A database file brought up to date.

All migrations run inside one `BEGIN IMMEDIATE`, so any number of processes may do it at the same time. sqlite-utils runs
them, and is loaded only where there is something to run.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from builder.store.connection import (
    StoreError,
    close_to_others,
    connect,
    copy_to,
    failure,
    is_busy,
    name_before,
    write,
)
from builder.store.database import Database
from builder.store.migrations import APPLICATION, MIGRATIONS, Migration
from datasheets.words import Message

TABLE = "_sqlite_migrations"
"""Where sqlite-utils notes what ran."""


class NewerDatabase(StoreError):
    """A newer Muster made or changed this file."""


@dataclass(frozen=True, slots=True)
class Schema:
    """A kind of file: the name under which its migrations are noted, the mark in its header, its migrations in order."""

    name: str
    mark: int
    migrations: Sequence[Migration]


MAIN = Schema("muster", APPLICATION, MIGRATIONS)
"""The database with rosters, datasheets and battles."""


def migrate(path: Path, busy_seconds: int = 60, schema: Schema = MAIN, *, keep: bool = True) -> tuple[str, ...]:
    """Bring the schema of a database file up to date, making the file if it is not there; return the migrations that ran.

    A file that is up to date is only read: nobody's write is waited for. Files that others can read are closed to them. One
    that is behind is copied first, to `<file>.before-<time>`: an older Muster can go on with that.

    Raises:
        StoreError: the file cannot be used: it is no database, another program's, or a newer Muster's.
        StoreBusy: the file is behind, and another process kept it for too long.
    """
    with closing(connect(path, busy_seconds)) as db:
        try:
            refuse(db, path, schema)
            close_to_others(path)
            if not _pending(db, schema) and _is_wal(db):
                return ()
            _switch_to_wal(db, busy_seconds)
            with write(db):
                _refuse_newer(db, path, schema)
                pending = _pending(db, schema)
                if keep and pending and _read_applied(db, schema):
                    _keep_copy(path, busy_seconds)
                apply(db, schema=schema)
                return pending
        except sqlite3.Error as error:
            raise failure(path, error) from error


def _keep_copy(path: Path, busy_seconds: int) -> None:
    """Copy a file as it is, while another connection keeps everybody from writing to it."""
    with closing(connect(path, busy_seconds)) as db:
        copy_to(name_before(path), db)


def refuse(db: Database, path: Path, schema: Schema = MAIN) -> None:
    """Raise `StoreError` where a file is another program's or a newer Muster's."""
    _refuse_foreign(db, path, schema)
    _refuse_newer(db, path, schema)


def _is_wal(db: Database) -> bool:
    return bool(db.execute("pragma journal_mode").fetchone()[0] == "wal")  # a backup is not


def _switch_to_wal(db: Database, busy_seconds: int) -> None:
    # SQLite answers busy at once, whatever the timeout, when two processes make this switch together.
    for _ in range(busy_seconds * 20):
        try:
            db.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
            time.sleep(0.05)
    db.execute("pragma journal_mode = wal")


def _refuse_foreign(db: Database, path: Path, schema: Schema) -> None:
    tables = db.tables()  # asked first: a migration elsewhere commits tables and mark together
    application = db.execute("pragma application_id").fetchone()[0]
    if application != schema.mark and (application or tables):
        raise StoreError(Message("store.foreign", {"file": path}))


def _refuse_newer(db: Database, path: Path, schema: Schema) -> None:
    unknown = sorted(_read_applied(db, schema) - {each.__name__ for each in schema.migrations})
    if unknown:
        raise NewerDatabase(Message("store.newer", {"file": path, "migration": unknown[0]}))


def _pending(db: Database, schema: Schema) -> tuple[str, ...]:
    """Return the migrations that did not run on a file, in order."""
    applied = _read_applied(db, schema)
    return tuple(each.__name__ for each in schema.migrations if each.__name__ not in applied)


def _read_applied(db: Database, schema: Schema) -> set[str]:
    """Return the migrations that ran, as sqlite-utils noted them."""
    if TABLE not in db.tables():
        return set()
    return {row["name"] for row in db.query(f"select name from {TABLE} where migration_set = ?", [schema.name])}


def apply(db: Database, stop_before: str | None = None, schema: Schema = MAIN) -> None:
    """Run what did not run yet on a file, up to a migration."""
    from sqlite_utils import Database as Tables  # takes long to load, and a file is up to date but once
    from sqlite_utils import Migrations

    steps = Migrations(schema.name)
    for each in schema.migrations:
        steps(name=each.__name__)(each)
    steps.apply(Tables(db.conn, strict=True, execute_plugins=False), stop_before=stop_before)
