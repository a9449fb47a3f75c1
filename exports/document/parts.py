"""Which characteristic of an army's game plays a part: how many wounds a model has, what saves it."""

from __future__ import annotations

from datasheets.systems.parts import key_of
from datasheets.systems.system import Part
from exports.document.model import Army
from exports.document.naming import system_of

USUAL: dict[Part, tuple[str, ...]] = {"wounds": ("W", "Wounds")}
"""What columns are called in most games, for documents of a system that Muster does not know."""


def column_of(army: Army, part: Part) -> str:
    """Return the key of the characteristic of models that plays a part, or "" where the army has none."""
    game = system_of(army)
    known = {column for columns in army.columns.values() for column in columns}
    keys = (key_of(game.characteristics, part),) if game else USUAL.get(part, ())
    return next((key for key in keys if key in known), "")
