"""What the sheet takes from the game system, where Muster knows it; a document of another system prints without."""

from __future__ import annotations

from exports.document import Army, system_of


def trait_text(army: Army, trait: str) -> str:
    """Return what a Warlord Trait does, or ""."""
    game = system_of(army)
    return next((t.text for t in game.traits if t.id == trait), "") if game else ""
