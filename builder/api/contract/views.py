"""The shape of a view: the table of a battle as one player sees it."""

from __future__ import annotations

from typing import Any

from builder.api.contract.unions import COMPONENTS
from resolver.engine.registry import playable, ruleset

Json = dict[str, Any]
WHOLE: Json = {"type": "integer"}
NUMBER: Json = {"type": "number"}
TEXT: Json = {"type": "string"}
FLAG: Json = {"type": "boolean"}


def view_shapes() -> dict[str, Json]:
    """Return the components of which a view is made."""
    points = {name.replace("-", "_"): _list(WHOLE) for id in playable() for name in ruleset(id).points}
    whole = {
        **{"mission": TEXT, "round": WHOLE, "turn": WHOLE, "step": TEXT, "phase": TEXT, "over": FLAG},
        "board": _ref("ViewBoard"),
        "units": _list(_ref("ViewUnit")),
        "decision": _maybe("OpenDecision"),
        "standing": _list({"type": "object"}),
    }
    return {
        "BattleView": _object({**whole, **points}, "The table as one player sees it.", list(whole)),
        "ViewBoard": _object(
            {"width": NUMBER, "depth": NUMBER, "terrain": _list(_ref("ViewTerrain")), "markers": _list(_list(NUMBER))},
            "The battlefield, in inches.",
        ),
        "ViewTerrain": _object({"name": TEXT, "corners": _list(_list(NUMBER)), "height": NUMBER}, "A terrain feature."),
        "ViewUnit": _object(
            {
                **{"key": TEXT, "name": TEXT, "player": WHOLE, "starting_strength": WHOLE},
                "embarked_in": {"type": ["integer", "null"]},
                "marks": _list(TEXT),
                "models": _list(_ref("ViewModel")),
            },
            "A unit.",
        ),
        "ViewModel": _object(
            {
                **{"model": WHOLE, "name": TEXT, "alive": FLAG, "wounds": WHOLE},
                "pose": {"type": ["array", "null"], "items": NUMBER, "description": "x, y, z, facing; null off the table."},
                "base": _list(NUMBER),
            },
            "A model.",
        ),
    }


def _object(properties: Json, description: str, required: list[str] | None = None) -> Json:
    names = list(properties) if required is None else required
    return {"type": "object", "description": description, "properties": properties, "required": names}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _ref(name: str) -> Json:
    return {"$ref": COMPONENTS + name}


def _maybe(name: str) -> Json:
    return {"anyOf": [_ref(name), {"type": "null"}]}
