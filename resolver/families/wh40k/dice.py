"""What dice are rolled for in battles of this game."""

from __future__ import annotations

from collections.abc import Mapping

from resolver.table.dice import LABELS

DICE: Mapping[str, str] = {
    **LABELS,
    "advance": "how much further a unit moves when it advances",
    "attrition": "whether one more model flees",
    "charge": "how far a charge reaches",
    "deny": "a test that stops a psychic power",
    "destroyed-transport": "whether a model survives the wreck it leaves",
    "morale": "a morale test",
    "psychic": "a psychic test",
}
