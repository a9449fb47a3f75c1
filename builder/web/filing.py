"""Filing a roster: its tags, putting it away, locking it; names for its versions."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.errors import Stale
from builder.web.conflict import conflict_page
from builder.web.queries import whole
from builder.web.rosters import form_version

blueprint = Blueprint("filing", __name__)


@blueprint.post("/rosters/<id:roster>/shelf")
def file(roster: str) -> Answer:
    """File a roster as a form says."""
    form = request.form
    tags = form.get("tags", "").split(",")
    try:
        services().filing.file(roster, form_version(), tags, archived="archived" in form, locked="locked" in form)
    except Stale:
        return conflict_page(roster, (), form)
    return redirect(url_for("web.rosters.one", roster=roster, _anchor="shelf"), 303)


@blueprint.post("/rosters/<id:roster>/name-version")
def name_version(roster: str) -> Answer:
    """Give a version of a roster a name, and return to the history."""
    step = whole(request.form.get("n", ""))
    services().filing.name(roster, step, request.form.get("name", ""))
    return redirect(url_for("web.history.show", roster=roster, _anchor=f"step-{step}"), 303)
