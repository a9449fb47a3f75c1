"""Game systems and their rules: what every finding and every event links to."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from builder.services import systems
from builder.web.queries import query_text, query_whole
from builder.web.rendering import page
from datasheets.systems import rulebook
from datasheets.systems.parts import model_parts

blueprint = Blueprint("rules", __name__)

PAGE = 60


@blueprint.get("/systems")
def all_systems() -> Response:
    """List the game systems."""
    return page("systems.html", systems=[(each, rulebook(each.id)) for each in systems.systems()])


@blueprint.get("/systems/<id:system>")
def one_system(system: str) -> Response:
    """Show a game system: how armies are measured, battle sizes, phases, actions, ground, characteristics, rules."""
    found = systems.system(system)
    book = rulebook(found.id)
    sections = [(name, len(book.section(name))) for name in book.sections]
    listed = [each for each in sections if each[1]]
    return page("system.html", system=found, book=book, sections=listed, type=model_parts(found.id).get("type"))


@blueprint.get("/systems/<id:system>/rules")
def many(system: str) -> Response:
    """List rules by section or words."""
    found, text, section = systems.system(system), query_text("text"), query_text("section")
    start = query_whole("start")
    listed = systems.rules(system, section=section, text=text, start=start, limit=PAGE)
    more = url_for(".many", system=system, text=text, section=section, start=listed.next) if listed.next else ""
    return page("rules.html", system=found, rules=listed.items, more=more, text=text, section=section, args=request.args)


@blueprint.get("/systems/<id:system>/rules/<id:rule>")
def one(system: str, rule: str) -> Response:
    """Show one rule with its values and the decisions that settle it."""
    found = systems.rule(system, rule)
    book = rulebook(system)
    section = book.section(found.rule.section)
    examples = [example for example in book.examples if rule in example.rules]
    return page("rule.html", system=systems.system(system), found=found, section=section, examples=examples)


@blueprint.get("/systems/<id:system>/decisions")
def decisions(system: str) -> Response:
    """List what the project decided where the source is silent or contradicts itself."""
    return page("decisions.html", system=systems.system(system), book=rulebook(systems.system(system).id))
