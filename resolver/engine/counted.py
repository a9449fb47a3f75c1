"""Facts about two armies that are measured by counting: who has fewer units and begins with more, who is outnumbered.

Sources: GRW-ROUND-02, GRW-Q-63; AOS-SUDDEN-01, AOS-SETUP-10. The measure is the system's (`System.size`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.evaluation.finding import Finding, Plain
from datasheets.systems import System, system
from datasheets.systems.agreed import can_agree
from datasheets.systems.mission import Table
from datasheets.systems.numbers import has_ratio, is_outnumbered
from exports.document import Army, RosterDocument, is_reserve
from resolver.engine.matchup import Matchup, UnknownBattleSize

SIDES = ("field_width", "field_depth")
"""What players agree about the sides of the battlefield."""


def is_counted(id: str) -> bool:
    """Whether armies of a system are measured by counting, so that there are such facts."""
    return system(id).size.by != "cost"


def counted_matchup(documents: Sequence[RosterDocument], battle_size: str | None = None) -> Matchup:
    """Return the facts about two armies of a system that counts models or units.

    Raises:
        UnknownBattleSize: a battle size was asked for; such systems have none.
    """
    if battle_size is not None:
        raise UnknownBattleSize(battle_size)
    armies = [document.army for document in documents]
    game = system(armies[0].system)
    table, rule = table_of(armies, game)
    return Matchup(table=table, findings=tuple(_findings(armies, game)), rules={"table": rule} if rule else {})


def _findings(armies: Sequence[Army], game: System) -> Iterator[Finding]:
    if game.size.by == "units":
        yield _units(armies, game)
    elif has_ratio(game):
        yield _models(armies, game)


def _units(armies: Sequence[Army], game: System) -> Finding:
    """Say who has fewer units and adds to the roll for the starting player (GRW-ROUND-02)."""
    counts = [len(army.fielded) for army in armies]
    return _finding("even-units" if counts[0] == counts[1] else "fewer-units", armies, counts, game.size.rule)


def _models(armies: Sequence[Army], game: System) -> Finding:
    """Say who is outnumbered by so much that they may choose an objective.

    An army without models on the table is compared with nobody (AOS-SUDDEN-01).
    """
    counts = models_set_up(armies)
    uneven = is_outnumbered(min(counts), max(counts), game)
    code = "no-models" if not min(counts) else "fewer-models" if uneven else "even-models"
    return _finding(code, armies, counts, game.rule("outnumbered"))


def models_set_up(armies: Sequence[Army]) -> list[int]:
    """Return how many models each army begins with; reserves do not count (AOS-SETUP-10)."""
    return [sum(unit.model_count for unit in army.fielded if not is_reserve(army, unit)) for army in armies]


def _finding(code: str, armies: Sequence[Army], counts: Sequence[int], rule: str) -> Finding:
    few = int(counts[1] < counts[0])
    fewer, more = counts[few], counts[1 - few]
    values: dict[str, Plain] = {"army": armies[few].name, "fewer": fewer, "enemy": armies[1 - few].name, "more": more}
    return Finding(rule, f"matchup.{code}", "note", (), more, fewer, values)


def table_of(armies: Sequence[Army], game: System) -> tuple[Table | None, str]:
    """Return the table of the mission that both agreed on, else of the first one, with its rule.

    Where the game lets players agree on its sides, each side is what both want, or one where the other is silent
    (AOS-FIELD-02).
    """
    agreed = {str(army.agreed.get("mission")) for army in armies}
    chosen = game.mission(agreed.pop()) if len(agreed) == 1 else None
    mission = chosen or game.missions[0]
    table, sides = mission.table, [_agreed_length(armies, game, key) for key in SIDES]
    if table is None or not any(sides):
        return table, mission.table_rule
    return Table(sides[0] or table.width_in, sides[1] or table.depth_in), mission.table_rule


def _agreed_length(armies: Sequence[Army], game: System, key: str) -> float | None:
    noted = {army.agreed[key] for army in armies if key in army.agreed and can_agree(game, key, army.agreed[key])}
    found = noted.pop() if len(noted) == 1 else None
    return float(found) if isinstance(found, int | float) else None
