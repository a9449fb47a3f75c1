"""A folder that takes no writes: the user is told so, and what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from builder.store.connection import StoreError, connect, failure
from builder.store.schema import migrate


def test_a_folder_in_which_nothing_can_be_made_is_named(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "muster.db"
    database.write_bytes(prepared.read_bytes())
    (tmp_path / "muster.db-wal").mkdir()  # as SQLite finds it where it may make none
    with pytest.raises(StoreError, match="cannot be opened"):
        migrate(database)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match=r"read-only; .*MUSTER_DATABASE"):
        migrate(database)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StoreError, match="read-only"):
        connect(tmp_path / "new" / "muster.db", 1)


def test_a_file_that_takes_no_writes_is_named(prepared: Path) -> None:
    db = sqlite3.connect(f"file:{prepared}?immutable=1", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        db.execute("create table t (a)")
    db.close()
    assert "read-only; make both writable" in str(failure(prepared, caught.value))
