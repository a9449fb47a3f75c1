"""The golden files: of each battle a line for each decision, with digests of what was logged, said and weighed there.

`NUMBER LOG WORDS WORTH KIND CHOICE`: the choice is made again, the digests are compared. `-` says that nothing is weighed.
The last line, `end LOG`, is what comes after the last choice. The log of one short battle is kept whole, to be read
(`9e-brief-log.txt`). Tables of geometry, effects and odds are kept whole, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.recorded.log import Block, canonical

FOLDER = Path(__file__).parents[1] / "golden" / "battles"
WHOLE = ("9e-brief",)
"""Battles whose log is kept whole."""
DIGITS = 10
SHOWN = 40
AFTER = "After a change that was meant: make recorded, and read the diff."
BEFORE = "To see what it was, write whole logs here and on the commit before: python -m tests.recorded --whole FOLDER {name}"


@dataclass(frozen=True)
class Entry:
    """One decision as recorded: digests of its log, its words and its worth ("" where nothing was weighed), its choice."""

    log: str
    words: str
    worth: str
    kind: str
    choice: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.log} {self.words} {self.worth or '-'} {self.kind} {canonical(self.choice)}"


@dataclass(frozen=True)
class Record:
    """A battle as recorded: its decisions, and the digest of what comes after the last choice."""

    entries: tuple[Entry, ...]
    end: str

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The choices, to be made again."""
        return [entry.choice for entry in self.entries]

    @property
    def logs(self) -> list[str]:
        """The digest of each block of the log."""
        return [*(entry.log for entry in self.entries), self.end]


def digest(block: Block) -> str:
    """Return the first digits of the digest of these lines."""
    return sha256("\n".join(block).encode()).hexdigest()[:DIGITS]


def read_record(name: str) -> Record:
    """Read the record of a battle."""
    *rows, last = read_lines(name)
    return Record(tuple(_parse_entry(row) for row in rows), last.split()[1])


def _parse_entry(row: str) -> Entry:
    _, log, words, worth, kind, choice = row.split(" ", 5)
    return Entry(log, words, worth.strip("-"), kind, json.loads(choice))


def write_record(name: str, record: Record) -> None:
    """Write the record of a battle."""
    rows = [f"{number} {entry}" for number, entry in enumerate(record.entries)]
    write_lines(name, [*rows, f"end {record.end}"])


def read_lines(name: str) -> list[str]:
    """Read the lines of a golden file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def write_lines(name: str, lines: Iterable[str], folder: Path = FOLDER) -> None:
    """Write the lines of a golden file and say how many."""
    rows = list(lines)
    (folder / f"{name}.txt").write_text("\n".join([*rows, ""]), encoding="utf-8")
    print(f"{name}: {len(rows)} lines")


def compare_blocks(name: str, recorded: Sequence[str], blocks: Iterable[tuple[int, Block]]) -> None:
    """Hold that each numbered block has the digest that was recorded; show the first that differs."""
    seen = -1
    for seen, block in blocks:
        if seen >= len(recorded) or digest(block) != recorded[seen]:
            raise AssertionError(
                "\n".join([f"{name}: decision {seen} differs. {AFTER}", *_shorten(block), BEFORE.format(name=name)])
            )
    assert seen >= 0, f"{name}: nothing was compared"


def compare_lines(name: str, recorded: Sequence[str], now: Sequence[str]) -> None:
    """Hold that nothing has changed; show what has, as a diff."""
    if list(recorded) == list(now):
        return
    rows = list(unified_diff(recorded, now, f"{name} as recorded", f"{name} now", lineterm="", n=1))
    raise AssertionError("\n".join([f"{name} is no longer as it was recorded. {AFTER}", *_shorten(rows)]))


def _shorten(rows: Sequence[str]) -> Iterator[str]:
    yield from rows[:SHOWN]
    if len(rows) > SHOWN:
        yield f"... {len(rows) - SHOWN} more lines"
