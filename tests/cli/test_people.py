"""`muster people`, and what the server says of accounts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from builder.services.spaces import TEMPLATE, people_folder
from builder.settings import Settings
from tests.cli.conftest import Muster, sentence


@pytest.fixture(autouse=True)
def _spaces_are_quick(settings: Settings, prepared_database: Path) -> None:
    """Have the database that new spaces are copies of there already."""
    folder = people_folder(settings)
    folder.mkdir()
    shutil.copy(prepared_database, folder / TEMPLATE)


def test_people_are_invited_listed_and_removed(muster: Muster) -> None:
    made = json.loads(muster("people", "invite", "Ada", "--json").stdout)
    assert (made["name"], made["role"]) == ("Ada", "owner")
    assert "/join/" in made["address"]
    assert muster("people", "invite", "Bo").exit_code == 0
    assert "/join/" in muster("people", "reset", "Bo").stdout
    rows = json.loads(muster("people", "list", "--json").stdout)["items"]
    assert [(row["name"], row["role"], row["invited"]) for row in rows] == [("Ada", "owner", True), ("Bo", "player", True)]
    assert "--yes" in sentence(muster("people", "remove", "Bo"))
    assert len(json.loads(muster("people", "list", "--json").stdout)["items"]) == 2
    assert muster("people", "remove", "Bo", "--yes").exit_code == 0
    assert len(json.loads(muster("people", "list", "--json").stdout)["items"]) == 1


def test_a_link_that_opens_here_alone_says_so(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    done = muster("people", "invite", "Ada")
    assert "http://127.0.0.1:8000/join/" in done.stdout
    assert "MUSTER_NAMES" in done.stderr
    monkeypatch.setenv("MUSTER_NAMES", "https://club.example")
    done = muster("people", "reset", "Ada")
    assert ("https://club.example/join/" in done.stdout, done.stderr) == (True, "")


def test_what_is_not_possible_is_said(muster: Muster) -> None:
    assert "Nobody" in muster("people", "list").stdout
    for call in (("invite",), ("list", "Ada"), ("reset", "Nobody"), ("invite", "Bo", "--role", "player")):
        done = muster("people", *call)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), call
