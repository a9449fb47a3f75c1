"""Edits in words, for the history and for conflicts: "Added Host Guard", "Mission: Only War"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.api.current import services
from builder.api.languages import language
from builder.operations import nodes
from builder.operations.table import KINDS
from builder.web.rendering import amount, t
from builder.web.statements import named_choices
from datasheets.closure import UnknownCatalogue
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Force, Roster
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.systems.system import ValueKind
from datasheets.words import translate

Names = Mapping[str, str]
ADDING = ("add-unit", "select")


def in_words(operations: Iterable[Operation], names: Names, forces: Iterable[Force], system: System) -> list[str]:
    """Return edits in words. `names` are those of forces and selections by uid, `forces` where entries are looked up.

    What has no name yet was made by the edit before, where that adds something.
    """
    catalogues, made, added = {force.uid: force for force in forces}, list[str](), ""
    for operation in operations:
        made.append(_words(operation, names, catalogues, system, added or t("operation.something")))
        added = _entry(operation, catalogues) if operation.get("op") in ADDING else added
    return made


def names_of(roster: Roster) -> dict[str, str]:
    """Return what the forces and selections of a roster are called, by uid."""
    names = {force.uid: force.name for force in nodes.forces(roster)}
    apart = (node for _, each in nodes.aside(roster) for node in each.selection.walk())
    return names | {each.uid: each.title or strip_marks(each.name) or each.uid for each in (*roster.walk(), *apart)}


def _words(operation: Operation, names: Names, forces: Mapping[str, Force], system: System, unnamed: str) -> str:
    op = str(operation.get("op"))
    if op not in KINDS:
        return op
    subject = next(
        (str(operation[key]) for key in ("selection", "unit", "parent", "subject", "force") if operation.get(key)), ""
    )
    unit = str(operation.get("unit", subject))
    values: dict[str, object] = {
        "name": names.get(subject, unnamed) if subject else t("operation.army"),
        "unit": names.get(unit, unnamed),
        "entry": _entry(operation, forces),
        "what": _what(operation, system),
        "value": _value(operation, names, system),
        "number": operation.get("number", operation.get("models", 1)),
    }
    flagged = op == "declare" and operation.get("value", True) is True
    return t("operation.declare-flag" if flagged else f"operation.{op}", **values)


def _entry(operation: Operation, forces: Mapping[str, Force]) -> str:
    """Return the name of the entry, row, option or catalogue that an edit names."""
    if operation.get("op") == "add-force":
        return _catalogue(str(operation.get("catalogue")))
    id = str(operation.get("entry") or operation.get("row") or operation.get("option") or "")
    for force in forces.values():
        try:
            closure = services().catalogues.closure(force.catalogue, force.pin)
        except UnknownCatalogue:
            continue
        found = closure.entry(id) or closure.force_entry(id)
        if found:
            return strip_marks(found.name)
        texts = [
            bullet.text
            for root in closure.roots()
            if root.entry.loadout
            for bullet in root.entry.loadout.bullets
            if bullet.id == id
        ]
        if texts:
            return texts[0]
    return id


def _catalogue(id: str) -> str:
    try:
        return services().catalogues.closure(id).catalogue.name
    except UnknownCatalogue:
        return id


def _what(operation: Operation, system: System) -> str:
    """Return what is declared, agreed or limited."""
    kind = system.declaration(str(operation.get("kind", "")))
    agreed = next((each.name for each in system.agreements if each.key == operation.get("key")), "")
    cost = next((each.total for each in system.costs if each.id == operation.get("cost")), "")
    key = str(operation.get("key", ""))
    if kind:
        return f"{translate(kind.name, language())} {key}" if key else kind.name
    return agreed or cost or key


def _value(operation: Operation, names: Names, system: System) -> str:
    """Return the value of an edit as people call it."""
    value = next((operation[key] for key in ("value", "name", "note") if key in operation), "")
    if value is None:
        return t("operation.nothing")
    kind = _value_kind(operation, system)
    if kind and kind.type == "unit":
        return names.get(str(value), str(value))
    if kind and kind.type == "choice":
        return dict(named_choices(system, kind)).get(str(value), str(value))
    return amount(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _value_kind(operation: Operation, system: System) -> ValueKind | None:
    declared = system.declaration(str(operation.get("kind", "")))
    if declared:
        return declared.value
    return next((each.value for each in system.agreements if each.key == operation.get("key")), None)
