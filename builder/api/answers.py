"""Answers that are more than a value: created things, versions, what a change must name."""

from __future__ import annotations

import hashlib
import io
from typing import Any

from flask import Response, jsonify, request, send_file
from werkzeug.exceptions import PreconditionFailed, PreconditionRequired

from datasheets.words import Message

VERSION_HEADER = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "schema": {"type": "string", "maxLength": 80},
    "description": 'The version that was read, in quotes: its ETag, such as "3".',
}


def named_version(current: int) -> int:
    """Return the `current` version if `If-Match` names it (`*` does; a weak tag does not).

    The version travels on to the UPDATE that compares it again (style.md F2: a check before it alone loses updates).

    Raises:
        PreconditionRequired: there is no `If-Match`.
        PreconditionFailed: it names other versions.
    """
    if "If-Match" not in request.headers:
        raise PreconditionRequired
    if not request.if_match.contains(str(current)):
        raise PreconditionFailed(Message("refused.request.version", {"version": f'"{current}"'}))
    return current


def with_tag(body: Any, tag: int | str, status: int = 200) -> Response:
    """Return JSON (or a response) with an ETag; a 304 without body where a reader's `If-None-Match` names it."""
    response = body if isinstance(body, Response) else jsonify(body)
    response.status_code = status
    response.set_etag(str(tag))
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(str(tag)):
        response.status_code = 304
        response.set_data(b"")
    return response


def creation(body: dict[str, Any], tag: int | str) -> Response:
    """Return a new thing with its ETag and its address (`href` of the body)."""
    response = with_tag(body, tag, 201)
    response.location = body["href"]
    return response


def file(content: bytes, name: str, kind: str, *, download: bool = False) -> Response:
    """Return a file with its ETag, to be shown or (`download`) kept; `name` may hold any letter."""
    shown = "".join(letter for letter in name if letter.isprintable() and letter not in '/\\:*?"<>|').strip(". ") or "muster"
    response = send_file(
        io.BytesIO(content), mimetype=kind, as_attachment=download, download_name=shown, conditional=False, etag=False
    )
    response.direct_passthrough = False
    # A name without a Latin letter leaves its ending alone for programs that read no `filename*`.
    response.headers["Content-Disposition"] = response.headers["Content-Disposition"].replace(
        "filename=.", "filename=muster.", 1
    )
    return with_tag(response, hashlib.sha256(content).hexdigest())
