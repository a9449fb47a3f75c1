"""Strict reading of data files: a marshmallow schema made from a frozen dataclass.

The dataclass says everything once: its fields, which of them may be left out (those with a default), and their types.
Known types: str, int, float, bool, Literal, other dataclasses, `tuple[X, ...]`, `Mapping[str, X]`, `X | None`, `object`
(any JSON value) and `Annotated[X, make]`, where `make` makes the field. A field whose key in JSON is no Python name says it
in its metadata (`key`). What is read is immutable all the way down.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from marshmallow import ValidationError, fields, post_load

from datasheets.fields import Amount, Choice, Flag, Items, Part, Strict, Table, Text, Whole
from datasheets.problems import from_messages
from datasheets.words import GAME, Message, UnknownWords

T = TypeVar("T")

MOST = 10_000
MISSION = "mission."
"""What the codes of missions' texts begin with."""


class BadData(ValueError):
    """A data file does not have the shape it must have. The message names the file, the place and the fix."""


class _Coded(Text):
    """A text of a game system's data: the code of its words, or a text that is the same in every language."""

    def __init__(self, prefix: str, **options: Any) -> None:
        super().__init__(least=0, most=MOST, **options)
        self.prefix = prefix

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, object] | None, **more: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **more)
        try:
            return Message(text) if text.startswith(self.prefix) else text
        except UnknownWords as error:
            raise ValidationError(str(error)) from error


def _name(**options: Any) -> fields.Field[Any]:
    return _Coded(GAME, **options)


def _mission_text(**options: Any) -> fields.Field[Any]:
    return _Coded(MISSION, lines=True, **options)


Name = Annotated[str, _name]
"""English, which `translate` says in another language where the data give a code."""
MissionText = Annotated[str, _mission_text]
"""What a mission is about; English, which `translate` says in another language where the data give a code."""


class _Anything(fields.Field[object]):
    """Any JSON value."""


def freeze(value: Any) -> Any:
    """The JSON value with tuples for lists and read-only mappings for objects."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def plain(value: Any) -> Any:
    """The opposite of `frozen`, also for dataclasses: dicts and lists, ready for `json.dumps`."""
    if dataclasses.is_dataclass(value):
        return {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def _field(hint: Any, **options: Any) -> fields.Field[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        made: fields.Field[Any] = arguments[1](**options)
        return made
    if origin in (Union, UnionType):
        return _field(next(item for item in arguments if item is not NoneType), allow_none=True, **options)
    if origin is Literal:
        return Choice(arguments, **options)
    if origin is tuple:
        return Items(_field(arguments[0]), most=MOST, **options)
    if origin is Mapping:
        return Table(_field(arguments[1]), most=MOST, **options)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return Part(schema_of(hint), **options)
    if hint is str:
        return Text(least=0, most=MOST, lines=True, **options)
    if hint is int:
        return Whole(least=-MOST, **options)
    if hint is float:
        return Amount(least=-MOST, **options)
    if hint is bool:
        return Flag(**options)
    return _Anything(**{"allow_none": True, **options})


@cache
def schema_of(cls: type) -> type[Strict]:
    """The strict marshmallow schema of a dataclass; loading makes an instance."""
    hints = get_type_hints(cls, include_extras=True)
    members: dict[str, Any] = {}
    for item in dataclasses.fields(cls):
        optional = item.default is not dataclasses.MISSING or item.default_factory is not dataclasses.MISSING
        members[item.name] = _field(hints[item.name], required=not optional, data_key=item.metadata.get("key"))

    def make(self: Strict, data: Mapping[str, Any], **_: Any) -> Any:
        return cls(**freeze(data))

    return type(f"{cls.__name__}Schema", (Strict,), members | {"make": post_load(make)})


@cache
def loader_of(cls: type) -> Strict:
    """One schema of a dataclass for all that is loaded: to make it takes longer than to load with it."""
    return schema_of(cls)()


def read(file: Traversable, cls: type[T], name: str) -> T:
    """Read one JSON file into an instance of a dataclass; `name` is what messages call it.

    Raises:
        BadData: The file is not JSON, or not of this shape; all problems at once, each with its place and fix.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_no_duplicates)
    except ValueError as error:
        raise BadData(f"{name}: this is no JSON document ({error}); correct it there") from error
    try:
        made: T = loader_of(cls).load(document)  # type: ignore[arg-type]
    except ValidationError as error:
        raise BadData("\n".join(f"{name}: {problem}" for problem in from_messages(error.messages))) from error
    return made


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"the key {key!r} stands twice in one object; remove one")
        made[key] = value
    return made
