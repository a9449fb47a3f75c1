"""The contract against cycles notices them, however the modules import each other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("grimp", reason="comes with import-linter, which is installed for development")

from tests.imports.acyclic import cycle_in, executed

LATER = "def f():\n    "
ONLY_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "


@pytest.mark.parametrize(
    ("package", "first", "second", "cycle"),
    [
        ("", "import rooms.second", "", []),
        ("", "import rooms.second", "from rooms.first import X", ["rooms.first", "rooms.second"]),
        ("", "import rooms.second", f"{LATER}from rooms import first", ["rooms.first", "rooms.second"]),
        ("", "import rooms.second", f"{ONLY_TYPES}from rooms import first", []),
        ("from rooms.first import X", "from rooms import second", "", ["rooms", "rooms.first"]),
        ("from rooms.first import X", "from rooms.second import Y", "", []),
    ],
)
def test_a_cycle_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, first: str, second: str, cycle: list[str]
) -> None:
    room = tmp_path / "rooms"
    room.mkdir()
    for name, text in (("__init__", package), ("first", first), ("second", second)):
        (room / f"{name}.py").write_text(f"{text}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "rooms", raising=False)
    assert sorted(set(cycle_in(executed(["rooms"])))) == cycle
