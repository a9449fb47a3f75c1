"""The referee at work: goes through a log event by event and reports what breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tests.referee.case import Case, Edition, Finding, inspect_event
from tests.referee.documents import read
from tests.referee.rebuild import apply
from tests.referee.table import Table

EDITIONS = {"wh40k-9e": "tests.referee.wh40k_9e", "wh40k-8e": "tests.referee.wh40k_8e"}


def edition_of(system: str) -> Edition:
    """The edition of a game system."""
    found: Edition = import_module(EDITIONS[system]).EDITION
    return found


class Referee:
    """Follows a battle event by event."""

    def __init__(self, documents: Sequence[Mapping[str, Any]], mission: str = "only-war") -> None:
        armies = read(documents[0], documents[1])
        self.table, self.edition = Table(armies), edition_of(armies.system)
        self.table.memory["mission"] = mission
        self.table.never_below_1 = self.edition.numbers.never_below_1
        self.table.auras_add = self.edition.numbers.auras_add
        self.table.covers = bool(self.edition.numbers.cover)
        self.log: list[Mapping[str, Any]] = []
        self.found: list[Finding] = []

    def see(self, events: Iterable[Mapping[str, Any]]) -> list[Finding]:
        """Check the events that come next; return what is wrong with them."""
        first, before = len(self.log), len(self.found)
        self.log += events
        for at in range(first, len(self.log)):
            event = self.log[at]
            self.found += inspect_event(Case(event, self.table, self.edition, self.log, at))
            apply(self.table, event)
        return self.found[before:]


def referee(
    events: Iterable[Mapping[str, Any]], documents: Sequence[Mapping[str, Any]], mission: str = "only-war"
) -> list[Finding]:
    """Check a log of events against the ledger; return everything that breaks a rule, in order.

    The table is rebuilt from the events and both roster documents; nothing of the resolver is asked.
    """
    judge = Referee(documents, mission)
    judge.see(events)
    if not judge.log or judge.log[-1]["kind"] != "battle.ended":
        text = "The log stops before the battle has ended."
        judge.found.append(Finding(len(judge.log), judge.edition.rules["battle.end"], text))
    return judge.found
