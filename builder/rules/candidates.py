"""What somebody may have meant whose datasheet or wargear is not here: what is called nearly the same.

Lists of other programs and of older data name what the data here call otherwise, or have no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from builder.rules.army import ArmyUnit
from builder.rules.fixes import remove
from datasheets.closure import Resolved
from datasheets.evaluation.finding import Fix
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks

MOST, LEAST_ALIKE = 4, 0.6


def other_datasheets(unit: ArmyUnit) -> Iterator[Fix]:
    """Propose datasheets of its catalogue in the place of a unit that has none, the most alike first."""
    if unit.closure:
        for name, entry in _alike(unit.selection.name, unit.closure.roots()):
            instead = {"op": "add-unit", "force": unit.force.uid, "entry": entry.id}
            yield Fix("fix.replace", {"name": name}, (*remove(unit.selection).operations, instead))


def other_parts(unit: ArmyUnit, part: Selection) -> Iterator[Fix]:
    """Propose what can be chosen in the place of a part of a unit that does not stand on its datasheet."""
    parent = next((node for node in unit.selection.walk() if part in node.selections), None)
    entry = unit.closure.entry(parent.entry) if unit.closure and parent else None
    if unit.closure and parent and entry and not entry.entry.loadout:
        for name, offer in _alike(part.name, unit.closure.offers(entry)):
            instead = {"op": "select", "parent": parent.uid, "entry": offer.id}
            yield Fix("fix.replace", {"name": name}, (*remove(part).operations, instead))


def _alike(name: str, entries: Iterable[Resolved]) -> Iterator[tuple[str, Resolved]]:
    called: dict[str, Resolved] = {}
    for each in entries:
        called.setdefault(strip_marks(each.name), each)
    small = {each.casefold(): each for each in called}
    for found in get_close_matches(strip_marks(name).casefold(), small, MOST, LEAST_ALIKE):
        yield small[found], called[small[found]]
