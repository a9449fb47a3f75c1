"""The owner's page of people: invited, let in again, removed."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.callers import signed_in
from builder.api.current import known_accounts, services
from builder.api.languages import language
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.people.people import ROLES, Invited
from builder.web.account import day
from builder.web.rendering import page, t
from builder.web.sharing import addresses
from datasheets.words import Message, translate

blueprint = Blueprint("people", __name__)


@blueprint.get("/people")
def show() -> Response:
    """Show who there is."""
    return _show()


@blueprint.post("/people")
def invite() -> Response:
    """Invite somebody, and show the link this once."""
    try:
        return _show(known_accounts().people.invite(request.form.get("name", ""), request.form.get("role", "")))
    except Invalid as error:
        return _show(problem=str(error.problems[0].message))
    except Conflict as error:
        return _show(problem=error.detail)


@blueprint.post("/people/<id:person>/reset")
def reset(person: str) -> Response:
    """Hand out a link by which somebody sets another password."""
    return _show(known_accounts().people.reset(_name(person)))


@blueprint.get("/people/<id:person>/remove")
def ask_remove(person: str) -> Response:
    """Ask whether somebody is to be removed."""
    name = _name(person)
    action, back = url_for(".remove", person=person), url_for(".show")
    return page("delete.html", name=name, words=t("people.remove-words"), action=action, version="", back=back)


@blueprint.post("/people/<id:person>/remove")
def remove(person: str) -> Answer:
    """Remove somebody with all that is theirs."""
    if person == signed_in().id:
        raise Conflict(Message("error.remove-yourself"))
    known_accounts().people.remove(_name(person))
    return redirect(url_for(".show"), 303)


def _name(id: str) -> str:
    found = next((each.name for each in known_accounts().people.every() if each.id == id), None)
    if found is None:
        raise NotFound(Message("error.no-person", {"name": repr(id)}))
    return found


def _show(handed: Invited | None = None, problem: str = "") -> Response:
    answer = page(
        "people.html",
        422 if problem else 200,
        people=known_accounts().people.every(),
        roles=ROLES,
        handed=handed,
        opened=addresses(url_for("web.signing.join", token=handed.token)) if handed else [],
        reached=services().settings.names,
        problem=translate(problem, language()) if problem else "",
        me=signed_in().id,
        day=day,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
