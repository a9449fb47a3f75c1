"""A folder in which somebody types what a page says, `muster` on the path and a database of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.settings import Settings

ROOT = Path(__file__).parents[2]
PROGRAM = "from builder.cli import main; main(prog_name='muster')"


@dataclass(frozen=True)
class Shell:
    """Where and with what something is typed."""

    folder: Path
    environment: dict[str, str]

    def run(self, language: str, code: str, exits: tuple[int, ...] = (0,)) -> str:
        """Run a piece of sh or python and return what it printed; it ends with one of these statuses."""
        call = ["sh", "-e", "-c", code] if language == "sh" else [sys.executable, "-c", code]
        done = subprocess.run(
            call, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode in exits, f"{code}\n{done.stdout[-500:]}\n{done.stderr}"
        return done.stdout


@pytest.fixture
def shell(settings: Settings, tmp_path: Path) -> Shell:
    """A folder of one's own, over the test's database."""
    programs = tmp_path / "programs"
    programs.mkdir()
    muster = programs / "muster"
    muster.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n')
    muster.chmod(0o755)
    environment = {
        **os.environ,
        "MUSTER_DATABASE": str(settings.database),
        "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT),
    }
    return Shell(tmp_path, environment)
