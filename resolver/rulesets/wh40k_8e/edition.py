"""The numbers of this edition for the steps that it shares with others.

Source: 8E-UNIT-04, 8E-Q-01, 8E-Q-02, 8E-MOVE-07, 8E-ATTACK-01, 8E-SAVE-04.
"""

from __future__ import annotations

from resolver.attack.profile import AttackRules
from resolver.engine.game import Game
from resolver.families.wh40k.attacks.attack_rules import STEPS, unit_toughness, wound_need
from resolver.families.wh40k.attacks.reader import READER
from resolver.families.wh40k.characteristic_rules import CharacteristicRules
from resolver.families.wh40k.edition import Edition
from resolver.families.wh40k.effects import effect_rules
from resolver.families.wh40k.mission_rules import MissionRules
from resolver.families.wh40k.move_rules import MovementRules
from resolver.families.wh40k.moves import aircraft, transports
from resolver.families.wh40k.psychic_rules import PsychicRules
from resolver.families.wh40k.units import destruction
from resolver.rulesets.wh40k_8e import deployment, mission_only_war
from resolver.rulesets.wh40k_8e.combat import COMBAT
from resolver.shared.field import borders
from resolver.shared.rules import DeploymentRules
from resolver.shared.units import characteristics
from resolver.table.coherency import CoherencyRules

RULES = AttackRules(STEPS, contest=wound_need, resistance=unit_toughness, save_never=1, penetration="AP")


def _least(game: Game, model: int, extra: int) -> float:
    """Any Move characteristic of two values has a minimum; an Advance adds nothing to it (8E-MINMOVE-01)."""
    span = characteristics.move(game, model, 0)
    return span[0] if span else 0.0


EDITION = Edition(
    attacks=RULES,
    across=1.0,
    up=None,
    coherency=CoherencyRules(across=2.0, up=6.0, neighbours=((2, 1),)),
    combat=COMBAT,
    characteristics=CharacteristicRules(stacked_strength=True, chooses_toughness=True),
    reader=READER,
    destroy=destruction.destroy,
    flies=aircraft.flies,
    keyword_marks={"warlord": "WARLORD"},
    moved_marks=("moved",),
    effects=effect_rules(auras_add=True, without=frozenset({"attrition", "blast"})),
    deployment=DeploymentRules(
        zone=deployment.zone,
        whole=deployment.half,
        forward=borders.forward,
        before=transports.load,
        waits=transports.waits,
    ),
    moves=MovementRules(
        least=_least,
        crash=destruction.leave_wreck,
        stayed=transports.offer_embarking,
        stuck=tuple(move for move in transports.MOVES if move != "stationary"),
        in_part=lambda data: True,
        all_out=destruction.survive,
    ),
    psychic=PsychicRules(back_and_forth=True, once_each=True, after_fall_back=True, least_denies=0, slain_alone=True),
    mission=MissionRules(scoring=mission_only_war.scoring),
)
"""Enemies within 1 inch, measured through the air; coherency 2 inches across and 6 up on one neighbour (8E-Q-01)."""
