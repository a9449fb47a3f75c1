"""Unit coherency, as the ruleset has it."""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.shared.rules import shared_rules
from resolver.table.bases import Bodies
from resolver.table.coherency import coherent


def in_coherency(game: Game, models: Bodies) -> bool:
    """Tell whether models of one unit are in coherency."""
    return coherent(models, shared_rules(game).coherency)
