"""The shapes of decisions and of the choices that answer them, by kind: what the kinds of all rulesets take."""

from __future__ import annotations

import json
from typing import Any

from builder.api.contract.unions import of_kind, strip_names
from builder.api.json_schemas import DEFINITIONS, of
from resolver.engine.decision import STANDS
from resolver.engine.decision_kinds import DecisionKind
from resolver.engine.registry import playable, ruleset

Json = dict[str, Any]

ABOUT: Json = {
    "id": {"type": "integer", "description": "Its number in the battle; a choice names it."},
    "player": {"type": "integer"},
    "subject": {"type": "string", "description": "The key of the unit that it is about, or nothing."},
    "rule": {"type": "string", "description": "The id of the rule that asks."},
    "data": {"type": "object", "additionalProperties": True, "description": "What the player needs to know."},
}


def decision_shapes() -> dict[str, Json]:
    """Return the shape of each kind of decision, by kind."""
    return {name: of_kind("kind", name, f"A decision of the kind `{name}`.", ABOUT, list(ABOUT)) for name in _kinds()}


def choice_shapes() -> dict[str, Json]:
    """Return the shape of each kind of choice, by kind."""
    return {name: _choice(name, kinds) for name, kinds in _kinds().items()}


def _kinds() -> dict[str, list[DecisionKind]]:
    found: dict[str, list[DecisionKind]] = {}
    for system in playable():
        for name, kind in ruleset(system).decisions.items():
            found.setdefault(name, []).append(kind)
    return found


def _choice(name: str, kinds: list[DecisionKind]) -> Json:
    properties: Json = {
        "decision": {"type": "integer", "minimum": 0, "description": "The number of the decision."},
        "data": _answer(kinds),
        "standing": {
            "type": "string",
            "enum": ["", *STANDS],
            "description": "Until when it also answers all further decisions of its kind.",
        },
    }
    return of_kind("kind", name, f"The answer to a decision of the kind `{name}`.", properties, ["decision", "data"])


def _inline(shape: Json) -> Json:
    """Return a published schema with its definitions where they are referred to; answers have no endless ones."""
    definitions: Json = shape.get("$defs", {})

    def resolve(part: Any) -> Any:
        if isinstance(part, list):
            return [resolve(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return resolve(definitions[part["$ref"].removeprefix(DEFINITIONS)])
        return {name: resolve(each) for name, each in part.items()}

    resolved: Json = resolve(strip_names(shape))
    return resolved


def _answer(kinds: list[DecisionKind]) -> Json:
    """Return the shape of an answer: what rulesets differ in is not required."""
    shapes = [_inline(json.loads(of("Answer", kind.shape))) for kind in kinds]
    properties = {name: shape for each in shapes for name, shape in each["properties"].items()}
    required = set.intersection(*(set(each.get("required", ())) for each in shapes))
    return {"type": "object", "properties": properties, **({"required": sorted(required)} if required else {})}
