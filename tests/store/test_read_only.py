"""A folder that takes no writes: the user is told so, and what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from builder.store.connection import StoreError, connect, failure
from builder.store.schema import migrate
from datasheets.words import languages, say, translate


def test_a_folder_in_which_nothing_can_be_made_is_named(
    prepared_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "muster.db"
    database.write_bytes(prepared_database.read_bytes())
    (tmp_path / "muster.db-wal").mkdir()  # as SQLite finds it where it may make none
    with pytest.raises(StoreError, match="cannot be used: unable to open"):
        migrate(database)
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    with pytest.raises(StoreError, match=rf"in its folder {tmp_path}; .*MUSTER_DATABASE"):
        migrate(database)


def test_a_file_that_cannot_be_read_is_named(prepared_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "may not be read; make it readable" in str(failure(prepared_database, sqlite3.OperationalError()))


def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=rf"names the folder {tmp_path}; name a file in it, such as {tmp_path}/muster\.db"):
        connect(tmp_path, 1)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_is_said_in_the_language_of_who_asks(tmp_path: Path, language: str) -> None:
    (tmp_path / "text").write_text("Dear diary, this is no database at all. " * 20)
    with pytest.raises(StoreError) as caught:
        migrate(tmp_path / "text")
    assert translate(str(caught.value), language) == say("store.no-database", {"file": tmp_path / "text"}, language)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StoreError, match="nothing may be written"):
        connect(tmp_path / "new" / "muster.db", 1)


def test_a_file_that_takes_no_writes_is_named(prepared_database: Path) -> None:
    db = sqlite3.connect(f"file:{prepared_database}?immutable=1", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        db.execute("create table t (a)")
    db.close()
    assert "make both writable for you" in str(failure(prepared_database, caught.value))
