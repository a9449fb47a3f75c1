"""`muster import` and `muster updates` with data files: reports, progress, complaints."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from builder.services.assembly import open_services
from builder.settings import read_settings
from tests.cli.conftest import Muster, answer, muster, save_file, sentence
from tests.importing.data import EEL, SMALL, WADER, catalogue, option, unit, zip_files
from tests.importing.test_download import Server, server

__all__ = ["muster", "server"]


def complaint(result: Result) -> str:
    """The last line of a call that failed; before it stands what was being done."""
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.splitlines()[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data files, with others between."""
    made = tmp_path / "game"
    (made / "deep").mkdir(parents=True)
    save_file(made / "Salt.gst", SMALL["Salt.gst"])
    save_file(made / "Mire.catz", zip_files({"Mire.cat": SMALL["Mire.cat"]}))
    save_file(made / "deep" / "Reed.cat", SMALL["Reed.cat"])
    save_file(made / "readme.md", b"Read me.")
    save_file(made / "package.json", b"{}")
    return made


@pytest.mark.slow
def test_a_folder(muster: Muster, folder: Path) -> None:
    result = muster("import", folder)
    assert result.exit_code == 0, result.output
    head, *rows = result.stdout.splitlines()
    assert head.split() == ["CHANGE", "KIND", "ID", "NAME", "REVISION", "FROM"]
    assert len(rows) == 3
    assert "Reading 3 files." in result.stderr
    assert "reed" in muster("list", "catalogues").stdout
    again = answer(muster("import", folder, "--json"))
    assert {item["change"] for item in again["items"]} == {"same"}


def test_an_archive_and_an_address(muster: Muster, tmp_path: Path, server: Server) -> None:
    archive = save_file(tmp_path / "repo.zip", zip_files({f"repo-main/{name}": data for name, data in SMALL.items()}))
    assert len(answer(muster("import", archive, "--json"))["items"]) == 3
    server.pages = {"/Reed.cat": catalogue(EEL, WADER, revision=2)}
    result = muster("import", f"{server.url}/Reed.cat")
    assert result.exit_code == 0, result.output
    assert "changed" in result.stdout
    assert "404" in complaint(muster("import", f"{server.url}/nothing.cat"))
    assert "https://" in sentence(muster("import", "file:///etc/passwd"))


def test_what_is_wrong_is_told_with_file_and_line(muster: Muster, folder: Path) -> None:
    broken = folder / "deep" / "Reed.cat"
    save_file(broken, SMALL["Reed.cat"].replace(b'type="unit"', b'type="horde"'))
    assert f"{broken}:" in complaint(muster("import", folder))
    save_file(folder / "Mire.catz", b"PK\x03\x04")
    assert "Mire.catz" in complaint(muster("import", folder))
    assert "reed" not in muster("list", "catalogues").stdout


def test_several_problems_are_all_told(muster: Muster, folder: Path) -> None:
    save_file(folder / "deep" / "Reed.cat", b"<catalogue")
    save_file(folder / "Salt.gst", b"<gameSystem/>")
    result = muster("import", folder)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Reed.cat:1" in result.stderr
    assert "Salt.gst:1" in result.stderr


def test_warnings_are_told(muster: Muster, folder: Path) -> None:
    save_file(
        folder / "Mire.catz", zip_files({"Mire.cat": catalogue(EEL, id="mire", name="Mire", links=("gone",), library=True)})
    )
    result = muster("import", folder)
    assert result.exit_code == 0
    assert "Warning: " in result.stderr


@pytest.mark.parametrize("name", ["missing.cat", "missing/", "a.zip"])
def test_files_that_are_nothing(muster: Muster, tmp_path: Path, name: str) -> None:
    save_file(tmp_path / "a.zip", b"")
    (tmp_path / "empty").mkdir()
    assert name.rstrip("/") in sentence(muster("import", tmp_path / name))
    assert "no data file" in sentence(muster("import", tmp_path / "empty"))


def test_updates_are_previewed_shown_and_accepted(muster: Muster, folder: Path, tmp_path: Path) -> None:
    muster("import", folder)
    services = open_services(read_settings())
    made = services.rosters.create(
        "salt",
        "Marsh",
        [
            {"op": "add-force", "catalogue": "reed", "entry": "host"},
            {"op": "add-unit", "force": "f1", "entry": "wader"},
            {"op": "select", "parent": "s2", "entry": "spear"},
            {"op": "select", "parent": "s2", "entry": "net"},
        ],
    ).row.id
    services.close()
    assert "stands on the newest" in muster("updates", made).stdout
    newer = unit("wader", "Wader", 8, options=[option("spear", "Lance", 1)])
    file = save_file(tmp_path / "Reed.cat", catalogue(newer, links=("mire",), revision=2))
    previewed = answer(muster("import", file, "--preview", "--json"))["rosters"][0]
    assert "stands on the newest" in muster("updates", made).stdout
    muster("import", file)
    shown = muster("updates", made).stdout
    for told in (
        "Host: revision 1 → 2",
        "Army: PL 6 → 9",
        "Wader: PL 6 → 9",
        "Wader: Spear is now called Lance",
        "Wader: Net is gone",
        "Newly broken:",
    ):
        assert told in shown
    told = answer(muster("updates", made, "--json"))
    assert {key: told[key] for key in previewed} == previewed
    accepted = muster("updates", made, "--accept")
    assert "undo takes it back" in accepted.stderr
    assert "stands on the newest" in muster("updates", made).stdout
    assert "nobody" in sentence(muster("updates", "nobody"))
