"""What is compiled is kept for exactly the sources that it was compiled from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from resolver.table import compiled


def test_other_sources_are_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = Path(compiled.__file__).parent
    kept = []
    for name, more in (("same", ""), ("other", "# one line more\n")):
        folder = tmp_path / name
        shutil.copytree(sources, folder, ignore=shutil.ignore_patterns("__pycache__"))
        with (folder / "shapes.py").open("a", encoding="utf-8") as file:
            file.write(more)
        monkeypatch.setattr(compiled, "__file__", str(folder / "__init__.py"))
        kept.append(Path(compiled._kept()))
    assert [path.parent for path in kept] == [tmp_path / "same" / "__pycache__", tmp_path / "other" / "__pycache__"]
    assert kept[0].name != kept[1].name
    monkeypatch.undo()
    assert Path(compiled._kept()) == sources / "__pycache__" / kept[0].name
