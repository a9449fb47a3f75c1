"""What an edition says about the steps that it shares with others: its numbers, and the functions where more differs."""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.game import Game
from resolver.families.wh40k.characteristic_rules import CharacteristicRules
from resolver.families.wh40k.combat import Combat
from resolver.families.wh40k.mission_rules import MissionRules
from resolver.families.wh40k.move_rules import MovementRules
from resolver.families.wh40k.psychic_rules import PsychicRules
from resolver.shared.rules import SharedRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition(SharedRules):
    """One edition: what any ruleset says about shared steps, and what this game's editions say beside it.

    Args:
        combat: what is its own in shooting, charging and fighting.
        characteristics: what is its own in characteristics.
        moves: what is its own in moves and transports.
        psychic: what is its own in the Psychic phase.
        mission: what is its own in missions.
    """

    combat: Combat
    characteristics: CharacteristicRules
    moves: MovementRules
    psychic: PsychicRules
    mission: MissionRules


def edition(game: Game) -> Edition:
    """Return what the edition of a battle says."""
    said: Edition = game.ruleset.edition  # type: ignore[assignment]  # a cast is a call, and this is asked most of all
    return said
