"""All databases of a Muster with accounts copied and restored together: the owner's, and the folder of people beside it.

A backup has the form of what it was made of: the file that was named, and beside it, where there are accounts, a folder
`<file>.people`. So whoever renames or moves one takes both.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from builder.reasons import reason
from builder.services.people.accounts import FILE
from builder.services.spaces import SPACE, folder_beside
from builder.store import Store
from builder.store.connection import StoreError, name_before
from builder.store.people import clubs, sessions
from builder.store.people import people as rows
from builder.store.people.schema import PEOPLE
from builder.store.restoring import copy_backup, restore
from builder.store.schema import MAIN
from datasheets.words import Message


class Copied(NamedTuple):
    """What a backup consists of, in bytes, and how many databases of people are in it."""

    bytes: int
    people: int


def back_up(store: Store, target: Path) -> Copied:
    """Copy all databases while others use them: all of them, or none.

    Raises:
        StoreError: the target exists already, or cannot be written.
    """
    people, copies = folder_beside(store.path), folder_beside(target)
    if not people.is_dir():
        store.backup(target)
        return Copied(target.stat().st_size, 0)
    if copies.exists():
        raise StoreError(Message("store.backup.exists", {"file": copies}))
    store.backup(target)
    try:
        with _part(copies) as part:
            for file in _databases(people):
                _copy(file, part, store.busy_seconds)
            part.rename(copies)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    files = list(_databases(copies))
    return Copied(sum(each.stat().st_size for each in (target, *files)), len(files) - 1)


def restore_all(path: Path, backup: Path, busy_seconds: int) -> Path | None:
    """Put a backup in the place of the databases; return the file with what was there before, None without any.

    The people of a Muster stay as they are where a backup has none. Else they, their passwords and keys are as they were
    then; sessions and links that were handed out before open nothing any more, as they may have ended or been used since.

    Raises:
        StoreError, StoreBusy: as `restore` does, of any of the databases; nothing is changed then.
    """
    copies, people = folder_beside(backup), folder_beside(path)
    if not copies.is_dir():
        return restore(path, backup, busy_seconds)
    with _part(people) as part:
        for file in _databases(copies):
            copy_backup(file, part / file.name, busy_seconds, PEOPLE if file.name == FILE else MAIN)
        _end_what_opens(part / FILE, busy_seconds)
        kept = restore(path, backup, busy_seconds)
        try:
            if people.exists():
                people.rename(folder_beside(kept or name_before(path)))
            part.rename(people)
        except OSError:
            if kept is not None:
                restore(path, kept, busy_seconds)
            raise
    return kept


def _copy(file: Path, folder: Path, busy_seconds: int) -> None:
    """Copy a database into a folder; one whose person is removed meanwhile is left out."""
    source = Store(file, busy_seconds)
    try:
        source.backup(folder / file.name)
    except StoreError:
        if file.exists():
            raise
    finally:
        source.close()


def _end_what_opens(file: Path, busy_seconds: int) -> None:
    """Let no session and no link of a database of people open anything."""
    store = Store(file, busy_seconds)
    with store.writing() as db:
        sessions.delete_every(db)
        rows.uninvite_all(db)
        clubs.uninvite_all(db)
    store.close()


def _databases(folder: Path) -> Iterator[Path]:
    """Yield who the people are, then what belongs to each: whose account was made meanwhile is left out, not half in."""
    if not (folder / FILE).is_file():
        raise StoreError(Message("store.no-people", {"folder": folder, "file": FILE}))
    yield folder / FILE
    yield from (file for file in sorted(folder.glob("*.db")) if SPACE.fullmatch(file.stem))


@contextmanager
def _part(folder: Path) -> Iterator[Path]:
    """Lend a folder that is renamed when all is in it, or goes again."""
    part = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(mode=0o700, parents=True)
        yield part
    except OSError as error:
        raise StoreError(Message("store.people-unwritten", {"folder": folder, "problem": reason(error)})) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
