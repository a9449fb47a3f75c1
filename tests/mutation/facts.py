"""`make facts`: change each number in the data of the game systems once, see whether a test notices (SYSTEMS, JOBS).

A number is a number of JSON, or a text that is nothing but one: "D3", "6+", "1". What a test compares with must come from
elsewhere than the data: from the ledger, or from a worked example of it.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.noting import SELECTED
from tests.mutation.trying import Trial, fork_work, kill_group, passes

DATA = "datasheets/data/systems/{}/system.json"
SYSTEMS = ("wh40k-9e", "wh40k-8e")
"""The systems whose rules are played; others are tried by name."""
NUMBER = re.compile(r"-?\d+\+?|\d*D\d+([+-]\d+)?")
NAMES = frozenset({"id", "name", "edition", "rule", "pages"})
"""Members whose texts are names, even where they look like numbers."""
QUICK = ("tests/systems/test_numbers.py", "tests/systems/test_usual_bases.py", "tests/systems/test_data.py")
"""These are tried first: they need little, and notice most."""
TESTS = (
    *QUICK,
    *(
        "tests/systems/test_catalogues.py",
        "tests/systems/test_imported.py",
        "tests/rules/test_specs.py",
        "tests/rules/test_facts.py",
        "tests/rules/test_eighth.py",
    ),
    *("tests/wh40k_9e/test_mission.py", "tests/wh40k_9e/test_psychic.py", "tests/wh40k_9e/test_fight.py"),
    *("tests/wh40k_8e/test_mission.py", "tests/wh40k_8e/test_psychic.py", "tests/wh40k_8e/test_abilities.py"),
    *("tests/wh40k_9e/test_conditions.py", "tests/native/test_core.py"),
)
"""The tests that try: those that read what a system says, none that fight whole battles."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number in the data of a system: where it stands, and what it is."""

    system: str
    place: tuple[str | int, ...]
    value: float | str

    def __str__(self) -> str:
        return f"{self.system} /{'/'.join(map(str, self.place))} {self.value!r}"


def facts(id: str, data: object, place: tuple[str | int, ...] = ()) -> Iterator[Fact]:
    """Yield the numbers in the data of a system."""
    if isinstance(data, bool):
        return
    if isinstance(data, int | float) or (isinstance(data, str) and NUMBER.fullmatch(data) and place[-1] not in NAMES):
        yield Fact(id, place, data)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from facts(id, value, (*place, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from facts(id, value, (*place, index))


def change_number(data: Any, fact: Fact) -> str:
    """Return the data, as text, with one number changed."""
    copy = json.loads(json.dumps(data))
    holder = copy
    for step in fact.place[:-1]:
        holder = holder[step]
    holder[fact.place[-1]] = other(fact.value)
    return json.dumps(copy)


def other(value: float | str) -> float | str:
    """Return another number of the same kind."""
    if not isinstance(value, str):
        return value + 1
    if "D" in value:
        return value.replace("D6", "D3") if "D6" in value else value.replace("D3", "D6")
    number, plus = value.removesuffix("+"), value.endswith("+")
    return f"{int(number) - 1}+" if plus else str(int(number) + 1)


def main() -> int:
    """Try every fact; exit 0 when all were noticed."""
    arguments = _arguments()
    read = {id: json.loads(Path(DATA.format(id)).read_text(encoding="utf-8")) for id in arguments.systems}
    every = [fact for id, data in read.items() for fact in facts(id, data)]
    seconds = _seconds()
    print(f"{len(every)} numbers, {len(seconds)} tests ...", flush=True)
    survived = 0
    for fact, by in _try_facts(every, read, seconds, arguments.jobs):
        if arguments.verbose and by:
            print(f"{fact}: {by}", flush=True)
        if not by:
            survived += 1
            print(f"nobody notices {fact}", flush=True)
    print(f"{len(every) - survived} of {len(every)} numbers noticed")
    return 1 if survived else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.facts", description=__doc__)
    parser.add_argument("systems", nargs="*", default=SYSTEMS, help="ids of systems")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    parser.add_argument("--verbose", action="store_true", help="also say which test noticed each")
    return parser.parse_args()


class _Timing:
    """Notes how long each test takes that passes; those that fail without a change try none."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)


def _seconds() -> dict[str, float]:
    """Run the tests once without a change, in a process of its own; return what each takes."""
    kept = Path(os.environ.get("TMPDIR", "/tmp")) / f"muster-facts-{os.getpid()}"

    def work(said: object) -> bool:
        timing = _Timing()
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            pytest.main([*SELECTED, *filter(os.path.exists, TESTS)], plugins=[timing])
        kept.write_bytes(pickle.dumps({test: each for test, each in timing.seconds.items() if test not in timing.failed}))
        return True

    child, reading = fork_work(work)
    failed = os.waitpid(child, 0)[1]
    with os.fdopen(reading, "rb") as pipe:
        words = pipe.read().decode()
    if failed:
        raise SystemExit(f"The tests fail without a change: {words}")
    found: dict[str, float] = pickle.loads(kept.read_bytes())
    kept.unlink()
    return dict(sorted(found.items(), key=lambda item: item[1]))


def _try_facts(
    every: Sequence[Fact], read: Mapping[str, Any], seconds: Mapping[str, float], jobs: int
) -> Iterator[tuple[Fact, str]]:
    """Yield each fact with the test that noticed its change, "" for none."""
    quick = {test: each for test, each in seconds.items() if test.startswith(QUICK)}
    others = {test: each for test, each in seconds.items() if test not in quick}
    waiting, running = [(fact, [quick, others]) for fact in every], dict[int, tuple[int, Fact, list[Mapping[str, float]]]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            fact, (tests, *left) = waiting.pop(0)
            trial = Trial(tests, DATA.format(fact.system), change_number(read[fact.system], fact))
            child, reading = fork_work(partial(passes, trial))
            running[child] = reading, fact, left
        child, status = os.wait()
        reading, fact, left = running.pop(child)
        kill_group(child)
        with os.fdopen(reading, "rb") as pipe:
            words = pipe.read().decode().partition("\n")[0]
        if not status and left:
            waiting.append((fact, left))
        else:
            yield fact, (words or "cannot be read") if status else ""


if __name__ == "__main__":
    sys.exit(main())
