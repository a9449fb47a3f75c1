"""The referee at work: goes through a log event by event and reports what breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tests.referee.case import Case, Edition, Finding, inspected
from tests.referee.documents import read
from tests.referee.rebuild import apply
from tests.referee.table import Table

EDITIONS = {"wh40k-9e": "tests.referee.wh40k_9e", "wh40k-8e": "tests.referee.wh40k_8e"}


def edition_of(system: str) -> Edition:
    """The edition of a game system."""
    found: Edition = import_module(EDITIONS[system]).EDITION
    return found


def referee(
    events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]], mission: str = "only-war"
) -> list[Finding]:
    """Check a log of events against the ledger; return everything that breaks a rule, in order.

    The table is rebuilt from the events and both roster documents; nothing of the resolver is asked.
    """
    log = list(events)
    armies = read(documents[0], documents[1])
    table, edition = Table(armies), edition_of(armies.system)
    table.memory["mission"] = mission
    found: list[Finding] = []
    for at, event in enumerate(log):
        found += inspected(Case(event, table, edition, log, at))
        apply(table, event)
    if not log or log[-1]["kind"] != "battle.ended":
        found.append(Finding(len(log), edition.rules["battle.end"], "The log stops before the battle has ended."))
    return found
