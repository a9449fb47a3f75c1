"""A folder in which somebody types what a page says, `muster` on the path and a database of their own."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.cli import main
from builder.settings import Settings

ROOT = Path(__file__).parents[2]
PLAIN = r"muster [^|&;<>()$`\\*?~\n]*"
"""A line that calls `muster` and does nothing else that a shell does."""


@dataclass(frozen=True)
class Shell:
    """Where and with what something is typed."""

    folder: Path
    environment: dict[str, str]

    def run(self, language: str, code: str, exits: tuple[int, ...] = (0,)) -> str:
        """Run a piece of sh or python and return what it printed; it ends with one of these statuses."""
        if language == "python":
            return self.run_here(code)
        done = subprocess.run(
            ["sh", "-e", "-c", code],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode in exits, f"{code}\n{done.stdout[-500:]}\n{done.stderr}"
        return done.stdout

    def run_here(self, code: str) -> str:
        """Run a piece of python in this process, which has read what it imports."""
        printed = StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            exec(compile(code, "example", "exec"), {"__name__": "__main__"})
        return printed.getvalue()

    def type(self, line: str, exits: tuple[int, ...] = (0,)) -> str:
        """Run a line of sh as `run` does, in this process where it only calls `muster`: a start costs seconds."""
        call, *_ = re.split(r"\s+#", line)
        if not re.fullmatch(PLAIN, call):
            return self.run("sh", line, exits)
        with contextlib.chdir(self.folder):
            done = CliRunner(env=self.environment).invoke(main, shlex.split(call)[1:], prog_name="muster")
        assert done.exit_code in exits, f"{line}\n{done.stdout[-500:]}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="session")
def template(few_units: Path) -> Path:
    """The database of all examples."""
    return few_units


@pytest.fixture
def shell(settings: Settings, program: Path, tmp_path: Path, quick_sheets: None) -> Shell:
    """A folder of one's own, over the test's database; only `program` verifies sheets in a process of its own."""
    environment = {
        **os.environ,
        "MUSTER_DATABASE": str(settings.database),
        "PATH": os.pathsep.join((str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT),
    }
    return Shell(tmp_path, environment)
