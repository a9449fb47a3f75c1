"""What a roster has and a format cannot hold, so that nobody is surprised by a list that comes back with less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from datasheets.evaluation.tree import Force, Roster
from datasheets.systems import systems
from datasheets.words import name_code

Format = Literal["ros", "rosz", "newrecruit-json", "text"]
FORMATS: tuple[Format, ...] = ("ros", "rosz", "newrecruit-json", "text")


def omissions(roster: Roster, format: Format) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the code of a sentence and its values for each kind of thing that is not in the file."""
    aside = sum(1 for force in _forces(roster.forces) for _ in force.aside)
    if aside:
        yield "export.left-out.aside", {"count": aside}
    if roster.declarations:
        yield "export.left-out.declarations", {"count": len(roster.declarations), "kinds": ", ".join(_kinds(roster))}
    if roster.agreed:
        yield "export.left-out.agreed", {"count": len(roster.agreed)}
    if format != "text":
        return
    notes = bool(roster.note) + sum(bool(selection.note) for selection in roster.walk())
    if notes:
        yield "export.left-out.notes", {"count": notes}


def _kinds(roster: Roster) -> Iterable[str]:
    """Return what the game calls each kind of declaration that the roster has, each once; its key where it has no name."""
    known = {kind.kind: kind.name for each in systems() if each.id == roster.system for kind in each.declarations}
    return dict.fromkeys(str(name_code(known.get(each.kind, each.kind))) for each in roster.declarations)


def _forces(forces: tuple[Force, ...]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _forces(force.forces)
