"""Unit coherency in this edition.

Source: 9E-COH-01..04, 9E-Q-22. The check of it at the end of a turn stands in `morale`.
"""

from __future__ import annotations

from resolver.table.bases import Bodies
from resolver.table.coherency import CoherencyRules, coherent

COHERENCY = CoherencyRules(across=2.0, up=5.0, neighbours=((2, 1), (6, 2)))
"""2 inches horizontally and 5 vertically, from 2 models on one neighbour, from 6 on two (9E-COH-01, -02)."""


def in_coherency(models: Bodies) -> bool:
    """Tell whether models of one unit are in coherency."""
    return coherent(models, COHERENCY)
