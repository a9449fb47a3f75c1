"""Every error as `application/problem+json` (RFC 9457), made by one handler from one table.

A problem has `type` (an address on the docs page that explains it), `title`, `status`, `detail` (one sentence: what is
wrong and how to mend it) and `problems`, a list of {path, message}; `path` is a JSON pointer into the body, "?name" for
a part of the query, a header's name, or "". The web pages show the same object.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from flask import Response, json, request
from werkzeug.exceptions import HTTPException, InternalServerError

from builder.operations.error import OperationError
from builder.services import errors
from datasheets.problems import DocumentError
from datasheets.problems import Problem as Place

logger = logging.getLogger("muster")


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table: the word at the end of `type`, the status, and what it means."""

    name: str
    status: int
    title: str
    meaning: str


KINDS = (
    Kind(
        "bad-request",
        400,
        "Bad request",
        "The request cannot be read: the body is not strict JSON, or the address is wrong.",
    ),
    Kind("unauthorized", 401, "A token is needed", "Send the token of your seat as `Authorization: Bearer <token>`."),
    Kind("forbidden", 403, "Not allowed", "The token, or the place that the request comes from, does not allow this."),
    Kind("not-found", 404, "Not found", "There is nothing of that kind with that id."),
    Kind("method-not-allowed", 405, "Method not allowed", "The header `Allow` names the methods of this address."),
    Kind("conflict", 409, "Conflict", "The request does not fit what is there now."),
    Kind("stale", 412, "Changed meanwhile", "`If-Match` names an older version than the newest; read again and repeat."),
    Kind("too-large", 413, "Too large", "The body is larger than this address takes."),
    Kind("unsupported-media-type", 415, "Wrong kind of body", "Send `application/json`, or `application/pdf` for sheets."),
    Kind("invalid", 422, "Does not fit", "The body can be read and does not fit; `problems` says where and how to mend it."),
    Kind("version-missing", 428, "Version missing", "Send `If-Match` with the version that you read (its `ETag`)."),
    Kind("internal", 500, "An error of Muster's", "Nothing was changed. Please report it; the server's log says more."),
    Kind("busy", 503, "Busy", "Another process kept the database for too long; repeat the request."),
)
BY_STATUS: Mapping[int, Kind] = {kind.status: kind for kind in KINDS}

STATUS: Mapping[type[Exception], int] = {
    errors.Unreadable: 400,
    errors.NotFound: 404,
    errors.Stale: 412,
    errors.Conflict: 409,
    errors.Invalid: 422,
    errors.Unauthorized: 401,
    errors.Forbidden: 403,
    errors.TooLarge: 413,
    errors.Busy: 503,
}
HEADERS: Mapping[int, Mapping[str, str]] = {401: {"WWW-Authenticate": 'Bearer realm="seat"'}, 503: {"Retry-After": "1"}}


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as it is shown; see the module's docstring."""

    status: int
    detail: str
    problems: tuple[Place, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """The row of the table, or a row made of the status where the table has none."""
        phrase = HTTPStatus(self.status).phrase
        return BY_STATUS.get(self.status) or Kind("", self.status, phrase, phrase)

    def document(self) -> dict[str, Any]:
        """Return the body of the answer."""
        return {
            "type": f"/api/v1/docs#problem-{self.kind.name}" if self.kind.name else "about:blank",
            "title": self.kind.title,
            "status": self.status,
            "detail": self.detail,
            "problems": [{"path": place.path, "message": place.message} for place in self.problems],
        }

    def response(self) -> Response:
        """Return the answer."""
        response = Response(json.dumps(self.document()), self.status, mimetype="application/problem+json")
        response.headers.update(HEADERS.get(self.status, {}))
        response.headers.update(self.headers)
        return response


def problem_of(error: Exception) -> Problem:
    """Return the problem that an exception stands for. What nobody foresaw is logged and becomes a 500 without details."""
    if isinstance(error, errors.ServiceError):
        return Problem(STATUS[type(error)], error.detail, error.problems)
    if isinstance(error, DocumentError):
        return Problem(422, str(error.problems[0]), error.problems)
    if isinstance(error, OperationError):
        return Problem(422, error.message, (Place(error.pointer, error.message),))
    if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
        return Problem(503, BY_STATUS[503].meaning)
    if isinstance(error, HTTPException) and not isinstance(error, InternalServerError):
        return _of_http(error)
    logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return Problem(500, BY_STATUS[500].meaning)


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    ours = type(error).description != error.description
    detail = error.description if ours and error.description else Problem(status, "").kind.meaning
    allowed = error.get_response().headers.get("Allow")
    return Problem(status, detail, headers={"Allow": allowed} if allowed else {})
