"""What abilities do at a moment: the units that they reach, all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import Source
from tests.referee.effects import Scene, recipients

CHECKS = Checks()


@CHECKS.on("ability.used")
def check_ability_reach(case: Case) -> Iterator[Fault]:
    """Every unit that is told is within the ability's reach and, where it strikes all of them, none is left out."""
    event, table = case.event, case.table
    told = event.get("targets")
    if told is None:
        return
    mine = [s for s in table.armies.sources if s.name == event["ability"] and s.effect["kind"] == event["effect"]]
    mine = [source for source in mine if source.unit == case.unit.removesuffix("+") and source.sure]
    divided = f"{case.unit.removesuffix('+')}+" in table.units
    if not mine or divided or any(source.scope == "target" for source in mine):
        return
    for unit in told:
        if all(_is_reached(case, source, unit) is False for source in mine):
            yield "ability", f"{event['ability']} of {case.unit} does not reach {unit}."
    once = mine[0].aura and not table.auras_add
    if len(mine) == 1 and mine[0].to.get("pick", "all") == "all" and not once:
        for unit in table.units_on_table():
            if unit not in told and _is_reached(case, mine[0], unit):
                yield "ability", f"{event['ability']} of {case.unit} reaches {unit} too."


def _is_reached(case: Case, source: Source, unit: str) -> bool | None:
    power = case.memory.get("power", {})
    test = power.get("total") if power.get("unit") == case.unit else None
    return recipients(case.table, source, unit, Scene(unit=case.unit, test=test))
