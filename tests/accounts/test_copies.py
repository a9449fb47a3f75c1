"""With accounts a backup holds everybody's database, and all of them come back or none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from builder.services.people.copies import back_up, restore_all
from builder.store import Store
from builder.store.connection import StoreError
from tests.people import Club


def rosters(club: Club, name: str) -> list[str]:
    answer = club.call("GET", "/rosters?limit=200", club.key(name))
    return sorted(row["id"] for row in answer.get_json()["items"])


@pytest.fixture
def two_people(club: Club) -> Club:
    """A club whose two people have a roster each."""
    for name, role in (("Ada", "owner"), ("Bo", "")):
        club.person(name, role)
        made = club.call("POST", "/rosters", club.key(name), json={"name": f"Army of {name}", "system": "wh40k-9e"})
        assert made.status_code == 201
    return club


def close(club: Club) -> None:
    club.services.spaces.close()
    club.services.store.close()
    club.accounts.close()


@pytest.mark.slow
def test_everybodys_rosters_come_back(two_people: Club, tmp_path: Path) -> None:
    store, target = two_people.services.store, tmp_path / "whole.db"
    before = {name: rosters(two_people, name) for name in ("Ada", "Bo")}
    made = back_up(store, target)
    assert made.people == 1
    for name in before:
        for id in before[name]:
            version = two_people.call("GET", f"/rosters/{id}", two_people.key(name)).headers["ETag"]
            two_people.call("DELETE", f"/rosters/{id}", two_people.key(name) | {"If-Match": version})
        assert rosters(two_people, name) == []
    close(two_people)
    kept = restore_all(store.path, target, 1)
    assert {name: rosters(two_people, name) for name in before} == before
    close(two_people)
    assert kept is not None
    restore_all(store.path, kept, 1)
    assert {name: rosters(two_people, name) for name in before} == {"Ada": [], "Bo": []}


@pytest.mark.parametrize("damage", ["cut off", "no people"])
def test_one_damaged_database_keeps_all_others_as_they_are(two_people: Club, tmp_path: Path, damage: str) -> None:
    store, target = two_people.services.store, tmp_path / "whole.db"
    back_up(store, target)
    folder = tmp_path / "whole.db.people"
    file = next(each for each in sorted(folder.glob("*.db")) if each.name != "people.db")
    if damage == "cut off":
        file.write_bytes(file.read_bytes()[:-20_000])
    else:
        (folder / "people.db").unlink()
    before = {name: rosters(two_people, name) for name in ("Ada", "Bo")}
    close(two_people)
    with pytest.raises(StoreError, match=file.name if damage == "cut off" else "people.db is missing"):
        restore_all(store.path, target, 1)
    assert {name: rosters(two_people, name) for name in before} == before
    assert not [each for each in store.path.parent.iterdir() if "part" in each.name or "before" in each.name]


@pytest.mark.slow
def test_nothing_is_restored_under_a_server(two_people: Club, tmp_path: Path) -> None:
    store, target = two_people.services.store, tmp_path / "whole.db"
    back_up(store, target)
    close(two_people)
    with closing(sqlite3.connect(store.path)) as server:
        server.execute("select count(*) from rosters").fetchone()
        with pytest.raises(StoreError, match="stop the server"):
            restore_all(store.path, target, 1)
    assert {"Army of Bo"} <= {
        row["name"] for row in two_people.call("GET", "/rosters", two_people.key("Bo")).get_json()["items"]
    }


def test_a_backup_that_is_there_is_not_written_over(two_people: Club, tmp_path: Path) -> None:
    target = tmp_path / "whole.db"
    (tmp_path / "whole.db.people").mkdir()
    with pytest.raises(StoreError, match="is there already"):
        back_up(two_people.services.store, target)
    assert not target.exists()


def test_who_is_removed_during_a_backup_leaves_nothing_behind(
    two_people: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not an empty database under their name either, which no restore would take."""
    two_people.person("Cy")
    people, backup = two_people.accounts.people, Store.backup
    first, last = sorted((people.get(name) for name in ("Bo", "Cy")), key=lambda each: each.space)

    def and_remove(store: Store, target: Path) -> None:
        backup(store, target)
        if target.stem == first.space:
            people.remove(last.name)

    monkeypatch.setattr(Store, "backup", and_remove)
    store, target = two_people.services.store, tmp_path / "whole.db"
    assert back_up(store, target).people == 1
    assert not two_people.services.spaces.path(last.space).exists()
    close(two_people)
    restore_all(store.path, target, 1)


def test_a_database_that_is_gone_is_not_made_anew(two_people: Club) -> None:
    """Whoever still holds it open when its person is removed, such as who plays their simulations, makes no empty one."""
    bo = two_people.accounts.people.get("Bo")
    held = Store(two_people.services.spaces.path(bo.space))
    two_people.accounts.people.remove("Bo")
    with pytest.raises(StoreError), held.reading():
        pass
    assert not held.path.exists()
