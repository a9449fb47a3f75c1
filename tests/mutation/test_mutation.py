"""The sampler itself: what it changes, which tests it chooses, and that a change in any kind of code reaches the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.changes import Change, apply_change, changes, render_change
from tests.mutation.choosing import rounds, running
from tests.mutation.noting import SELECTED, Notes

ROOT = Path(__file__).parents[2]
RULES = '''"""Rules."""

from functools import cache

MOST = 3
"""How many there may be."""
LIMITS = {"models": MOST + 1}


@cache
def fits(number: int, least: int = 0) -> bool:
    """Tell whether there are not too many."""
    if number < least:
        raise ValueError(f"{number} is less than {least}")
    return number <= LIMITS["models"]
'''


def texts(source: str) -> list[str]:
    return [apply_change(source, change) for change in changes("rules.py", source)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a < b", "x = (a <= b)"),
        ("x = a in b", "x = (a not in b)"),
        ("x = a and b", "x = (a or b)"),
        ("x = not a", "x = (a)"),
        ("x = a + b", "x = (a - b)"),
        ("x = -a", "x = (a)"),
        ("x = 1", "x = 2"),
        ("x = 0.5", "x = 1.5"),
        ("x = True", "x = False"),
        ("x = 'é' + 'b'", "x = 'é' + 'XXbXX'"),
        ("x = min(a)", "x = max(a)"),
        ("x = f(a, b=c)", "x = f(a)"),
        ("x = f(a, b=c)", "x = f(None, b=c)"),
        ("x = f(a for a in b)", "x = f(None)"),
        ("x = [a for a in b if a]", "x = [a for a in b if (not a)]"),
        ("def f():\n    return a", "def f():\n    return None"),
        ("def f(a=1):\n    pass", "def f(a=2):\n    pass"),
        ("def f():\n    a = b", "def f():\n    a = None"),
        ("def f():\n    a += b", "def f():\n    a -= b"),
        ("def f():\n    g(a)", "def f():\n    pass"),
        ("def f():\n    if a:\n        pass", "def f():\n    if (not a):\n        pass"),
        ("class A:\n    x: int = 1", "class A:\n    x: int = 2"),
        ("while a:\n    break", "while a:\n    continue"),
    ],
)
def test_one_thing_is_changed(before: str, after: str) -> None:
    assert after in texts(before)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "def f(a: list[int]) -> 'A':\n    '''Another.'''",
        "@cache\n@dataclass(frozen=True)\nclass A:\n    x: int",
        "from a import b",
        "if TYPE_CHECKING:\n    x = 1",
        "def f():\n    raise ValueError('wrong')",
        "Choice = Callable[[int], None]\nT = TypeVar('T')",
    ],
)
def test_what_no_test_should_see_is_left_alone(source: str) -> None:
    assert texts(source) == []


def test_every_change_of_the_resolver_is_another_program() -> None:
    for path in sorted((ROOT / "resolver" / "attack").glob("*.py"))[::4]:
        source = path.read_text(encoding="utf-8")
        made = [apply_change(source, change) for change in changes(path.name, source)]
        assert len(set(made)) == len(made)
        assert source not in made
        for text in made:
            compile(text, path.name, "exec")


def change(text: str) -> Change:
    return next(change for change in changes("rules.py", RULES) if change.text == text)


def test_tests_are_those_that_run_the_line() -> None:
    notes = Notes({"a.py::one": 0.1, "a.py::two": 0.1, "b.py::three": 0.1})
    notes.lines["rules.py"] = {13: {"a.py::one", "b.py::three"}, 14: {"b.py::three"}, 15: {"a.py::one"}}
    assert running(change("(number <= least)"), notes, {"rules.py": RULES}) == {"a.py::one", "b.py::three"}
    assert running(change("(number < LIMITS['models'])"), notes, {"rules.py": RULES}) == {"a.py::one"}
    assert running(change("4"), notes, {"rules.py": RULES}) == {"a.py::one"}, "MOST makes LIMITS, which line 15 uses"


def test_the_nearest_tests_come_first_and_slow_ones_last() -> None:
    quick = {f"near.py::{n}": 0.1 for n in range(3)} | {f"far{n}.py::{m}": 0.01 for n in range(9) for m in range(2)}
    notes = Notes(quick | {"near.py::slow": 2.0, "battles.py::whole": 100.0})
    notes.lines["rules.py"] = {15: {t for t in notes.seconds if not t.endswith("::1")} | {"near.py::1"}}
    first, then = rounds(change("(number < LIMITS['models'])"), notes, {"rules.py": RULES})
    assert set(quick) & {t for t in first if t.startswith("near")} == {t for t in quick if t.startswith("near")}
    assert "battles.py::whole" not in then
    assert [notes.seconds[test] for test in then] == sorted(notes.seconds[test] for test in then)


def test_a_change_is_shown_by_its_lines() -> None:
    assert render_change(RULES, change("(number <= least)")) == (
        "# rules.py:13\n-    if number < least:\n+    if (number <= least):"
    )


LOOPS = """
from numba import njit

@njit(cache=True)
def total(most):
    found = 0
    for number in range(most):
        found += number
    return found
"""
TESTS = """
from resolver.rules import fits

def test_limit():
    assert fits(4) and not fits(5)
"""
LOOP_TESTS = """
from resolver.table.compiled.loops import total

def test_total():
    assert total(4) == 6
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project: a rule with a table, a test that knows half of it, and this sampler."""
    for name, text in {
        "resolver/__init__.py": "",
        "resolver/rules.py": RULES,
        "resolver/table/__init__.py": "",
        "resolver/table/compiled/__init__.py": "",
        "resolver/table/compiled/loops.py": LOOPS,
        "tests/__init__.py": "",
        "tests/engine/__init__.py": "",
        "tests/engine/test_rules.py": TESTS,
        "tests/table/__init__.py": "",
        "tests/table/test_loops.py": LOOP_TESTS,
        "setup.cfg": "[tool:pytest]\naddopts = --import-mode=importlib\nmarkers =\n    slow: slow\n    shared: shared\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "tests" / "mutation").mkdir()
    for path in set(Path(__file__).parent.glob("*.py")) - {Path(__file__)}:
        (tmp_path / "tests" / "mutation" / path.name).write_bytes(path.read_bytes())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    return tmp_path


def run_sample(project: Path, *words: str) -> tuple[int, str]:
    called = [sys.executable, "-m", "tests.mutation", "resolver", "--jobs", "2", *words]
    done = subprocess.run(called, cwd=project, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ""})
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_our_settings_of_pytest_are_read_without_the_plugins_that_are_left_out() -> None:
    called = [sys.executable, "-m", "pytest", *SELECTED, "--noconftest", "--collect-only", __file__]
    done = subprocess.run(called, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def list_files(project: Path) -> list[Path]:
    """All files of a project but compiled ones."""
    return sorted(each for each in project.rglob("*") if "__pycache__" not in each.parts)


@pytest.mark.sample(0)
@pytest.mark.slow
def test_a_sample_tells_who_survived(project: Path) -> None:
    """Constants, defaults, bodies of cached and of compiled functions are changed; nothing is written into the project."""
    before = list_files(project)
    code, said = run_sample(project, "--sample", "100", "--least", "100")
    assert "+    if (number <= least):" in said
    assert "+def fits(number: int, least: int = 1) -> bool:" in said
    assert "-MOST" not in said
    assert "-    return" not in said
    assert "loops.py" not in said
    assert code == 1
    assert " killed (" in said
    assert list_files(project) == before
