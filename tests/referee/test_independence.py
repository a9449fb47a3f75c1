"""The referee shares nothing with the resolver: no module of it imports one of the resolver's."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PLAYING = ("battles.py", "offered.py")
"""Modules that ask the resolver: what they hand to the referee are events and documents."""
MODULES = sorted(path for path in HERE.rglob("*.py") if not path.name.startswith("test_") and path.name not in PLAYING)


def imported_modules(path: Path) -> set[str]:
    """The modules that a module imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HERE)))
def test_the_referee_imports_nothing_of_the_resolver(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported_modules(path)}
    assert "resolver" not in roots
    assert not roots & {"builder", "numpy"}
    if "datasheets" in roots:  # only what reads a printed text (docs/abilities.md)
        used = {name for name in imported_modules(path) if name.startswith("datasheets")}
        assert used <= {"datasheets.effects.effect", "datasheets.effects.recognition.recognise"}
    tests = {name for name in imported_modules(path) if name.startswith("tests.")}
    assert all(name.startswith("tests.referee") for name in tests)
