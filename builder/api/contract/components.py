"""Named components of the OpenAPI document: documents with schemas of their own, and unions with a discriminator."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import make_schema_key

from builder.api.battle_shapes import ChoiceBody
from builder.api.contract.decisions import choice_shapes, decision_shapes
from builder.api.contract.events import event_shapes
from builder.api.contract.refusals import HEADERS
from builder.api.contract.unions import COMPONENTS, class_name, strip_names, union
from builder.api.contract.views import view_shapes
from builder.api.fields import document_of
from builder.api.json_schemas import DEFINITIONS, operation_shapes, publish, published_schema

Json = dict[str, Any]

DOCUMENTS: Mapping[str, str] = {
    "RosterDocument": "muster.roster-3",
    "NativeDatasheet": "muster.datasheet-1",
    "NativeCatalogue": "muster.catalogue-1",
    "BattleRecord": "muster.battle-1",
    "RosterTree": "roster-tree",
}
"""Components that are documents, by the names of their published schemas."""

PARTS: Mapping[str, tuple[str, str]] = {
    "event": ("What happens in a battle", "Event"),
    "decision": ("A decision in a battle", "OpenDecision"),
    "choice": ("An answer to a decision", "Choice"),
    "battle-view": ("The table of a battle as one player sees it", "BattleView"),
}
"""Components that are published as JSON Schemas too: name, title, component."""

SECURITY: Mapping[str, Json] = {
    "key": {"type": "http", "scheme": "bearer", "description": "A person's API key, `muster_...`."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "muster-session",
        "description": "A browser that is signed in; over TLS it is called `__Host-muster`.",
    },
    "seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat of a battle, or of a link to watch it.",
    },
    "seatHeader": {
        "type": "apiKey",
        "in": "header",
        "name": "Muster-Seat",
        "description": "The token of a seat, where `Authorization` carries a key.",
    },
}


def add_components(spec: APISpec) -> None:
    """Add all named components to the document."""
    for name, published in DOCUMENTS.items():
        for component, shape in _components_of(name, json.loads(published_schema(published))):
            spec.components.schema(component, shape)
    unions = {
        "Operation": ({name: strip_names(shape) for name, shape in operation_shapes().items()}, "op"),
        "Event": (event_shapes(), "kind"),
        "OpenDecision": (decision_shapes(), "kind"),
        "Choice": (choice_shapes(), "kind"),
    }
    for name, (shapes, key) in unions.items():
        whole, parts = union(name, shapes, key)
        for component, shape in {name: whole, **parts}.items():
            spec.components.schema(component, shape)
    for component, shape in view_shapes().items():
        spec.components.schema(component, shape)
    for header, shape in HEADERS.items():
        spec.components.header(header, shape)
    for scheme, shape in SECURITY.items():
        spec.components.security_scheme(scheme, shape)


def publish_parts(contents: Callable[[], Mapping[str, Any]]) -> None:
    """Publish what of the document stands for itself, too; `contents` returns the document."""
    for published, (title, component) in PARTS.items():
        publish(published, title, component, contents)


def name_schemas(plugin: MarshmallowPlugin) -> None:
    """Let the schemas of bodies and answers that a named component describes lead to it."""
    named = {document_of(name): name for name in (*DOCUMENTS, "BattleView")} | {ChoiceBody: "Choice"}
    for schema, name in named.items():
        plugin.converter.refs[make_schema_key(schema())] = name  # type: ignore[union-attr]


def _components_of(name: str, schema: Json) -> Iterator[tuple[str, Json]]:
    """Yield a published schema and its definitions as components; definitions have the document's name in front."""
    definitions: Json = schema.get("$defs", {})
    names = {inner: f"{name}{class_name(inner)}" for inner in definitions}
    yield name, strip_names(_point(schema, names))
    for inner, shape in definitions.items():
        yield names[inner], strip_names(_point(shape, names))


def _point(shape: Any, names: Mapping[str, str]) -> Any:
    """Return a shape whose references lead to components."""
    if isinstance(shape, list):
        return [_point(each, names) for each in shape]
    if not isinstance(shape, dict):
        return shape
    if str(shape.get("$ref", "")).startswith(DEFINITIONS):
        return {"$ref": COMPONENTS + names[shape["$ref"].removeprefix(DEFINITIONS)]}
    return {key: _point(value, names) for key, value in shape.items()}
