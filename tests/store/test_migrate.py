"""Migrations: once, from any number of processes, and never on a file that is not ours."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import wraps
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest

from builder.store import Store, StoreError, migrate
from builder.store.connection import connect, write
from builder.store.migrations import MIGRATIONS
from builder.store.schema import MAIN, apply


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}


def test_a_new_file_gets_the_whole_schema_in_wal_mode(path: Path) -> None:
    migrate(path)
    assert {"documents", "closures", "catalogues", "datasheets", "rosters", "roster_steps", "battles"} <= tables(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)


def test_migrating_again_changes_nothing(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("select * from _sqlite_migrations").fetchall()
        migrate(path)
        assert connection.execute("select * from _sqlite_migrations").fetchall() == before


def test_a_file_that_is_up_to_date_is_only_read(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert migrate(path, busy_seconds=1) == ()


def test_a_backup_becomes_a_file_to_work_with(path: Path, store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    migrate(tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)


def test_four_processes_at_once(path: Path) -> None:
    """Forked, so that none begins before the others are there."""
    fork = get_context("fork")
    for attempt in range(2):
        file, begin = path.with_name(f"{attempt}.db"), fork.Barrier(4)
        running = [fork.Process(target=_migrate_with_others, args=(file, begin)) for _ in range(4)]
        for process in running:
            process.start()
        for process in running:
            process.join()
        assert [process.exitcode for process in running] == [0] * 4
        with closing(sqlite3.connect(file)) as connection:
            (count,) = connection.execute("select count(*) from _sqlite_migrations").fetchone()
            assert count == len(MIGRATIONS)


def _migrate_with_others(file: Path, begin: Barrier) -> None:
    begin.wait()
    migrate(file)


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table recipes (name text)")
    with pytest.raises(StoreError, match="not one of Muster's"):
        migrate(path)
    assert tables(path) == {"recipes"}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("delete",)


def test_a_newer_musters_database_is_left_alone(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) values ('muster', 'm999_future', '')"
        )
    with pytest.raises(StoreError, match="m999_future"):
        migrate(path)


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at" * 20, b"%PDF-1.7\n" * 99])
def test_a_file_that_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"muster\.db"):
        migrate(path)
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is no folder"):
        migrate(tmp_path / "file" / "muster.db")


def test_a_migration_that_fails_leaves_nothing(path: Path) -> None:
    last = MIGRATIONS[-1]

    @wraps(last)
    def fail(db: Any) -> None:
        last(db)
        raise sqlite3.OperationalError("the disk is full")

    with pytest.raises(StoreError, match="the disk is full"):
        migrate(path, schema=replace(MAIN, migrations=[*MIGRATIONS[:-1], fail]))
    assert tables(path) == set()
    migrate(path)
    assert "battles" in tables(path)


DIGEST = "sha256:" + "0" * 64


def test_what_was_stored_before_imports_stays_and_imported_catalogues_fit(path: Path) -> None:
    with closing(connect(path, 5)) as db, write(db):
        apply(db, stop_before="m006_imported")
        db.execute("insert into documents values (?, '{}')", [DIGEST])
        db.execute("insert into closures values ('old', 'home', '[]')")
        db.execute("insert into catalogues values ('home', 'x', 'Home', 'homebrew', 3, ?, 'old')", [DIGEST])
        db.execute(
            "insert into datasheets values (1, 'home', 'squad', 'x', 'Squad', null, 1, 2, 1, ?, 'words', 'words')", [DIGEST]
        )
    migrate(path)
    with closing(connect(path, 5)) as db:
        assert db.execute("select id, version, origin from catalogues").fetchall() == [("home", 3, "homebrew")]
        assert db.execute("select entry from datasheets").fetchall() == [("squad",)]
        assert db.execute("select kind from closures").fetchall() == [("native",)]
        assert db.execute("select rowid from datasheet_search where datasheet_search match 'squad'").fetchall() == [(1,)]
        insert = "insert into catalogues values (?, 'x', 'Reeds', ?, 1, ?, 'old')"
        db.execute(insert, ["reed", "imported", DIGEST])
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            db.execute(insert, ["mire", "stolen", DIGEST])
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert db.execute("pragma foreign_key_check").fetchall() == []


def test_what_datasheets_cost_is_known_of_those_that_are_there_already(path: Path) -> None:
    costs = '{"power": {"base": 3, "steps": [{"models": 6, "value": 7}]}, "points": {"base": 60}}'
    body = f'{{"schema": "muster.datasheet/1", "costs": {costs}}}'
    digest = "sha256:" + "0" * 64
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("drop table datasheet_costs")
        connection.execute("delete from _sqlite_migrations where name = 'm011_datasheet_costs'")
        connection.execute("insert into documents values (?, ?)", [digest, body])
        connection.execute("insert into closures (digest, catalogue, documents) values ('c', 'mine', '[]')")
        connection.execute("insert into catalogues values ('mine', 's', 'Mine', 'homebrew', 1, ?, 'c')", [digest])
        columns = "catalogue, id, system, name, version, document, keywords, words, entry"
        connection.execute(f"insert into datasheets ({columns}) values ('mine', 'a', 's', 'A', 1, ?, '', '', 'a')", [digest])
        connection.commit()
    assert migrate(path) == ("m011_datasheet_costs",)
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("select cost, least, most from datasheet_costs order by cost").fetchall()
    assert found == [("points", 60, 60), ("power", 3, 7)]


def test_what_an_older_muster_made_is_kept_before_it_changes(path: Path) -> None:
    old = replace(MAIN, migrations=MIGRATIONS[:10])
    migrate(path, schema=old)
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("select * from _sqlite_migrations").fetchall()
    assert list(path.parent.glob("*.before-*")) == [], "a new file is nothing to keep"
    migrate(path)
    (kept,) = path.parent.glob("*.before-*")
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("select * from _sqlite_migrations").fetchall() == before
    assert migrate(kept, schema=old) == (), "the older Muster goes on with it"
    migrate(path)
    assert list(path.parent.glob("*.before-*")) == [kept]
