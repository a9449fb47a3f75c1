"""How many models a unit has: the printed ranges, too many, too few, and Understrength units.

Sources in 9th edition: 9E-DS-05, 9E-DS-11, 9E-UNIT-01, 9E-UNDER-01, 9E-UNDER-02, 9E-Q-19; in 8th: 8E-SHEET-07, 8E-ARMY-03,
8E-ARMY-04, 8E-Q-29, 8E-Q-30. Whether a system has Understrength units, and how many of one datasheet, is data of the system.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.operations.models import Row
from builder.rules.army import Army, Unit
from builder.rules.fixes import declare, fit_rows, withdraw
from builder.rules.imported_size import imported_size
from builder.rules.warlord import remove_unit
from datasheets.evaluation.finding import Finding, Fix, Severity
from datasheets.evaluation.tree import Declaration
from datasheets.systems import rulebook
from datasheets.systems.system import Understrength


def unit_size(army: Army) -> Iterator[Finding]:
    """Judge the number of models of every unit whose datasheet says how many there may be."""
    for unit in army.units:
        if unit.rows:
            yield from _size(army, unit)
        elif unit.models:
            yield from imported_size(army, unit)


def _size(army: Army, unit: Unit) -> Iterator[Finding]:
    allowed = army.system.understrength
    if not unit.count:
        fixes = [fit_rows(unit, "fix.add-models"), remove_unit(army, unit)]
        yield army.finding("error", unit, "unit.no-models", "one-datasheet", 1, 0, fixes=fixes)
    elif unit.most is not None and unit.count > unit.most:
        fixes = [fit_rows(unit, "fix.remove-models")]
        yield army.finding("error", unit, "unit.above-maximum", "maximum", unit.most, unit.count, fixes=fixes)
    elif unit.below_minimum and allowed and unit.marked_understrength:
        yield from _understrength(army, unit, allowed)
    elif unit.below_minimum:
        fixes = [fit_rows(unit, "fix.add-models")]
        if allowed and len(army.understrength(unit.datasheet)) < allowed.per_datasheet:
            fixes.append(Fix("fix.mark-understrength", {"unit": unit.name}, (declare("understrength", unit.uid),)))
        yield army.finding("error", unit, "unit.below-minimum", "minimum", unit.least, unit.count, fixes=fixes)
    else:
        yield from _rows(army, unit)
        if unit.marked_understrength:
            fixes = [Fix("fix.unmark-understrength", {"unit": unit.name}, (withdraw(_mark(unit)),))]
            yield army.finding("note", unit, "unit.mark-not-needed", "understrength", unit.least, unit.count, fixes=fixes)


def _understrength(army: Army, unit: Unit, allowed: Understrength) -> Iterator[Finding]:
    complete = fit_rows(unit, "fix.add-models", withdraw(_mark(unit)))
    marked = army.understrength(unit.datasheet)
    if marked.index(unit) < allowed.per_datasheet:
        severity = rulebook(army.system.id).rule(allowed.rule).severity or "warning"
        yield army.finding(severity, unit, "unit.understrength", "understrength", unit.least, unit.count, fixes=[complete])
    else:
        fixes = [complete, remove_unit(army, unit)]
        values = {"datasheet": unit.effective.name}
        yield army.finding(
            "error", unit, "unit.understrength-again", "understrength", allowed.per_datasheet, len(marked), values, fixes
        )
    for row in unit.rows:
        if row.most is not None and unit.number_of(row) > row.most:
            yield _row(army, unit, row, "error", "row.too-many-models", row.most)
        elif row.fixed and not unit.number_of(row):
            yield _row(army, unit, row, "warning", "row.leader-missing", row.least)


def _rows(army: Army, unit: Unit) -> Iterator[Finding]:
    """Judge each row of a unit whose size as a whole is right."""
    for row in unit.rows:
        if unit.number_of(row) < row.least:
            yield _row(army, unit, row, "error", "row.too-few-models", row.least)
        elif row.most is not None and unit.number_of(row) > row.most:
            yield _row(army, unit, row, "error", "row.too-many-models", row.most)


def _row(army: Army, unit: Unit, row: Row, severity: Severity, code: str, wanted: int) -> Finding:
    values = {"row": row.entry.name, "about": row.id}
    size = {"op": "set-size", "unit": unit.uid, "row": row.id, "number": wanted}
    one = Fix("fix.set-size", {"name": row.entry.name, "number": wanted}, (size,))
    return army.finding(severity, unit, code, "unit-size", wanted, unit.number_of(row), values, [one, fit_rows(unit)])


def _mark(unit: Unit) -> Declaration:
    return Declaration("understrength", unit.uid)
