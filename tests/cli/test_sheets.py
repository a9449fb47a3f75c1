"""`muster print`, `read`, `verify`, `export`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from exports.document import RosterDocument, read_document
from exports.sheet.parse_sheet import read_sheet
from exports.text import POSTED, Posted, post_texts, text_of
from tests.cli.conftest import Muster, answer, process, save_file, sentence
from tests.exports.pdf import print_anew

FULL = Path("/dev/full")


@pytest.mark.slow
def test_a_printed_sheet_carries_the_roster(muster: Muster, documents: dict[str, RosterDocument], tmp_path: Path):
    out = tmp_path / "a.pdf"
    found = answer(muster("print", "sunward-patrol", "--out", out, "--json"))
    document = read_sheet(out.read_bytes())
    pages = len(PdfReader(io.BytesIO(out.read_bytes())).pages)
    assert found == {"pages": pages, "digest": document.digest, "check_code": document.check_code}
    assert document == documents["sunward-patrol"]


@pytest.mark.slow
def test_the_same_bytes_whatever_the_army_was_named_by(muster: Muster, sheet: Path, tmp_path: Path):
    out = tmp_path / "b.pdf"
    document = save_file(tmp_path / "list.json", muster("export", sheet).stdout_bytes)
    for named in ("sunward-patrol", sheet, document):
        assert muster("print", named, "--out", out).exit_code == 0
        assert out.read_bytes() == sheet.read_bytes()


def test_paper(muster: Muster, tmp_path: Path):
    out = tmp_path / "a.pdf"
    muster("print", "sunward-patrol", "--out", out, "--paper", "letter")
    assert [float(side) for side in PdfReader(io.BytesIO(out.read_bytes())).pages[0].mediabox[2:]] == [612, 792]


def test_a_file_that_cannot_be_written(muster: Muster, tmp_path: Path):
    out = tmp_path / "nowhere" / "a.pdf"
    assert f"there is no folder {out.parent}" in sentence(muster("print", "sunward-patrol", "--out", out))
    assert "is a directory" in sentence(muster("print", "sunward-patrol", "--out", tmp_path))
    assert "the name of a file" in sentence(muster("print", "sunward-patrol", "--out", "-"))
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk_is_no_answer(muster: Muster, program: Path, sheet: Path, tmp_path: Path):
    assert sentence(muster("export", "sunward-patrol", "--out", FULL)).startswith(f"{FULL} cannot be used")
    with FULL.open("wb") as full:
        result = process("read", sheet, database=tmp_path / "none.db", program=program, stdout=full)
    assert result.returncode == 2
    assert result.stderr == b"muster: The answer cannot be written: No space left on device.\n"


def test_read(muster: Muster, sheet: Path, documents: dict[str, RosterDocument]):
    result = muster("read", sheet, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == documents["sunward-patrol"].to_bytes().decode() + "\n"
    assert "Host Guard" in muster("read", sheet).stdout


def test_an_altered_sheet_is_read_with_status_1(muster: Muster, hostile: Path):
    result = muster("read", hostile / "altered.pdf", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["schema"] == "muster.roster/3"
    assert len(result.stderr.splitlines()) == 1
    assert "altered" in result.stderr


@pytest.mark.slow
def test_verify(muster: Muster, sheet: Path, documents: dict[str, RosterDocument], request: pytest.FixtureRequest):
    document = documents["sunward-patrol"]
    found = answer(muster("verify", sheet, "--json"))
    assert found == {
        "consistent": True,
        "matches": None,
        "digest": document.digest,
        "check_code": document.check_code,
        "differences": [],
        "address": "http://127.0.0.1:8000",
    }
    for wanted in ("sunward-patrol", sheet, document.digest, document.check_code, document.check_code.lower()):
        result = muster("verify", sheet, wanted, "--json")
        assert (result.exit_code, answer(result)["matches"]) == (0, True), wanted


def test_a_sheet_that_was_printed_anew_is_found_by_its_code(
    muster: Muster, sheet: Path, documents: dict[str, RosterDocument], tmp_path: Path
):
    lost = tmp_path / "lost.pdf"
    lost.write_bytes(print_anew(sheet.read_bytes()))
    result = muster("verify", lost, "sunward-patrol", "--json")
    found = answer(result)
    assert (result.exit_code, found["matches"], found["consistent"]) == (1, True, None)
    assert [row["roster"] for row in found["found"]] == ["sunward-patrol"]
    shown = muster("verify", lost, "gloam-patrol").stdout
    assert "the code is not that of gloam-patrol" in shown
    assert documents["sunward-patrol"].check_code in shown
    assert "sunward-patrol" in shown


@pytest.mark.parametrize("wanted", ["gloam-patrol", f"sha256:{'0' * 64}", "OTHER"])
def test_another_list_is_status_1(muster: Muster, sheet: Path, documents: dict[str, RosterDocument], wanted: str):
    other = documents["gloam-court"].check_code if wanted == "OTHER" else wanted
    result = muster("verify", sheet, other, "--json")
    assert (result.exit_code, answer(result)["matches"]) == (1, False)


@pytest.mark.slow
def test_an_altered_sheet_is_not_consistent(muster: Muster, hostile: Path):
    result = muster("verify", hostile / "altered.pdf", "--json")
    assert result.exit_code == 1
    found = answer(result)
    assert found["consistent"] is False
    assert found["differences"]
    text = muster("verify", hostile / "altered.pdf")
    assert text.exit_code == 1
    assert "paper and data disagree" in text.stdout


def test_what_a_sheet_cannot_be_compared_with(muster: Muster, sheet: Path, hostile: Path):
    assert "no roster" in sentence(muster("verify", sheet, "nobody"))
    assert "AAAAA-AAAAA" in sentence(muster("verify", sheet, "AAAAA-AAAAA"))
    assert "altered" in sentence(muster("verify", sheet, hostile / "altered.pdf"))


def test_export(muster: Muster, documents: dict[str, RosterDocument], tmp_path: Path):
    document = documents["gloam-patrol"]
    assert muster("export", "gloam-patrol").stdout == document.to_bytes().decode() + "\n"
    assert "Gloam Patrol" in muster("export", "gloam-patrol", "--format", "txt").stdout
    for name, start in (("a.json", b'{"army"'), ("a.txt", b"Gloam Patrol\n"), ("plain", b'{"army"')):
        result = muster("export", "gloam-patrol", "--out", tmp_path / name)
        assert (result.exit_code, result.stdout) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert read_document((tmp_path / "a.json").read_bytes()) == document


@pytest.mark.slow
def test_a_set_up_by_options_is_saved_and_used_again(muster: Muster, tmp_path: Path):
    said, named, changed = (tmp_path / name for name in ("said.pdf", "named.pdf", "changed.pdf"))
    options = ("--layout", "cards", "--per-page", "2", "--orientation", "landscape", "--no-costs")
    assert muster("print", "sunward-patrol", "--out", said, *options, "--save", "two-cards").exit_code == 0
    assert muster("print", "sunward-patrol", "--out", named, "--setup", "two-cards").exit_code == 0
    assert muster("print", "sunward-patrol", "--out", changed, "--setup", "two-cards", "--costs").exit_code == 0
    assert said.read_bytes() == named.read_bytes() != changed.read_bytes()
    assert read_sheet(changed.read_bytes()) == read_sheet(said.read_bytes())


def test_a_set_up_that_cannot_be_had(muster: Muster, tmp_path: Path):
    out = tmp_path / "a.pdf"
    assert "there is no print set-up 'none'" in sentence(muster("print", "sunward-patrol", "--out", out, "--setup", "none"))
    assert "small letters" in sentence(muster("print", "sunward-patrol", "--out", out, "--save", "Two cards"))
    assert muster("print", "sunward-patrol", "--out", out, "--per-page", "3").exit_code == 2
    assert not out.exists()


def test_a_code_is_looked_up_among_the_rosters(muster: Muster, documents: dict[str, RosterDocument]):
    code = documents["sunward-patrol"].check_code
    found = answer(muster("verify", code, "--json"))
    assert [(each["roster"], each["current"]) for each in found["found"]] == [("sunward-patrol", True)]
    assert "as it stands now" in muster("verify", code.lower()).output
    none = muster("verify", "00000-00000")
    assert none.exit_code == 1
    assert "None of your rosters" in none.output
    assert "slip" in sentence(muster("verify", "00000-00001"))


@pytest.mark.parametrize("style", POSTED)
def test_texts_to_post(muster: Muster, documents: dict[str, RosterDocument], style: Posted, tmp_path: Path):
    text = text_of(post_texts(documents["sunward-patrol"], style))
    assert muster("export", "sunward-patrol", "--format", style).stdout == text
    muster("export", "sunward-patrol", "--out", tmp_path / f"list.{style}")
    assert (tmp_path / f"list.{style}").read_text(encoding="utf-8") == text
