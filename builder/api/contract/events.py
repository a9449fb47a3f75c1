"""The shapes of events: every kind of every ruleset, its own fields typed by one table of field names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.api.contract.unions import of_kind
from resolver.engine.events import HEADER, REMEMBERED, EventKind
from resolver.engine.registry import playable, ruleset

Json = dict[str, Any]

WHOLE: Json = {"type": "integer"}
TEXT: Json = {"type": "string"}
FLAG: Json = {"type": "boolean"}
NUMBER: Json = {"type": "number"}


def _many(items: Json) -> Json:
    return {"type": "array", "items": items}


def _maybe(shape: Json) -> Json:
    return {**shape, "type": [shape["type"], "null"]}


TEXTS, POINT = _many(TEXT), _many(NUMBER)

HEADER_SHAPES: Mapping[str, Json] = {
    "n": {**WHOLE, "description": "Its number in the battle."},
    "kind": TEXT,
    "round": WHOLE,
    "turn": WHOLE,
    "phase": TEXT,
    "rules": {**TEXTS, "description": "Ids of the rules that were applied."},
    "visible": {"description": '"all", or the player who may see it.'},
}
TOLD: Json = {
    "type": ["string", "null"],
    "description": "Where sentences were asked for: this event in your language, null where it is not worth a line.",
}
FIELD_SHAPES: Mapping[str, Json] = {
    **dict.fromkeys(("ability", "battle_size", "cause", "effect", "mission", "move", "name", "phase", "purpose"), TEXT),
    **dict.fromkeys(("reason", "roll", "seed_digest", "system", "to", "unit", "until", "weapon", "where"), TEXT),
    **dict.fromkeys(("below_half", "blocks_movement", "blocks_sight", "declined", "exploded", "overwatch", "top"), FLAG),
    **dict.fromkeys(("attack", "battle_round", "face", "fleeing", "leadership", "left", "lost", "lost_excess"), WHOLE),
    **dict.fromkeys(("marker", "number", "points", "rerolls", "seed", "total", "wounds", "warp_charge", "zone"), WHOLE),
    **dict.fromkeys(("corners", "poses", "halves"), _many({})),
    **dict.fromkeys(("targets", "units"), TEXTS),
    **dict.fromkeys(("depth", "width", "height"), NUMBER),
    "at": POINT,
    "paths": _many({"type": "object", "properties": {"model": WHOLE, "path": _many(POINT)}, "required": ["model", "path"]}),
    "victory_points": POINT,
}
"""The shapes of fields that mean the same in all kinds; a field that is not here may hold anything."""


def event_shapes() -> dict[str, Json]:
    """Return the shape of each kind of event, by kind."""
    return {name: _shape(kind) for name, kind in event_kinds().items()}


def event_kinds() -> dict[str, EventKind]:
    """Return the kinds of events of all rulesets, by name; what only some of them say of a kind is not required."""
    found: dict[str, EventKind] = {}
    for system in playable():
        for name, kind in ruleset(system).events.items():
            found[name] = _join(found[name], kind) if name in found else kind
    return found


def _join(first: EventKind, second: EventKind) -> EventKind:
    fields = first.fields & second.fields
    every = first.fields | second.fields | first.optional | second.optional
    return replace(first, fields=fields, optional=every - fields, secret=first.secret | second.secret)


def _shape(kind: EventKind) -> Json:
    own = sorted((kind.fields | kind.optional) - REMEMBERED)
    properties = {name: _of_field(name, name in kind.secret) for name in own}
    header = {name: HEADER_SHAPES[name] for name in HEADER if name != "kind"}
    required = [*(name for name in HEADER if name != "kind"), *sorted(kind.fields - REMEMBERED)]
    return of_kind("kind", kind.name, kind.meaning, {**header, **properties, "told": TOLD}, required)


def _of_field(name: str, secret: bool) -> Json:
    shape = FIELD_SHAPES.get(name, {})
    return _maybe(shape) if secret and "type" in shape else shape
