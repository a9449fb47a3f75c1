"""Stored rosters edited from the command line, and what differs between armies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Muster, answer, sentence

NOTE = [{"op": "annotate", "note": "for Saturday"}]


def save(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_edits_are_steps_that_are_taken_back_and_done_again(muster: Muster, tmp_path: Path) -> None:
    first = answer(muster("rename", "sunward-host", "Club night", "--json"))
    assert (first["name"], first["version"], first["can_undo"]) == ("Club night", 2, True)
    edits = save(tmp_path / "edits.json", NOTE)
    assert "version 3" in muster("edit", "sunward-host", edits).stdout
    assert answer(muster("undo", "sunward-host", "--json"))["step"] == 2
    assert answer(muster("redo", "sunward-host", "--json"))["step"] == 3
    steps = answer(muster("history", "sunward-host", "--json"))["items"]
    assert [(each["step"], each["after"], each["here"]) for each in steps] == [(1, None, False), (2, 1, False), (3, 2, True)]
    assert steps[2]["operations"] == NOTE
    assert "annotate" in muster("history", "sunward-host").stdout


def test_operations_come_from_standard_input_and_as_the_body_of_the_api(muster: Muster) -> None:
    made = muster("edit", "sunward-host", "-", input=json.dumps({"operations": NOTE}))
    assert made.exit_code == 0, made.stderr


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("{", "JSON"),
        ("{}", "no list of operations"),
        ("[]", "no list of operations"),
        ("[1]", "no list of operations"),
        (json.dumps([NOTE[0], {"op": "remove", "selection": "nobody"}]), "/1"),
    ],
)
def test_what_cannot_be_run_changes_nothing(muster: Muster, tmp_path: Path, content: str, part: str) -> None:
    (tmp_path / "edits.json").write_text(content)
    assert part in sentence(muster("edit", "sunward-host", tmp_path / "edits.json"))
    assert "nothing to undo" in sentence(muster("undo", "sunward-host"))


def test_nothing_is_deleted_by_mistake(muster: Muster) -> None:
    assert "--yes" in sentence(muster("delete", "sunward-host"))
    assert answer(muster("delete", "sunward-host", "--yes", "--json"))["id"] == "sunward-host"
    assert "sunward-host" in sentence(muster("check", "sunward-host"))


@pytest.mark.slow
def test_armies_and_steps_are_compared(muster: Muster, tmp_path: Path) -> None:
    muster("rename", "sunward-host", "Club night")
    same = muster("compare", "sunward-host@1", "sunward-host")
    assert (same.exit_code, "same in both" in same.stdout) == (0, True)
    sheet = tmp_path / "before.pdf"
    assert muster("print", "sunward-patrol", "--out", sheet).exit_code == 0
    found = muster("compare", sheet, "gloam-court")
    assert found.exit_code == 1
    assert "+ Gloam Guard (10)" in found.stdout
    assert "- Dawn Marshal (1)" in found.stdout
    assert "Power Level" in found.stdout
    assert "power_level" not in found.stdout
    rows = json.loads(muster("compare", "sunward-host", "sunward-patrol", "--json").stdout)
    assert rows["units"]
    for step in (0, 99):
        assert f"no step {step}" in sentence(muster("compare", f"sunward-host@{step}", "sunward-host"))


def test_a_rule_is_read_with_its_decisions(muster: Muster) -> None:
    found = answer(muster("rule", "9e-charge-01", "--json"))
    assert (found["system"], found["id"]) == ("wh40k-9e", "9E-CHARGE-01")
    assert found["text"] in " ".join(muster("rule", "9E-CHARGE-01").stdout.split())
    assert answer(muster("rule", "AOS-GENERAL-01", "--json"))["system"] == "aos-1e"
    assert "X-1" in sentence(muster("rule", "X-1"))
