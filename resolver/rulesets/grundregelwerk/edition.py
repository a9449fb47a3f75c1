"""What this game says of the steps that it shares: moves, terrain, deployment, attacks."""

from __future__ import annotations

from resolver.rulesets.grundregelwerk import ground, marching, odds, set_up
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.shared.attacks.reader import NO_READER
from resolver.shared.field.terrain import TerrainRules
from resolver.shared.rules import DeploymentRules, SharedRules
from resolver.shared.units.removal import remove_model
from resolver.table.board import Area
from resolver.table.coherency import CoherencyRules

COHERENCY = CoherencyRules(across=2.0, up=100.0, neighbours=((2, 1),), group=False)
"""2" to at least one other model (GRW-Q-53)."""

EDITION = SharedRules(
    attacks=odds.ATTACKS,
    reader=NO_READER,
    across=TOUCH,
    up=None,
    coherency=COHERENCY,
    flies=ground.flies,
    through_friends=True,
    deployment=DeploymentRules(
        zone=lambda game, player: Area(set_up.zone_at(game, game.player_count(player, "edge") - 1)), forward=set_up.forward
    ),
    destroy=lambda game, model, cause, by: remove_model(game, model, "model.destroyed", cause, by),
    terrain=TerrainRules(
        kinds=ground.KINDS, mover=ground.mover, entered=marching.take_tests, share=ground.SHARE, wholly=True
    ),
)
