"""The edits that findings offer, as candidates: `verify_fixes` keeps those that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.finding import Fix, Operation
from datasheets.evaluation.tree import Declaration, Scalar, Selection


def fit_rows(unit: ArmyUnit, code: str = "fix.fit-rows", *also: Operation) -> Fix:
    """Bring every row of a unit into its printed range, with further operations."""
    numbers = {
        row: max(row.least, min(unit.number_of(row), row.least if row.most is None else row.most)) for row in unit.rows
    }
    operations = tuple(
        {"op": "set-size", "unit": unit.uid, "row": row.id, "number": number}
        for row, number in numbers.items()
        if number != unit.number_of(row)
    )
    return Fix(code, {"unit": unit.name, "number": sum(numbers.values())}, (*_growing_first(operations, unit), *also))


def remove(selection: Selection) -> Fix:
    """Remove a selection: a unit, or something inside it."""
    name = selection.title or selection.name
    return Fix("fix.remove", {"name": name}, ({"op": "remove", "selection": selection.uid},))


def remove_all(units: Iterable[ArmyUnit]) -> Fix:
    """Remove several units, those of one name said together."""
    gone = [remove(unit.selection) for unit in units]
    numbers = Counter(str(each.values["name"]) for each in gone)
    names = ", ".join(name if number == 1 else f"{number} × {name}" for name, number in numbers.items())
    return Fix("fix.remove", {"name": names}, tuple(operation for each in gone for operation in each.operations))


def declare(kind: str, subject: str, value: Scalar = True, *, key: str = "", index: int = 0) -> Operation:
    """Return the operation that states something."""
    return {"op": "declare", "kind": kind, "subject": subject, "key": key, "value": value, "index": index}


def withdraw(declaration: Declaration) -> Operation:
    """Return the operation that takes back a declaration, with all that are about the same."""
    return {
        "op": "withdraw",
        "kind": declaration.kind,
        "subject": declaration.subject,
        "key": declaration.key,
        "index": declaration.index,
    }


def take_back(army: Army, declaration: Declaration) -> Fix:
    """Take back a declaration."""
    kind = army.system.declaration(declaration.kind)
    return Fix("fix.withdraw", {"what": kind.name if kind else declaration.kind}, (withdraw(declaration),))


def agree(code: str, key: str, value: Scalar, values: Mapping[str, str | int | float | None]) -> Fix:
    """Agree something else, or with None nothing."""
    return Fix(code, values, ({"op": "agree", "key": key, "value": value},))


def _growing_first(operations: tuple[Operation, ...], unit: ArmyUnit) -> tuple[Operation, ...]:
    """Order changes of rows so that the unit has a model at every moment."""
    now = {row.id: unit.number_of(row) for row in unit.rows}
    return tuple(sorted(operations, key=lambda each: int(str(each["number"])) < now[str(each["row"])]))
