"""All changes of a sample tried, several at the same time: who noticed which."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from tests.mutation.changes import Change, apply_change
from tests.mutation.choosing import rounds
from tests.mutation.noting import Notes, note
from tests.mutation.trying import FROZEN, Trial, fork_work, kill_group, passes, prepare

COMPILED, ITS_TESTS = "resolver/table/compiled/", "tests/table"
"""What Numba compiles is noted and tried uncompiled: coverage does not see machine code, and code kept would hide it.

Uncompiled, anything but its own tests would take too long."""


class Sample:
    """Changes of one sample, and what is known of the tests. `sources` are the texts of all modules by their paths."""

    def __init__(self, sources: Mapping[str, str], changes: Sequence[Change], folders: Sequence[str]) -> None:
        self.sources, self.changes, self.folders = sources, changes, folders
        self.notes = self._take_notes(interpreted=False)
        self.uncompiled = Notes()
        if any(map(_is_compiled, changes)):
            self.uncompiled = self._take_notes(interpreted=True)

    def try_changes(self, jobs: int) -> Iterator[tuple[Change, str]]:
        """Yield each change with who noticed it: a test or an error; "" for nobody."""
        prepare(self.notes.modules, {change.path.partition("/")[0] for change in self.changes})
        waiting = [(change, self._trials(change)) for change in self.changes]
        running: dict[int, tuple[int, Change, list[Trial]]] = {}
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    change, trials = waiting.pop(0)
                    if not trials:
                        yield change, ""
                        continue
                    child, reading = fork_work(partial(passes, trials[0]))
                    running[child] = reading, change, trials[1:]
                if running:
                    child, status = os.wait()
                    reading, change, trials = running.pop(child)
                    words = _words(child, reading)
                    if status:
                        yield change, words or ("took too long" if os.WIFSIGNALED(status) else "cannot be imported")
                    else:
                        waiting.insert(0, (change, trials))
        finally:
            for child in running:
                kill_group(child)

    def wrong(self, noticed: Mapping[Change, str]) -> str:
        """Run the tests that noticed something once more without a change; return the one that fails all the same."""
        for compiled, notes in ((False, self.notes), (True, self.uncompiled)):
            tests = {test for change, test in noticed.items() if _is_compiled(change) == compiled} & notes.seconds.keys()
            if tests:
                trial = Trial({test: notes.seconds[test] for test in sorted(tests)}, interpreted=compiled)
                child, reading = fork_work(partial(passes, trial))
                if os.waitpid(child, 0)[1]:
                    return _words(child, reading) or "took too long"
        return ""

    def _trials(self, change: Change) -> list[Trial]:
        interpreted = _is_compiled(change)
        notes = self.uncompiled if interpreted else self.notes
        text = apply_change(self.sources[change.path], change)
        return [
            Trial({test: notes.seconds[test] for test in tests}, change.path, text, interpreted)
            for tests in rounds(change, notes, self.sources)
        ]

    def _take_notes(self, interpreted: bool) -> Notes:
        kept = Path.cwd() / "notes"
        files = [path for path in self.sources if path.startswith(COMPILED) == interpreted]

        def work(said: Callable[[str], object]) -> bool:
            noted = note(files, [ITS_TESTS] if interpreted else self.folders, Path.cwd(), interpreted)
            kept.write_bytes(pickle.dumps(noted))
            return True

        child, reading = fork_work(work, seconds=4 * FROZEN)
        if os.waitpid(child, 0)[1]:
            raise SystemExit(f"The tests cannot be run: {_words(child, reading)}")
        notes: Notes = pickle.loads(kept.read_bytes())
        return notes


def _is_compiled(change: Change) -> bool:
    return change.path.startswith(COMPILED)


def _words(child: int, reading: int) -> str:
    kill_group(child)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read().decode().partition("\n")[0]
