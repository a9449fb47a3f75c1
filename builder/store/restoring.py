"""A backup takes the place of the database, whole or not at all; what was there before is kept beside it."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from builder.reasons import reason
from builder.store.connection import BESIDE, UNUSABLE, StoreError, connect, copy_to, failure, is_busy, name_before
from builder.store.database import Database
from builder.store.schema import MAIN, NewerDatabase, Schema, migrate, refuse
from datasheets.words import Message


def restore(path: Path, backup: Path, busy_seconds: int) -> Path | None:
    """Put the contents of a backup into the database file; return the file with what was there before, None without any.

    An older backup is brought up to date first. Nothing is changed where any of it fails.

    Raises:
        StoreBusy: the backup is kept by another process.
        StoreError: the backup cannot be read, is damaged, is no database of Muster or a newer Muster's; or the database is
            in use, is none of ours, or cannot be written.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        copy_backup(backup, part, busy_seconds)
        if not path.exists():
            part.rename(path)
            return None
        kept = name_before(path)
        if _is_of_no_use(path, busy_seconds):
            _put_aside(path, kept)
            part.rename(path)
        else:
            _replace(path, part, kept)
        return kept
    except OSError as error:
        raise failure(path, error) from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def copy_backup(backup: Path, part: Path, busy_seconds: int, schema: Schema = MAIN) -> None:
    """Copy a backup, which is only read and checked page by page, and bring the copy up to date.

    Raises:
        StoreBusy, StoreError: it cannot be read, is damaged, is no such database, or a newer Muster's.
    """
    _copy(backup, part, schema)
    migrate(part, busy_seconds, schema, keep=False)


def _copy(backup: Path, part: Path, schema: Schema) -> None:
    if not backup.is_file():
        raise StoreError(Message("store.backup.missing", {"file": backup}))
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as source:
            found = source.execute("pragma quick_check(1)").fetchone()[0]
            tables = source.execute("select count(*) from sqlite_master").fetchone()[0]
            if found != "ok" or not tables:
                raise StoreError(Message("store.backup.damaged", {"file": backup}))
            refuse(Database(source), backup, schema)
            copy_to(part, Database(source))
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in UNUSABLE:
            raise StoreError(Message("store.backup.damaged", {"file": backup})) from error
        if not os.access(backup, os.R_OK):
            raise StoreError(Message("store.backup.denied", {"file": backup})) from error
        raise StoreError(Message("store.backup.unread", {"file": backup, "problem": reason(error)})) from error


def _is_of_no_use(path: Path, busy_seconds: int) -> bool:
    """Say whether a database is damaged or a newer Muster's; raises `StoreError` where it is none of ours, or in use."""
    try:
        migrate(path, busy_seconds, keep=False)
    except NewerDatabase:
        with closing(connect(path, 1)) as db:
            _lock(db, path)
        return True
    except StoreError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            return True
        raise
    return False


def _lock(db: Database, path: Path) -> None:
    """Keep everybody else from a database; raises `StoreError` where somebody uses it."""
    try:
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        db.commit()
    except sqlite3.Error as error:
        if is_busy(error):
            raise StoreError(Message("store.in-use", {"file": path})) from error
        raise failure(path, error) from error


def _put_aside(path: Path, kept: Path) -> None:
    """Rename a damaged database with the files that belong to it: somebody may save more of it than Muster can."""
    for suffix in ("", *BESIDE):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))


def _replace(path: Path, part: Path, kept: Path) -> None:
    """Copy the part over the database in one transaction, while nobody else has it open."""
    with closing(connect(path, 1)) as db, closing(sqlite3.connect(part)) as source:
        _lock(db, path)
        try:
            copy_to(kept, db)
            source.backup(db.conn)
        except sqlite3.Error as error:
            kept.unlink(missing_ok=True)
            raise failure(path, error) from error
