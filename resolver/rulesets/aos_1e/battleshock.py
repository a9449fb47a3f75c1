"""The battleshock phase: units that had models slain this turn test their Bravery, and models flee.

Source: AOS-BSHOCK-01..06, AOS-COMMAND-04, AOS-Q-05, -17, -18, -31.
"""

from __future__ import annotations

from typing import Any

from datasheets.values import apply_changes
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin, modifier_fields, modifier_row, modifier_rows
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import damage, lasting, scenery
from resolver.shared.effects import abilities
from resolver.shared.rolling import roll_test
from resolver.shared.selecting import select
from resolver.shared.units import characteristics

MODELS_FOR_ONE = 10


def test(game: Game) -> Script[bool]:
    """The player whose turn it is tests all its units, then the opponent (AOS-BSHOCK-01, -02)."""
    player = game.active if to_test(game, game.active) else 1 - game.active
    rules = ("AOS-BSHOCK-01",)
    units = to_test(game, player)
    unit = yield from select(game, player, "test", units, "AOS-BSHOCK-02", rules=rules, optional=False)
    if unit is None:
        return True
    yield from _take(game, unit)
    return False


def to_test(game: Game, player: int) -> list[int]:
    """Return the units that had models slain this turn and have not tested (AOS-BSHOCK-01, AOS-Q-17)."""
    return [
        unit
        for unit in game.units_on_table(player)
        if game.count(unit, "lost") and not game.has_mark(unit, "acted") and has_bravery(game, unit)
    ]


def has_bravery(game: Game, unit: int) -> bool:
    """Tell whether a unit takes battleshock tests: one of its models has a Bravery that is no dash (AOS-Q-31)."""
    return any(characteristics.has(game, int(model), "nerve") for model in game.state.standing(unit))


def bravery(game: Game, unit: int) -> tuple[int, dict[str, Any]]:
    """Return the Bravery that a total is compared with, and how it comes about (AOS-BSHOCK-04, -05, AOS-Q-18)."""
    found: list[tuple[int, int]] = []
    for model in map(int, game.state.standing(unit)):
        value = characteristics.value(game, model, "nerve")
        if value is not None:
            found.append((value, model))
    highest, model = max(found, key=lambda row: row[0])
    key = characteristics.column(game, "nerve").key
    printed = characteristics.unmodified_value(game, model, "nerve") or 0
    rows = modifier_rows(game, key, abilities.changes(game, key, model))
    more = len(game.state.models_of(unit)) // MODELS_FOR_ONE
    if more:
        rows.append(modifier_row(game, key, f"+{more}", Origin(rule="AOS-BSHOCK-05")))
    changes = scenery.to_bravery(game, unit)
    rows += modifier_rows(game, key, changes)
    total = apply_changes(highest + more, changes)
    return max(total, 0), modifier_fields(rows, {key: printed} if rows else {})


def _take(game: Game, unit: int) -> Script[None]:
    slain = game.count(unit, "lost")
    if steady := _never_tests(game, unit):
        yield from game.happen("battleshock.spared", unit=unit, slain=slain, rules=("AOS-COMMAND-04",), **steady)
        return
    value, said = bravery(game, unit)
    result = yield from roll_test(game, "morale", unit, 1, most=value - slain)
    total = result.total + slain
    fleeing = min(max(total - value, 0), len(game.state.models_of(unit)))
    rows = [*said.get("modifiers", ()), *result.rows]
    yield from game.happen(
        "battleshock.tested",
        unit=unit,
        dice=result.dice,
        rerolled=result.first,
        slain=slain,
        total=total,
        bravery=value,
        fleeing=fleeing,
        models=len(game.state.models_of(unit)),
        rules=("AOS-BSHOCK-03", "AOS-BSHOCK-04", "AOS-BSHOCK-05"),
        **modifier_fields(rows, said.get("printed")),
    )
    for _ in range(fleeing):
        data = yield from game.ask("flee", game.owner(unit), "AOS-BSHOCK-06", unit)
        yield from damage.remove(game, int(data["model"]), "model.fled", ("AOS-BSHOCK-04", "AOS-BSHOCK-06"))
    if not len(game.state.models_of(unit)):
        fields: dict[str, Any] = {"unit": unit, "cause": "fled", "by": 1 - game.owner(unit)}
        yield from game.happen("unit.destroyed", rules=("AOS-BSHOCK-04", "AOS-Q-18"), **fields)


def _never_tests(game: Game, unit: int) -> dict[str, Any]:
    """Return why a unit need not test, as fields of the log; nothing where it must (AOS-COMMAND-04)."""
    if lasting.has(game, unit, "steadfast"):
        return modifier_fields([modifier_row(game, "passes", "=passed", Origin("Inspiring Presence"))])
    sure = [source for source in abilities.effects(game, "auto-pass", unit) if source.effect["roll"] == "morale"]
    return modifier_fields([modifier_row(game, "passes", "=passed", sure[0].origin)]) if sure else {}
