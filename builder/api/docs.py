"""`/api/v1/docs`: the OpenAPI document as a page to read, rendered here; no script and nothing from another host.

`/api/v1/try` is Swagger UI, for trying operations out; its files come with the package flask-swagger-ui.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import flask_swagger_ui
from flask import Blueprint, Flask, Response, json, make_response, render_template
from markupsafe import Markup, escape

from builder.api.problems import KINDS

TRY_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""Swagger UI writes styles into its page and has its pictures in its style sheet."""
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
    example: str


class Shape:
    """A shape of bodies and answers, as it is shown: rows of (field, type, description)."""

    def __init__(self, name: str, schema: Mapping[str, Any]) -> None:
        self.name = name
        self.description = schema.get("description", "")
        kinds = schema.get("discriminator", {}).get("mapping", {})
        self.rows = [(kind, address.rpartition("/")[2], "") for kind, address in kinds.items()] or [
            (
                field + ("*" if field in schema.get("required", ()) else ""),
                describe_schema(shape),
                shape.get("description", ""),
            )
            for field, shape in schema.get("properties", {}).items()
        ]


def register(app: Flask, contents: Callable[[], Mapping[str, Any]], prefix: str) -> None:
    """Serve the page under `prefix`/docs."""

    @cache
    def page() -> str:
        document = contents()
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
    app.register_blueprint(_try_out(prefix))


def _try_out(prefix: str) -> Blueprint:
    """Return Swagger UI over the document."""
    folder = Path(flask_swagger_ui.__file__).parent / "dist"
    blueprint = Blueprint("try", __name__, url_prefix=f"{prefix}/try", static_folder=str(folder), static_url_path="/files")

    @blueprint.get("")
    def page() -> Response:
        response = make_response(render_template("api/try.html", spec_address=f"{prefix}/openapi.json"))
        response.headers["Content-Security-Policy"] = TRY_POLICY
        return response

    return blueprint


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
        _example(path, method, [*parameters], operation),
    )


def _example(path: str, method: str, parameters: Sequence[Mapping[str, Any]], operation: Mapping[str, Any]) -> str:
    """Return the example of an operation as a request that a reader can copy."""
    given = {(each["in"], each["name"]): each["example"] for each in parameters if "example" in each}
    for (place, name), value in given.items():
        path = path.replace(f"{{{name}}}", str(value)) if place == "path" else path
    query = urlencode({name: value for (place, name), value in given.items() if place == "query"})
    lines = [f"{method.upper()} {path}{'?' if query else ''}{query}"]
    lines += [f"{name}: {value}" for (place, name), value in given.items() if place == "header"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    if body is not None:
        return "\n".join([*lines, "", json.dumps(body, indent=2)])
    told = [each["summary"] for each in _long_examples(operation)]
    return "\n".join([*lines, *(["", *told] if told else [])])


def _long_examples(operation: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the examples of a body that is too long to stand here."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield from content.get("examples", {}).values()


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
