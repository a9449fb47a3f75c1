"""What two armies make of a battle. Each edition's `resolver/rulesets/<system>/muster.py` works it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from datasheets.evaluation.finding import Finding
from datasheets.systems import system
from datasheets.systems.mission import Table


@dataclass(frozen=True, slots=True)
class Matchup:
    """Facts about two armies together, None for those that a system does not know.

    `battle_size` is what both players agreed on, else the `proposed` one, with its `hours`; all three are None where the
    edition has no battle sizes. `underdog` is the place of that army, None where neither is, or none is known before the
    battle; `rerolls` is what the underdog gets. `rules` says which ledger rule is behind each, by the field's name.
    """

    combined_power: float | None
    battle_size: str | None
    proposed: str | None
    table: Table | None
    hours: float | None
    underdog: int | None
    findings: tuple[Finding, ...]
    rerolls: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)


def plain_matchup(id: str) -> Matchup:
    """Return the facts about any two armies of a system that has none of its own: the table of its first mission."""
    mission = next(iter(system(id).missions), None)
    rules = {"table": mission.table_rule} if mission and mission.table_rule else {}
    return Matchup(None, None, None, mission.table if mission else None, None, None, (), rules=rules)
