"""A change tried: the chosen tests run in a process of their own, in which one module has the changed text.

The process is forked off one that has imported what cannot depend on the change, so that whatever the change touches
(tables, classes, caches, what Numba compiles) is made anew. Nothing is written to disk.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.noting import SELECTED, leave_numba_out, module

IMPORTING, LEAST, TIMES = 60.0, 8.0, 5.0
"""Seconds of processor time for imports, for each test, and so many times what the test took otherwise."""
FROZEN = 900
"""Seconds by the clock after which a process must be waiting for something that does not come."""
LAYERS = ("datasheets", "exports", "resolver", "builder", "tests")
"""The packages; none imports what stands after it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Tests with the seconds that each takes; a module (by its path) and its changed text, none for a trial without change.

    `interpreted` leaves Numba out: what is compiled of the code unchanged would hide the change.
    """

    tests: Mapping[str, float]
    path: str = ""
    text: str = ""
    interpreted: bool = False


def prepare(modules: Iterable[str], changed: Collection[str]) -> None:
    """Import those of these modules that import none of the changed packages, so that no trial has to."""
    above = LAYERS[min(map(LAYERS.index, changed)) :]
    for name in modules:
        if name.partition(".")[0] not in (*above, "__main__"):
            with suppress(ImportError):
                import_module(name)


def passes(trial: Trial, said: Callable[[str], object]) -> bool:
    """Run the tests, the quickest first, until one fails; `said` is told which. For a process of its own."""
    if trial.interpreted:
        leave_numba_out()
    if trial.path:
        sys.meta_path.insert(0, _Changed(trial.path, trial.text))
        _read_as(Path.cwd() / trial.path, trial.text)
    files = list(dict.fromkeys(test.partition("::")[0] for test in trial.tests))
    limits = _Limits(trial.tests, said)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        return pytest.main([*SELECTED, "-x", *files], plugins=[limits]) == 0


def fork_work(work: Callable[[Callable[[str], object]], bool], seconds: int = FROZEN) -> tuple[int, int]:
    """Start a process that does the work; return its number and a file descriptor from which to read what it says.

    It exits with 0 where the work returns True, and is killed after so many seconds by the clock.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        os.setpgid(0, 0)
        signal.alarm(seconds)
        code = 0 if work(lambda words: os.write(writing, words.encode())) else 1
    except BaseException as error:
        said = "".join(traceback.format_exception_only(error)[-1:]) + traceback.format_exc()
        os.write(writing, said.encode())
    finally:
        os._exit(code)


def kill_group(child: int) -> None:
    """Kill whatever a process that has ended has left behind."""
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def _read_as(changed: Path, text: str) -> None:
    """Have tests that read the source of the changed module read the change too."""
    read = Path.read_text
    Path.read_text = lambda path, *given, **named: text if path == changed else read(path, *given, **named)  # type: ignore


class _Limits:
    """Keeps to the chosen tests in their order, and stops one that takes far too long (a loop that does not end)."""

    def __init__(self, tests: Mapping[str, float], said: Callable[[str], object]) -> None:
        self.tests, self.said = tests, said
        signal.setitimer(signal.ITIMER_PROF, IMPORTING)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {test: place for place, test in enumerate(self.tests)}
        items[:] = sorted((i for i in items if i.nodeid in places), key=lambda item: places[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * self.tests[item.nodeid])
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.said(report.nodeid)


class _Changed(PathFinder):
    """Finds the changed module."""

    def __init__(self, path: str, text: str) -> None:
        self.name, self.path, self.text = module(path), path, text

    def find_spec(  # type: ignore[override]
        self, fullname: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        assert Path(spec.origin) == Path.cwd() / self.path, spec.origin
        spec.loader = _Loader(fullname, spec.origin, self.text)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.text.encode(), self.path)
