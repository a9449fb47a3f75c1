"""The files of docs/hosting work: what the unit starts serves with several processes, and the container file is sound."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hosting.conftest import BIN, FILES, ROOT, read


@pytest.mark.slow
def test_the_unit_starts_a_server_whose_processes_count_together(address: str) -> None:
    for _ in range(10):
        read(f"{address}/api/v1/systems")
    assert 'muster_requests_total{endpoint="systems.Systems",method="GET",status="200"} 10.0' in read(f"{address}/metrics")


def test_the_container_file_is_found_fault_with_by_nobody() -> None:
    hadolint = BIN / "hadolint"
    if not hadolint.exists():
        pytest.skip("needs hadolint (pip install -e '.[test]')")
    found = subprocess.run([hadolint, FILES / "Containerfile"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


def test_the_container_gets_what_is_installed_and_nothing_else() -> None:
    """A database, keys or old builds that stand in the folder come into no layer."""
    lines = (FILES / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    setup = configparser.ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg")
    packages = {name.strip().rstrip("*") for name in setup["options.packages.find"]["include"].replace("\n", ",").split(",")}
    files = {"setup.cfg", "pyproject.toml", "README.md", "LICENSE", f"{setup['options']['py_modules']}.py"}
    assert "*" in lines
    assert let_in == (packages - {""}) | files


@pytest.mark.parametrize("name", ["muster.service", "muster-backup.service", "muster-backup.timer"])
def test_systemd_knows_every_line_of_the_units(name: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("needs systemd-analyze")
    text = (FILES / name).read_text(encoding="utf-8").replace("/opt/muster/venv/bin", str(BIN))
    for each in FILES.glob("muster*"):
        (tmp_path / each.name).write_text(each.read_text(encoding="utf-8").replace("/opt/muster/venv/bin", str(BIN)))
    (tmp_path / name).write_text(text)
    found = subprocess.run([program, "verify", "--man=no", tmp_path / name], capture_output=True, text=True)
    ours = [line for line in found.stderr.splitlines() if "muster" in line]
    assert ours == []
