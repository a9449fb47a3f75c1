"""What a roster has and a format cannot hold, so that nobody is surprised by a list that comes back with less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from datasheets.evaluation.tree import Declaration, Force, Roster
from datasheets.systems import systems
from datasheets.words import name_code
from exports.battlescribe.stated import said_declarations

Format = Literal["ros", "rosz", "newrecruit-json", "text"]
FORMATS: tuple[Format, ...] = ("ros", "rosz", "newrecruit-json", "text")


def omissions(roster: Roster, format: Format) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the code of a sentence and its values for each kind of thing that is not in the file."""
    aside = sum(1 for force in _forces(roster.forces) for _ in force.aside)
    if aside:
        yield "export.left-out.aside", {"count": aside}
    said = said_declarations(roster) if format == "text" else []
    unsaid = [each for each in roster.declarations if each not in said]
    if unsaid:
        yield "export.left-out.declarations", {"count": len(unsaid), "kinds": ", ".join(_kinds(roster, unsaid))}
    if roster.agreed and format != "text":
        yield "export.left-out.agreed", {"count": len(roster.agreed)}
    if format != "text":
        return
    notes = bool(roster.note) + sum(bool(selection.note) for selection in roster.walk())
    if notes:
        yield "export.left-out.notes", {"count": notes}


def _kinds(roster: Roster, unsaid: Iterable[Declaration]) -> Iterable[str]:
    """Return what the game calls the kind of each of some declarations, once; its key where it has no name."""
    known = {kind.kind: kind.name for each in systems() if each.id == roster.system for kind in each.declarations}
    return dict.fromkeys(str(name_code(known.get(each.kind, each.kind))) for each in unsaid)


def _forces(forces: tuple[Force, ...]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _forces(force.forces)
