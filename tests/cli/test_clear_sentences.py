"""What is refused says what would do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.client import Muster as Client
from builder.client import MusterError
from builder.operations import MOST_OPERATIONS
from builder.services.spaces import people_folder
from builder.settings import Settings
from tests.cli.conftest import Muster, save_file, sentence


def test_as_many_operations_as_the_api_takes(muster: Muster, tmp_path: Path) -> None:
    for count, status in ((MOST_OPERATIONS, 0), (MOST_OPERATIONS + 1, 2)):
        file = save_file(
            tmp_path / "edits.json", json.dumps([{"op": "rename", "name": f"N{n}"} for n in range(count)]).encode()
        )
        assert muster("edit", "sunward-host", file).exit_code == status
    assert f"at most {MOST_OPERATIONS}" in sentence(muster("edit", "sunward-host", file))


def test_the_hint_of_edit_works(muster: Muster, tmp_path: Path) -> None:
    hint = sentence(muster("edit", "sunward-host", save_file(tmp_path / "none.json", b"{}")))
    shown = hint[hint.index("[") : hint.rindex("]") + 1]
    assert json.loads(shown) == [{"op": "rename", "name": "Club night"}]
    assert muster("edit", "sunward-host", save_file(tmp_path / "as-shown.json", shown.encode())).exit_code == 0


def test_asking_for_people_makes_no_folder(muster: Muster, settings: Settings) -> None:
    assert json.loads(muster("people", "list", "--json").stdout) == {"items": []}
    assert "Nobody" in muster("people", "list").stdout
    assert not people_folder(settings).exists()


def test_what_can_be_read_is_said_of_what_is_nothing(muster: Muster, tmp_path: Path) -> None:
    for command in ("check", "export"):
        said = sentence(muster(command, "-", input=b"rubbish"))
        assert all(each in said for each in ("PDF", "JSON", ".rosz")), said
    assert "not a PDF" in sentence(muster("check", save_file(tmp_path / "a.pdf", b"rubbish")))


def test_an_ending_that_stands_for_nothing(muster: Muster, tmp_path: Path) -> None:
    out = tmp_path / "list.foo"
    said = sentence(muster("export", "sunward-host", "--out", out))
    assert ".rosz" in said
    assert "--format" in said
    assert not out.exists()
    assert muster("export", "sunward-host", "--out", out, "--format", "txt").exit_code == 0


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "localhost:8000", "muster.example", "http://"])
def test_an_address_without_a_scheme(url: str) -> None:
    with pytest.raises(MusterError, match=r"http://127\.0\.0\.1:8000"):
        next(iter(Client(url).rosters()))
