"""Edits of what the player states: which kinds there are, and about what, is data of the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.operations import nodes, warlords
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from builder.operations.nodes import Place
from datasheets.closure import Catalogues, Closure
from datasheets.evaluation.tree import Declaration, Roster, Scalar
from datasheets.fields import unknown
from datasheets.imported.models import models_of
from datasheets.keywords import normal
from datasheets.systems import System, UnknownSystem, system
from datasheets.systems.agreed import has_type, is_choice, is_in_range
from datasheets.systems.imports import Imports
from datasheets.systems.system import DeclarationKind, ValueKind
from datasheets.words import Message


def known_system(roster: Roster, pointer: str) -> System:
    """Return the system of a roster.

    Raises:
        OperationError: Muster knows no such system, so nothing can be declared or agreed in it.
    """
    try:
        return system(roster.system)
    except UnknownSystem as error:
        raise OperationError(pointer, Message("refused.edit.no-rules", {"system": repr(roster.system)})) from error


def imports_of(roster: Roster) -> Imports:
    """Return how imported data of a roster's system are read."""
    try:
        return known_system(roster, "").imports
    except OperationError:
        return Imports()


def kinds_of(roster: Roster, type: str) -> frozenset[str]:
    """Return the kinds of declarations of a roster's system whose value is of a type ("keyword", "unit" ...)."""
    try:
        kinds = known_system(roster, "").declarations
    except OperationError:
        return frozenset()
    return frozenset(each.kind for each in kinds if each.value.type == type)


def declare(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """State something; what was stated of the same kind about the same thing is replaced.

    The Warlord and its trait are chosen in imported data that have them.
    """
    kinds = {each.kind: each for each in known_system(roster, "/kind").declarations}
    if arguments["kind"] not in kinds:
        raise OperationError("/kind", unknown(arguments["kind"], tuple(kinds), "declaration"))
    kind, new = kinds[arguments["kind"]], Declaration(**arguments)
    _check_subject(roster, catalogues, kind, new)
    if bool(new.key) != bool(kind.key):
        said = Message("refused.edit.key", {"key": kind.key}) if kind.key else Message("refused.edit.no-key")
        raise OperationError("/key", said)
    check_value(kind.value, new.value)
    if kind.value.type == "unit":
        _check_unit(roster, new)
    kept = tuple(each for each in roster.declarations if _about(each) != _about(new))
    roster = replace(roster, declarations=kept)
    chosen = warlords.chosen_in_data(roster, catalogues, new) if warlords.is_about_leaders(new.kind) else None
    return chosen or replace(roster, declarations=(*kept, new))


def withdraw(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Take back all declarations that fit every argument given, and choices of imported data that say the same."""
    before, roster = roster, warlords.withdrawn_from_data(roster, catalogues, arguments)
    kept = tuple(
        each for each in roster.declarations if not all(getattr(each, name) == wanted for name, wanted in arguments.items())
    )
    if len(kept) == len(roster.declarations) and roster is before:
        raise OperationError("/kind", Message("refused.edit.not-declared"))
    return replace(roster, declarations=kept)


def check_value(kind: ValueKind, value: Scalar, rule: str = "") -> None:
    """Refuse a value that is not of its kind. Whether a choice is a permitted one is for the rules to judge.

    A number out of range names the rule that sets the range, where one is given.

    Raises:
        OperationError: with the pointer /value.
    """
    if not (has_type(kind, value) and is_in_range(kind, value)):
        code = kind.type if kind.type in ("flag", "number", "length") else "text"
        values = {"least": kind.least, "most": kind.most, "rule": rule} if code in ("number", "length") else {}
        raise OperationError(
            "/value", Message(f"refused.edit.{code}-by" if values and rule else f"refused.edit.{code}", values)
        )


def check_agreed(kind: ValueKind, value: Scalar, of: System, rule: str = "") -> None:
    """Refuse what players cannot have agreed: another type, a number out of range, a choice that there is not.

    Raises:
        OperationError: with the pointer /value.
    """
    check_value(kind, value, rule)
    if not is_choice(kind, value, of):
        raise OperationError("/value", unknown(str(value), of.choices(kind), "choice"))


def _check_subject(roster: Roster, catalogues: Catalogues, kind: DeclarationKind, new: Declaration) -> None:
    if kind.subject == "army":
        if new.subject:
            raise OperationError("/subject", Message("refused.edit.whole-army", {"kind": kind.name}))
    elif kind.subject == "unit":
        nodes.find_unit(roster, new.subject, "/subject")
    else:
        place = nodes.find(roster, new.subject, "/subject")
        if not _is_model(closure_of(catalogues, place.force, "/subject"), place, known_system(roster, "/kind")):
            raise OperationError("/subject", Message("refused.edit.about-model", {"kind": kind.name}))
    number = nodes.find(roster, new.subject, "/subject").selection.number if kind.subject == "model" else 1
    if new.index >= number:
        raise OperationError("/index", Message("refused.edit.index", {"count": number}))


def _is_model(closure: Closure, place: Place, of: System) -> bool:
    unit, resolved = closure.entry(place.unit.entry), closure.entry(place.selection.entry)
    if unit is None or resolved is None or unit.entry.loadout:
        return resolved is not None and resolved.entry.type == "model"
    return resolved.id in models_of(closure, unit, of.imports).entries


def _check_unit(roster: Roster, new: Declaration) -> None:
    nodes.find_unit(roster, str(new.value), "/value")
    if new.value == new.subject:
        raise OperationError("/value", Message("refused.edit.other-unit"))


def _about(each: Declaration) -> tuple[str, str, str, int]:
    return each.kind, each.subject, normal(each.key), each.index
