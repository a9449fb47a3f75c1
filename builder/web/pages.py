"""Every area of the pages, registered in one application; and the page that shows an error."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, request, url_for

from builder.api.problems import Problem
from builder.web import (
    adding,
    collection,
    compare,
    datasheet_form,
    datasheets,
    filing,
    game_data,
    help,
    history,
    home,
    homebrew,
    import_any,
    matchup,
    rendering,
    rosters,
    rules,
    shared_roster,
    sharing,
    sheets,
    simulations,
    speaking,
    update,
)
from builder.web.battles import listing as battles
from builder.web.tabletop import views as tabletop

AREAS = (
    home,
    rosters,
    adding,
    filing,
    collection,
    import_any,
    sharing,
    shared_roster,
    tabletop,
    history,
    compare,
    update,
    matchup,
    battles,
    simulations,
    sheets,
    datasheets,
    game_data,
    homebrew,
    datasheet_form,
    rules,
    help,
    speaking,
)


def register(app: Flask) -> None:
    """Put the pages into an application that has the API's converters of addresses."""
    rendering.prepare(app)
    web = Blueprint("web", __name__)
    for area in AREAS:
        web.register_blueprint(area.blueprint)
    app.register_blueprint(web)


def problem_page(problem: Problem) -> Response:
    """Return an error as a page: the same object that the API answers with."""
    roster = (request.view_args or {}).get("roster")
    back = url_for("web.rosters.one", roster=roster) if roster and problem.status != 404 else ""
    response = rendering.page("problem.html", problem.status, problem=problem, back=back)
    response.headers.update(problem.headers)
    return response
