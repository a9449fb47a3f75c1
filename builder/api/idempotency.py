"""`Idempotency-Key`: who makes something and gets no answer asks again with the same key, and it is made once."""

from __future__ import annotations

import re
from hashlib import sha256

from flask import Flask, Response, g, request

from builder.api.current import services
from builder.services.errors import Invalid
from builder.services.given_answers import HEADER, refuse_lost_token
from datasheets.problems import Problem
from datasheets.words import Message

KEY = re.compile(r"[\x21-\x7e]{8,200}")
REPLAYED = "Idempotency-Replayed"
KEPT = ("Content-Type", "ETag", "Location")
MAKES = (
    *("POST /catalogues", "POST /catalogues/files", "POST /datasheets", "POST /rosters", "POST /rosters/{roster}/copies"),
    *("POST /rosters/{roster}/links", "POST /battles", "POST /battles/records", "POST /battles/{battle}/forks"),
    *("POST /battles/{battle}/links", "POST /simulations", "POST /simulations/{simulation}/games/{game}/battle"),
)
"""The operations that make something and take a key."""
PARAMETER = {
    "in": "header",
    "name": HEADER,
    "schema": {"type": "string", "minLength": 8, "maxLength": 200},
    "description": (
        "A word of your own for this request, such as a UUID. Send it again with the same body when no answer came: the "
        "thing is made once, and the first answer comes again for a day."
    ),
}
PART = re.compile(r"<(?:[^<>:]{1,40}:)?([^<>]{1,40})>")


def register(app: Flask, prefix: str) -> None:
    """Let the operations of `MAKES` take keys."""

    @app.before_request
    def recall() -> Response | None:
        key = request.headers.get(HEADER)
        if key is None or not _makes_something(prefix):
            return None
        if not KEY.fullmatch(key):
            raise Invalid((Problem(HEADER, Message("error.key-shape")),))
        found = services().given_answers.begin(key, _digest())
        if found is None:
            g.idempotency_key = key
            return None
        refuse_lost_token(found)
        return Response(found.body, found.status, {**found.headers, REPLAYED: "true"})

    @app.after_request
    def keep(response: Response) -> Response:
        key = g.pop("idempotency_key", None)
        if key is None:
            return response
        if not 200 <= response.status_code < 300:
            services().given_answers.give_up(key)
            return response
        tokens = _tokens(response)
        headers = {name: response.headers[name] for name in KEPT if name in response.headers}
        if any(token in headers.get("Location", "") for token in tokens):
            headers["Location"] = request.path
        services().given_answers.end(key, response.status_code, headers, b"" if tokens else response.get_data())
        return response


def _makes_something(prefix: str) -> bool:
    rule = request.url_rule.rule if request.url_rule else ""
    address = PART.sub(r"{\1}", rule.removeprefix(prefix))
    return f"{request.method} {address}" in MAKES


def _digest() -> str:
    """Return what tells this request from others: its address, its kind and its body."""
    parts = (request.path, request.query_string.decode("latin-1"), request.mimetype)
    return sha256("\n".join(parts).encode() + b"\n" + request.get_data(cache=True)).hexdigest()


def _tokens(response: Response) -> list[str]:
    """Return the tokens that an answer shows, once."""
    body = response.get_json(silent=True)
    if not isinstance(body, dict):
        return []
    return [str(token) for token in (body.get("token"), *dict(body.get("tokens") or {}).values()) if token]
