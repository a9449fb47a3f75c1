"""Another force in an army: its detachment is typed, and found among all that the catalogues of the game offer."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.errors import Stale
from builder.web.conflict import conflict_page
from builder.web.kinds import find
from builder.web.rosters import form_version

blueprint = Blueprint("detachments", __name__)


@blueprint.post("/rosters/<id:roster>/force")
def add(roster: str) -> Answer:
    """Add the force that was typed; where it can mean several, or none, the page shows what it may mean."""
    row, typed = services().rosters.get(roster).row, request.form.get("detachment", "").strip()[:200]
    found = find(row.system, typed)
    if len(found) != 1:
        return redirect(url_for("web.rosters.one", roster=roster, detachment=typed or None, _anchor="new-force"), 303)
    try:
        made = services().rosters.apply(roster, form_version(), [found[0].operation])
    except Stale:
        return conflict_page(roster, [found[0].operation], request.form)
    uid = made.roster.forces[-1].uid
    return redirect(url_for("web.rosters.one", roster=roster, force=uid, _anchor=f"f-{uid}"), 303)
