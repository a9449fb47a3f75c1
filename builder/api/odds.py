"""`/odds`: the odds of one unit attacking another, and of whole armies attacking each other."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Number
from builder.api.languages import language
from builder.api.sources import ArmyPart, TwoArmies
from datasheets.fields import Amount, Flag, Items, Strict, Text
from datasheets.words import translate
from exports.document import Unit

blueprint = Blueprint("odds", __name__, url_prefix="/odds", description="Odds of attacks, exact where possible.")

MOST_RANGES = 6
MOST_COVERS = 6
FORMER_NAME = {"description": "What `range_in` was called; it counts where there is no `range_in`.", "deprecated": True}
"""Lengths end in `_in` everywhere, as in documents. What was published under another name stays."""
UNIT = {"description": "A unit's id, title or name; the first of its army by default."}


class Attack(Strict):
    """An attack to be worked out."""

    attacker = ArmyPart()
    target = ArmyPart()
    attacker_unit = Text(most=500, load_default="", metadata=UNIT)
    target_unit = Text(most=500, load_default="", metadata=UNIT)
    weapon = Text(most=500, load_default="", metadata={"description": "The only weapon; by default the best of each model."})
    range_in = Amount(most=1000, load_default=None, allow_none=True, metadata={"description": "By default in reach."})
    range_inches = Amount(most=1000, load_default=None, allow_none=True, metadata=FORMER_NAME)
    fighting = Flag(load_default=None, allow_none=True, metadata={"description": "In melee; by default as the weapon is."})
    moved = Flag(load_default=False)
    advanced = Flag(load_default=False)
    charged = Flag(load_default=False)
    overwatch = Flag(load_default=False)
    cover = Items(
        Text(most=40),
        most=MOST_COVERS,
        load_default=(),
        metadata={
            "description": "What protects the target: of Grundregelwerk soft-cover or hard-cover (terrain), and take-cover;"
            " of Age of Sigmar cover and mystic-shield."
        },
    )


class ArmyAttack(TwoArmies):
    """Two armies that attack each other."""

    ranges = Items(
        Amount(most=1000),
        most=MOST_RANGES,
        load_default=(),
        metadata={"description": "How far everybody is from everybody, in inches; by default every weapon reaches."},
    )
    fighting = Flag(
        load_default=None,
        allow_none=True,
        metadata={"description": "In melee; by default who can shoot shoots, and at a range that is given nobody fights."},
    )


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
    results = fields.Dict(
        keys=fields.String(),
        values=Number(),
        required=True,
        metadata={
            "description": "By the rows of the damage table, how many models stand or have ended so: of one vehicle the "
            "chance. Empty where the target rolls on no table."
        },
    )
    weapons = fields.List(fields.Dict(), required=True, metadata={"description": "What was used."})
    unresolved = fields.List(fields.Dict(), required=True, metadata={"description": "Abilities that are not resolved."})


class TollSchema(ma.Schema):
    """What attacks take from a unit on average. `error` is that of `destroyed`, each way, 19 times in 20; 0: it is exact."""

    attackers = fields.List(fields.String(), required=True)
    models = Number(required=True)
    wounds = Number(required=True)
    all_wounds = fields.Integer(required=True)
    share = Number(required=True, metadata={"description": "Of all its wounds."})
    destroyed = Number(required=True, metadata={"description": "How likely it is that no model is left."})
    error = Number(required=True)


class AssailantSchema(UnitNameSchema):
    """A unit: whom it takes most from, and what it takes from each enemy; null where it cannot attack."""

    best = fields.Nested(UnitNameSchema, required=True, allow_none=True)
    takes = fields.List(fields.Nested(TollSchema, allow_none=True), required=True)


class AssailedSchema(UnitNameSchema):
    """A unit: what it loses to those whose best target it is, and to all who can attack it together."""

    models = fields.Integer(required=True)
    loses = fields.Nested(TollSchema, required=True, allow_none=True)
    together = fields.Nested(TollSchema, required=True, allow_none=True)


class LossesSchema(ma.Schema):
    """What an army loses on average where every enemy attacks its best target; `units` are those destroyed."""

    models = Number(required=True)
    wounds = Number(required=True)
    units = Number(required=True)
    cost = Number(required=True, allow_none=True, metadata={"description": "Null where units cost nothing."})


class AssaultSchema(ma.Schema):
    """What one army does to the other at one range."""

    range_in = Number(required=True, allow_none=True)
    range_inches = Number(required=True, allow_none=True, metadata={"description": "As `range_in`.", "deprecated": True})
    losses = fields.Nested(LossesSchema, required=True)
    units = fields.List(fields.Nested(AssailantSchema), required=True)
    targets = fields.List(fields.Nested(AssailedSchema), required=True)
    unresolved = fields.List(fields.Dict(), required=True, metadata={"description": "Abilities that are not resolved."})
    reason = fields.String(required=True, metadata={"description": "Why nobody can attack, where that is so."})


class AttackingArmySchema(ma.Schema):
    """An army, and what it does to the other at each range."""

    name = fields.String(required=True)
    assaults = fields.List(fields.Nested(AssaultSchema), required=True)


class ArmyOddsSchema(ma.Schema):
    """What two armies do to each other."""

    a = fields.Nested(AttackingArmySchema, required=True)
    b = fields.Nested(AttackingArmySchema, required=True)


@blueprint.route("/armies")
class ArmyOdds(MethodView):
    """Attacks of whole armies."""

    @blueprint.arguments(ArmyAttack)
    @blueprint.response(200, ArmyOddsSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Work out what two armies do to each other: losses each way, best targets, who falls to all together."""
        found = services().odds.of_armies(**body).to_json()
        for each in (each for side in found.values() for each in side["assaults"]):
            each["range_in"] = each["range_inches"]
            each["reason"] = translate(each["reason"], language())
        return found


@blueprint.route("")
class Odds(MethodView):
    """Attacks outside a battle."""

    @blueprint.arguments(Attack)
    @blueprint.response(200, OddsSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Work out the exact odds of a whole unit shooting, or fighting, another."""
        range_in, former = body.pop("range_in"), body.pop("range_inches")
        found = services().odds.of(**body, range_inches=former if range_in is None else range_in)
        names = ("kills", "damage", "expected", "results", "weapons", "unresolved")
        sides = {"attacker": _name_of(found.attacker), "target": _name_of(found.target)}
        return sides | {name: getattr(found.odds, name) for name in names}


def _name_of(unit: Unit) -> dict[str, str]:
    return {"id": unit.id, "name": unit.title or unit.name}
