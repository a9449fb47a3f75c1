"""How many models a unit has: the printed ranges, too many, too few.

Sources in 9th edition: 9E-DS-05, 9E-UNIT-01; in 8th: 8E-SHEET-07. Too few may be an Understrength unit (`understrength`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from builder.operations.models import ModelRow
from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import fit_rows
from builder.rules.imported_size import imported_size
from builder.rules.leader import remove_unit
from builder.rules.per_unit import find_once
from builder.rules.understrength import below_minimum, is_marked, not_needed
from datasheets.evaluation.finding import Finding, Fix, Severity

CODES = (
    "unit.no-models",
    "unit.below-minimum",
    "unit.above-maximum",
    "unit.understrength",
    "unit.understrength-again",
    "unit.mark-not-needed",
    "row.too-few-models",
    "row.too-many-models",
    "row.leader-missing",
)
"""What may be found about sizes, in every edition."""


def unit_size(army: Army) -> Iterator[Finding]:
    """Judge the number of models of every unit whose datasheet says how many there may be."""
    for unit in army.units:
        if unit.rows and not (army.proposing or unit.below_minimum):
            yield from find_once(army, unit, _size)
        elif unit.rows:
            yield from _size(army, unit)
        elif unit.models:
            yield from imported_size(army, unit)


def _size(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    if not unit.count:
        fixes = [fit_rows(unit, "fix.add-models"), remove_unit(army, unit)]
        yield army.finding("error", unit, "unit.no-models", "unit-models", 1, 0, fixes=fixes)
    elif unit.most is not None and unit.count > unit.most:
        fixes = [fit_rows(unit, "fix.remove-models")]
        yield army.finding("error", unit, "unit.above-maximum", "maximum", unit.most, unit.count, fixes=fixes)
    elif unit.below_minimum:
        yield from below_minimum(army, unit, partial(fit_rows, unit, "fix.add-models"))
        if is_marked(army, unit):
            yield from _rows_of_few(army, unit)
    else:
        yield from _rows(army, unit)
        yield from not_needed(army, unit)


def _rows_of_few(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    """Judge the rows of an Understrength unit: what is missing is allowed, what is too much is not."""
    for row in unit.rows:
        if row.most is not None and unit.number_of(row) > row.most:
            yield _row(army, unit, row, "error", "row.too-many-models", row.most)
        elif row.fixed and not unit.number_of(row):
            yield _row(army, unit, row, "warning", "row.leader-missing", row.least)


def _rows(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    """Judge each row of a unit whose size as a whole is right."""
    for row in unit.rows:
        if unit.number_of(row) < row.least:
            yield _row(army, unit, row, "error", "row.too-few-models", row.least)
        elif row.most is not None and unit.number_of(row) > row.most:
            yield _row(army, unit, row, "error", "row.too-many-models", row.most)


def _row(army: Army, unit: ArmyUnit, row: ModelRow, severity: Severity, code: str, wanted: int) -> Finding:
    values = {"row": row.entry.name, "about": row.id}
    size = {"op": "set-size", "unit": unit.uid, "row": row.id, "number": wanted}
    one = Fix("fix.set-size", {"name": row.entry.name, "number": wanted}, (size,))
    return army.finding(severity, unit, code, "unit-size", wanted, unit.number_of(row), values, [one, fit_rows(unit)])
