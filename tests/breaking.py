"""Rules of a game broken by hand, each with the one test that fails: `tests.grundregelwerk.broken`, `tests.aos_1e.broken`.

Every break replaces one piece of code; its test runs in a process of its own, once for each break, and must fail. The tests
must pass on the code as it is, else nothing is proved. Files are not changed: the process loads the broken text.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

from datasheets.systems import rulebook, system
from resolver.table.compiled.__main__ import main as use_each_loop

ROOT = Path(__file__).parents[1]


class Break(NamedTuple):
    """A rule that is broken: its id, the module, what stands there and what is put there, the test that notices."""

    rule: str
    module: str
    old: str
    new: str
    test: str


@dataclass(frozen=True)
class Game:
    """A game whose rules are broken: its system, the folders of its code and its tests, what the tests stand on."""

    system: str
    code: str
    tests: str
    stage: str

    def module(self, each: Break) -> Path:
        """Where the module of a break lies."""
        return ROOT / self.code / f"{each.module}.py"

    @property
    def forms(self) -> tuple[str, ...]:
        """What only the process of a break may load, or it would have it whole already."""
        return self.code.replace("/", "."), self.stage, self.tests.replace("/", ".") + ".test_"


def broken_text(game: Game, each: Break) -> str:
    """Return the text of a module with its rule broken.

    Raises:
        ValueError: what is to be replaced does not stand there exactly once.
    """
    text = game.module(each).read_text(encoding="utf-8")
    if text.count(each.old) != 1:
        raise ValueError(f"{each.rule}: {each.module}.py has {each.old!r} {text.count(each.old)} times; name one place.")
    return text.replace(each.old, each.new)


class Failures:
    """Notes which tests fail."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid.partition("::")[2])


def failures(game: Game, tests: list[str], each: Break | None = None) -> list[str]:
    """Run tests in a process of its own, with a rule broken; return the first that fails, or all where nothing is broken."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        notes, code = Failures(), 1
        try:
            if each:
                _load(str(game.module(each)), broken_text(game, each))
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                given = ["-q", "-p", "no:cacheprovider", "--noconftest", "-o", "addopts=", *(["-x"] if each else [])]
                code = int(pytest.main([*given, *(f"{game.tests}/{test}" for test in tests)], plugins=[notes]))
        finally:
            words = notes.names or ([f"pytest ended with {code}"] if code else [])
            os.write(writing, "\n".join(words).encode()[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        found = said.read().split("\n")
    os.waitpid(child, 0)
    return [name for name in found if name]


def _load(path: str, text: str) -> None:
    """Let a module be loaded from this text instead of its file."""
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> object:
        return compile(text, path, "exec") if self.get_filename(fullname) == path else usual(self, fullname)

    loader.get_code = get_code  # type: ignore[method-assign,assignment]


def prepare(game: Game) -> None:
    """Load what all tests need and no break touches, once for all processes."""
    for name in ("tests.field", "tests.gate", "bench.rosters", "resolver.engine.battle", "resolver.players"):
        importlib.import_module(name)
    system(game.system), rulebook(game.system)
    use_each_loop()
    early = [name for name in sys.modules if name.startswith(game.forms)]
    if early:
        raise RuntimeError(f"{early[0]} is loaded already; it could not be broken any more.")


def report(game: Game, chosen: list[Break]) -> Iterator[str]:
    """Break one rule after the other; yield those that no test, or another test than is named, notices."""
    for number, each in enumerate(chosen):
        found = failures(game, [each.test], each)
        name = f"{each.test.partition('.py')[0]}.py::{found[0]}" if found else "nothing fails"
        print(f"{number:3} {each.rule:16} {each.module}: {name}", flush=True)
        if not found or found[0].startswith("pytest ended"):
            yield f"{each.rule} in {each.module}.py, {each.new!r} for {each.old!r}: {name}"


def main(game: Game, breaks: Sequence[Break], numbers: list[str]) -> int:
    """Break all rules, or those with these numbers; 1 if a break goes unnoticed."""
    began = time.monotonic()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer than the tests
    prepare(game)
    chosen = [breaks[int(number)] for number in numbers] or list(breaks)
    if wrong := failures(game, sorted({each.test for each in chosen})):
        print("These tests fail on the code as it is:", *wrong, sep="\n  ")
        return 1
    missed = list(report(game, chosen))
    rules = len({each.rule for each in chosen})
    print(
        f"{len(chosen)} breaks of {rules} rules, {len(missed)} unnoticed, {time.monotonic() - began:.0f} s",
        *missed,
        sep="\n",
    )
    return int(bool(missed))
