"""The numbers of this edition for the steps that it shares with others.

Source: 9E-ER-01, 9E-COH-01, -02, 9E-MTERR-02, 9E-CHGTERR-02, 9E-ATTACK-01, 9E-SAVE-03.
"""

from __future__ import annotations

from resolver.attack.profile import AttackRules
from resolver.families.wh40k.attacks.attack_rules import STEPS, unit_toughness, wound_need
from resolver.families.wh40k.attacks.reader import READER
from resolver.families.wh40k.characteristic_rules import CharacteristicRules
from resolver.families.wh40k.edition import Edition
from resolver.families.wh40k.effects import effect_rules
from resolver.families.wh40k.mission_rules import MissionRules
from resolver.families.wh40k.moves import aircraft
from resolver.families.wh40k.psychic_rules import PsychicRules
from resolver.families.wh40k.units import destruction
from resolver.rulesets.wh40k_9e import deployment, moves
from resolver.rulesets.wh40k_9e.combat import COMBAT
from resolver.shared.rules import DeploymentRules
from resolver.table.coherency import CoherencyRules

RULES = AttackRules(STEPS, contest=wound_need, resistance=unit_toughness, save_never=1, penetration="AP")

EDITION = Edition(
    attacks=RULES,
    across=1.0,
    up=5.0,
    coherency=CoherencyRules(across=2.0, up=5.0, neighbours=((2, 1), (6, 2))),
    combat=COMBAT,
    characteristics=CharacteristicRules(stacked_strength=False, chooses_toughness=False),
    free_height=1.0,
    reader=READER,
    destroy=destruction.destroy,
    flies=aircraft.flies,
    bypassed=moves.aircraft,
    keyword_marks={"warlord": "WARLORD"},
    effects=effect_rules(auras_add=False),
    deployment=DeploymentRules(zone=deployment.zone_of, forward=deployment.forward),
    moves=moves.MOVEMENT,
    psychic=PsychicRules(back_and_forth=False, once_each=False, after_fall_back=False, least_denies=1, slain_alone=False),
    mission=MissionRules(),
    one_marker=True,
    bystanders=("AIRCRAFT", "fortification"),
)
"""Engagement Range is 1 inch across and 5 up; coherency 2 across and 5 up, on two neighbours from 6 models on."""
