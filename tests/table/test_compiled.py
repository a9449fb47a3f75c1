"""What is compiled is kept for exactly the sources that it was compiled from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from resolver.table.compiled import folder, loops
from resolver.table.compiled.folder import find_folder
from resolver.table.kept_code import uncompiled_loops


def test_other_sources_are_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = Path(loops.__file__).parent
    kept = []
    for name, more in (("same", ""), ("other", "# one line more\n")):
        folder = tmp_path / name
        shutil.copytree(sources, folder, ignore=shutil.ignore_patterns("__pycache__"))
        with (folder / "shapes.py").open("a", encoding="utf-8") as file:
            file.write(more)
        monkeypatch.setattr(loops, "__file__", str(folder / "loops.py"))
        kept.append(Path(loops.compiled_folder()))
    assert [path.parent for path in kept] == [tmp_path / "same" / "__pycache__", tmp_path / "other" / "__pycache__"]
    assert kept[0].name != kept[1].name
    monkeypatch.undo()
    assert Path(loops.compiled_folder()) == sources / "__pycache__" / kept[0].name


def test_where_the_program_cannot_be_written_to_code_is_kept_with_the_data(tmp_path: Path) -> None:
    """An installation that is read-only, as in a container, still keeps what it compiled."""
    beside = tmp_path / "program"
    beside.write_text("no folder can be made below a file")
    environ = {"MUSTER_DATABASE": str(tmp_path / "data" / "muster.db"), "HOME": str(beside)}
    assert find_folder(beside, "code", environ) == tmp_path / "data" / "compiled" / "code"


def test_a_folder_among_the_temporary_files_is_used_only_where_it_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = tmp_path / "program"
    beside.write_text("")
    monkeypatch.setattr(folder.tempfile, "gettempdir", lambda: str(tmp_path))
    mine = find_folder(beside, "code", {})
    assert mine is not None
    assert mine.parent.parent == tmp_path
    mine.parent.chmod(0o777)
    assert find_folder(beside, "code", {}) is None


def test_what_is_not_compiled_yet_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is inlined is part of others and has no code of its own."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    every = uncompiled_loops()
    assert {"ways.spread", "search.farthest", "lines.sees"} < set(every)
    (tmp_path / "compiled_1").mkdir()
    for name in every[1:]:
        (tmp_path / "compiled_1" / f"{name}-12.py311.nbi").touch()
    assert uncompiled_loops() == every[:1]


USED = """
import importlib, os, runpy, sys
from resolver.table import kept_code
runpy.run_module("resolver.table.compiled", run_name="__main__")
os.environ["NUMBA_CACHE_DIR"] = sys.argv[1]
every = {}
for name in kept_code.uncompiled_loops():
    module, _, loop = name.partition(".")
    every[loop] = getattr(importlib.import_module("resolver.table.compiled." + module), loop)
due = [name for name, loop in every.items() if getattr(loop, "signatures", ())]
used = set()
while due:
    name = due.pop()
    if name in every and name not in used:
        used.add(name)
        due += every[name].py_func.__code__.co_names
print(*sorted(set(every) - used))
"""
"""Names the loops that are neither used by it nor part of one that is."""


def test_every_loop_is_compiled_after_an_install(tmp_path: Path) -> None:
    """Or each battle says again that loops are being compiled, and programs wait for it in the middle of one."""
    done = subprocess.run([sys.executable, "-c", USED, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


def test_without_any_folder_muster_says_so_and_goes_on() -> None:
    """One sentence, and code that is compiled anew by each process."""
    script = (
        "import sys, types, importlib.util as u\n"
        "import resolver.table\n"
        "from numba import config; config.CACHE_DIR = ''\n"
        "for name in [name for name in sys.modules if name.startswith('resolver.table.compiled')]: del sys.modules[name]\n"
        f"spec = u.spec_from_file_location('resolver.table.compiled.folder', {folder.__file__!r})\n"
        "made = u.module_from_spec(spec); spec.loader.exec_module(made)\n"
        "made.find_folder = lambda *_: None\n"
        "sys.modules['resolver.table.compiled.folder'] = made\n"
        "from resolver.table.compiled import compiled\n"
        "print(compiled(lambda x: x + 1)(1))\n"
    )
    environ = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environ, check=False)
    assert (done.stdout.strip(), done.stderr.count("\n")) == ("2", 1), done.stderr
    assert "cannot be kept" in done.stderr
