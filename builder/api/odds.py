"""`/odds`: the exact odds of one unit attacking another."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Number
from builder.api.sources import ArmySource
from datasheets.fields import Amount, Flag, Part, Strict, Text
from exports.document import Unit

blueprint = Blueprint("odds", __name__, url_prefix="/odds", description="Exact odds of one unit attacking another.")

UNIT = {"description": "A unit's id, title or name; the first of its army by default."}


class Attack(Strict):
    """An attack to be worked out."""

    attacker = Part(ArmySource, required=True)
    target = Part(ArmySource, required=True)
    attacker_unit = Text(most=500, load_default="", metadata=UNIT)
    target_unit = Text(most=500, load_default="", metadata=UNIT)
    weapon = Text(most=500, load_default="", metadata={"description": "The only weapon; by default the best of each model."})
    range_inches = Amount(most=1000, load_default=None, allow_none=True, metadata={"description": "By default in reach."})
    fighting = Flag(load_default=None, allow_none=True, metadata={"description": "In melee; by default as the weapon is."})
    moved = Flag(load_default=False)
    advanced = Flag(load_default=False)
    charged = Flag(load_default=False)
    overwatch = Flag(load_default=False)


class UnitNameSchema(ma.Schema):
    """A unit."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class OddsSchema(ma.Schema):
    """What comes of an attack. `kills[n]` is the chance that n models are destroyed, `damage[n]` that n wounds are lost."""

    attacker = fields.Nested(UnitNameSchema, required=True)
    target = fields.Nested(UnitNameSchema, required=True)
    kills = fields.List(Number(), required=True)
    damage = fields.List(Number(), required=True)
    expected = fields.Dict(
        keys=fields.String(), values=Number(), required=True, metadata={"description": "Averages: attacks, damage, kills."}
    )
    weapons = fields.List(fields.Dict(), required=True, metadata={"description": "What was used."})
    unresolved = fields.List(fields.Dict(), required=True, metadata={"description": "Abilities that are not resolved."})


@blueprint.route("")
class Odds(MethodView):
    """Attacks outside a battle."""

    @blueprint.arguments(Attack)
    @blueprint.response(200, OddsSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Work out the exact odds of a whole unit shooting, or fighting, another."""
        found = services().odds.of(**body)
        names = ("kills", "damage", "expected", "weapons", "unresolved")
        sides = {"attacker": _name_of(found.attacker), "target": _name_of(found.target)}
        return sides | {name: getattr(found.odds, name) for name in names}


def _name_of(unit: Unit) -> dict[str, str]:
    return {"id": unit.id, "name": unit.title or unit.name}
