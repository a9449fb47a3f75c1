"""Clubs: made, joined by a link, and the rosters that their members share, to read."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.callers import signed_in
from builder.api.current import known_accounts, rates, services
from builder.api.languages import language
from builder.services.armies import Source
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.pages import roster_page
from builder.services.paging import MOST
from builder.services.people.clubs import Clubs
from builder.store.people.clubs import ClubRow
from builder.web.document_view import view_of
from builder.web.rendering import page, t
from builder.web.sharing import addresses
from datasheets.words import translate
from exports.sheet.setup import Setup

blueprint = Blueprint("clubs", __name__, url_prefix="/clubs")


@blueprint.after_request
def keep_private(response: Response) -> Response:
    """Let no browser keep what a club sees for whoever uses it next."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("")
def index() -> Response:
    """Show the clubs that a person is in."""
    return _index()


@blueprint.post("")
def make() -> Answer:
    """Make a club."""
    try:
        made = _clubs().make(signed_in(), request.form.get("name", ""))
    except Invalid as error:
        return _index(str(error.problems[0].message))
    except Conflict as error:
        return _index(error.detail)
    return redirect(url_for(".show", club=made.id), 303)


@blueprint.get("/<id:club>")
def show(club: str) -> Response:
    """Show who is in a club, and what they share."""
    return _show(club)


@blueprint.post("/<id:club>/invite")
def invite(club: str) -> Response:
    """Make a link by which people join, and show it this once."""
    return _show(club, _clubs().invite(signed_in(), club))


@blueprint.get("/join/<token:token>")
def ask_join(token: str) -> Response:
    """Ask whether a person wants to join."""
    return page("club_join.html", club=_read_invitation(token), token=token)


@blueprint.post("/join/<token:token>")
def join(token: str) -> Answer:
    """Join a club."""
    _read_invitation(token)
    return redirect(url_for(".show", club=_clubs().join(signed_in(), token).id), 303)


@blueprint.post("/<id:club>/rosters")
def share(club: str) -> Answer:
    """Let a club see one of a person's rosters."""
    _clubs().share(signed_in(), club, request.form.get("roster", ""))
    return redirect(url_for(".show", club=club), 303)


@blueprint.post("/<id:club>/rosters/<id:roster>/take-back")
def take_back(club: str, roster: str) -> Answer:
    """Let a club see a roster no more."""
    _clubs().take_back(signed_in(), club, roster)
    return redirect(url_for(".show", club=club), 303)


@blueprint.get("/<id:club>/members/<id:person>/rosters/<id:roster>")
def read(club: str, person: str, roster: str) -> Response:
    """Show a roster that a club sees."""
    document = _clubs().document(signed_in(), club, person, roster)
    of = _clubs().get(signed_in(), club)
    return page("club_roster.html", shown=view_of(document), code=document.check_code, club=of, person=person, roster=roster)


@blueprint.get("/<id:club>/members/<id:person>/rosters/<id:roster>/sheet.pdf")
def sheet(club: str, person: str, roster: str) -> Response:
    """Print a roster that a club sees."""
    found = _clubs().document(signed_in(), club, person, roster)
    pdf = services().sheets.render(Source(document=found), Setup(), language=language())
    return file(pdf, f"{found.army.name}.pdf", "application/pdf", download=True)


@blueprint.post("/<id:club>/members/<id:person>/remove")
def remove(club: str, person: str) -> Answer:
    """Leave a club, or remove somebody from it."""
    _clubs().remove(signed_in(), club, person)
    own = person == signed_in().id
    return redirect(url_for(".index") if own else url_for(".show", club=club), 303)


@blueprint.get("/<id:club>/delete")
def ask_delete(club: str) -> Response:
    """Ask whether a club is to be deleted."""
    of, back = _clubs().get(signed_in(), club), url_for(".show", club=club)
    action = url_for(".delete", club=club)
    return page("delete.html", name=of.name, words=t("club.delete-words"), action=action, version="", back=back)


@blueprint.post("/<id:club>/delete")
def delete(club: str) -> Answer:
    """Delete a club; rosters stay."""
    _clubs().delete(signed_in(), club)
    return redirect(url_for(".index"), 303)


def _clubs() -> Clubs:
    return known_accounts().clubs


def _read_invitation(token: str) -> ClubRow:
    rates().guesses.refuse()
    try:
        return _clubs().read_invitation(token)
    except NotFound:
        rates().guesses.count()
        raise


def _index(problem: str = "") -> Response:
    me = signed_in()
    shown = {"clubs": _clubs().of(me), "me": me, "problem": translate(problem, language()) if problem else ""}
    return page("clubs.html", 422 if problem else 200, **shown)


def _show(club: str, token: str = "") -> Response:
    me = signed_in()
    of, shared = _clubs().get(me, club), _clubs().shared_rosters(me, club)
    given = {each.roster.id for each in shared if each.person.id == me.id}
    mine = [row for row in roster_page(services().store, limit=MOST, archived=False).items if row.id not in given]
    return page(
        "club.html",
        club=of,
        members=_clubs().members(me, club),
        shared=shared,
        mine=mine,
        me=me,
        runs=_clubs().may_run(me, of),
        opened=addresses(url_for(".ask_join", token=token)) if token else [],
    )
