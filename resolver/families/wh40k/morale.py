"""Morale tests as both editions take them: who tests, the roll, what is told of it, and the models that flee.

Source: 8E-MORALE-01..05, 9E-MORALE-02, -03, 9E-MTEST-01..04.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_row
from resolver.engine.ruleset import Script
from resolver.families.wh40k.units import destruction
from resolver.shared.effects import abilities
from resolver.shared.rolling import Result, roll_test
from resolver.shared.units import characteristics


def to_test(game: Game, player: int) -> list[int]:
    """Return the units on the table that lost models this turn and have not tested (8E-MORALE-01, 9E-MORALE-02, -03)."""
    return [unit for unit in game.units_on_table(player) if game.count(unit, "lost") and not game.has_mark(unit, "acted")]


@dataclass(frozen=True, slots=True)
class MoraleRoll:
    """A D6 and the models lost, against the Leadership; `steady` units pass without one; `fields` is what the event says."""

    lost: int
    leadership: int
    steady: bool
    result: Result
    fields: dict[str, Any]

    @property
    def excess(self) -> int:
        """By how much the total is above the Leadership, 0 if it is not."""
        return 0 if self.steady else max(self.result.total + self.lost - self.leadership, 0)


def roll_morale(game: Game, unit: int, automatic: int = 0) -> Script[MoraleRoll]:
    """Roll for a unit; an unmodified roll of `automatic` passes whatever the total."""
    lost = game.count(unit, "lost")
    leadership, faces = yield from characteristics.highest_nerve(game, unit)
    fields: dict[str, Any] = {"leadership_dice": faces} if faces else {}
    steady = [source for source in abilities.effects(game, "auto-pass", unit) if source.effect["roll"] == "morale"]
    if steady:
        result = Result((), 0, 0)
        fields |= modifier_fields([modifier_row(game, "passes", "=passed", steady[0].origin)], {})
    else:
        printed, rows = characteristics.nerve_reasons(game, unit, leadership)
        result = yield from roll_test(game, "morale", unit, 1, most=max(leadership - lost, automatic))
        fields |= modifier_fields([*rows, *result.rows], printed)
    return MoraleRoll(lost, leadership, bool(steady), result, fields)


def tell_morale(game: Game, unit: int, roll: MoraleRoll, passed: bool, rules: tuple[str, ...]) -> Script[None]:
    """Put the test into the record."""
    yield from game.happen(
        "morale.tested",
        unit=unit,
        dice=roll.result.dice,
        modifier=roll.result.modifier,
        lost=roll.lost,
        total=roll.result.total + roll.lost,
        leadership=roll.leadership,
        passed=passed,
        rerolled=roll.result.first,
        rules=rules,
        **roll.fields,
    )


def flee(game: Game, unit: int, rule: str) -> Script[None]:
    """One model flees, chosen by its player; that the unit is destroyed is the opponent's credit (9E-SSTR-07)."""
    data = yield from game.ask("flee", game.owner(unit), rule, unit)
    yield from destruction.remove(game, data["model"], "model.fled", "fled", 1 - game.owner(unit))
