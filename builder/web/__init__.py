"""The pages: a web form over the same services as the API, rendered on the server, complete without JavaScript.

One module per area; a view reads its input, calls one service and renders a template. Edits of rosters go through one route
(`rosters.edit`) as the operations that `forms` reads out of what was posted. docs/web.md says how the pages are made.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, request, url_for

from builder.api.problems import Problem
from builder.web import (
    adding,
    battles,
    bringing,
    collection,
    compare,
    datasheet_form,
    datasheets,
    filing,
    game_data,
    help,
    history,
    homebrew,
    matchup,
    reading,
    rendering,
    rosters,
    rules,
    sharing,
    sheets,
    speaking,
    update,
)

AREAS = (
    rosters,
    adding,
    filing,
    collection,
    bringing,
    sharing,
    reading,
    history,
    compare,
    update,
    matchup,
    battles,
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
