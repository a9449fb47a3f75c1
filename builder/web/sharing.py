"""Sharing: one page from which a roster goes to others in every form, and the page that opens a roster out of a link.

What stands behind the "#" of an address never reaches a server; a script of the page sends it, without scripts it is pasted.
"""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.current import services
from builder.api.languages import language
from builder.api.links import PRIVATE
from builder.services.errors import Invalid
from builder.services.links import Handed
from builder.services.lists import FILES, left_out_words
from builder.web.document_view import view_of
from builder.web.queries import whole
from builder.web.rendering import page
from datasheets.problems import Problem
from exports.battlescribe.omissions import FORMATS
from exports.link import MOST_LETTERS, fragment
from exports.text import POSTED, post_texts

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
    return page("shared.html", found=found, shown=view_of(found.document), link=link)


@blueprint.get("/rosters/<id:roster>/share")
def share(roster: str) -> Response:
    """Show every way in which a roster goes to others."""
    return _share(roster)


@blueprint.get("/rosters/<id:roster>/roster.json")
def document(roster: str) -> Response:
    """Return the roster document, which any Muster takes."""
    found = services().documents.of(roster)
    return file(found.to_bytes(), f"{found.army.name}.json", "application/json", download=True)


@blueprint.post("/rosters/<id:roster>/links")
def make_link(roster: str) -> Response:
    """Make a link under which the roster is read, and show it this once."""
    step, name = whole(request.form.get("step", "")), request.form.get("name", "")
    answer = _share(roster, services().links.make(roster, step=step, name=name))
    answer.headers.update(PRIVATE)
    return answer


@blueprint.post("/rosters/<id:roster>/links/<id:link>/take-back")
def take_back(roster: str, link: str) -> Answer:
    """Take such a link back."""
    services().links.take_back(roster, link)
    return redirect(url_for(".share", roster=roster, _anchor="reading"), 303)


def addresses(path: str) -> list[str]:
    """Return where a page of this server is reached: here, and under each name that it has elsewhere.

    A name without scheme is reached as this page is: by the same scheme, at the same port.
    """
    port = request.host.rpartition(":")[2] if request.host.rpartition(":")[2].isdigit() else ""
    here = f"{request.scheme}://"
    names = (name if "://" in name else f"{here}{name}{port and f':{port}'}" for name in services().settings.names)
    return [f"{origin}{path}" for origin in (f"{here}{request.host}", *names)]


def _share(roster: str, handed: Handed | None = None) -> Response:
    found, frozen = services().rosters.get(roster), services().documents.of(roster)
    letters = fragment(frozen)
    return page(
        "share.html",
        row=found.row,
        code=frozen.check_code,
        link=f"{addresses(url_for('.form'))[0]}#{letters}",
        letters=len(letters),
        most=MOST_LETTERS,
        handed=handed,
        opened=addresses(url_for("web.reading.read", token=handed.token)) if handed else [],
        links=services().links.of(roster),
        named=services().filing.named_versions(roster),
        reached=services().settings.names,
        texts={style: post_texts(frozen, style, language()) for style in POSTED},
        files=[(format, FILES[format][0], left_out_words(found.roster, format, language())) for format in FORMATS],
    )


def _form(problems: tuple[Problem, ...]) -> Response:
    return page("open_link.html", 422 if problems else 200, problems=problems)
