"""The numbers of this edition for the steps that it shares with others.

Source: 9E-ER-01, 9E-COH-01, -02, 9E-MTERR-02, 9E-CHGTERR-02, 9E-ATTACK-01, 9E-HIT-03..05, 9E-WOUND-03..05, 9E-SAVE-03.
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
from resolver.rulesets.wh40k_9e import command, deployment
from resolver.rulesets.wh40k_9e.combat import COMBAT
from resolver.table.coherency import CoherencyRules

RULES = AttackRules(
    steps=("hit", "wound", "allocate", "save", "damage"),
    wound_need=wound_need,
    toughness=unit_toughness,
    hit_limit=1,
    hit_always=6,
    hit_never=1,
    wound_limit=1,
    wound_always=6,
    wound_never=1,
    save_never=1,
)
"""No hit or wound roll is modified by more than 1; an unmodified 6 to hit or wound succeeds, an unmodified 1 fails."""

EDITION = Edition(
    attacks=RULES,
    across=1.0,
    up=5.0,
    coherency=CoherencyRules(across=2.0, up=5.0, neighbours=((2, 1), (6, 2))),
    combat=COMBAT,
    figures=Figures(
        never_below_1=frozenset({"S", "T", "A", "Ld"}),
        toughness_instead=frozenset({"S", "Ld"}),
        stacked_strength=False,
        chooses_toughness=False,
        auras_add=False,
    ),
    free_height=1.0,
    manoeuvres=Manoeuvres(
        aircraft=True,
        lost_aboard=True,
        minimum_grows=True,
        embarks_near_enemies=False,
        leaves_stationary=False,
        shares_move=True,
        leaves_wholly=True,
        wreck_marks=("wrecked",),
    ),
    sorcery=Sorcery(back_and_forth=False, once_each=False, after_fall_back=False, least_denies=1, slain_alone=False),
    setting=Setting(
        zone=deployment.zone_of,
        forward=deployment.forward,
        one_marker=True,
        bystanders=("AIRCRAFT", "fortification"),
    ),
    begins={"command": command.gain_points, "charge": charge.note_start},
)
"""Engagement Range is 1 inch across and 5 up; coherency 2 across and 5 up, on two neighbours from 6 models on."""
