"""From an annotated dataclass to its strict marshmallow schema, and from its values back to plain JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import MISSING, Field, is_dataclass
from dataclasses import fields as fields_of
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from marshmallow import fields, post_load

from datasheets.fields import Choice, Flag, Items, Part, Strict, Table
from exports.document.fields import Bound


@cache
def schema_of(made: type) -> Strict:
    """Return the schema that loads JSON objects to values of a dataclass; no other field is allowed.

    A field is required if the dataclass has no default for it; one that has is left out where nothing stands in it.
    """
    hints = get_type_hints(made, include_extras=True)
    declared: dict[str, Any] = {"__doc__": getdoc(made)}
    for item in fields_of(made):
        declared[item.name] = _with_key(field_for(hints[item.name]), item)
    declared["_make"] = post_load(lambda self, data, **_: made(**data))
    made_schema: type[Strict] = type(f"{made.__name__}Schema", (Strict,), declared)
    return made_schema()


def key_of(name: str, metadata: Mapping[str, Any]) -> str:
    """Return the JSON key of a dataclass field."""
    return str(metadata.get("key", name))


def field_for(hint: Any) -> fields.Field[Any]:
    """Return the marshmallow field for a type. Numbers and text say theirs by `Annotated`, tuples and mappings a bound."""
    if get_origin(hint) is Annotated:
        inner, note = get_args(hint)
        return _bounded_field(inner, note) if isinstance(note, Bound) else copy(note)
    if get_origin(hint) is Literal:
        return Choice(get_args(hint))
    if isinstance(hint, UnionType) or NoneType in get_args(hint):
        return _optional(next(arm for arm in get_args(hint) if arm is not NoneType))
    if hint is bool:
        return Flag()
    if is_dataclass(hint) and isinstance(hint, type):
        return Part(lambda: schema_of(hint))
    raise TypeError(f"no field for {hint!r}")


def _bounded_field(hint: Any, bound: Bound) -> fields.Field[Any]:
    if get_origin(hint) is tuple:
        return _Tuple(field_for(get_args(hint)[0]), least=bound.least, most=bound.most)
    key, value = get_args(hint)
    return Table(field_for(value), field_for(key), least=bound.least, most=bound.most)  # type: ignore[arg-type]


def _optional(hint: Any) -> fields.Field[Any]:
    field = field_for(hint)
    field.allow_none = True
    return field


def _with_key(field: fields.Field[Any], item: Field[Any]) -> fields.Field[Any]:
    field.required, field.data_key = not has_default(item), key_of(item.name, item.metadata)
    return field


def has_default(item: Field[Any]) -> bool:
    """Whether a field may be left out."""
    return item.default is not MISSING or item.default_factory is not MISSING


class _Tuple(Items):
    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


def plain(value: object) -> object:
    """Return a value of the model as plain JSON data: dataclasses and mappings as objects, tuples as lists."""
    if is_dataclass(value):
        found = ((item, getattr(value, item.name)) for item in fields_of(value))
        return {key_of(item.name, item.metadata): plain(inner) for item, inner in found if inner or not has_default(item)}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    return value
