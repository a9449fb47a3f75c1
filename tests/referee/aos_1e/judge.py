"""The referee at work: goes through a log event by event and reports what breaks a rule of Age of Sigmar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.referee.aos_1e import before, fighting, hero, morale, moves, turns
from tests.referee.aos_1e.apply import apply
from tests.referee.aos_1e.checks import CHECKS
from tests.referee.aos_1e.table import read

PARTS = (before, turns, hero, moves, fighting, morale)
"""The modules whose checks are registered."""


@dataclass(frozen=True)
class Finding:
    """An event that breaks a rule."""

    event: int
    rule: str
    text: str


def referee(events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Check a log against the ledger; the table is rebuilt from the events and both documents."""
    return list(findings(events, documents))


def findings(events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Yield what breaks a rule, event by event; a log that contradicts itself is not followed further."""
    table = read(documents)
    for event in events:
        try:
            for check in CHECKS.get(event["kind"], ()):
                for rule, text in check(table, event):
                    yield Finding(event["n"], rule, f"{event['kind']}: {text}")
            apply(table, event)
        except LookupError as error:
            yield Finding(event["n"], "AOS-SETUP-01", f"{event['kind']}: the log contradicts itself at {error!r}.")
            return
    if not table.over:
        yield Finding(-1, "AOS-VICTORY-01", "The log stops before the battle has ended.")
