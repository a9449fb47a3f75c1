"""The collection: what a player owns, and what a roster asks for beyond that."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.collection import Need
from builder.web.games import games
from builder.web.queries import query_text, whole
from builder.web.rendering import page

blueprint = Blueprint("collection", __name__)


@blueprint.get("/collection")
def show() -> Response:
    """Show everything that is owned of a system."""
    known = games()
    system = query_text("system") or next(iter(known))
    owned = services().collection.owned_models(system)
    return page(
        "collection.html",
        system=system,
        systems=known if system in known else {**known, system: system},
        row=None,
        needs=[Need(name, 0, number) for name, number in owned.items()],
    )


@blueprint.get("/rosters/<id:roster>/collection")
def of_roster(roster: str) -> Response:
    """Show what a roster asks for, what of it is owned, and what is missing."""
    row, judged = services().rosters.judge(roster, fixes=False)
    return page("collection.html", system=row.system, systems={}, row=row, needs=services().collection.needs(judged))


@blueprint.post("/collection")
def keep() -> Answer:
    """Note what is owned, and return to where the form stood."""
    form = request.form
    system, roster = form.get("system", ""), form.get("roster", "")
    services().collection.put(system, _numbers(form))
    if roster:
        return redirect(url_for(".of_roster", roster=roster), 303)
    return redirect(url_for(".show", system=system), 303)


def _numbers(form: Mapping[str, str]) -> dict[str, int]:
    """Return the numbers of a form: fields `own:<name>`, and one more name with its number."""
    found = {name.removeprefix("own:"): whole(text.strip()) for name, text in form.items() if name.startswith("own:")}
    added = form.get("name", "").strip()
    return {**found, added: whole(form.get("number", ""))} if added else found
