"""What both players agreed on, and the settings that the decisions of the ledger leave to them, with their defaults.

Source: GRW-Q-14, -55, -59, -85, -93.
"""

from __future__ import annotations

from functools import lru_cache

from datasheets.systems import system
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk.names import SYSTEM

ROUNDS = 6
"""After so many rounds a battle ends where nothing else is agreed (GRW-Q-55)."""
GENERAL = "death-of-the-general"
"""The additional mission rule by which the death of a general decides (GRW-SCEN-08)."""


@lru_cache(maxsize=64)
def _agreement(armies: BattleArmies, key: str) -> object:
    found = {str(document.army.agreed.get(key)): document.army.agreed.get(key) for document in armies.documents}
    return next(iter(found.values())) if len(found) == 1 else None


def rounds(game: Game) -> int:
    """Return after how many rounds the battle ends: what both armies agreed on, else what the scenario says."""
    agreed = _agreement(game.armies, "rounds")
    mission = system(SYSTEM).mission(game.mission)
    usual = mission.rounds if mission and mission.rounds else ROUNDS
    return int(agreed) if isinstance(agreed, int | float) and agreed >= 1 else usual


def general_decides(game: Game) -> bool:
    """Tell whether both armies agreed that the death of a general decides."""
    return _agreement(game.armies, "additional_rule") == GENERAL
