"""Pages of other sites that may call the API from a browser: those of MUSTER_ORIGINS, and no other.

They need a key where there are accounts: a browser sends them no cookies of ours. What the browser asks before (a
preflight) is answered here; whether a call is let in is the guard's to say.
"""

from __future__ import annotations

from collections.abc import Container

from flask import Flask, Response, current_app, request
from flask_cors import CORS

EXPOSED = ("ETag", "Location", "Retry-After", "X-Request-Id", "Content-Disposition", "Content-Language")
SENT = (
    *("Authorization", "Muster-Seat", "Content-Type", "If-Match", "If-None-Match", "Accept-Language"),
    *("Idempotency-Key", "X-Request-Id"),
)
PREFIX = "/api/v1"
KEY = "muster-origins"


def register(app: Flask, allowed: tuple[str, ...]) -> None:
    """Let pages of these origins (`https://name`) call the API."""
    app.extensions[KEY] = allowed
    if not allowed:
        return

    @app.before_request
    def answer_preflight() -> Response | None:
        asks_before = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        return app.make_default_options_response() if asks_before and comes_from_allowed() else None

    CORS(
        app,
        resources={f"{PREFIX}/*": {"origins": list(allowed)}},
        allow_headers=list(SENT),
        expose_headers=list(EXPOSED),
        methods=["GET", "HEAD", "POST", "PUT", "DELETE"],
        supports_credentials=False,
        max_age=600,
    )


def comes_from_allowed() -> bool:
    """Tell whether a page of an allowed site asks for something of the API, without cookies."""
    allowed: Container[str] = current_app.extensions.get(KEY, ())
    return request.path.startswith(f"{PREFIX}/") and request.headers.get("Origin", "") in allowed and not request.cookies
