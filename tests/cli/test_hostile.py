"""Files that are no army: one sentence and status 2, whoever must use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import HOSTILE, Muster, sentence

TOLD = {
    "photo.png": "PNG",
    "photo.jpg": "JPEG",
    "foreign.pdf": "not printed by Muster",
    "truncated.pdf": "cut off",
    "altered.pdf": "altered",
    "broken.pdf": "altered or damaged",
    "empty.pdf": "empty",
    "note.json": "no roster document",
    "empty.json": "not JSON",
    "bytes.json": "not UTF-8",
    "missing.pdf": "No such file",
    "folder.pdf": "Is a directory",
}
CALLS = (
    ("check", "{file}"),
    ("print", "{file}", "--out", "{folder}/out.pdf"),
    ("matchup", "{file}", "sunward-patrol"),
    ("matchup", "sunward-patrol", "{file}"),
    ("export", "{file}", "--out", "{folder}/out.json"),
    ("battle", "{file}", "sunward-patrol"),
    ("battle", "sunward-patrol", "{file}", "--json"),
    ("odds", "{file}:Host Guard", "sunward-patrol:Host Guard"),
)


@pytest.mark.sample(1, "name")
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_one_sentence_names_the_file_and_what_is_wrong(muster: Muster, hostile: Path, name: str, call: tuple[str, ...]):
    file = hostile / name
    told = sentence(muster(*(part.format(file=file, folder=hostile) for part in call)))
    assert told.startswith(str(file))
    assert TOLD[name] in told
    assert not list(hostile.glob("out.*"))


@pytest.mark.parametrize("name", [name for name in HOSTILE if name != "altered.pdf" and not name.endswith(".json")])
@pytest.mark.parametrize("command", ["read", "verify"])
def test_who_looks_into_sheets_says_the_same(muster: Muster, hostile: Path, name: str, command: str):
    told = sentence(muster(command, hostile / name))
    assert told.startswith(str(hostile / name))
    assert TOLD[name] in told


def test_an_endless_file_is_not_read_to_its_end(muster: Muster):
    assert "larger than" in sentence(muster("check", "/dev/zero"))
