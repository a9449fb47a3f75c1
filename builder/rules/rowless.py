"""Imported units whose data have no line of characteristics: said, since their cards are empty where others have one.

Some authors forgot it, others give it to an option that says how the unit is mounted. Sources: AOS-UNIT-02, 2E-CHAR-03.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from builder.rules.army import Army, ArmyUnit
from builder.rules.per_unit import per_unit
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding
from datasheets.imported.tables import ROWS, has_values, kind_of, profiles_shown, row_named
from datasheets.systems import System

_known: WeakKeyDictionary[Closure, dict[str, bool]] = WeakKeyDictionary()
"""Whether the data have a row for all models of an entry, whatever is chosen, since it is asked for after every edit."""


def _note(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    if unit.models and unit.closure and unit.groups and not _has_row(army, unit, unit.closure):
        yield army.finding("note", unit, "unit.no-row", "datasheet")


note_rowless = per_unit(_note)
"""Note which units have no line of characteristics."""


def _has_row(army: Army, unit: ArmyUnit, closure: Closure) -> bool:
    kept, entry = _known.setdefault(closure, {}), unit.selection.entry
    if entry not in kept:
        kept[entry] = _always_has_row(unit, closure, army.system)
    shown = (profile for node in unit.selection.walk() for profile in unit.parts[node.uid].profiles)
    return kept[entry] or any(kind_of(closure, each, army.system) in ROWS and has_values(each) for each in shown)


def _always_has_row(unit: ArmyUnit, closure: Closure, system: System) -> bool:
    """Whether the unit's definition or one of its models shows a row, or a shared row is called as the unit."""
    models = unit.models.entries.values() if unit.models else ()
    entries = [*models, *([unit.resolved] if unit.resolved else [])]
    shown = (profile for entry in entries for profile in profiles_shown(closure, entry))
    own = any(kind_of(closure, each, system) in ROWS and has_values(each) for each in shown)
    return own or row_named(closure, unit.effective.name, system.imports) is not None
