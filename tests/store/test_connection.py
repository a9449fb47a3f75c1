"""Reading and writing: one writer at a time, nothing half done, backups that are whole."""

import os
import sqlite3
import sys
import threading
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from builder.store import Store, StoreBusy, StoreError, migrate, rosters
from builder.store.rosters import Standing, StepRow


def add(store: Store, id: str, name: str = "Host") -> None:
    with store.writing() as db:
        rosters.insert(db, id, "wh40k-9e", "user", Standing(1, 1, name, {}))
        rosters.add_step(db, id, StepRow(1, None, [], "0"), {"name": name})


def test_a_block_that_raises_writes_nothing(store: Store) -> None:
    def half_done() -> None:
        with store.writing() as db:
            rosters.insert(db, "r1", "wh40k-9e", "user", Standing(1, 1, "Host", {}))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_done()
    with store.reading() as db:
        assert rosters.get(db, "r1") is None


def test_read_then_write_by_many_threads_loses_nothing(store: Store) -> None:
    add(store, "r1", "0")

    def count() -> None:
        for _ in range(25):
            with store.writing() as db:
                row = rosters.get(db, "r1")
                assert row is not None
                assert rosters.stand_if(db, "r1", row.version, Standing(1, 1, str(int(row.name) + 1), {}))

    threads = [threading.Thread(target=count) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as db:
        row = rosters.get(db, "r1")
    assert row is not None
    assert (row.name, row.version) == ("150", 151)


def test_compare_and_swap_lets_one_of_two_through(store: Store) -> None:
    add(store, "r1")
    with store.writing() as db:
        assert rosters.stand_if(db, "r1", 1, Standing(1, 1, "first", {}))
    with store.writing() as db:
        assert not rosters.stand_if(db, "r1", 1, Standing(1, 1, "second", {}))
        assert not rosters.delete_if(db, "r1", 1)
    with store.reading() as db:
        row = rosters.get(db, "r1")
    assert row is not None
    assert (row.name, row.version) == ("first", 2)


@pytest.mark.slow
def test_a_writer_waits_for_another_and_then_gives_up(path: Path, store: Store) -> None:
    impatient = Store(path, busy_seconds=1)
    with store.writing(), pytest.raises(StoreBusy), impatient.writing():
        pass
    impatient.close()


def test_reading_goes_on_while_another_writes(store: Store) -> None:
    add(store, "r1", "before")
    with store.writing() as writer, store.reading() as reader:
        rosters.stand_if(writer, "r1", 1, Standing(1, 1, "after", {}))
        row = rosters.get(reader, "r1")
        assert row is not None
        assert row.name == "before"


def test_a_forked_child_opens_connections_of_its_own(store: Store) -> None:
    add(store, "r1")
    with store.reading() as db:
        mine = db

    def look() -> None:
        with store.reading() as db:
            assert db is not mine
            assert rosters.get(db, "r1")

    child = get_context("fork").Process(target=look)
    child.start()
    child.join()
    assert child.exitcode == 0
    with store.reading() as db:
        assert db is mine


def test_a_backup_is_whole_while_others_write(store: Store, tmp_path: Path) -> None:
    add(store, "r0", "0")
    stop = threading.Event()

    def edit() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            add(store, f"r{number}")

    thread = threading.Thread(target=edit)
    thread.start()
    for attempt in range(5):
        store.backup(tmp_path / f"{attempt}.db")
    stop.set()
    thread.join()
    for attempt in range(5):
        with closing(sqlite3.connect(tmp_path / f"{attempt}.db")) as copy:
            assert copy.execute("pragma integrity_check").fetchone() == ("ok",)
            (rows,) = copy.execute("select count(*) from rosters").fetchone()
            (steps,) = copy.execute("select count(*) from roster_steps").fetchone()
            assert rows == steps >= 1
    assert sorted(file.name for file in tmp_path.glob("*.part*")) == []


def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "kept.db"
    target.write_text("mine")
    with pytest.raises(StoreError, match="is there already"):
        store.backup(target)
    assert target.read_text() == "mine"


def test_a_backup_into_no_folder_is_one_sentence(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        store.backup(tmp_path / "nowhere" / "copy.db")


@pytest.mark.skipif(sys.platform == "win32", reason="needs the modes of files that POSIX has")
def test_nobody_else_reads_the_database_or_a_backup(tmp_path: Path) -> None:
    """Tokens' digests, seeds and armies stand in them; a file that an older Muster left open is closed."""
    before = os.umask(0o022)
    try:
        path = tmp_path / "made" / "muster.db"
        old = tmp_path / "old.db"
        for each in (path, old):
            migrate(each)
        old.chmod(0o644)
        migrate(old)
        store = Store(path)
        add(store, "r1")
        store.backup(tmp_path / "backup.db")
        found = {
            each.name: oct(each.stat().st_mode & 0o777) for each in (*path.parent.iterdir(), old, *tmp_path.glob("b*.db"))
        }
        store.close()
    finally:
        os.umask(before)
    assert set(found) == {"muster.db", "muster.db-wal", "muster.db-shm", "old.db", "backup.db"}
    assert set(found.values()) == {"0o600"}
    assert path.parent.stat().st_mode & 0o777 == 0o700
