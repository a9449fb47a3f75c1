"""The referee at work: goes through a log event by event and reports what breaks a rule of the Grundregelwerk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.referee.grundregelwerk.apply import apply
from tests.referee.grundregelwerk.checks import CHECKS
from tests.referee.grundregelwerk.table import read


@dataclass(frozen=True)
class Finding:
    """An event that breaks a rule."""

    event: int
    rule: str
    text: str


def findings(events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Check a log against the ledger, event by event; the table is rebuilt from the events and both documents."""
    table = read(documents)
    for event in events:
        for check in CHECKS.get(event["kind"], ()):
            yield from (Finding(event["n"], rule, f"{event['kind']}: {text}") for rule, text in check(table, event))
        apply(table, event)


def referee(events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Return all that breaks a rule in a log."""
    return list(findings(events, documents))
