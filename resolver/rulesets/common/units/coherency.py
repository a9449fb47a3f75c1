"""Unit coherency in this edition.

Source: 9E-COH-01..04, 9E-Q-22. The check of it at the end of a turn stands in `morale`.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.rulesets.common.edition import edition
from resolver.table.bases import Bodies
from resolver.table.coherency import coherent


def in_coherency(game: Game, models: Bodies) -> bool:
    """Tell whether models of one unit are in coherency."""
    return coherent(models, edition(game).coherency)
