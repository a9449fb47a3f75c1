"""Which models all have what an imported unit has or chose once, and what they carry in its place."""

from __future__ import annotations

from builder.snapshot.sorting import Part, Read
from datasheets.imported.shared import shared_choices


def sharers_of(part: Part, read: Read) -> frozenset[str] | None:
    """Return the entries of the models that all have what a selection shows; None where it is not the unit's for all."""
    if read.system.imports.counted or part.owner is not None or read.unit.resolved is None:
        return None
    shared = shared_choices(read.closure, read.unit.resolved, read.system.imports)
    if part.top is None:
        return shared.get(read.unit.resolved.id)
    chosen = read.unit.parts[part.top.uid].entry
    around = (chosen, *chosen.groups) if chosen else ()
    return next((shared[each.id] for each in around if each.id in shared), None)


def replaced_by(part: Part, read: Read) -> str | None:
    """Return what the name of the weapon holds whose place a selection takes; None where it takes none."""
    if part.shown.entry is None or part.node is read.unit.selection:
        return None
    names = (part.shown.entry.name, *(group.name for group in part.shown.entry.groups))
    instead = read.system.imports.instead
    return next((what for each, what in instead.items() if any(each in name for name in names)), None)
