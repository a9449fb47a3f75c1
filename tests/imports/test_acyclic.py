"""The contract against cycles notices them, however the modules import each other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("grimp", reason="comes with import-linter, which is installed for development")

from tests.imports.acyclic import all_imports, cycle_in, needless

LATER = "def f():\n    "
ONLY_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "


@pytest.mark.parametrize(
    ("package", "first", "second", "cycle"),
    [
        ("", "import rooms.second", "", []),
        ("", "import rooms.second", "from rooms.first import X", ["rooms.first", "rooms.second"]),
        ("", "import rooms.second", f"{LATER}from rooms import first", ["rooms.first", "rooms.second"]),
        ("", "import rooms.second", f"{ONLY_TYPES}from rooms import first", ["rooms.first", "rooms.second"]),
        ("from rooms.first import X", "from rooms import second", "", ["rooms", "rooms.first"]),
        ("from rooms.first import X", "from rooms.second import Y", "", []),
    ],
)
def test_a_cycle_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, first: str, second: str, cycle: list[str]
) -> None:
    write_rooms(tmp_path, monkeypatch, {"__init__": package, "first": first, "second": second})
    assert sorted(set(cycle_in(all_imports(["rooms"])))) == cycle


@pytest.mark.parametrize(
    ("first", "second", "is_needed"),
    [
        ("import rooms.second", f"{ONLY_TYPES}from rooms import first", True),
        ("import rooms.second", f"{LATER}from rooms import first", False),
        ("", f"{ONLY_TYPES}from rooms import first", False),
        ("import rooms.second", "", False),
    ],
)
def test_types_alone_are_excused_where_there_is_a_cycle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str, is_needed: bool
) -> None:
    write_rooms(tmp_path, monkeypatch, {"__init__": "", "first": first, "second": second})
    excused = frozenset({("rooms.second", "rooms.first")})
    assert needless(["rooms"], excused) == ([] if is_needed else sorted(excused))
    assert not is_needed or not cycle_in(all_imports(["rooms"]), excused)


def write_rooms(folder: Path, monkeypatch: pytest.MonkeyPatch, texts: dict[str, str]) -> None:
    """Write modules of a package `rooms` that can be imported."""
    (folder / "rooms").mkdir()
    for name, text in texts.items():
        (folder / "rooms" / f"{name}.py").write_text(f"{text}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(folder)
    monkeypatch.delitem(sys.modules, "rooms", raising=False)
