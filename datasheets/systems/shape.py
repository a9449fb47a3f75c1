"""Strict reading of data files: a marshmallow schema made from a frozen dataclass.

The dataclass says everything once: its fields, which of them may be left out (those with a default), and their types.
Known types: str, int, float, bool, None, Literal, other dataclasses, `tuple[X, ...]`, `Mapping[str, X]`, `X | None` and
`object` (any JSON value). What is read is immutable all the way down.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate

T = TypeVar("T")


class BadData(ValueError):
    """A data file does not have the shape it must have. The message names the file, the place and the fix."""


class _Truth(fields.Field[bool]):
    """true or false, and nothing that only looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("write true or false")
        return value


class _Number(fields.Field[float]):
    """A JSON number, kept as it is (an int stays an int)."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError("write a number")
        return value


class _Anything(fields.Field[object]):
    """Any JSON value, frozen."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> object:
        return frozen(value)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> object:
        return plain(value)


class _List(fields.List[Any]):
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class _Table(fields.Dict):
    def _deserialize(self, *args: Any, **kwargs: Any) -> Any:
        loaded: dict[str, Any] = super()._deserialize(*args, **kwargs)  # type: ignore[no-untyped-call]
        return MappingProxyType(loaded)


def frozen(value: object) -> object:
    """The JSON value with tuples for lists and read-only mappings for objects."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    return value


def plain(value: object) -> object:
    """The opposite of `frozen`: lists and dicts, ready for `json.dumps`."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def _field(hint: Any, **options: Any) -> fields.Field[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        rest = [argument for argument in arguments if argument is not NoneType]
        return _field(rest[0], allow_none=True, **options)
    if origin is Literal:
        return fields.String(validate=validate.OneOf(arguments), **options)
    if origin is tuple:
        return _List(_field(arguments[0]), **options)
    if origin is Mapping or hint is Mapping:
        return _Table(keys=fields.String(), values=_field(arguments[1]), **options)
    if dataclasses.is_dataclass(hint):
        return fields.Nested(schema_of(hint), **options)  # type: ignore[arg-type]
    kinds: dict[Any, type[fields.Field[Any]]] = {str: fields.String, bool: _Truth, float: _Number, object: _Anything}
    if hint is int:
        return fields.Integer(strict=True, **options)
    return kinds[hint](**(options | ({"allow_none": True} if hint is object else {})))


@cache
def schema_of(cls: type) -> type[Schema]:
    """The marshmallow schema of a dataclass; loading makes an instance, dumping makes plain JSON again."""
    hints = get_type_hints(cls)
    members: dict[str, Any] = {}
    for item in dataclasses.fields(cls):
        optional = item.default is not dataclasses.MISSING or item.default_factory is not dataclasses.MISSING
        members[item.name] = _field(hints[item.name], required=not optional)

    def make(self: Schema, data: dict[str, Any], **_: Any) -> Any:
        return cls(**data)

    meta = type("Meta", (), {"unknown": RAISE})
    return type(f"{cls.__name__}Schema", (Schema,), members | {"make": post_load(make), "Meta": meta})


def read(file: Traversable, cls: type[T], what: str = "") -> T:
    """Read one JSON file into an instance of a dataclass.

    Raises:
        BadData: The file is not JSON, or not of this shape; all problems at once, each with its place and fix.
    """
    name = what or file.name
    try:
        document = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_no_duplicates)
    except ValueError as error:
        raise BadData(f"{name}: not readable as JSON ({error}); correct it there") from error
    try:
        loaded: T = schema_of(cls)().load(document)  # type: ignore[arg-type]
    except ValidationError as error:
        raise BadData("; ".join(f"{name}: {problem}" for problem in _problems(error.messages))) from error
    return loaded


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        double = sorted({key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1})
        raise ValueError(f"the key {double[0]!r} stands twice in one object; remove one")
    return made


def _problems(messages: Any, path: str = "") -> Iterator[str]:
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            step = f"[{key}]" if isinstance(key, int) else f".{key}" if path else str(key)
            yield from _problems(below, path if key == "_schema" else path + step)
        return
    for message in messages if isinstance(messages, list) else [messages]:
        if isinstance(message, Mapping):
            yield from _problems(message, path)
        else:
            yield f"{path or 'the whole document'}: {_FIXES.get(message, message)}"


_FIXES = {
    "Missing data for required field.": "is missing; add it",
    "Unknown field.": "is not known here; remove it or correct its spelling",
    "Field may not be null.": "may not be null; give a value or leave it out",
    "Not a valid string.": "write a text in quotes",
    "Not a valid integer.": "write a whole number",
    "Not a valid list.": "write a list [...]",
    "Not a valid mapping type.": "write an object {...}",
    "Invalid input type.": "write an object {...}",
}
