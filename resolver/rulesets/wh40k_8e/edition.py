"""The numbers of this edition for the steps that it shares with others.

Source: 8E-UNIT-04, 8E-Q-01, 8E-Q-02, 8E-MOVE-07, 8E-ATTACK-01, 8E-HIT-02, 8E-WOUND-04, 8E-SAVE-04, 8E-Q-60.
"""

from __future__ import annotations

from resolver.attack.profile import AttackRules
from resolver.rulesets.common.attacks.attack_rules import unit_toughness, wound_need
from resolver.rulesets.common.edition import Edition
from resolver.rulesets.common.figures import Figures
from resolver.rulesets.common.manoeuvres import Manoeuvres
from resolver.rulesets.common.moves import charge
from resolver.rulesets.common.setting import Setting
from resolver.rulesets.common.sorcery import Sorcery
from resolver.rulesets.wh40k_8e import deployment, mission_only_war
from resolver.rulesets.wh40k_8e.combat import COMBAT
from resolver.table.coherency import CoherencyRules

RULES = AttackRules(
    steps=("hit", "wound", "allocate", "save", "damage"),
    wound_need=wound_need,
    toughness=unit_toughness,
    hit_never=1,
    wound_never=1,
    save_never=1,
)
"""Modifiers have no limit; an unmodified 1 always fails and nothing always succeeds."""

EDITION = Edition(
    attacks=RULES,
    across=1.0,
    up=None,
    coherency=CoherencyRules(across=2.0, up=6.0, neighbours=((2, 1),)),
    combat=COMBAT,
    figures=Figures(
        never_below_1=frozenset({"S", "T", "Ld"}), stacked_strength=True, chooses_toughness=True, auras_add=True
    ),
    free_height=0.0,
    manoeuvres=Manoeuvres(
        moved_marks=("moved",),
        stationary_embarks=True,
        leaves_in_part=True,
        joint_losses=True,
    ),
    sorcery=Sorcery(back_and_forth=True, once_each=True, after_fall_back=True, least_denies=0, slain_alone=True),
    setting=Setting(
        zone=deployment.zone,
        whole=deployment.half,
        forward=deployment.forward,
        cargo_at_set_up=True,
        turn_ends=mission_only_war.end_turn,
        scoring=mission_only_war.scoring,
    ),
    begins={"charge": charge.note_start},
    without=frozenset({"attrition", "blast"}),
)
"""Enemies within 1 inch, measured through the air; coherency 2 inches across and 6 up on one neighbour (8E-Q-01)."""
