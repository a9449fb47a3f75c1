"""What the sheet takes from the game system, where Muster knows it; a document of another system prints without."""

from __future__ import annotations

from datasheets.systems import System, UnknownSystem, system
from exports.document import Army

WOUNDS = ("W", "Wounds")
SAVE = "Save"


def known_system(army: Army) -> System | None:
    """Return the army's game system, or None where Muster has no data of it."""
    try:
        return system(army.system)
    except UnknownSystem:
        return None


def wounds_column(army: Army) -> str:
    """Return the key of the characteristic that says how many wounds a model has, or ""."""
    game = known_system(army)
    columns = {column for columns in army.columns.values() for column in columns}
    keys = [c.key for c in game.characteristics if c.kind == "wounds"] if game else WOUNDS
    return next((key for key in keys if key in columns), "")


def save_column(army: Army) -> str:
    """Return the key of the characteristic that says what saves a model, or "" where Muster does not know the system."""
    game = known_system(army)
    return next((each.key for each in game.characteristics if each.name == SAVE), "") if game else ""


def trait_text(army: Army, trait: str) -> str:
    """Return what a Warlord Trait does, or ""."""
    game = known_system(army)
    return next((t.text for t in game.traits if t.id == trait), "") if game else ""
