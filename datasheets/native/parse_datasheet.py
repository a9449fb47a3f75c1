"""Reading native documents: JSON data in, a checked datasheet or header out, or every problem at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from marshmallow import ValidationError

from datasheets.fields import document_message, unknown
from datasheets.native import checks
from datasheets.native.schema import Datasheet, Header
from datasheets.problems import DocumentError, Problem, from_messages
from datasheets.systems import System, UnknownSystem, system, systems
from datasheets.systems.shape import loader_of

T = TypeVar("T", bound=Hashable)


def read_datasheet(data: object) -> Datasheet:
    """Check a `muster.datasheet/1` and return it as values.

    Raises:
        DocumentError: with every problem, its JSON pointer, and how to put it right.
    """
    made, parts, problems = _load(Datasheet, data)
    if "system" in parts:
        try:
            of = system(parts["system"])
            problems = [_with_rule(each, of) for each in (*problems, *checks.problems(parts, of))]
        except UnknownSystem:
            problems.append(Problem("/system", unknown(parts["system"], [each.id for each in systems()], "system")))
    return _unless(problems, made)


def read_header(data: object) -> Header:
    """Check a `muster.catalogue/1` and return it as values.

    Raises:
        DocumentError: with every problem, its JSON pointer, and how to put it right.
    """
    made, parts, problems = _load(Header, data)
    if "system" in parts:
        try:
            system(parts["system"])
        except UnknownSystem:
            problems.append(Problem("/system", unknown(parts["system"], [each.id for each in systems()], "system")))
    return _unless(problems, made)


def _load(cls: type[T], data: object) -> tuple[T | None, Mapping[str, Any], list[Problem]]:
    """Return the value, or the parts of it that have the right shape, and the problems of shape."""
    schema = loader_of(cls)
    try:
        made: T = schema.load(data)  # type: ignore[arg-type]
    except ValidationError as error:
        wrong = error.messages if isinstance(error.messages, dict) else {}
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        parts = {
            name: valid[name] if name in valid else _default(cls, name)
            for name, field in schema.fields.items()
            if (field.data_key or name) not in wrong and "_schema" not in wrong
        }
        return None, parts, list(from_messages(error.messages))
    return made, {name: getattr(made, name) for name in schema.fields}, []


def _with_rule(problem: Problem, of: System) -> Problem:
    """Return a problem that names the rule behind the part of a datasheet that it is about."""
    rule = of.datasheet_rule(problem.path)
    if not rule:
        return problem
    return replace(problem, message=document_message("by-rule", message=problem.message, rule=rule))


def _default(cls: type, name: str) -> Any:
    item = next(item for item in dataclasses.fields(cls) if item.name == name)
    return item.default if item.default_factory is dataclasses.MISSING else item.default_factory()


def _unless(problems: list[Problem], made: T | None) -> T:
    if problems or made is None:
        raise DocumentError(tuple(problems))
    return made
