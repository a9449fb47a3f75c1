"""A folder in which somebody types what a page says, `muster` on the path and a database of their own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.cli import main
from builder.services.assembly import open_services
from builder.settings import Settings

ROOT = Path(__file__).parents[2]
PLAIN = r"muster [^|&;<>()$`\\*?~\n]*"
"""A line that calls `muster` and does nothing else that a shell does."""


PATROLS = {"sunward-patrol": ("Dawn Marshal", "Host Guard"), "gloam-patrol": ("Pale Regent", "Gloam Guard")}
"""What fights in examples: a captain and a squad each are enough to see that they work."""
ARMIES = (*PATROLS, "sunward-host", "gloam-court")


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
def template(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of all examples: the four armies that pages name, the patrols of few units."""
    path = Path(shutil.copy(prepared, tmp_path_factory.mktemp("examples")))
    services = open_services(Settings(database=path))
    for row in services.rosters.page().items:
        if row.id not in ARMIES:
            services.rosters.delete(row.id, row.version)
    for id, names in PATROLS.items():
        units = json.loads(services.documents.of(id).to_bytes())["army"]["units"]
        others = [{"op": "remove", "selection": unit["id"]} for unit in units if unit["name"] not in names]
        services.rosters.apply(id, 1, others)
    services.close()
    return path


@pytest.fixture
def shell(settings: Settings, program: Path, tmp_path: Path) -> Shell:
    """A folder of one's own, over the test's database."""
    environment = {
        **os.environ,
        "MUSTER_DATABASE": str(settings.database),
        "PATH": os.pathsep.join((str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT),
    }
    return Shell(tmp_path, environment)
