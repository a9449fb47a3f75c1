"""What `--out` and its like may write over: nothing of the database, and no file of another kind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from builder.settings import Settings
from tests.cli.conftest import Muster, save_file, sentence

CALLS = (
    ("print", "sunward-patrol", "--out"),
    ("export", "sunward-patrol", "--out"),
    ("battle", "sunward-patrol", "gloam-patrol", "--record"),
    ("battle", "sunward-patrol", "gloam-patrol", "--events"),
    ("simulate", "sunward-patrol", "gloam-patrol", "--csv"),
)


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-reserve", ".people/counts.db"])
def test_the_database_is_never_written_over(muster: Muster, settings: Settings, call: tuple[str, ...], end: str) -> None:
    database = settings.database
    named = Path(f"{database}{end}")
    before = database.read_bytes()
    assert "the database of Muster" in sentence(muster(*call, named))
    assert database.read_bytes() == before


@pytest.mark.parametrize("call", CALLS[:2], ids=" ".join)
def test_nor_by_another_name(muster: Muster, settings: Settings, tmp_path: Path, call: tuple[str, ...]) -> None:
    before = settings.database.read_bytes()
    link, hard = tmp_path / "link.pdf", tmp_path / "hard.pdf"
    link.symlink_to(settings.database)
    hard.hardlink_to(settings.database)
    for named in (link, hard, settings.database.parent / "." / settings.database.name):
        assert "the database of Muster" in sentence(muster(*call, named))
    assert settings.database.read_bytes() == before


def test_a_file_of_another_kind_stays(muster: Muster, tmp_path: Path) -> None:
    for data in (b"Dear diary", b'{"a": 1}', b"SQLite format 3\0", b"\x89PNG\0", b"<ros/>"):
        kept = save_file(tmp_path / "a.pdf", data)
        assert "write to another file" in sentence(muster("print", "sunward-patrol", "--out", kept))
        assert kept.read_bytes() == data
    sheet = save_file(tmp_path / "a.json", b"%PDF-1.7")
    assert "a PDF, not JSON" in sentence(muster("export", "sunward-patrol", "--format", "json", "--out", sheet))


@pytest.mark.slow
def test_what_was_written_before_or_is_empty_is_replaced(muster: Muster, tmp_path: Path) -> None:
    empty = save_file(tmp_path / "empty", b"")
    for name, *format_ in (("a.json",), ("a.rosz",), ("a.ros",), ("a.txt",), ("b", "--format", "bbcode")):
        for _ in range(2):
            assert muster("export", "sunward-patrol", "--out", tmp_path / name, *format_).exit_code == 0
    for out in (empty, empty):
        assert muster("print", "sunward-patrol", "--out", out).exit_code == 0


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_folder_that_takes_nothing_is_named_before_the_work(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]
) -> None:
    missing = tmp_path / "missing"
    assert f"there is no folder {missing}; make it" in sentence(muster(*call, missing / "a"))
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path and allowed(path, mode))
    assert f"nothing may be written in {tmp_path}; name a file" in sentence(muster(*call, tmp_path / "a"))


@pytest.mark.parametrize(
    ("call", "known"), list(zip(CALLS[:1] + CALLS[2:], (".pdf", ".json", ".jsonl", ".csv"), strict=True))
)
def test_a_foreign_ending_is_refused(muster: Muster, tmp_path: Path, call: tuple[str, ...], known: str) -> None:
    out = tmp_path / "a.foo"
    assert f"ends in .foo; let it end in {known}" in sentence(muster(*call, out))
    assert not out.exists()


def test_a_format_that_is_named_goes_into_no_file_that_ends_as_another(muster: Muster, tmp_path: Path) -> None:
    for format_, ending, known in (("json", ".pdf", ".json"), ("rosz", ".txt", ".rosz"), ("discord", ".ros", ".txt")):
        out = tmp_path / f"list{ending}"
        assert f"let it end in {known}" in sentence(muster("export", "sunward-patrol", "--format", format_, "--out", out))
        assert not out.exists()


def test_a_device_may_be_called_as_it_likes(muster: Muster, tmp_path: Path) -> None:
    link = tmp_path / "nothing.null"
    link.symlink_to("/dev/null")
    assert muster("print", "sunward-patrol", "--out", link).exit_code == 0
