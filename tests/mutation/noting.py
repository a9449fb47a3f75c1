"""Which tests run which lines, and how long they take: one run of the tests under coverage, with a context for each test."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FrameType

import coverage
import numba
import pytest
from coverage import Coverage

SELECTED = ("-q", "-p", "no:cacheprovider", "--tb=line", "--no-header", "-m", "not slow and not shared")
SELECTED += ("--disable-plugin-autoload", "-p", "pytest_timeout")  # others are imported anew for each change, for nothing
SELECTED += ("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning")

TOO_SLOW = "too slow to try changes"
MEASURING, SOON = str(Path(coverage.__file__).parent), 0.01
LONGEST = 6.0
"""A test that takes more seconds of processor time (it plays whole battles) is stopped, and tries no change."""


@dataclass
class Notes:
    """The seconds of processor time that each test took, and the tests that run each line of each file.

    `readers` are the tests that read a file as text, `modules` is what was imported. Tests that start other programs, which
    would not have a change, are left out.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    readers: dict[str, set[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)

    def tests(self, path: str, lines: Iterator[int] | Sequence[int]) -> set[str]:
        """Return the tests that run any of these lines."""
        noted = self.lines.get(path, {})
        return set().union(*(noted.get(line, ()) for line in lines))


def note(files: Sequence[str], tests: Sequence[str], root: Path, interpreted: bool = False) -> Notes:
    """Run the tests and note what they run of the files. Imports everything: for a process of its own."""
    if interpreted:
        leave_numba_out()
    coverage = Coverage(data_file=None, include=[str(root / name) for name in files], config_file=False)
    noting = _Noting(coverage, set(map(module, files)), LONGEST)
    sys.addaudithook(noting.hear)
    coverage.start()
    code = pytest.main([*SELECTED, *tests], plugins=[noting])
    coverage.stop()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"pytest ended with {int(code)} before it ran a test: no change would be noticed")
    notes, data = noting.notes, coverage.get_data()
    notes.modules = list(sys.modules)
    for name in files:
        by_line = data.contexts_by_lineno(str(root / name))
        notes.lines[name] = {line: noting.of(contexts) for line, contexts in by_line.items()}
        notes.readers[name] = noting.read[str(root / name)] & notes.seconds.keys()
    return notes


def module(path: str) -> str:
    """Return the name of the module of a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def leave_numba_out() -> None:
    """Have what is imported from now on run uncompiled, in processes that tests start too."""
    numba.config.DISABLE_JIT = True
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def _stop(_: int, frame: FrameType | None) -> None:
    """Stop the test, but not while coverage is at work: nobody would give back the lock that it holds."""
    while frame is not None:
        if MEASURING in frame.f_code.co_filename:
            signal.setitimer(signal.ITIMER_PROF, SOON)
            return
        frame = frame.f_back
    pytest.fail(TOO_SLOW)


class _Noting:
    """Gives each test its context. What a wider fixture runs is run by every test that asks for the fixture."""

    def __init__(self, coverage: Coverage, modules: set[str], longest: float) -> None:
        self.coverage, self.modules, self.longest = coverage, modules, longest
        self.notes = Notes()
        self.users: dict[str, set[str]] = defaultdict(set)
        self.read: dict[str, set[str]] = defaultdict(set)
        self.now = ""
        self.caches: dict[int, _lru_cache_wrapper[object]] = {}
        self.file: Path | None = None

    def of(self, contexts: list[str]) -> set[str]:
        named = set().union(*(self.users.get(context, {context}) for context in contexts))
        return {test for test in named if test in self.notes.seconds}

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]).endswith(".py"):
            self.read[str(arguments[0])].add(self.now)
        elif event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
            self.passed = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.forget(item)
        self.coverage.switch_context(item.nodeid)
        began, self.passed = time.process_time(), True
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, self.longest)
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.coverage.switch_context("")
        if self.passed:
            self.notes.seconds[item.nodeid] = time.process_time() - began
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        context = f"fixture {fixturedef.baseid} {fixturedef.argname}"
        asking = (item for item in request.session.items if fixturedef.argname in getattr(item, "fixturenames", ()))
        self.users[context] |= {item.nodeid for item in asking if item.nodeid.startswith(fixturedef.baseid)}
        self.coverage.switch_context(context)
        result = yield
        self.coverage.switch_context(request.node.nodeid if isinstance(request.node, pytest.Item) else self.now)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed = self.passed and report.passed
        if report.failed and TOO_SLOW not in report.longreprtext:
            self.notes.failed.append(report.nodeid)

    def forget(self, item: pytest.Item) -> None:
        """Empty the caches of the code, so that each test runs what it depends on."""
        self.now = item.nodeid
        if item.path != self.file:
            self.file = item.path
            found = (
                thing for thing in gc.get_objects() if type(thing) is _lru_cache_wrapper
            )  # isinstance asks dead proxies
            self.caches = {id(cache): cache for cache in found if getattr(cache, "__module__", "") in self.modules}
        for cache in self.caches.values():
            cache.cache_clear()
