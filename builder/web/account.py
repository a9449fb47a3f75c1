"""A person's own page: password, sessions, keys for other programs, all of their data."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, redirect, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.callers import mark_browser, refuse_plain, remember_session, signed_in
from builder.api.current import known_accounts, rates, services
from builder.services.errors import Invalid, Unauthorized
from builder.services.people.keys import HandedKey
from builder.services.people.own_data import NAME, pack
from builder.services.people.sessions import mark_of
from builder.web.rendering import page
from datasheets.problems import Problem
from datasheets.words import Message

SCOPES = {"read": False, "write": True}
"""What a key may do, by what the form calls it: whether it writes."""

blueprint = Blueprint("account", __name__)


@blueprint.get("/account")
def show() -> Response:
    """Show what a person can set."""
    return _show()


@blueprint.post("/account/password")
def change_password() -> Answer:
    """Set another password and go on in a new session; who is signed in elsewhere is so no more."""
    refuse_plain()
    rates().guesses.refuse(signed_in().known_as)
    old, new = request.form.get("old", ""), request.form.get("password", "")
    try:
        person = known_accounts().sessions.change_password(signed_in(), old, new)
    except Unauthorized as error:
        rates().guesses.count(signed_in().known_as)
        return _show(problem=str(error))
    except Invalid as error:
        return _show(problem=str(error.problems[0].message))
    answer = _show(done=True)
    remember_session(answer, known_accounts().sessions.renew(person.id))
    mark_browser(answer, mark_of(person))
    return answer


@blueprint.post("/account/sessions/end")
def end_others() -> Answer:
    """End all sessions of this person, and go on in a new one."""
    answer = redirect(url_for(".show"), 303)
    remember_session(answer, known_accounts().sessions.renew(signed_in().id))
    return answer


@blueprint.post("/account/keys")
def make_key() -> Response:
    """Make a key, and show it this once. Nobody is handed another key than the one asked for."""
    scope = request.form.get("scope", "")
    try:
        if scope not in SCOPES:
            raise Invalid((Problem("/scope", Message("error.key-scope")),))
        made = known_accounts().keys.make(signed_in().id, request.form.get("name", ""), writes=SCOPES[scope])
    except Invalid as error:
        return _show(key_problem=str(error.problems[0].message))
    return _show(made=made)


@blueprint.get("/account/data")
def download_data() -> Response:
    """Send all that is kept of this person as one file."""
    whole = pack(services().store, known_accounts(), signed_in())
    answer = send_file(whole, "application/zip", as_attachment=True, download_name=NAME)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/account/keys/<id:key>/take-back")
def take_back_key(key: str) -> Answer:
    """Take a key back."""
    known_accounts().keys.take_back(signed_in().id, key)
    return redirect(url_for(".show", _anchor="keys"), 303)


def _show(made: HandedKey | None = None, problem: str = "", key_problem: str = "", *, done: bool = False) -> Response:
    person = signed_in()
    answer = page(
        "account.html",
        422 if problem or key_problem else 200,
        mine=person,
        keys=known_accounts().keys.of(person.id),
        made=made,
        problem=problem,
        key_problem=key_problem,
        done=done,
        day=day,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def day(seconds: int) -> str:
    """Return the day of a time, as everybody reads it."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
