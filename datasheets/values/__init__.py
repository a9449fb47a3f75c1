"""Printed values, read once for everybody: dice expressions, characteristics, weapon columns, and their modifiers."""

from datasheets.values.characteristics import attack_strength, characteristic, required_roll
from datasheets.values.dice import Dice
from datasheets.values.modifiers import Change, apply_changes, modified_roll
from datasheets.values.printed import (
    READERS,
    Distance,
    Kind,
    Mark,
    Range,
    Strength,
    Value,
    WeaponType,
    mark,
    read,
)

__all__ = [
    "READERS",
    "Change",
    "Dice",
    "Distance",
    "Kind",
    "Mark",
    "Range",
    "Strength",
    "Value",
    "WeaponType",
    "apply_changes",
    "attack_strength",
    "characteristic",
    "mark",
    "modified_roll",
    "read",
    "required_roll",
]
