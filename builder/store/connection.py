"""Connections to the one SQLite file, and the two ways to use one: reading, and writing.

A connection belongs to one thread at a time: `Store` hands out idle ones and takes them back. Every write is one
`BEGIN IMMEDIATE` transaction, because a deferred transaction that has read cannot wait for the write lock
(style.md F3). Write-ahead logging is switched on once, by the migration.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from builder.reasons import reason
from builder.store.allowance import NO_LIMITS, Allowance
from builder.store.database import Database
from datasheets.words import Message

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says where a disk is full, or what one may have of it."""
RESERVE = 2_000_000
"""Bytes of a file beside the database that makes room on a full disk, so that something can be deleted."""
LITTLE = 100_000
"""Where fewer bytes are free, a disk that fails does so because it is full."""

UNUSABLE = {sqlite3.SQLITE_NOTADB: "store.no-database", sqlite3.SQLITE_CORRUPT: "store.damaged"}
"""What is said of a file in which SQLite finds no database, or a broken one."""

OWNER_ONLY = 0o600
BESIDE = ("-wal", "-shm", "-journal")


class StoreError(Exception):
    """The database file cannot be used; the message says which file and why."""


class StoreBusy(StoreError):
    """Another process kept the database for longer than a write waits."""


class StoreFull(StoreError):
    """The disk has no room for a write, which was undone."""


def connect(path: Path, busy_seconds: int, *, make: bool = True) -> Database:
    """Open the file; `make` it if it is not there: it and the folder that is made for it are its owner's alone.

    Raises:
        StoreError: the file cannot be opened or is no SQLite database.
    """
    try:
        if make:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(path)
        # A connection moves between threads with the pool but is never used by two at once.
        address = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, timeout=busy_seconds, check_same_thread=False, uri=True)
        try:
            connection.execute("pragma foreign_keys = on")
            connection.execute("pragma synchronous = normal")
        except sqlite3.Error:
            connection.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise failure(path, error) from error
    return Database(connection)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner reads, where there is none; SQLite gives `-wal` and `-shm` the same mode.

    Where it cannot be made, SQLite says why when it opens it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def close_to_others(path: Path) -> None:
    """Take a database file and those beside it from all but their owner, as far as they are ours to do so."""
    for each in (path, *(path.with_name(path.name + suffix) for suffix in BESIDE)):
        with suppress(OSError):
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


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
    """The database file. Connections are opened when asked for, never carried over a fork, and kept for the next asker.

    `space` says whose file it is, where each person has one ("" is the owner's, or the only one); `allowance` how much
    may be in it.
    """

    def __init__(self, path: Path, busy_seconds: int = 10, space: str = "", allowance: Allowance = NO_LIMITS) -> None:
        self.path = path
        self.allowance = allowance
        self.space = space
        self.busy_seconds = busy_seconds
        self._idle: SimpleQueue[Database] = SimpleQueue()
        self._process = os.getpid()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection for reading; all that the block reads is of one moment."""
        with self._lend() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Lend a connection inside a write transaction: committed at the end of the block, undone if it raises.

        Raises:
            OverAllowance: there would be more than may be in it.
        """
        with self._lend() as db, write(db):
            before = self.allowance.measure(db)
            yield db
            self.allowance.refuse(before, db)

    def write_if_free(self, change: Callable[[Database], None]) -> bool:
        """Make a change that can be left out: nobody is waited for, and no error is raised. Tell whether it was made."""
        with self._lend() as db, suppress(sqlite3.Error):
            db.execute("pragma busy_timeout = 0")
            try:
                with write(db):
                    change(db)
                return True
            finally:
                db.execute(f"pragma busy_timeout = {1000 * self.busy_seconds}")
        return False

    def close(self) -> None:
        """Close the idle connections."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def backup(self, target: Path) -> None:
        """Copy the database to a file, whole and consistent, while others read and write.

        Raises:
            StoreError: the target exists already or cannot be written.
        """
        with self._lend() as db:
            copy_to(target, db)

    @contextmanager
    def _lend(self) -> Iterator[Database]:
        db = self._take()
        try:
            yield db
        except sqlite3.IntegrityError:
            raise  # a mistake of ours, not of the file
        except sqlite3.Error as error:
            failed = failure(self.path, error)
            if isinstance(failed, StoreFull):
                reserve(self.path).unlink(missing_ok=True)
            raise failed from error
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
            # A file that is gone was deleted with its person: an empty one in its place would be nobody's.
            return connect(self.path, self.busy_seconds, make=False)


def copy_to(target: Path, db: Database) -> None:
    """Copy a database to a file, which appears under its name only when it is complete.

    Raises:
        StoreError: the target exists already or cannot be written.
    """
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        if target.exists():
            raise StoreError(Message("store.backup.exists", {"file": target}))
        make_private(part)
        with closing(sqlite3.connect(part)) as copy:
            db.conn.backup(copy)
            copy.execute("pragma journal_mode = delete")
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise _backup_failure(target, error) from error
    finally:
        part.unlink(missing_ok=True)


def _backup_failure(target: Path, error: sqlite3.Error | OSError) -> StoreError:
    if is_full(target, error):
        return StoreFull(Message("store.full", {"file": target}))
    if not target.parent.is_dir():
        return StoreError(Message("store.backup.no-folder", {"file": target, "folder": target.absolute().parent}))
    if is_read_only(target, error):
        return StoreError(Message("store.backup.closed", {"file": target, "folder": target.absolute().parent}))
    return StoreError(Message("store.backup.unwritten", {"file": target, "problem": reason(error)}))


def name_before(path: Path) -> Path:
    """Return a file beside the database that is not there yet, named by the time."""
    stem = f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 100)))
    return next(each for each in map(path.with_name, names) if not each.exists())


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether another connection held a lock for longer than was waited."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def is_full(path: Path, error: sqlite3.Error | OSError) -> bool:
    """Say whether a disk had no room; SQLite says so only of what it writes itself, not of what it maps."""
    if isinstance(error, OSError):
        return error.errno in FULL
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or (
        code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
        and path.parent.is_dir()
        and shutil.disk_usage(path.parent).free < LITTLE
    )


def is_read_only(path: Path, error: sqlite3.Error | OSError) -> bool:
    """Say whether a database failed because it, or the folder in which SQLite makes files beside it, takes no writes."""
    if isinstance(error, OSError):
        return error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_READONLY or (
        code == sqlite3.SQLITE_CANTOPEN and path.parent.is_dir() and not os.access(path.parent, os.W_OK)
    )


def reserve(path: Path) -> Path:
    """Return the file that keeps room for deleting something when the disk is full."""
    return path.with_name(f"{path.name}-reserve")


def keep_reserve(path: Path) -> None:
    """Make the reserve where it is not there and the disk has room for several of it."""
    file = reserve(path)
    if file.exists() or shutil.disk_usage(path.parent).free < 4 * RESERVE:
        return
    with suppress(OSError), file.open("wb") as made:
        made.write(bytes(RESERVE))


def failure(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """Return what SQLite could not do as the store's own error; nobody else knows SQLite's."""
    named = {"file": path}
    if isinstance(error, sqlite3.Error) and is_busy(error):
        return StoreBusy(Message("store.busy", named))
    if is_full(path, error):
        return StoreFull(Message("store.full", named))
    if path.is_dir():
        return StoreError(Message("store.folder", named))
    if isinstance(error, FileExistsError | NotADirectoryError):
        return StoreError(Message("store.no-folder", {**named, "folder": path.parent}))
    if path.is_file() and not os.access(path, os.R_OK):
        return StoreError(Message("store.denied", named))
    if is_read_only(path, error):
        return StoreError(Message("store.read-only", {**named, "folder": path.absolute().parent}))
    if code := UNUSABLE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF):
        return StoreError(Message(code, named))
    return StoreError(Message("store.unusable", {**named, "problem": reason(error)}))
