"""The pages by task are true: what they tell a reader to type is run, in order, and works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from builder.settings import Settings
from tests.servers import Local

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("players.md", "organisers.md", "tools.md")
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.DOTALL | re.MULTILINE)
ADDRESS = "http://127.0.0.1:8000"
ROOT = DOCS.parent


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_work_in_order(page: str, server: Local, settings: Settings, tmp_path: Path) -> None:
    """All on one database, in one folder, as somebody who follows the page does it."""
    programs = tmp_path / "programs"
    programs.mkdir()
    muster = programs / "muster"
    muster.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from builder.cli import main; main(prog_name=\'muster\')" "$@"\n'
    )
    muster.chmod(0o755)
    known = {
        **os.environ,
        "MUSTER_DATABASE": str(settings.database),
        "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT),
    }
    found = blocks(page)
    assert len(found) >= 3
    for language, text in found:
        code = text.replace(ADDRESS, server.url)
        call = ["sh", "-e", "-c", code] if language == "sh" else [sys.executable, "-c", code]
        done = subprocess.run(call, cwd=tmp_path, env=known, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{text}\n{done.stdout[-500:]}\n{done.stderr}"


def test_each_page_is_found_from_the_first() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"(docs/{page})" in first for page in (*PAGES, "hosting.md"))
