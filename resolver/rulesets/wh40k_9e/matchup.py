"""Facts about two armies together: combined Power Level, battle size, battlefield, how long it takes, advice.

Source: 9E-ARMY-05, -06, 9E-MUSTER-03, -05, 9E-CREATE-02, 9E-Q-18, 9E-Q-30.
"""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.evaluation.finding import Finding
from datasheets.systems import system
from datasheets.systems.mission import BattleSize
from exports.document import RosterDocument
from resolver.engine.matchup import Matchup, UnknownBattleSize

SYSTEM = "wh40k-9e"


def matchup(documents: Sequence[RosterDocument], battle_size: str | None = None) -> Matchup:
    """Return the facts about two armies; `battle_size` is the players' choice, by default what both rosters agree on.

    Raises:
        UnknownBattleSize: there is no such battle size.
    """
    power = sum(document.army.power_level or 0 for document in documents)
    proposed = proposed_size(power)
    chosen = size_of(documents, battle_size)
    findings = [*_advice(power), *_larger(power, chosen)]
    rules = {"combined_power": chosen.rule, "battle_size": chosen.rule, "hours": chosen.rule, "table": chosen.table_rule}
    more = {"combined_power": power, "battle_size": chosen.id, "proposed": proposed.id, "hours": chosen.hours}
    return Matchup(table=chosen.table, findings=tuple(findings), more=more, rules=rules)


def size_of(documents: Sequence[RosterDocument], battle_size: str | None = None) -> BattleSize:
    """Return the battle size that the players chose or both agreed on, else the one that their Power Level asks for.

    Raises:
        UnknownBattleSize: there is no such battle size.
    """
    chosen = _agreed_size(documents, battle_size)
    return chosen or proposed_size(sum(document.army.power_level or 0 for document in documents))


def proposed_size(power: float) -> BattleSize:
    """Return the smallest battle size whose value is at least the combined Power Level, else the largest (9E-Q-30)."""
    sizes = system(SYSTEM).battle_sizes
    return next((size for size in sizes if size.holds(power)), sizes[-1])


def _agreed_size(documents: Sequence[RosterDocument], battle_size: str | None) -> BattleSize | None:
    if battle_size is None:
        agreed = {document.army.agreed.get("battle_size") for document in documents}
        name = agreed.pop() if len(agreed) == 1 else None
        return system(SYSTEM).battle_size(name) if isinstance(name, str) else None
    size = system(SYSTEM).battle_size(battle_size)
    if size is None:
        raise UnknownBattleSize(battle_size)
    return size


def _advice(power: float) -> list[Finding]:
    return [
        Finding(
            advice.rule,
            "matchup.smaller-game" if advice.below is not None else "matchup.larger-game",
            "warning",
            wanted=advice.below if advice.below is not None else advice.above,
            found=power,
            values={"game": advice.game, "power": power},
        )
        for advice in system(SYSTEM).size_advice
        if advice.applies(power)
    ]


def _larger(power: float, size: BattleSize) -> list[Finding]:
    if size.holds(power):
        return []
    values: dict[str, str | int | float | bool | None] = {"size": size.name, "power": power}
    return [
        Finding(size.rule, "matchup.above-battle-size", "warning", wanted=size.combined_power, found=power, values=values)
    ]
