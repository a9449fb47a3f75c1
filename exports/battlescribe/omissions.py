"""What a roster has and a format cannot hold, so that nobody is surprised by a list that comes back with less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from datasheets.evaluation.tree import Force, Roster

Format = Literal["ros", "rosz", "newrecruit-json", "text"]
FORMATS: tuple[Format, ...] = ("ros", "rosz", "newrecruit-json", "text")


def omissions(roster: Roster, format: Format) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the code of a sentence and its values for each kind of thing that is not in the file."""
    aside = sum(1 for force in _forces(roster.forces) for _ in force.aside)
    if aside:
        yield "export.left-out.aside", {"count": aside}
    if roster.declarations:
        yield "export.left-out.declarations", {"count": len(roster.declarations)}
    if roster.agreed:
        yield "export.left-out.agreed", {"count": len(roster.agreed)}
    if format != "text":
        return
    notes = bool(roster.note) + sum(bool(selection.note) for selection in roster.walk())
    if notes:
        yield "export.left-out.notes", {"count": notes}


def _forces(forces: tuple[Force, ...]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _forces(force.forces)
