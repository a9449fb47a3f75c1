"""AIRCRAFT and transports, where this edition has rules of its own.

Source: 9E-AIRMIN-01, -02, -06, 9E-EMB-02, -08, 9E-DISE-02.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.move_rules import MovementRules
from resolver.families.wh40k.moves.transports import MOVES
from resolver.families.wh40k.units import destruction
from resolver.shared.units import characteristics, engagement, removal
from resolver.table.columns import FORCES
from resolver.table.geometry import farthest


def aircraft(game: Game) -> frozenset[int]:
    """Return the units that are AIRCRAFT: others move across them, and they are not the closest enemies of who is below."""

    def find() -> frozenset[int]:
        return frozenset(unit for unit in game.living_units() if engagement.has_keyword(game, unit, "AIRCRAFT"))

    return game.cache(FORCES, ("aircraft",), find)


def _least(game: Game, model: int, extra: int) -> float:
    """AIRCRAFT alone have a minimum move; an Advance adds to it, too."""
    span = characteristics.move(game, model, extra) if engagement.model_has(game, model, "AIRCRAFT") else None
    return span[0] if span else 0.0


def _crash(game: Game, model: int) -> Script[list[int]]:
    """All aboard are lost with their transport (9E-AIRMIN-06)."""
    for rider in removal.aboard(game, model):
        yield from removal.lose_unit(game, rider, "minimum-move", ("9E-AIRMIN-06",))
    return []


def _carry(game: Game, unit: int, marks: list[str]) -> Script[None]:
    """Those aboard count as having made the same kind of move (9E-EMB-08)."""
    shared = [mark for mark in marks if mark in (*MOVES, "moved")]
    for model in game.state.standing(unit):
        for rider in removal.aboard(game, int(model)) if game.armies.units[unit].transport else ():
            yield from game.happen("unit.carried", unit=rider, move=shared[-1], marks=shared, rules=("9E-EMB-08",))


MOVEMENT = MovementRules(
    least=_least,
    crash=_crash,
    barred=engagement.model_engaged,
    stuck=MOVES,
    carry=_carry,
    leaving=farthest,
    in_part=lambda data: bool(data["emergency"]),
    wreck_marks=("wrecked",),
    unit_out=destruction.survive,
)
