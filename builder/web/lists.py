"""Lists of other programs: brought in from an uploaded file, with a report, and a roster's files for them."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.current import services
from builder.api.languages import language
from builder.importing.archives import Named
from builder.placing import telling
from builder.services.errors import Invalid, NotFound
from builder.web.rendering import page
from builder.web.uploads import read_upload, take_uploads
from datasheets.problems import Problem
from exports.battlescribe.left_out import FORMATS

blueprint = Blueprint("lists", __name__)
blueprint.before_request(take_uploads)


@blueprint.get("/lists")
def upload() -> Response:
    """Show the form."""
    return _form(())


@blueprint.post("/lists")
def bring() -> Answer:
    """Make a roster of a list, and say what became of it."""
    try:
        data = read_upload("list")
        name = _file_name()
        (made,) = services().imports.load(lists=[Named(name, data)]).lists
    except Invalid as error:
        return _form(error.problems)
    report, spoken = made.report, language()
    return page(
        "list.html",
        roster=made.roster,
        title=telling.title(report, spoken),
        matched=telling.matched(report, spoken),
        forces=list(telling.forces(report, spoken)),
        unplaced=list(telling.unplaced(report, spoken)),
        read_otherwise=list(telling.read_otherwise(report, spoken)),
        unread=list(telling.unread(report, spoken)),
        totals=[telling.total(each, spoken) for each in report.totals],
    )


@blueprint.get("/rosters/<id:roster>/files/<format>")
def download(roster: str, format: str) -> Response:
    """Return a roster as one of these files."""
    wanted = next((each for each in FORMATS if each == format), None)
    if wanted is None:
        raise NotFound(f"there is no format {format!r}")
    made = services().lists.export(services().rosters.get(roster).roster, wanted, language())
    return file(made.content, made.file_name, made.media_type, download=True)


def _file_name() -> str:
    """Return what the user calls the uploaded file."""
    sent = request.files["list"].filename or "list"
    return "".join(letter for letter in sent[-100:] if letter.isprintable()) or "list"


def _form(problems: tuple[Problem, ...]) -> Response:
    return page("lists.html", 422 if problems else 200, problems=problems)
