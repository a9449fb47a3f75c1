"""What somebody may have meant whose datasheet or wargear is not here: what is called nearly the same.

Lists of other programs and of older data name what the data here call otherwise, or have no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.rules.army import Army, ArmyUnit
from datasheets.alike import alike
from datasheets.closure import Resolved
from datasheets.evaluation.finding import Fix
from datasheets.evaluation.offering import offered_now
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks

MOST = 4


def other_datasheets(army: Army, unit: ArmyUnit) -> Iterator[Fix]:
    """Propose datasheets of its catalogue in the place of a unit that has none, the most alike first."""
    if unit.closure and army.proposing:
        roots = unit.closure.roots()
        alike_names = {each.name for each in alike(unit.selection.name, roots, MOST)}
        likely = [root for root in roots if root.name in alike_names]
        shown = offered_now(likely, unit.force.uid, army.roster, army.catalogues)
        yield from _instead(unit.selection, [*shown, *likely])


def other_parts(army: Army, unit: ArmyUnit, part: Selection) -> Iterator[Fix]:
    """Propose what can be chosen in the place of a part of a unit that does not stand on its datasheet."""
    parent = next((node for node in unit.selection.walk() if part in node.selections), None)
    entry = unit.closure.entry(parent.entry) if unit.closure and parent else None
    if unit.closure and entry and army.proposing:
        is_native = unit.loadout and parent is unit.selection
        yield from _instead(
            part, [each for each in unit.closure.offers(entry) if not is_native or each.entry.type == "model"]
        )


def _instead(selection: Selection, entries: Iterable[Resolved]) -> Iterator[Fix]:
    for each in alike(selection.name, entries, MOST, selection.number):
        operation = {"op": "replace", "selection": selection.uid, "entry": each.id}
        yield Fix("fix.replace", {"name": strip_marks(each.name)}, (operation,))
