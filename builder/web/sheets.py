"""Sheets: an uploaded PDF read back, verified against what one has already, and kept as a roster."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services.armies import Source
from builder.services.errors import Invalid, TooLarge
from builder.web import print_page
from builder.web.document_view import view_of
from builder.web.queries import query_text
from builder.web.rendering import page
from builder.web.uploads import read_upload, take_uploads
from datasheets.problems import Problem
from exports.sheet.verifying import Verification

SECONDS = 1.0
"""How long a sheet that is dropped waits for the search for its roster; the page can go on with it."""
blueprint = Blueprint("sheets", __name__)
blueprint.before_request(take_uploads)
blueprint.register_blueprint(print_page.blueprint)


@blueprint.get("/sheets")
def upload() -> Response:
    """Show the form."""
    return _form(())


@blueprint.get("/sheets/verify")
def verify() -> Response:
    """Say which roster a check code off paper is of."""
    code = query_text("code")
    if not code:
        return _form(())
    try:
        return page("verify.html", search=services().codes.find(code), typed=code, found=None)
    except Invalid as error:
        return _form(error.problems, code)


@blueprint.post("/sheets")
def read() -> Answer:
    """Say what a sheet carries and whether it agrees with itself and with what was given, or keep it as a roster."""
    try:
        pdf = read_upload("sheet")
        if request.form.get("do") == "keep":
            made, _ = services().rosters.add_document(services().sheets.read(pdf))
            return redirect(url_for("web.rosters.one", roster=made.row.id), 303)
        roster, code = request.form.get("roster", ""), request.form.get("code", "").strip()
        against = Source(roster=roster) if roster else code or None
        verification = services().sheets.verify(pdf, against)
        document = services().sheets.read(pdf) if verification.digest else None
    except Invalid as error:
        return _form(error.problems)
    except TooLarge as error:
        return _form((Problem("", error.detail),))
    against_name = services().rosters.get(roster).row.name if roster else code
    if document is None:
        return _code_alone(verification, against_name)
    return page(
        "sheet.html",
        shown=view_of(document),
        found=verification,
        search=services().codes.find(document.digest, SECONDS),
        against=against_name,
    )


def _code_alone(found: Verification, against: str) -> Response:
    """Say which roster a file was printed from that has lost it: printed anew, or scanned."""
    search = services().codes.find(found.check_code)
    return page("verify.html", search=search, typed=found.check_code, found=found, against=against)


def _form(problems: tuple[Problem, ...], typed: str = "") -> Response:
    rosters = services().rosters.page(limit=200).items
    status = 422 if problems else 200
    return page("sheets.html", status, problems=problems, rosters=rosters, form=request.form, typed=typed)
