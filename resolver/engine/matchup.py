"""What two armies make of a battle. Each edition's `resolver/rulesets/<system>/matchup.py` works it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from datasheets.evaluation.finding import Finding
from datasheets.systems import system
from datasheets.systems.mission import Table


class UnknownBattleSize(KeyError):
    """The system has no battle size of that id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchup:
    """Facts about two armies together.

    Args:
        table: the battlefield that they are to fight on, None where the system does not say.
        findings: what players should know.
        more: what else this system knows, by the name under which the API shows it; what it does not know is missing.
        rules: which ledger rule is behind each, by the fact's name.
    """

    table: Table | None = None
    findings: tuple[Finding, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)


def plain_matchup(id: str) -> Matchup:
    """Return the facts about any two armies of a system that has none of its own: the table of its first mission."""
    mission = next(iter(system(id).missions), None)
    rules = {"table": mission.table_rule} if mission and mission.table_rule else {}
    return Matchup(table=mission.table if mission else None, rules=rules)
