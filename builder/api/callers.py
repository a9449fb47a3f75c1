"""Who asks: whoever sits at the machine, or a person who signed in or has a key."""

from __future__ import annotations

from dataclasses import dataclass

from flask import g, request
from werkzeug.wrappers import Response

from builder.api.current import accounts, current_settings
from builder.api.peers import LOOPBACK, host_name, is_here
from builder.services.errors import Forbidden, Unauthorized
from builder.services.people.keys import SIGN
from builder.store.people.people import PersonRow
from datasheets.words import Message

SECURE_COOKIE, PLAIN_COOKIE = "__Host-muster", "muster-session"
"""The session by TLS, which no other site and no page without TLS can set; and without TLS."""

SECURE_MARK, PLAIN_MARK = "__Host-muster-known", "muster-known"
"""What a browser is known by in which somebody signed in before (`Sessions.knows`), by TLS and without."""
MARKED_SECONDS = 180 * 24 * 60 * 60

SEAT = "Muster-Seat"
"""The header with the token of a seat, where `Authorization` carries a key."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who asks. `key`: by a key, else in a session; `writes`: and may change things."""

    person: PersonRow
    key: str = ""
    writes: bool = True


def caller() -> Caller | None:
    """Return who asks, None where it is nobody who is known; looked up once for a request."""
    if "caller" not in g:
        g.caller = _by_key() or (None if bearer() else _by_session())
    found: Caller | None = g.caller
    return found


def is_at_home() -> bool:
    """Tell whether the request is answered from what belongs to whoever asks."""
    return is_here() if accounts() is None else bool(g.get("at_home"))


def signed_in() -> PersonRow:
    """Return who signed in on a page; raises `Unauthorized`."""
    found = caller()
    if found is None or found.key:
        raise Unauthorized(Message("refused.request.sign-in"))
    return found.person


def bearer() -> str:
    """Return the token that the request carries in its header, or ""."""
    scheme, _, found = request.headers.get("Authorization", "").partition(" ")
    return found.strip() if scheme.lower() == "bearer" else ""


def seat_token() -> str:
    """Return the token of a seat that the request carries: in a header of its own, else as bearer where that is no key."""
    own = request.headers.get(SEAT, "").strip()
    return own or ("" if accounts() and caller() else bearer())


def session_token() -> str:
    """Return the id of the session that the browser says it has, or ""."""
    return request.cookies.get(SECURE_COOKIE if request.is_secure else PLAIN_COOKIE, "")


def refuse_plain() -> None:
    """Raise `Forbidden` where a password would go over the network for everybody to read."""
    is_local = host_name(request.headers.get("Host", "")) in LOOPBACK and is_here()
    if not (request.is_secure or is_local or current_settings().plain_http):
        raise Forbidden(Message("refused.request.plain"))


def remember_session(answer: Response, token: str) -> None:
    """Let this browser have a session; it goes with the browser, with pages of this site alone, and no script reads it."""
    secure = request.is_secure
    name = SECURE_COOKIE if secure else PLAIN_COOKIE
    answer.set_cookie(name, token, path="/", httponly=True, samesite="Lax", secure=secure)


def browser_mark() -> str:
    """Return the mark that the browser says it has, or ""."""
    return request.cookies.get(SECURE_MARK if request.is_secure else PLAIN_MARK, "")


def mark_browser(answer: Response, mark: str) -> None:
    """Let this browser be known when somebody signs in again."""
    secure = request.is_secure
    name = SECURE_MARK if secure else PLAIN_MARK
    answer.set_cookie(name, mark, MARKED_SECONDS, path="/", httponly=True, samesite="Lax", secure=secure)


def forget_session(answer: Response) -> None:
    """Let this browser have no session any more."""
    for name, secure in ((SECURE_COOKIE, True), (PLAIN_COOKIE, False)):
        answer.delete_cookie(name, path="/", httponly=True, samesite="Lax", secure=secure)


def _by_key() -> Caller | None:
    known, token = accounts(), bearer()
    if known is None or not token.startswith(SIGN):
        return None
    found = known.keys.holder(token)
    return Caller(found[0], found[1].id, found[1].writes) if found else None


def _by_session() -> Caller | None:
    known, token = accounts(), session_token()
    person = known.sessions.person_of(token) if known and token else None
    return Caller(person) if person else None
