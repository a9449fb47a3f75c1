"""`/api/v1/docs`: the OpenAPI document as a page to read, rendered here; no script and nothing from another host."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from apispec import APISpec
from flask import Flask, render_template
from markupsafe import Markup, escape

from builder.api.problems import KINDS

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address, as it is shown. Parameters, bodies and answers are (name, type, description)."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[tuple[str, str, str], ...]
    bodies: tuple[tuple[str, str, str], ...]
    answers: tuple[tuple[str, str, str], ...]


class Shape:
    """A shape of bodies and answers, as it is shown: rows of (field, type, description)."""

    def __init__(self, name: str, schema: Mapping[str, Any]) -> None:
        self.name = name
        self.description = schema.get("description", "")
        kinds = schema.get("oneOf", ())
        self.rows = [_kind(kind) for kind in kinds] or [
            (
                field + ("*" if field in schema.get("required", ()) else ""),
                describe_schema(shape),
                shape.get("description", ""),
            )
            for field, shape in schema.get("properties", {}).items()
        ]


def _kind(kind: Mapping[str, Any]) -> tuple[str, str, str]:
    optional = set(kind["properties"]) - set(kind["required"])
    names = [f"{name}?" if name in optional else name for name in kind["properties"] if name != "op"]
    return kind["title"], ", ".join(names), ""


def register(app: Flask, spec: APISpec, prefix: str) -> None:
    """Serve the page under `prefix`/docs."""

    @cache
    def page() -> str:
        document = spec.to_dict()
        return render_template(
            "api/docs.html",
            info=document["info"],
            tags=[(tag, list(operations(document, tag["name"]))) for tag in document["tags"]],
            shapes=[Shape(name, shape) for name, shape in sorted(document["components"]["schemas"].items())],
            kinds=KINDS,
            spec_address=f"{prefix}/openapi.json",
            linked=partial(link_shapes, names=frozenset(document["components"]["schemas"])),
        )

    app.add_url_rule(f"{prefix}/docs", "api_docs", page)


def link_shapes(text: str, names: Container[str]) -> Markup:
    """Return a text in which every name of a shape leads to it."""
    words = (
        Markup('<a href="#shape-{0}">{0}</a>').format(word) if word in names else escape(word) for word in text.split(" ")
    )
    return Markup(" ").join(words)


def operations(document: Mapping[str, Any], tag: str) -> Iterator[Operation]:
    """Yield the operations of a tag, by address and method."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if tag in item.get(method, {}).get("tags", ()):
                yield _operation(path, method, item, document)


def _operation(path: str, method: str, item: Mapping[str, Any], document: Mapping[str, Any]) -> Operation:
    operation = item[method]
    parameters = [_resolve(each, document) for each in (*item.get("parameters", ()), *operation.get("parameters", ()))]
    answers = {code: _resolve(answer, document) for code, answer in operation.get("responses", {}).items()}
    return Operation(
        f"{method}-{path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}",
        method.upper(),
        path,
        operation.get("summary", ""),
        operation.get("description", ""),
        tuple(
            (each["name"], f"{each['in']}, {describe_schema(each['schema'])}", each.get("description", ""))
            for each in parameters
        ),
        tuple(_content(operation.get("requestBody", {}))),
        tuple(
            (str(code), kind, answer["description"]) for code, answer in answers.items() for _, kind, _ in _content(answer)
        ),
    )


def _content(holder: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for kind, content in holder.get("content", {}).items():
        yield kind, f"{kind} {describe_schema(content.get('schema', {}))}".strip(), ""
    if not holder.get("content") and holder:
        yield "", "", ""


def _resolve(value: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = document
    if "$ref" not in value:
        return value
    for step in value["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    resolved: Mapping[str, Any] = found
    return resolved


def describe_schema(schema: Mapping[str, Any]) -> str:
    """Return a schema in a few words: "Roster", "list of Rule", "whole number from 1 to 200"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    choices = [describe_schema(each) for key in ("anyOf", "oneOf", "allOf") for each in schema.get(key, ())]
    if choices:
        return " or ".join(choices)
    kinds = schema.get("type", "anything")
    words = [_word(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds])]
    return " or ".join(words)


def _word(kind: str, schema: Mapping[str, Any]) -> str:
    if "enum" in schema and kind != "null":
        return " | ".join(str(value) for value in schema["enum"] if value is not None)
    if kind == "array":
        return f"list of {describe_schema(schema.get('items', {}))}"
    word = {"integer": "whole number", "string": "text", "boolean": "true or false", "object": "object"}.get(kind, kind)
    least, most = schema.get("minimum"), schema.get("maximum")
    return f"{word} from {least} to {most}" if kind != "null" and least is not None and most is not None else word
