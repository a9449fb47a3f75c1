"""The register of checks: for kinds of events what is wrong with one, each with the rule of the ledger that is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.referee.aos_1e.table import Event, Table

Fault = tuple[str, str]
Check = Callable[[Table, Event], Iterator[Fault]]
CHECKS: dict[str, list[Check]] = {}


def on(*kinds: str) -> Callable[[Check], Check]:
    """Register a check for kinds of events."""

    def register(check: Check) -> Check:
        for kind in kinds:
            CHECKS.setdefault(kind, []).append(check)
        return check

    return register
