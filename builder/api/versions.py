"""Conditional requests: a resource's ETag is its row's version.

The version named by `If-Match` travels to the UPDATE that compares it (style.md F2: a check before it loses updates);
here is only its reading.
"""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import PreconditionFailed, PreconditionRequired


def named_version(current: int) -> int:
    """Return the `current` version if `If-Match` names it (`*` does; a weak tag does not).

    Raises:
        PreconditionRequired: there is no `If-Match`.
        PreconditionFailed: it names other versions.
    """
    if "If-Match" not in request.headers:
        raise PreconditionRequired
    if not request.if_match.contains(str(current)):
        raise PreconditionFailed(f'the newest version is "{current}"; read it and repeat your change')
    return current


def tagged(response: Response, tag: int | str) -> Response:
    """Put the ETag on the answer; it becomes a 304 where `If-None-Match` names it and the request only reads."""
    response.set_etag(str(tag))
    if request.method in ("GET", "HEAD"):
        response.make_conditional(request)
    return response
