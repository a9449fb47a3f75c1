"""Heroic Interventions at the end of the enemy's Charge phase.

Source: 9E-HEROIC-01..05, 8E-HEROIC-01.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import closing
from resolver.shared.effects import abilities
from resolver.shared.selecting import select
from resolver.shared.units import engagement
from resolver.table.geometry import in_reach


def intervene(game: Game) -> Script[bool]:
    """The opponent selects one eligible CHARACTER unit for a Heroic Intervention; or no more."""
    player = 1 - game.active
    unit = yield from select(
        game,
        player,
        "intervene",
        able_to_intervene(game, player),
        "heroic-intervention",
        rules=("heroic-intervention.near", "heroic-intervention.units"),
    )
    if unit is None:
        return True
    yield from closing.intervene(game, unit)
    return False


def able_to_intervene(game: Game, player: int) -> list[int]:
    """Return the units that may perform a Heroic Intervention in the enemy Charge phase (9E-HEROIC-02..04, 8E-HEROIC-01)."""
    if player == game.active:
        return []
    return [unit for unit in game.units_on_table(player) if not game.has_mark(unit, "acted") and _may_intervene(game, unit)]


def _may_intervene(game: Game, unit: int) -> bool:
    said = edition(game).combat.heroics
    models = closing.heroes(game, unit)
    across = said.across if engagement.has_keyword(game, unit, "CHARACTER") else 0.0
    for source in abilities.effects(game, "heroic-intervention", unit):
        across = max(across, float(source.effect["distance"]))
    if not across or game.has_mark(unit, "wrecked") or (engagement.is_engaged(game, unit) and not said.engaged):
        return False
    state = game.state
    own, foes = state.bodies(models), state.bodies(engagement.enemies(game, game.owner(unit)))
    near = in_reach(own, foes, across, said.up).any()
    return abilities.may(game, "heroic-intervention", unit, bool(near))
