"""Armies of one army book: a catalogue is one, and all units come from the same (GRW-INTRO-02, GRW-Q-61)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.finding import Finding, Fix

PROPOSALS = 4


def one_book(army: Army) -> Iterator[Finding]:
    """Judge that all units are of one army book."""
    names = {unit.force.catalogue: _name(unit) for unit in army.units}
    if len(names) > 1:
        fixes = [_keep(army, book, name) for book, name in list(names.items())[:PROPOSALS]]
        values = {"books": ", ".join(names.values())}
        yield army.finding("error", None, "army.several-books", "one-catalogue", 1, len(names), values, fixes)


def _keep(army: Army, book: str, name: str) -> Fix:
    """Remove the forces of all other books."""
    others = (force for force in army.roster.forces if force.catalogue != book)
    return Fix("fix.keep-book", {"name": name}, tuple({"op": "remove-force", "force": force.uid} for force in others))


def _name(unit: ArmyUnit) -> str:
    """Return what the army book of a unit is called, whatever the player calls the force."""
    return unit.closure.catalogue.name if unit.closure else unit.force.name or unit.force.catalogue
