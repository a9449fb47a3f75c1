"""The client as a distribution of its own: built, installed beside requests alone, and it talks to a server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from flask import Flask

import builder
from builder import client
from datasheets import words
from tests.servers import serving

pytestmark = pytest.mark.slow
SOURCE = Path(client.__file__).parent
WORDS = Path(words.__file__).parent
REQUESTS = ("requests", "urllib3", "idna", "certifi", "charset_normalizer")
EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
"""What pip calls, by pyproject.toml: pip itself takes three times as long."""
ALONE = """
import muster_client.words
from importlib.util import find_spec
assert not [name for name in ("flask", "builder", "marshmallow") if find_spec(name)]
assert muster_client.words.say("refused", "sv", url="x", status="500") == "x svarade 500."
"""
WRONG = """
from muster_client import Muster
Muster().roster(1)
Muster().no_such_call()
"""


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(each) for each in command], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built of a copy: the build leaves files beside the source. The words of each language are taken along."""
    pytest.importorskip("setuptools", "77", reason="needs the extra `test`")
    folder = tmp_path_factory.mktemp("client")
    copy = shutil.copytree(SOURCE, folder / "builder" / "client", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(WORDS, folder / WORDS.relative_to(SOURCE.parents[1]), ignore=shutil.ignore_patterns("__pycache__"))
    done = run(sys.executable, "-c", BUILD, folder, folder=copy)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """The Python of an empty environment with the wheel unpacked into it, and with a copy of requests beside it."""
    folder = wheel.parent / "environment"
    venv.create(folder, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    for name in REQUESTS:
        for file in distribution(name).files or ():
            if file.parts[0] != ".." and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), packages / file)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(packages)
    return folder / "bin" / "python"


def test_the_wheel_has_the_client_and_its_types(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = packed.read(next(each for each in names if each.endswith("METADATA"))).decode()
    ours = {f"muster_client/{path.name}" for path in SOURCE.glob("*.py")} - {"muster_client/setup.py"}
    ours |= {"muster_client/py.typed", *(f"muster_client/sentences/{each}/client.json" for each in words.languages())}
    assert {name for name in names if ".dist-info/" not in name} == ours
    assert re.findall(r"^Requires-Dist: (\S+)", metadata, re.MULTILINE) == ["requests<3,>=2.32"]
    assert f"Version: {builder.__version__}\n" in metadata


def test_the_example_of_its_readme_works_without_the_server(python: Path, app: Flask) -> None:
    code = EXAMPLE.search((SOURCE / "README.md").read_text(encoding="utf-8"))
    assert code
    with serving(app) as server:
        done = run(python, "-I", "-c", ALONE + code[1].replace("http://127.0.0.1:8000", server.url), folder=python.parent)
    assert done.returncode == 0, done.stderr
    assert "404 Not found: there is no roster 'no-such-roster'" in done.stdout
    assert (python.parent / "first-army.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.sample(0)  # it takes what `make types` checks, and `py.typed`, which the wheel has
def test_a_type_checker_knows_its_types(python: Path) -> None:
    pytest.importorskip("mypy", reason="needs the extra `dev`")
    script = python.parent / "wrong.py"
    script.write_text(WRONG)
    done = run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, script, folder=python.parent)
    assert re.findall(r"wrong\.py:(\d+): error: .*\[(.*)\]", done.stdout) == [("3", "arg-type"), ("4", "attr-defined")]
