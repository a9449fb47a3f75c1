"""Two armies side by side: what they have and cost, what is wrong with them, the battle that they make, and its start.

An army is a roster that is kept here. What is dropped or uploaded instead (a printed sheet, a roster document, a list of
another program) is kept as one first, so that it can be printed and fought with; the address of the page names the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.armies import Source
from builder.services.battles import BOTS
from builder.services.errors import Invalid, ServiceError
from builder.services.matchups import MatchupAnswer, has_facts
from builder.store.rosters import RosterRow
from builder.web.army_odds import asked_odds
from builder.web.battles.armies import SIDES, armies
from builder.web.document_view import Shown, view_of
from builder.web.headline import Headline, headline_of
from builder.web.queries import query_text
from builder.web.rendering import page
from builder.web.uploads import take_uploads
from datasheets.problems import DocumentError, Problem
from exports.document import Unit, name_of
from resolver.army_odds import losses
from resolver.engine.registry import playable

MOST_OPPONENTS = 12

blueprint = Blueprint("matchup", __name__)
blueprint.before_request(lambda: take_uploads(2))


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of the two armies. `units` are by the name of their role, in the order of the army."""

    roster: str
    shown: Shown
    units: dict[str, list[Unit]]


@blueprint.get("/matchup")
def show() -> Response:
    """Show two rosters side by side, and what they make of a battle."""
    return _show([query_text(side) for side in SIDES], ())


@blueprint.post("/matchup")
def choose() -> Answer:
    """Go to the page of two armies, rosters or files; what was uploaded is kept as a roster."""
    chosen = [request.form.get(side, "") for side in SIDES]
    try:
        documents = armies()
    except Invalid as error:
        return _show(chosen, error.problems)
    for place, side in enumerate(SIDES):
        if request.files.get(f"sheet_{side}"):
            try:
                chosen[place] = services().rosters.add_document(documents[place])[0].row.id
            except DocumentError as error:
                return _show(chosen, error.problems)
    wanted: dict[str, Any] = {"battle_size": size} if (size := request.form.get("battle_size", "")) else {}
    return redirect(url_for(".show", a=chosen[0], b=chosen[1], **wanted), 303)


def _show(chosen: list[str], problems: tuple[Problem, ...]) -> Response:
    sides = [_side(id) if id else None for id in chosen]
    found = {side.shown.document.army.system for side in sides if side}
    facts: MatchupAnswer | None = None
    if all(sides) and not problems and (len(found) > 1 or all(map(has_facts, found))):
        try:
            size = query_text("battle_size") or None
            facts = services().matchups.facts(Source(roster=chosen[0]), Source(roster=chosen[1]), size)
        except Invalid as error:
            problems = error.problems
    played, odds, key_odds = facts is not None and facts.system.id in playable(), None, None
    headline: Headline | None = None
    both = [side.shown.document for side in sides if side]
    if played and len(both) == 2 and all(document.army.fielded for document in both):
        key_odds = services().odds.of_key_units((both[0], both[1]))
        headline = headline_of(both, key_odds)
    if played:
        try:
            odds = asked_odds(*chosen)
        except ServiceError as error:
            problems = error.problems or (Problem("", error.detail),)
    refused = 422 if request.method == "POST" else 200
    return page(
        "matchup.html",
        refused,
        rosters=services().rosters.page(archived=False, limit=200).items,
        chosen=dict(zip(SIDES, chosen, strict=True)),
        sides=sides,
        facts=facts,
        problems=problems,
        size=query_text("battle_size"),
        bots=tuple(BOTS),
        played=played,
        odds=odds,
        key_odds=key_odds,
        headline=headline,
        opponents=_opponents(chosen[0]) if chosen[0] and not chosen[1] and not problems else [],
        losses=losses,
        terms={name: query_text(name) for name in ("ranges", "fight")},
        silent=all(sides) and len(found) == 1 and not any(map(has_facts, found)),
    )


def _opponents(roster: str) -> list[RosterRow]:
    """Return the rosters that one can be matched with, the last changed first."""
    system = services().rosters.get(roster).row.system
    found = services().rosters.page(system=system, archived=False, limit=MOST_OPPONENTS + 1).items
    return [each for each in found if each.id != roster][:MOST_OPPONENTS]


def _side(roster: str) -> Side:
    document = services().documents.of(roster)
    units: dict[str, list[Unit]] = {}
    for unit in document.army.fielded:
        units.setdefault(name_of(document.army, "role", unit.role or ""), []).append(unit)
    return Side(roster, view_of(document), units)
