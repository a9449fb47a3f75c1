"""The published JSON Schema of the roster document, made from the same declarations as the strict schema.

It is kept as the data file `roster-3.schema.json`, beside those of older versions; `python -m exports.document.json_schema`
writes it, and a test holds the file to the declarations. It says what has which shape; that references have targets, that
ids are unique and what an effect may say is checked beyond it.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.resources import files
from typing import Any

from marshmallow import Schema, fields

from datasheets.fields import Amount, Choice, Flag, Items, Part, Table, Whole
from datasheets.systems.armoury import EffectData
from exports.document.fields import LARGEST, Scalar, Wording
from exports.document.model import SCHEMA, RosterDocument
from exports.document.shape import schema_of
from exports.document.versions import NEWEST


@cache
def published_schema(version: int = NEWEST) -> bytes:
    """Return the JSON Schema of a version as it is published."""
    return (files(__package__) / f"roster-{version}.schema.json").read_bytes()


def generate_schema() -> dict[str, Any]:
    """Return the JSON Schema that the declarations amount to."""
    definitions: dict[str, Any] = {}
    whole = _object(schema_of(RosterDocument), definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{SCHEMA.replace('/', ':')}",
        "title": "Roster document",
        **whole,
        "$defs": dict(sorted(definitions.items())),
    }


def _object(schema: Schema, definitions: dict[str, Any]) -> dict[str, Any]:
    members = {field.data_key or name: field for name, field in schema.fields.items()}
    return {
        "description": type(schema).__doc__,
        "type": "object",
        "properties": {key: _member(field, definitions) for key, field in members.items()},
        "required": [key for key, field in members.items() if field.required],
        "additionalProperties": False,
    }


def _member(field: fields.Field[Any], definitions: dict[str, Any]) -> dict[str, Any]:
    made = _value(field, definitions)
    return {"anyOf": [made, {"type": "null"}]} if field.allow_none and not isinstance(field, Scalar) else made


def _value(field: fields.Field[Any], definitions: dict[str, Any]) -> dict[str, Any]:
    match field:
        case Part():
            return _reference(field, definitions)
        case Items():
            items = _member(field.inner, definitions)
            return {"type": "array", "items": items, "minItems": field.least, "maxItems": field.most}
        case Table():
            return {
                "type": "object",
                "propertyNames": _member(field.keys, definitions),
                "additionalProperties": _member(field.values, definitions),
                "minProperties": field.least,
                "maxProperties": field.most,
            }
        case Choice():
            return {"enum": list(field.words)}
        case Wording():
            return _text(field)
        case Whole():
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case Amount():
            return {"type": "number", "minimum": field.least, "maximum": field.most}
        case Flag():
            return {"type": "boolean"}
        case Scalar():
            number = {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
            return {"anyOf": [_text(field.text), number, {"type": ["boolean", "null"]}]}
        case EffectData():
            return {"type": "object", "required": ["kind"], "$comment": "docs/effects.md has the vocabulary"}
    raise TypeError(f"no JSON Schema for {field!r}")


def _text(field: Wording) -> dict[str, Any]:
    return {"type": "string", "minLength": field.least, "maxLength": field.most, "not": {"pattern": field.refused}}


def _reference(field: Part, definitions: dict[str, Any]) -> dict[str, Any]:
    name = type(field.schema).__name__.removesuffix("Schema")
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(field.schema, definitions)
    return {"$ref": f"#/$defs/{name}"}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(generate_schema(), indent=1) + "\n")
