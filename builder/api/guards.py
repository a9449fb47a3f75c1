"""Who may ask: only this machine, only its own pages; and the headers that every answer carries.

Without accounts, all of Muster belongs to whoever sits at the machine (`peers.py` tells who does).
From elsewhere, under a name of MUSTER_NAMES, only what a token opens is served. A change that another site's
page starts in the user's browser is refused by what the browser says about it (Sec-Fetch-Site, Origin), unless
MUSTER_ORIGINS names that site.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from flask import Flask, Response, g, request
from werkzeug.exceptions import Forbidden

from builder.api.peers import LOOPBACK, host_name, is_here
from builder.hosting.origins import comes_from_allowed
from datasheets.words import Message

SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}


def guard(app: Flask, check: Callable[[], None]) -> None:
    """Refuse requests that must not be answered, and put the headers on every answer.

    Args:
        app: the application.
        check: raises where a request must not be answered.
    """
    app.before_request(check)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":  # files are the same for everybody
            response.vary.update(("Accept-Language", "Cookie"))
        if chosen := g.get("language"):
            response.headers["Content-Language"] = chosen
        return response


def refuse_strangers(names: Container[str], admit: Callable[[], None]) -> None:
    """Refuse what does not come from this machine under its own name, except what a seat's token opens."""
    if is_here():
        return
    host = host_name(request.headers.get("Host", ""))
    if host not in names and host not in LOOPBACK:
        raise Forbidden(Message("refused.request.names"))
    admit()


def refuse_other_sites(*, strictly: bool = False) -> None:
    """Refuse a change that a page of another site started; `strictly` also where the browser does not say whose it was."""
    if request.method in SAFE or comes_from_allowed():
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        foreign = strictly if origin is None else origin != f"{request.scheme}://{request.headers.get('Host', '')}"
    if foreign:
        raise Forbidden(Message("refused.request.other-site"))
