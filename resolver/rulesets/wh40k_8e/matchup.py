"""Facts about two armies together: who is the Underdog, the re-rolls that he gets, and the battlefield.

Source: 8E-POWER-01..04, 8E-FIELD-02, 8E-Q-35. This edition's primer knows no battle sizes and sets no limit (8E-ARMY-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from datasheets.evaluation.finding import Finding
from datasheets.systems import rulebook, system
from datasheets.systems.mission import Table
from exports.document import RosterDocument
from resolver.engine.matchup import Matchup, UnknownBattleSize

SYSTEM = "wh40k-8e"


def matchup(documents: Sequence[RosterDocument], battle_size: str | None = None) -> Matchup:
    """Return the facts about two armies. Of equal armies the Underdog is not known before the zones are chosen.

    Raises:
        UnknownBattleSize: a battle size was asked for; there are none.
    """
    if battle_size is not None:
        raise UnknownBattleSize(battle_size)
    powers = [document.army.power_level or 0 for document in documents]
    weaker, stronger = min(powers), max(powers)
    number, lower = rerolls(stronger - weaker), underdog(powers)
    found = _even(weaker) if lower is None else _uneven(weaker, stronger, number)
    more = {"combined_power": sum(powers), "underdog": lower, "rerolls": number}
    return Matchup(table=_table(documents), findings=(found,), more=more, rules=_rules(lower))


def _rules(lower: int | None) -> dict[str, str]:
    weaker = "8E-POWER-03" if lower is None else "8E-POWER-02"
    return {"combined_power": "8E-POWER-01", "underdog": weaker, "rerolls": "8E-POWER-04", "table": "8E-FIELD-02"}


def underdog(powers: Sequence[float], chose_zones: int | None = None) -> int | None:
    """Return the place of the army with the lower Power Level (8E-POWER-02).

    Args:
        powers: the Power Levels of both armies.
        chose_zones: the player who chose the deployment zones, who is the Underdog of equal armies (8E-POWER-03).
    """
    a, b = powers
    return chose_zones if a == b else int(b < a)


def rerolls(difference: float) -> int:
    """Return how many re-rolls the Underdog gets: one for each full 10 points of difference (8E-POWER-04)."""
    numbers = rulebook(SYSTEM).rule("8E-POWER-04").numbers
    if not isinstance(numbers, Mapping):
        raise ValueError("8E-POWER-04 has no numbers")
    return int(difference // numbers["points_per_reroll"])


def _even(power: float) -> Finding:
    return Finding("8E-POWER-03", "matchup.even", "note", found=power, values={"power": power})


def _uneven(weaker: float, stronger: float, number: int) -> Finding:
    values: dict[str, str | int | float | bool | None] = {"lower": weaker, "higher": stronger, "number": number}
    return Finding("8E-POWER-04", "matchup.rerolls", "note", wanted=stronger, found=weaker, values=values)


def _table(documents: Sequence[RosterDocument]) -> Table:
    """Return the table of the mission that both agreed on, else of the first one that the edition has."""
    missions, agreed = system(SYSTEM).missions, {str(each.army.agreed.get("mission")) for each in documents}
    chosen = system(SYSTEM).mission(agreed.pop()) if len(agreed) == 1 else None
    table = (chosen or missions[0]).table
    if table is None:
        raise ValueError(f"the missions of {SYSTEM} have no table")
    return table
