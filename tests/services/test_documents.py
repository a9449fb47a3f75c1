"""Rosters as documents: what was judged once is read again, and never when anything that it rests on has changed."""

from __future__ import annotations

import sqlite3
import zlib

import pytest

from builder.services.assembly import Services
from builder.services.documents import muster_digest
from builder.services.errors import NotFound
from builder.services.rosters import Rosters
from builder.store import bases

ROSTER = "sunward-patrol"


@pytest.fixture
def count(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rosters that are judged for a document; none is before."""
    with services.store.writing() as db:
        db.execute("delete from judged_rosters")
    judged: list[str] = []
    judge = Rosters.document

    def note(rosters: Rosters, id: str, step: int = 0) -> object:
        judged.append(id)
        return judge(rosters, id, step)

    monkeypatch.setattr(Rosters, "document", note)
    return judged


def test_a_roster_that_nothing_touched_is_judged_once_for_all_processes(services: Services, count: list[str]) -> None:
    first = services.documents.of(ROSTER)
    again = Services(services.settings).documents.of(ROSTER)
    assert again.to_bytes() == first.to_bytes()
    assert count == [ROSTER]


def test_an_edit_new_data_and_a_measured_base_each_judge_anew(services: Services, count: list[str]) -> None:
    services.documents.of(ROSTER)
    version = services.rosters.version(ROSTER)
    services.rosters.apply(ROSTER, version, [{"op": "rename", "subject": "", "name": "Another name"}])
    assert services.documents.of(ROSTER).army.name == "Another name"
    with services.store.writing() as db:
        bases.put(db, "an-entry", "Anybody", {"shape": "round", "mm": [40]}, 2.0)
    services.documents.of(ROSTER)
    with services.store.writing() as db:
        db.execute("update catalogues set version = version + 1")
    services.documents.of(ROSTER)
    assert count == [ROSTER] * 4


def test_another_muster_judges_anew(services: Services, count: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    services.documents.of(ROSTER)
    monkeypatch.setattr("builder.services.documents.muster_digest", lambda: "a newer one")
    services.documents.of(ROSTER)
    assert count == [ROSTER, ROSTER]
    assert muster_digest() == muster_digest.__wrapped__()


def test_what_is_broken_in_the_file_is_judged_anew(services: Services, count: list[str]) -> None:
    before = services.documents.of(ROSTER)
    with services.store.writing() as db:
        db.execute("update judged_rosters set document = ?", [b"\x78\x9c\x03\x00\x00\x00\x00\x01"])
    assert services.documents.of(ROSTER).to_bytes() == before.to_bytes()
    with services.store.writing() as db:
        db.execute("update judged_rosters set document = ?", [b"no zlib at all"])
    assert services.documents.of(ROSTER).to_bytes() == before.to_bytes()
    with services.store.writing() as db:
        db.execute("update judged_rosters set document = ?", [bytes(32) + zlib.compress(before.to_bytes())])
    assert services.documents.of(ROSTER).to_bytes() == before.to_bytes()
    assert count == [ROSTER] * 4


def test_a_database_that_another_process_writes_to_is_no_hindrance(services: Services) -> None:
    other = sqlite3.connect(services.settings.database)
    other.execute("begin immediate")
    assert services.documents.of(ROSTER).army.units
    other.rollback()
    other.close()


def test_a_roster_that_is_not_there(services: Services) -> None:
    with pytest.raises(NotFound, match="nobody"):
        services.documents.of("nobody")
