"""What the documentation names is there: a reader who follows a path, an import or a make target finds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FILES = [
    path.relative_to(ROOT).as_posix()
    for room in ("builder", "datasheets", "exports", "resolver", "tests", "bench")
    for path in (ROOT / room).rglob("*")
    if path.suffix != ".pyc"
]
PATH = re.compile(r"`((?:[a-z_0-9]+/)+(?:[a-z_0-9]+\.[a-z]{2,5})?|[a-z_0-9]+\.py)`")
IMPORT = re.compile(r"^from ([a-z_0-9.]+) import ([A-Za-z_0-9, ]+)", re.MULTILINE)
LONGEST = 120


def lines_outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page with their numbers, without those of code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


@pytest.fixture(params=PAGES, ids=[page.name for page in PAGES])
def page(request: pytest.FixtureRequest) -> str:
    return request.param.read_text(encoding="utf-8")


def test_paths_exist(page: str) -> None:
    """A path may begin at any folder: a page about one package names its modules from there."""
    wanted = {path.rstrip("/") for path in PATH.findall(page)}
    known = "".join(f"/{path}\n" for path in FILES)
    assert sorted(path for path in wanted if f"/{path}\n" not in known and not (ROOT / path).exists()) == []


def test_examples_import_what_there_is(page: str) -> None:
    for module, names in IMPORT.findall(page):
        if module.partition(".")[0] in ("builder", "datasheets", "exports", "resolver"):
            found = import_module(module)
            for name in filter(None, (each.strip() for each in names.split(","))):
                assert hasattr(found, name) or find_spec(f"{module}.{name}"), f"{module} has no {name}"


def test_make_has_the_targets(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert sorted(set(re.findall(r"`make ([a-z-]+)", page)) - targets) == []


def test_lines_fit(page: str) -> None:
    """Tables and code may be wider: they are not read as lines."""
    long = [number for number, line in lines_outside_code(page) if len(line) > LONGEST and not line.startswith("|")]
    assert long == []
