"""Signing in and out, and setting a password by a link that was handed out."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.callers import browser_mark, forget_session, mark_browser, refuse_plain, remember_session, session_token
from builder.api.current import known_accounts, rates
from builder.services.errors import Invalid, NotFound, TooMany, Unauthorized
from builder.services.people.people import LONGEST_NAME, known_as
from builder.services.people.sessions import mark_of
from builder.store.people.people import PersonRow
from builder.web.rendering import page
from builder.web.speaking import is_own_path

blueprint = Blueprint("signing", __name__)


@blueprint.get("/sign-in")
def show() -> Response:
    """Show the form to sign in."""
    return _form(request.args.get("back", ""))


@blueprint.post("/sign-in")
def sign_in() -> Answer:
    """Begin a session and go where the person wanted to."""
    refuse_plain()
    back = request.form.get("back", "")
    name = known_as(request.form.get("name", "")[:LONGEST_NAME])
    sessions, guesses = known_accounts().sessions, rates().guesses
    browser = mark if (mark := browser_mark()) and sessions.knows(name, mark) else ""
    try:
        guesses.refuse(name, browser)
        person = sessions.sign_in(name, request.form.get("password", ""))
    except TooMany as error:
        return _form(back, error.detail, 429, **{"Retry-After": str(error.seconds)})
    except Unauthorized as error:
        guesses.count(name, browser)
        return _form(back, error.detail, 401)
    guesses.forget(name, browser)
    return _begin(person, back)


@blueprint.post("/sign-out")
def sign_out() -> Answer:
    """End the session."""
    known_accounts().sessions.end(session_token())
    answer = redirect(url_for(".show"), 303)
    forget_session(answer)
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


@blueprint.get("/join/<token:token>")
def join(token: str) -> Response:
    """Show the form in which whoever has the link sets a password."""
    return _joining(token)


@blueprint.post("/join/<token:token>")
def accept(token: str) -> Answer:
    """Set the password, and begin a session."""
    refuse_plain()
    rates().guesses.refuse()
    try:
        person = known_accounts().people.accept(token, request.form.get("password", ""))
    except NotFound:
        rates().guesses.count()
        raise
    except Invalid as error:
        return _joining(token, str(error.problems[0].message))
    return _begin(person, "")


def _begin(person: PersonRow, back: str) -> Answer:
    answer = redirect(back if is_own_path(back) else url_for("web.home.show"), 303)
    remember_session(answer, known_accounts().sessions.begin(person.id, instead_of=session_token()))
    mark_browser(answer, mark_of(person))
    return answer


def _form(back: str, problem: str = "", status: int = 200, **headers: str) -> Response:
    answer = page("sign_in.html", status, back=back, problem=problem, nobody=not known_accounts().people.every())
    answer.headers.update(headers)
    return answer


def _joining(token: str, problem: str = "") -> Response:
    rates().guesses.refuse()
    try:
        person = known_accounts().people.read_invitation(token)
    except NotFound:
        rates().guesses.count()
        raise
    answer = page("join.html", 422 if problem else 200, token=token, name=person.name, problem=problem)
    answer.headers["Cache-Control"] = "no-store"
    return answer
