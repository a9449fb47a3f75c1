"""The collection: what a player owns, and what a roster asks for beyond that."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.collection import MOST_OWNED, Need
from builder.store.rosters import RosterRow
from builder.web.games import games
from builder.web.queries import query_text, whole
from builder.web.rendering import page
from builder.web.searching import search_names

blueprint = Blueprint("collection", __name__)

MOST_FOUND, MOST_PROPOSED = 30, 600
"""How many datasheets a search shows, and of how many a field may propose the names."""
MOST_ARMIES = 12
"""How many armies, the last changed first, are offered to be noted as a whole."""


@blueprint.get("/collection")
def show() -> Response:
    """Show everything that is owned of a system, and the datasheets that a search finds."""
    known, text = games(), query_text("text")
    system = query_text("system") or next(iter(known))
    owned, names = services().collection.owned_models(system), services().collection.datasheet_names(system)
    found = search_names(names, text)
    sizes = services().collection.unit_sizes(system, {*owned, *found[:MOST_FOUND]})
    return page(
        "collection.html",
        system=system,
        systems=known if system in known else {**known, system: system},
        row=None,
        armies=_armies(system),
        needs=[Need(name, (), number, not names or name in names, sizes.get(name, 0)) for name, number in owned.items()],
        text=text,
        refused=query_text("refused"),
        found=[Need(name, (), owned.get(name, 0), size=sizes.get(name, 0)) for name in found[:MOST_FOUND]],
        more=max(0, len(found) - MOST_FOUND),
        names=names if len(names) <= MOST_PROPOSED else [],
    )


@blueprint.get("/rosters/<id:roster>/collection")
def of_roster(roster: str) -> Response:
    """Show what a roster asks for, what of it is owned, and what is missing."""
    row, judged = services().rosters.judge(roster, fixes=False)
    needs = services().collection.needs(judged)
    return page("collection.html", system=row.system, systems={}, row=row, needs=needs, found=[], armies=[])


@blueprint.post("/collection")
def keep() -> Answer:
    """Note what is owned, and return to where the form stood; a name that is no datasheet is searched for."""
    form = request.form
    system, roster = form.get("system", ""), form.get("roster", "")
    typed = form.get("name", "").strip()
    name = services().collection.known_as(system, typed) if typed else ""
    services().collection.put(system, _numbers(form) | ({name: _number_of(form, system, name)} if name else {}))
    if roster:
        return redirect(url_for(".of_roster", roster=roster), 303)
    refused = typed if typed and not name else None
    return redirect(url_for(".show", system=system, text=refused or form.get("text") or None, refused=refused), 303)


@blueprint.post("/rosters/<id:roster>/collection")
def own_all(roster: str) -> Answer:
    """Note as owned whatever a roster asks for beyond what is owned already."""
    row, judged = services().rosters.judge(roster, fixes=False)
    missing = [each for each in services().collection.needs(judged) if each.missing]
    services().collection.put(row.system, {each.name: min(each.models, MOST_OWNED) for each in missing})
    return redirect(url_for(".of_roster", roster=roster), 303)


def _armies(system: str) -> list[RosterRow]:
    rows = services().rosters.page(system=system, archived=False, limit=MOST_ARMIES).items
    return [each for each in rows if each.summary["units"]]


def _number_of(form: Mapping[str, str], system: str, name: str) -> int:
    """Return how many models were typed for one more datasheet: of units as small as they may be, all of theirs."""
    number = whole(form.get("number", ""))
    in_units = form.get("by") == "units"
    return number * services().collection.unit_sizes(system, [name]).get(name, 1) if in_units else number


def _numbers(form: Mapping[str, str]) -> dict[str, int]:
    """Return the numbers of a form: fields `own:<name>`, of what is found twice on it the one that was changed."""
    return {name.removeprefix("own:"): whole(text.strip()) for name, text in form.items() if name.startswith("own:")}
