"""`/validations` and `/matchups`: judging one army, and two together, without storing anything."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import JsonObject, Number
from builder.api.findings import FindingSchema, JudgementSchema, finding_json, judgement_json
from builder.api.roster_shapes import operations_field, refuse_unknown_system
from builder.api.sources import TwoArmies
from builder.services.judging import Verdict
from builder.services.places import point_at
from datasheets.fields import Strict, Text
from datasheets.words import Message

validations = Blueprint("validations", __name__, url_prefix="/validations", description="Judging without storing.")
matchups = Blueprint("matchups", __name__, url_prefix="/matchups", description="Facts about two armies together.")


class Validation(Strict):
    """What is to be judged: a document, a tree, or operations on an empty roster of a system."""

    document = JsonObject("RosterDocument", load_default=None)
    tree = JsonObject("RosterTree", load_default=None)
    system = Text(most=80, load_default=None)
    operations = operations_field(0)

    @ma.validates_schema
    def one(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse none and several."""
        if sum(data[name] is not None for name in ("document", "tree", "system")) != 1:
            raise ma.ValidationError(Message("refused.request.validation"))
        if data["operations"] and data["system"] is None:
            raise ma.ValidationError({"operations": [Message("refused.request.operations")]})


class MatchupBody(TwoArmies):
    """Two armies, and the battle size if the players chose one."""

    battle_size = Text(most=80, load_default=None)


class BattlefieldSchema(ma.Schema):
    """A battlefield in inches."""

    width_in = Number(required=True)
    depth_in = Number(required=True)


class MatchupSchema(ma.Schema):
    """What two armies make of a battle."""

    combined_power = Number(required=True, allow_none=True)
    battle_size = fields.String(required=True, allow_none=True)
    proposed = fields.String(
        required=True, allow_none=True, metadata={"description": "The battle size that their Power Level asks for."}
    )
    table = fields.Nested(BattlefieldSchema, required=True, allow_none=True)
    hours = Number(required=True, allow_none=True)
    rounds = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "After how many battle rounds it ends; null where no number ends it."},
    )
    underdog = fields.String(required=True, allow_none=True, metadata={"enum": ["a", "b", None]})
    rerolls = fields.Integer(required=True, metadata={"description": "What the underdog gets."})
    rules = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The rule behind each of these."},
    )
    findings = fields.List(fields.Nested(FindingSchema), required=True)


@validations.route("")
class Validations(MethodView):
    """Judging one army."""

    @validations.arguments(Validation)
    @validations.response(200, JudgementSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Judge a roster document, a roster's tree, or what operations make of an empty roster."""
        return judgement_json(_judge(body))


@matchups.route("")
class Matchups(MethodView):
    """Judging two armies."""

    @matchups.arguments(MatchupBody)
    @matchups.response(200, MatchupSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Say what two armies make of a battle: its size, table, length, and advice."""
        found = services().matchups.facts(body["a"], body["b"], body["battle_size"])
        facts, more = found.facts, found.facts.more
        underdog = more.get("underdog")
        return {
            **{name: more.get(name) for name in ("combined_power", "battle_size", "proposed", "hours")},
            "table": facts.table,
            "rounds": found.rounds,
            "underdog": None if underdog is None else "ab"[underdog],
            "rerolls": more.get("rerolls", 0),
            "rules": dict(facts.rules),
            "findings": [finding_json(finding, found.system.id) for finding in facts.findings],
        }


def _judge(body: dict[str, Any]) -> Verdict:
    if body["document"] is not None:
        with point_at("/document"):
            return services().validations.verdict(body["document"])
    if body["tree"] is not None:
        with point_at("/tree"):
            return services().validations.tree(body["tree"]).verdict
    refuse_unknown_system(body["system"])
    with point_at("/operations"):
        return services().validations.operations(body["system"], body["operations"]).verdict
