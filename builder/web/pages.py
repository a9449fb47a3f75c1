"""Every area of the pages, registered in one application; and the page that shows an error."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import accounts
from builder.api.problems import Problem
from builder.web import (
    account,
    adding,
    clubs,
    collection,
    compare,
    datasheet_form,
    datasheets,
    detachments,
    filing,
    game_data,
    help,
    history,
    home,
    homebrew,
    import_any,
    matchup,
    people,
    rendering,
    rosters,
    rules,
    shared_roster,
    sharing,
    sheets,
    signing,
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
    detachments,
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


ACCOUNT_AREAS = (signing, account, people, clubs)
"""The areas that there are with accounts only."""


def register(app: Flask, *, accounts: bool = False) -> None:
    """Put the pages into an application that has the API's converters of addresses; with `accounts`, theirs too."""
    rendering.prepare(app)
    web = Blueprint("web", __name__)
    for area in (*AREAS, *(ACCOUNT_AREAS if accounts else ())):
        web.register_blueprint(area.blueprint)
    app.register_blueprint(web)


def sign_in_first(problem: Problem) -> Answer | None:
    """Return the way to the page where people sign in, where that is what is lacking and the page can be come back to."""
    if problem.status != 401 or accounts() is None:
        return None
    back = request.full_path.rstrip("?") if request.method == "GET" else ""
    return redirect(url_for("web.signing.show", back=back) if back.strip("/") else url_for("web.signing.show"), 303)


def problem_page(problem: Problem) -> Response:
    """Return an error as a page: the same object that the API answers with."""
    roster = (request.view_args or {}).get("roster")
    back = url_for("web.rosters.one", roster=roster) if roster and problem.status != 404 else ""
    response = rendering.page("problem.html", problem.status, problem=problem, back=back)
    response.headers.update(problem.headers)
    return response
