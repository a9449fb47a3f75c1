"""`muster migrate`, `backup`, and databases that cannot be used."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from builder.cli import context
from builder.services.bundled import samples
from datasheets.native.bundled import bundled_catalogues
from tests.cli.conftest import Muster, answer, run, save_file, sentence


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a database that is not there yet."""
    path = tmp_path / "new" / "muster.db"
    monkeypatch.setenv("MUSTER_DATABASE", str(path))
    return path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command waits for a lock: that writes wait for others, and for how long, is said in `tests/store`."""
    read = context.read_settings
    monkeypatch.setattr(context, "read_settings", lambda: replace(read(), busy_seconds=0))


@pytest.mark.slow
def test_migrate_says_what_it_did_and_is_quiet_the_second_time(fresh: Path):
    first = run("migrate")
    assert first.exit_code == 0
    assert str(fresh) in first.stderr
    assert f"Sample rosters: {', '.join(each.id for each in samples())}" in first.stdout
    assert "Migrations: m001_sources" in first.stdout
    second = run("migrate")
    assert (second.exit_code, second.stdout, second.stderr) == (0, "", "")
    assert answer(run("migrate", "--json")) == {
        "database": str(fresh),
        "migrations": [],
        "catalogues": [],
        "rosters": [],
        "listed": [],
    }


@pytest.mark.slow
def test_a_command_prepares_the_database_and_says_so(fresh: Path):
    result = run("check", "sunward-patrol", "--json")
    assert answer(result)["legal"] is True
    came_in = f"{len(bundled_catalogues())} catalogues and {len(list(samples()))} sample rosters came in"
    assert result.stderr == f"Brought the database {fresh} up to date: {came_in}.\n"
    assert run("check", "sunward-patrol").stderr == ""


@pytest.mark.slow
def test_files_need_no_database(fresh: Path, sheet: Path, tmp_path: Path, quick_sheets: None):
    assert run("print", sheet, "--out", tmp_path / "copy.pdf").exit_code == 0
    assert run("verify", sheet, sheet).exit_code == 0
    assert not fresh.exists()


def test_a_sample_that_was_deleted_stays_deleted(muster: Muster, settings):
    with closing(sqlite3.connect(settings.database)) as db:
        db.execute("pragma foreign_keys = on")
        db.execute("delete from rosters where id = 'gloam-patrol'")
        db.commit()
    muster("migrate")
    assert "gloam-patrol" not in muster("list", "rosters").stdout


def test_backup(muster: Muster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    copy = tmp_path / "copy.db"
    assert answer(muster("backup", copy, "--json"))["bytes"] == copy.stat().st_size
    assert "is there already" in sentence(muster("backup", copy))
    assert "cannot be written" in sentence(muster("backup", tmp_path / "nowhere" / "copy.db"))
    monkeypatch.setenv("MUSTER_DATABASE", str(copy))
    assert "sunward-host" in run("list", "rosters").stdout


def test_a_backup_is_restored_and_what_was_there_before_is_kept(muster: Muster, settings, tmp_path: Path):
    copy = tmp_path / "copy.db"
    muster("backup", copy)
    before = muster("export", "sunward-host", "--format", "json").stdout_bytes
    with closing(sqlite3.connect(settings.database)) as db, db:
        db.execute("delete from rosters where id = 'sunward-host'")
    assert muster("check", "sunward-host").exit_code == 2
    kept = answer(muster("restore", copy, "--json"))["kept"]
    assert muster("export", "sunward-host", "--format", "json").stdout_bytes == before
    muster("restore", kept)
    assert muster("check", "sunward-host").exit_code == 2


def test_a_machine_without_a_database_gets_the_backup(fresh: Path, prepared_database: Path):
    assert answer(run("restore", prepared_database, "--json"))["kept"] is None
    assert "sunward-host" in run("list", "rosters").stdout


@pytest.mark.slow
def test_nothing_is_restored_under_a_server(muster: Muster, settings, tmp_path: Path):
    copy = tmp_path / "copy.db"
    muster("backup", copy)
    with closing(sqlite3.connect(settings.database)) as server:
        server.execute("select count(*) from rosters").fetchone()
        assert "stop the server" in sentence(muster("restore", copy))
    assert list(settings.database.parent.glob("*.before-*")) == []
    assert muster("restore", copy).exit_code == 0


def test_a_damaged_database_gives_way_to_the_backup(muster: Muster, settings, tmp_path: Path):
    copy = tmp_path / "copy.db"
    muster("backup", copy)
    data = settings.database.read_bytes()
    settings.database.write_bytes(damaged := data[:8192] + b"\xff" * (len(data) - 8192))
    kept = answer(muster("restore", copy, "--json"))["kept"]
    assert "sunward-host" in muster("list", "rosters").stdout
    assert Path(kept).read_bytes() == damaged


@pytest.mark.slow
def test_what_a_newer_muster_changed_gives_way_to_what_was_kept_before(muster: Muster, settings, tmp_path: Path):
    copy = tmp_path / "copy.db"
    muster("backup", copy)
    with closing(sqlite3.connect(settings.database)) as db, db:
        db.execute("insert into _sqlite_migrations (migration_set, name, applied_at) values ('muster', 'm999', '')")
    assert "newer Muster" in sentence(muster("list", "rosters"))
    with closing(sqlite3.connect(settings.database)) as server:
        server.execute("select count(*) from rosters").fetchone()
        assert "stop the server" in sentence(muster("restore", copy))
    kept = Path(answer(muster("restore", copy, "--json"))["kept"])
    assert "sunward-host" in muster("list", "rosters").stdout
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("select count(*) from _sqlite_migrations where name = 'm999'").fetchone() == (1,)


@pytest.mark.parametrize("kind", ["missing", "text", "empty", "foreign", "newer", "cut off", "folder"])
def test_what_is_no_backup_changes_nothing(muster: Muster, settings, tmp_path: Path, kind: str):
    copy = tmp_path / "copy.db"
    if kind == "text":
        save_file(copy, b"My list of armies, kept by hand\n" * 100)
    elif kind == "empty":
        save_file(copy, b"")
    elif kind == "folder":
        copy.mkdir()
    elif kind == "foreign":
        with closing(sqlite3.connect(copy)) as db, db:
            db.execute("create table recipes (name)")
    elif kind != "missing":
        muster("backup", copy)
        if kind == "cut off":
            save_file(copy, copy.read_bytes()[:-20_000])
        else:
            with closing(sqlite3.connect(copy)) as db, db:
                db.execute("insert into _sqlite_migrations (migration_set, name, applied_at) values ('muster', 'm999', '')")
    before = muster("list", "rosters").stdout
    assert str(copy) in sentence(muster("restore", copy))
    assert muster("list", "rosters").stdout == before
    assert [each.name for each in settings.database.parent.iterdir() if "part" in each.name or "before" in each.name] == []


CALLS = (("list", "rosters"), ("migrate",), ("check", "sunward-host"), ("serve", "--port", "0"), ("backup", "x.db"))


@pytest.mark.sample(2, "kind")
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("kind", ["foreign", "text", "newer", "under-a-file", "folder"])
def test_a_database_that_is_none_of_ours(fresh: Path, prepared_database: Path, kind: str, call: tuple[str, ...]):
    fresh.parent.mkdir()
    if kind == "folder":
        fresh.mkdir()
    elif kind == "under-a-file":
        fresh.parent.rmdir()
        save_file(fresh.parent, b"")
    elif kind == "text":
        save_file(fresh, b"My list of armies, kept by hand\n" * 100)
    else:
        if kind == "newer":
            shutil.copy(prepared_database, fresh)
        with closing(sqlite3.connect(fresh)) as db:
            if kind == "newer":
                db.execute(
                    "insert into _sqlite_migrations (migration_set, name, applied_at) values ('muster', 'm999_later', '')"
                )
            else:
                db.execute("create table recipes (name)")
            db.commit()
    assert str(fresh) in sentence(run(*call))


@contextmanager
def lock_database(database: Path) -> Iterator[sqlite3.Connection]:
    """Keep the write lock as another program."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield other


READ_ONLY = (
    ("list", "rosters"),
    ("check", "sunward-host"),
    ("matchup", "sunward-host", "gloam-court"),
    ("export", "sunward-host", "--format", "txt"),
    ("migrate",),
)


@pytest.mark.parametrize("call", READ_ONLY, ids=lambda call: call[0])
def test_what_only_reads_waits_for_nobodys_write(muster: Muster, settings, call: tuple[str, ...]):
    with lock_database(settings.database):
        assert muster(*call).exit_code == 0


def test_a_locked_database(muster: Muster, settings, documents, impatient: None, tmp_path: Path):
    file = save_file(tmp_path / "army.json", documents["sunward-patrol"].to_bytes())
    with lock_database(settings.database):
        assert "Another process kept" in sentence(muster("import", file))


def test_a_locked_database_that_is_behind(fresh: Path, prepared_database: Path, impatient: None):
    fresh.parent.mkdir()
    shutil.copy(prepared_database, fresh)
    with closing(sqlite3.connect(fresh)) as db, db:
        db.execute("delete from bundled_stamp")
    with lock_database(fresh):
        assert "Another process kept" in sentence(run("list", "rosters"))
    with closing(sqlite3.connect(fresh)) as db, db:
        db.execute("drop trigger catalogues_looked")
        db.execute("drop table bundled_stamp")
        db.execute("delete from _sqlite_migrations where name = 'm006_bundled_stamp'")
    with lock_database(fresh):
        assert "Another process kept" in sentence(run("list", "rosters"))


def test_a_database_that_is_damaged(muster: Muster, settings):
    data = settings.database.read_bytes()
    settings.database.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
    assert str(settings.database) in sentence(muster("list", "rosters"))


def test_a_setting_that_cannot_be_used(muster: Muster, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUSTER_PORT", "many")
    assert "MUSTER_PORT" in sentence(muster("list", "rosters"))


def test_a_backup_that_is_not_there_is_named(muster: Muster, tmp_path: Path):
    missing = tmp_path / "of-yesterday.db"
    assert f"There is no file {missing}" in sentence(muster("restore", missing))
