"""Unions as components: one named shape for each kind, and the whole with a discriminator."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
COMPONENTS = "#/components/schemas/"


def union(name: str, shapes: Mapping[str, Json], key: str) -> tuple[Json, dict[str, Json]]:
    """Return the union of shapes by kind, and the component of each kind; `key` is the field that tells them apart."""
    parts = {f"{class_name(kind)}{name}": shape for kind, shape in shapes.items()}
    addresses = [f"{COMPONENTS}{each}" for each in parts]
    whole = {
        "oneOf": [{"$ref": each} for each in addresses],
        "discriminator": {"propertyName": key, "mapping": dict(zip(shapes, addresses, strict=True))},
    }
    return whole, parts


def class_name(kind: str) -> str:
    """Return a kind as a component's name says it: "unit.set-up" is "UnitSetUp"."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", kind))


def of_kind(key: str, kind: str, description: str, properties: Json, required: list[str]) -> Json:
    """Return the shape of one kind: an object whose `key` says which."""
    return {
        "type": "object",
        "description": description,
        "properties": {key: {"type": "string", "const": kind}, **properties},
        "required": [key, *required],
    }


def strip_names(shape: Json) -> Json:
    """Return a published schema without what only a document of its own has."""
    return {name: value for name, value in shape.items() if name not in ("$schema", "$id", "title", "$defs")}
