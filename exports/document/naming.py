"""What ids of an army are called: by its game system, which has words in every language, else by the document itself."""

from __future__ import annotations

from datasheets.systems import System, UnknownSystem, system
from exports.document.model import Army, Force

NAMES = {
    "cost": ("costs", "name"),
    "total": ("costs", "total"),
    "role": ("roles", "name"),
    "mission": ("missions", "name"),
    "battle-size": ("battle_sizes", "name"),
    "warlord-trait": ("traits", "name"),
}
"""The tables of a system, and the columns there, that a document's `names` are from."""


def system_of(army: Army) -> System | None:
    """Return the army's game system, or None where Muster has no data of it."""
    try:
        return system(army.system)
    except UnknownSystem:
        return None


def name_of(army: Army, what: str, id: str) -> str:
    """Return what an id is called ("role", "hq" is "HQ"); the id itself where the document does not say.

    The name can be translated by `translate` where the game system has words for it and still calls it so.
    """
    return _own(army, what, id, army.names.get(f"{what}.{id}", id))


def catalogue_name(army: Army, force: Force) -> str:
    """Return what the catalogue of a force is called, whatever the player calls the force."""
    return army.names.get(f"catalogue.{force.catalogue}") or force.name or force.catalogue


def force_title(army: Army, force: Force) -> str:
    """Return what a force is called, with its catalogue where that has another name."""
    catalogue = army.names.get(f"catalogue.{force.catalogue}", "")
    name = force.name or force.catalogue
    return f"{name} ({catalogue})" if catalogue else name


def total_name(army: Army, cost: str) -> str:
    """Return what the army's sum of a cost is called ("Power Level"), likewise."""
    printed = army.names.get(f"total.{cost}")
    return _own(army, "total", cost, printed) if printed else name_of(army, "cost", cost)


def _own(army: Army, what: str, id: str, printed: str) -> str:
    """Return the system's own name, which knows its words, where it is what the document says."""
    of = system_of(army) if what in NAMES else None
    if of is None:
        return printed
    table, column = NAMES[what]
    own = next((getattr(row, column) for row in getattr(of, table) if row.id == id), "")
    return own if own == printed else printed
