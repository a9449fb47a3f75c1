"""The history of a roster: every edit in words, undo and redo, and the way back to any state, in whatever branch."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.history import History
from builder.services.errors import Stale
from builder.web.conflict import all_steps, changes, conflict_page
from builder.web.queries import query_whole, whole
from builder.web.rendering import page
from builder.web.rosters import back, form_version

blueprint = Blueprint("history", __name__)

PAGE = 40
MOST_EDITS = 6
"""How many edits of a step are shown at once; those of a roster that was brought in are a hundred."""


@blueprint.get("/rosters/<id:roster>/history")
def show(roster: str) -> Response:
    """List the steps, the newest first."""
    found, steps = services().rosters.get(roster), all_steps(roster)
    history = History({step.n: step.parent for step in steps}, found.row.step, found.row.tip)
    until = query_whole("until") or steps[-1].n
    shown = [step for step in reversed(steps) if step.n <= until][:PAGE]
    return page(
        "history.html",
        found=found,
        row=found.row,
        changes=changes(found, shown),
        on_line=set(history.line(history.tip)),
        done=set(history.line(history.at)),
        named=services().filing.named_versions(roster),
        most=MOST_EDITS,
        older=shown[-1].n - 1 if shown[-1].n > steps[0].n else 0,
    )


@blueprint.post("/rosters/<id:roster>/restore")
def restore(roster: str) -> Answer:
    """Let a roster stand at any step of its history."""
    try:
        services().rosters.restore(roster, form_version(), whole(request.form.get("to_step", "")))
    except Stale:
        return conflict_page(roster, (), request.form)
    return back(roster, request.form)


@blueprint.post("/rosters/<id:roster>/undo")
def undo(roster: str) -> Answer:
    """Take back the last edit."""
    try:
        services().rosters.undo(roster, form_version())
    except Stale:
        return conflict_page(roster, (), request.form)
    return back(roster, request.form)


@blueprint.post("/rosters/<id:roster>/redo")
def redo(roster: str) -> Answer:
    """Do again what was taken back."""
    try:
        services().rosters.redo(roster, form_version())
    except Stale:
        return conflict_page(roster, (), request.form)
    return back(roster, request.form)
