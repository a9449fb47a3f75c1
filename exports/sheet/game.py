"""What the sheet takes from the game system, where Muster knows it; a document of another system prints without."""

from __future__ import annotations

from exports.document import Army, system_of

WOUNDS = ("W", "Wounds")


def wounds_column(army: Army) -> str:
    """Return the key of the characteristic that says how many wounds a model has, or ""."""
    game = system_of(army)
    columns = {column for columns in army.columns.values() for column in columns}
    keys = [c.key for c in game.characteristics if c.part == "wounds"] if game else WOUNDS
    return next((key for key in keys if key in columns), "")


def save_column(army: Army) -> str:
    """Return the key of the characteristic that says what saves a model, or "" where Muster does not know the system."""
    game = system_of(army)
    return next((each.key for each in game.characteristics if each.part == "save"), "") if game else ""


def trait_text(army: Army, trait: str) -> str:
    """Return what a Warlord Trait does, or ""."""
    game = system_of(army)
    return next((t.text for t in game.traits if t.id == trait), "") if game else ""
