"""The conformance suite's visible specs, and real rosters, all through `muster adapter` as a user starts it."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

ENGINE = shlex.join([sys.executable, "-c", "from builder.cli import main; main()", "adapter"])
pytestmark = pytest.mark.shared
SAMPLE = 3
"""How many real rosters stand for all; other tests bring them in by other ways."""


def run(tool: Path, *arguments: str) -> str:
    command = [sys.executable, str(tool), *arguments, "--engine", ENGINE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    report = done.stdout + done.stderr
    assert done.returncode == 0, report
    return report


@pytest.mark.slow
def test_every_visible_spec_passes(shared_folder: Path) -> None:
    report = run(
        shared_folder / "tools" / "bs_spec_runner.py", "--specs", str(shared_folder / "specs"), "--exclude", "real-world/*"
    )
    assert "189 passed" in report


@pytest.mark.slow
def test_every_selection_of_real_rosters_agrees(shared_folder: Path, whole: bool, rng: Random) -> None:
    ids = [row["id"] for row in json.loads((shared_folder / "oracle" / "index.json").read_text("utf-8"))["rosters"]]
    wanted = ids if whole else rng.sample(ids, SAMPLE)
    filters = [word for id in wanted for word in ("--filter", id)]
    report = run(shared_folder / "tools" / "roster_oracle.py", "--oracle", str(shared_folder / "oracle"), *filters)
    assert f"{len(wanted)} rosters" in report
    assert "the engine agrees" in report
