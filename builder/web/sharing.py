"""Rosters that travel in links: opened, shown read-only, kept. What stands behind the "#" of an address never reaches a
server; a script of the page sends it, and without scripts it is pasted."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.errors import Invalid
from builder.web.document_view import shown
from builder.web.rendering import page
from datasheets.problems import Problem

blueprint = Blueprint("sharing", __name__)


@blueprint.get("/shared")
def form() -> Response:
    """Show the form, which a script fills in with what stands in the address."""
    return _form(())


@blueprint.post("/shared")
def open_link() -> Answer:
    """Show what a link carries, or keep it as a roster."""
    link = request.form.get("link", "")
    try:
        found = services().sharing.open(link)
    except Invalid as error:
        return _form(error.problems)
    if request.form.get("do") == "keep":
        made, _ = services().rosters.add_document(found.document)
        return redirect(url_for("web.rosters.one", roster=made.row.id), 303)
    return page("shared.html", found=found, shown=shown(found.document), link=link)


def _form(problems: tuple[Problem, ...]) -> Response:
    return page("open_link.html", 422 if problems else 200, problems=problems)
