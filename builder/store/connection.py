"""Connections to the one SQLite file, and the two ways to use one: reading, and writing.

A connection belongs to one thread at a time: `Store` hands out idle ones and takes them back. Every write is one
`BEGIN IMMEDIATE` transaction, because a deferred transaction that has read cannot wait for the write lock
(style.md F3). Write-ahead logging is switched on once, by the migration.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue

from sqlite_utils import Database


class StoreError(Exception):
    """The database file cannot be used; the message says which file and why."""


class StoreBusy(StoreError):
    """Another process kept the database for longer than a write waits."""


def connect(path: Path, busy_seconds: int) -> Database:
    """Open the file, making it if it is not there.

    Raises:
        StoreError: the file cannot be opened or is no SQLite database.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A connection moves between threads with the pool but is never used by two at once.
        connection = sqlite3.connect(path, timeout=busy_seconds, check_same_thread=False)
        try:
            connection.execute("pragma foreign_keys = on")
            connection.execute("pragma synchronous = normal")
        except sqlite3.Error:
            connection.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"the database {path} cannot be opened: {error}") from error
    return Database(connection, strict=True, execute_plugins=False)


@contextmanager
def write(db: Database) -> Iterator[Database]:
    """Run the block as one transaction: one writer at a time, decided at the start; waits up to the busy timeout."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
    except BaseException:
        db.rollback()
        raise
    else:
        db.commit()


class Store:
    """The database file. Connections are opened when asked for, never carried over a fork, and kept for the next asker."""

    def __init__(self, path: Path, busy_seconds: int = 10) -> None:
        self.path = path
        self.busy_seconds = busy_seconds
        self._idle: SimpleQueue[Database] = SimpleQueue()
        self._process = os.getpid()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection for reading; all that the block reads is of one moment."""
        with self._lent() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Lend a connection inside a write transaction: committed at the end of the block, undone if it raises."""
        with self._lent() as db, write(db):
            yield db

    def close(self) -> None:
        """Close the idle connections."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def backup(self, target: Path) -> None:
        """Copy the database to a file, whole and consistent, while others read and write.

        The file appears under its name only when it is complete.

        Raises:
            StoreError: the target exists already or cannot be written.
        """
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            if target.exists():
                raise FileExistsError("a file of that name exists")
            with closing(sqlite3.connect(part)) as copy, self._lent() as db:
                db.conn.backup(copy)
                copy.execute("pragma journal_mode = delete")
            part.rename(target)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the backup {target} cannot be written: {error}") from error
        finally:
            part.unlink(missing_ok=True)

    @contextmanager
    def _lent(self) -> Iterator[Database]:
        db = self._take()
        try:
            yield db
        except sqlite3.IntegrityError:
            raise  # a mistake of ours, not of the file
        except sqlite3.Error as error:
            raise failure(self.path, error) from error
        finally:
            db.rollback()
            self._idle.put(db)

    def _take(self) -> Database:
        if os.getpid() != self._process:
            # After a fork the parent's connections may be neither used nor closed here.
            self._left_behind, self._idle = self._idle, SimpleQueue()
            self._process = os.getpid()
        try:
            return self._idle.get_nowait()
        except Empty:
            return connect(self.path, self.busy_seconds)


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether another connection held a lock for longer than was waited."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def failure(path: Path, error: sqlite3.Error) -> StoreError:
    """Return what SQLite could not do as the store's own error; nobody else knows SQLite's."""
    if is_busy(error):
        return StoreBusy(f"another process kept the database {path} for too long; try again")
    return StoreError(f"the database {path} cannot be used: {error}")
