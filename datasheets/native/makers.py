"""Bounded fields for the parts of a datasheet, and the kinds of text, number and list that stand in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from marshmallow import fields

from datasheets.effects.effect import effects_field
from datasheets.fields import Amount, Items, Part, Slug, Table, Text, Whole
from datasheets.systems.shape import schema_of

Maker = Callable[..., fields.Field[Any]]


def text_field(most: int, *, least: int = 1, lines: bool = False) -> Maker:
    """Return a maker of a text of so many letters, on one line or with `lines` on several."""
    return lambda **options: Text(least=least, most=most, lines=lines, **options)


def whole_field(least: int, most: int) -> Maker:
    """Return a maker of a whole number."""
    return lambda **options: Whole(least=least, most=most, **options)


def amount_field(least: float, most: float) -> Maker:
    """Return a maker of a number."""
    return lambda **options: Amount(least=least, most=most, **options)


def list_field(inner: Maker, most: int, least: int = 0) -> Maker:
    """Return a maker of a list."""
    return lambda **options: Items(inner(), least=least, most=most, **options)


def table_field(inner: Maker, most: int, least: int = 0) -> Maker:
    """Return a maker of an object with any keys."""
    return lambda **options: Table(inner(), Text(most=100), least=least, most=most, **options)


def optional_field(inner: Maker) -> Maker:
    """Return a maker of what may be null."""
    return lambda **options: inner(allow_none=True, **options)


def part_field(cls: type) -> Maker:
    """Return a maker of a part."""
    return lambda **options: Part(schema_of(cls), **options)


def parts_field(cls: type, most: int, least: int = 0) -> Maker:
    """Return a maker of a list of parts."""
    return lambda **options: Items(Part(schema_of(cls)), least=least, most=most, **options)


def effects_of(scope: str) -> Maker:
    """Return a maker of a list of effects whose usual recipients are of this scope."""
    return lambda **options: effects_field(scope, **options)


Id = Annotated[str, lambda **options: Slug(most=80, **options)]
Name = Annotated[str, text_field(100)]
Line = Annotated[str, text_field(200, least=0)]
Prose = Annotated[str, text_field(4000, least=0, lines=True)]
Names = Annotated[tuple[str, ...], list_field(text_field(100), 50)]
SomeNames = Annotated[tuple[str, ...], list_field(text_field(100), 50, least=1)]
Words = Annotated[tuple[str, ...], list_field(text_field(60), 50)]
Rows = Annotated[tuple[tuple[str, ...], ...], list_field(list_field(text_field(60), 20, least=1), 20, least=1)]
Places = Annotated[Mapping[str, int], table_field(whole_field(0, 100), 20)]
Counts = Annotated[Mapping[str, int], table_field(whole_field(1, 20), 30)]
SomeCounts = Annotated[Mapping[str, int], table_field(whole_field(1, 20), 30, least=1)]
Printed = Annotated[Mapping[str, str], table_field(text_field(60, least=0), 40)]
Worth = Annotated[float, amount_field(0, 100_000)]
Models = Annotated[int, whole_field(1, 1000)]
