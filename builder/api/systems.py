"""`/systems`: game systems as data, and their rules one by one."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.fields import Paged, page_values
from builder.api.languages import language
from builder.api.schemas import page_of
from builder.services import systems
from datasheets.fields import Text
from datasheets.systems import RuleText, System
from datasheets.systems.rulebook import Decision
from datasheets.systems.shape import schema_of
from datasheets.words import Message, translate

blueprint = Blueprint("systems", __name__, url_prefix="/systems", description="Game systems and their rules.")


class SystemItemSchema(ma.Schema):
    """A game system in a list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    edition = fields.String(required=True)
    language = fields.String(required=True, metadata={"description": "The language of its source."})
    source = fields.String(required=True)
    href = fields.String(required=True)


class SystemSchema(schema_of(System)):  # type: ignore[misc]
    """A game system as data."""

    href = fields.String(required=True)
    rules_href = fields.String(required=True)


class RuleItemSchema(schema_of(RuleText)):  # type: ignore[misc]
    """A rule of a game system, in our own words."""

    recommended = fields.Boolean(required=True)
    href = fields.String(required=True)


class RuleSchema(RuleItemSchema):
    """A rule with the decisions that settle or complete it."""

    decisions = fields.List(fields.Nested(schema_of(Decision)), required=True)


class RuleQuery(Paged):
    """Which rules are wanted."""

    section = Text(load_default="", most=200)
    kind = Text(load_default="", most=40)
    text = Text(load_default="", most=200, metadata={"description": "Words that must all occur."})


@blueprint.route("")
class Systems(MethodView):
    """All game systems."""

    @blueprint.response(200, page_of(SystemItemSchema))
    def get(self) -> Any:
        """List the game systems."""
        return {"items": [_item(system) for system in systems.systems()], "next": None}


@blueprint.route("/<id:system>")
class OneSystem(MethodView):
    """One game system."""

    @blueprint.response(200, SystemSchema)
    def get(self, system: str) -> Any:
        """Read a game system: its characteristics, costs, roles, battle sizes, declarations, missions.

        Names and the texts of missions are in the language of `Accept-Language`.
        """
        found = systems.system(system)
        links = {"href": _address(system), "rules_href": url_for("systems.Rules", system=system)}
        return _in_own_language(found.document()) | links


@blueprint.route("/<id:system>/rules")
class Rules(MethodView):
    """The rules of one game system."""

    @blueprint.arguments(RuleQuery, location="query")
    @blueprint.response(200, page_of(RuleItemSchema))
    def get(self, query: dict[str, Any], system: str) -> Any:
        """List the rules of a game system, in the order of its source."""
        page = systems.rules(system, **page_values(query))
        return page.map(lambda rule: _rule(system, rule))


@blueprint.route("/<id:system>/rules/<id:rule>")
class Rule(MethodView):
    """One rule."""

    @blueprint.response(200, RuleSchema)
    def get(self, system: str, rule: str) -> Any:
        """Read a rule: what findings and events link to."""
        found = systems.rule(system, rule)
        return _rule(system, found.rule) | {"decisions": found.decisions}


def _item(system: System) -> dict[str, Any]:
    names = ("id", "name", "edition", "language", "source")
    return {name: getattr(system, name) for name in names} | {"href": _address(system.id)}


def _in_own_language(data: Any) -> Any:
    """Return data with every sentence and name in them that knows itself in the asker's language."""
    if isinstance(data, dict):
        return {key: _in_own_language(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_own_language(value) for value in data]
    return translate(data, language()) if isinstance(data, Message) else data


def _rule(system: str, rule: RuleText) -> dict[str, Any]:
    return rule.document() | {"href": rule_address(system, rule.id)}


def _address(system: str) -> str:
    return url_for("systems.OneSystem", system=system)


def rule_address(system: str, rule: str) -> str:
    """Return the address of a rule."""
    return url_for("systems.Rule", system=system, rule=rule)
