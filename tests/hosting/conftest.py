"""A server as docs/hosting starts it, for all who ask it something."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import free_port

ROOT = Path(__file__).parents[2]
FILES = ROOT / "docs" / "hosting"
BIN = Path(sys.executable).parent


def unit(name: str) -> dict[str, str]:
    """The service of a unit; of settings that stand there several times the last."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(FILES / name)
    return dict(parser["Service"])


@pytest.fixture(scope="package")
def address(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the command of the unit serves, with two processes instead of four, and without workers: nobody prints here."""
    port, folder = free_port(), tmp_path_factory.mktemp("hosting")
    program, *arguments = shlex.split(unit("muster.service")["ExecStart"])
    assert Path(program).name == "gunicorn"
    arguments[arguments.index("--bind") + 1] = f"127.0.0.1:{port}"
    arguments[arguments.index("--workers") + 1] = "2"
    (folder / "together").mkdir()
    environment = {
        **os.environ,
        "MUSTER_DATABASE": shutil.copy(prepared_database, folder),
        "MUSTER_WORKERS": "0",
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "together"),
    }
    running = subprocess.Popen([BIN / "gunicorn", *arguments], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0, "it ends when it is told to"


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(1200):
        try:
            assert read(f"{address}/health") == '{"status":"ok"}\n'
            break
        except OSError:
            time.sleep(0.05)


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())
