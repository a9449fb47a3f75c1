"""Two rosters side by side: the battle that they make, and the form that starts it."""

from __future__ import annotations

from flask import Blueprint, Response

from builder.api.current import services
from builder.services.armies import Source
from builder.services.battles import BOTS
from builder.services.errors import Invalid
from builder.services.matchups import MatchupAnswer
from builder.services.rosters import RosterAnswer
from builder.web.queries import query_text
from builder.web.rendering import page
from datasheets.problems import Problem
from resolver.rulesets import PACKAGES

blueprint = Blueprint("matchup", __name__)


@blueprint.get("/matchup")
def show() -> Response:
    """Show what two rosters make of a battle."""
    chosen = [query_text("a"), query_text("b")]
    size = query_text("battle_size") or None
    problems: tuple[Problem, ...] = ()
    facts: MatchupAnswer | None = None
    if all(chosen):
        try:
            facts = services().matchups.facts(Source(roster=chosen[0]), Source(roster=chosen[1]), size)
        except Invalid as error:
            problems = error.problems
    sides: list[RosterAnswer | None] = [services().rosters.get(id) if id else None for id in chosen]
    rosters = services().rosters.page(archived=False, limit=200).items
    return page(
        "matchup.html",
        rosters=rosters,
        chosen=chosen,
        sides=sides,
        facts=facts,
        problems=problems,
        size=size,
        bots=tuple(BOTS),
        played=facts is not None and facts.system.id in PACKAGES,
    )
