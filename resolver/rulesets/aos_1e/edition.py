"""The numbers of this edition for the steps that it shares with others.

Source: AOS-UNIT-05..07, AOS-ENEMY-01, AOS-MAKE-01, -07, AOS-TARGET-02, AOS-Q-10, -22, -57.
"""

from __future__ import annotations

from resolver.attack.profile import AttackRules
from resolver.rulesets.aos_1e import damage, movement, territories, triumphs
from resolver.rulesets.aos_1e.effects import EFFECTS
from resolver.rulesets.aos_1e.reader import READER
from resolver.shared.field import borders
from resolver.shared.rules import DeploymentRules, SharedRules
from resolver.table.coherency import CoherencyRules
from resolver.table.geometry import UP_IN_THE_AIR

RULES = AttackRules(("hit", "wound", "save", "damage"), save_always=7, save_never=0, penetration="Rend", spill=True)

EDITION = SharedRules(
    attacks=RULES,
    reader=READER,
    across=3.0,
    up=None,
    coherency=CoherencyRules(across=1.0, up=UP_IN_THE_AIR, neighbours=((2, 1),)),
    free_height=0.0,
    flies=movement.has_flyers,
    through_air=True,
    deployment=DeploymentRules(zone=territories.zone, whole=territories.territory, forward=borders.forward),
    destroy=damage.slay,
    effects=EFFECTS,
    more_wounds=triumphs.more_wounds,
    changes_dice=lambda game, player: triumphs.has(game, player, "blessed"),
)
"""Enemies are near within 3 inches through the air; coherency is 1 inch to one neighbour, and one group."""
