"""Printed values, read once for everybody: dice expressions, characteristics, weapon columns, and their modifiers."""

from datasheets.values.characteristics import attack_strength, characteristic, needed
from datasheets.values.dice import Dice
from datasheets.values.modifiers import Change, modified, modified_roll
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
    "attack_strength",
    "characteristic",
    "mark",
    "modified",
    "modified_roll",
    "needed",
    "read",
]
