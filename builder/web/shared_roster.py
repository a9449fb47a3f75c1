"""What a link with a token opens: one roster to read, as a page of its own that leads nowhere else, as file and on paper."""

from __future__ import annotations

from flask import Blueprint, Response

from builder.api.answers import file
from builder.api.current import services
from builder.api.languages import language
from builder.api.links import PRIVATE
from builder.services.armies import Source
from builder.web.document_view import view_of
from builder.web.rendering import page
from exports.sheet.setup import Setup

blueprint = Blueprint("reading", __name__, url_prefix="/read")


@blueprint.after_request
def keep_private(response: Response) -> Response:
    """Let the address go to nobody else."""
    response.headers.update(PRIVATE)
    return response


@blueprint.get("/<token:token>")
def read(token: str) -> Response:
    """Show the roster."""
    document = services().links.document(token)
    return page("read.html", shown=view_of(document), code=document.check_code, token=token)


@blueprint.get("/<token:token>/roster.json")
def document(token: str) -> Response:
    """Return the roster document, which any Muster takes."""
    found = services().links.document(token)
    return file(found.to_bytes(), f"{found.army.name}.json", "application/json", download=True)


@blueprint.get("/<token:token>/sheet.pdf")
def sheet(token: str) -> Response:
    """Print the roster."""
    found = services().links.document(token)
    pdf = services().sheets.render(Source(document=found), Setup(), language=language())
    return file(pdf, f"{found.army.name}.pdf", "application/pdf", download=True)
