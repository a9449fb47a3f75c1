"""`muster import`: everything that is given comes in, or nothing does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exports.document import RosterDocument
from tests.api.native import CATALOGUE, datasheet
from tests.cli.conftest import Muster, answer, save_file, sentence


def save_json(path: Path, document: Any) -> Path:
    return save_file(path, json.dumps(document).encode())


def changes(result: Any) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["id"], item["change"]) for item in answer(result)["items"]]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A datasheet and, after it, its catalogue."""
    (tmp_path / "home").mkdir()
    return save_json(tmp_path / "home" / "a.json", datasheet()), save_json(tmp_path / "home" / "b.json", CATALOGUE)


def test_catalogue_and_datasheet_in_any_order(muster: Muster, files: tuple[Path, Path]):
    result = muster("import", *files, "--json")
    assert changes(result) == [("catalogue", "home", "added"), ("datasheet", "home/squad", "added")]
    found = answer(muster("list", "datasheets", "--text", "assault", "--json"))["items"]
    assert {item["catalogue"] for item in found} == {"home", "core-9e"}


def test_what_is_the_same_stays_and_what_changed_gets_a_version(muster: Muster, files: tuple[Path, Path]):
    muster("import", *files)
    assert {change for _, _, change in changes(muster("import", *files, "--json"))} == {"same"}
    save_json(files[0], datasheet(name="Home Squad"))
    save_json(files[1], CATALOGUE | {"name": "Hearth"})
    assert {change for _, _, change in changes(muster("import", files[0].parent, "--json"))} == {"changed"}
    items = answer(muster("list", "datasheets", "--text", "home squad", "--json"))["items"]
    assert [(item["name"], item["version"]) for item in items] == [("Home Squad", 2)]
    assert "Hearth" in muster("list", "catalogues").stdout


@pytest.mark.slow
def test_a_roster_comes_in_as_a_new_one(muster: Muster, sheet: Path, documents: dict[str, RosterDocument], tmp_path: Path):
    document = save_file(tmp_path / "list.json", documents["gloam-patrol"].to_bytes())
    result = muster("import", sheet, document)
    assert result.exit_code == 0
    head, *rows = result.stdout.splitlines()
    assert head.split() == ["CHANGE", "KIND", "ID", "NAME", "FROM"]
    for row, name in zip(rows, ("sunward-patrol", "gloam-patrol"), strict=True):
        id = row.split()[2]
        assert muster("verify", sheet, id).exit_code == (0 if name == "sunward-patrol" else 1)


def test_a_roster_that_is_here_stays_the_only_one(muster: Muster, documents: dict[str, RosterDocument], tmp_path: Path):
    file = save_file(tmp_path / "list.json", documents["gloam-patrol"].to_bytes())
    twice = muster("import", file, file, "--again", "--json")
    assert [change for _, _, change in changes(twice)] == ["added", "added"]
    once = muster("import", file, "--json")
    ((_, id, change),) = changes(once)
    assert change == "same"
    assert id in {"gloam-patrol", *(made for _, made, _ in changes(twice))}
    assert f"already here as {id}" in once.stderr
    data = json.loads(documents["gloam-patrol"].to_bytes())
    data["army"]["note"] = "Another one."
    assert [change for _, _, change in changes(muster("import", save_json(file, data), "--json"))] == ["added"]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (datasheet(catalogue="nowhere"), "there is no catalogue 'nowhere'"),
        (datasheet(catalogue="core-9e"), "comes with Muster"),
        (datasheet(name=7), "/name"),
        ({"schema": "muster.datasheet/9"}, "none of: muster.catalogue/1"),
        ([1], "none of: muster.catalogue/1"),
        (CATALOGUE, "given twice"),
        (CATALOGUE | {"id": "core-9e"}, "comes with Muster"),
        (datasheet("other", system="wh40k-8e"), "/system"),
    ],
)
def test_one_bad_document_keeps_all_out(muster: Muster, files: tuple[Path, Path], tmp_path: Path, document: Any, told: str):
    bad = save_json(tmp_path / "bad.json", document)
    said = sentence(muster("import", *files, bad))
    assert str(bad) in said
    assert told in said
    assert "home" not in muster("list", "catalogues").stdout


def test_a_catalogue_stays_in_its_system(muster: Muster, files: tuple[Path, Path]):
    muster("import", *files)
    save_json(files[1], CATALOGUE | {"system": "wh40k-8e"})
    assert "system" in sentence(muster("import", files[1]))


def test_a_sheet_that_was_altered_and_files_that_are_nothing(muster: Muster, hostile: Path):
    for name in ("altered.pdf", "photo.png", "truncated.pdf", "empty.json", "missing.pdf", "folder.pdf"):
        assert str(hostile / name) in sentence(muster("import", hostile / name))
    assert "well-formed" in sentence(muster("import", save_file(hostile / "a.cat", b"<catalogue")))


def test_a_catalogue_goes_out_and_in_as_one_file(muster: Muster, files: tuple[Path, Path], tmp_path: Path):
    muster("import", *files)
    packed = tmp_path / "packed.json"
    muster("export", "home", "--format", "catalogue", "--out", packed)
    data = packed.read_bytes()
    assert {change for _, _, change in changes(muster("import", packed, "--json"))} == {"same"}
    save_json(packed, json.loads(data.replace(b'"Home"', b'"Hearth"')))
    found = changes(muster("import", packed, "--json"))
    assert ("catalogue", "home", "changed") in found
    assert "none of" in sentence(muster("import", save_json(tmp_path / "x.json", {"schema": "muster.homebrew/2"})))
    assert (
        "/catalogue: This field is missing"
        in muster("import", save_json(tmp_path / "x.json", {"schema": "muster.homebrew/1"})).stderr
    )
