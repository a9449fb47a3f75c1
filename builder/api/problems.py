"""Every error as `application/problem+json` (RFC 9457), made by one handler from one table.

A problem has `type` (an address on the docs page that explains it), `title`, `status`, `detail` (one sentence: where, what
is wrong and how to mend it) and `problems`, a list of {path, message}; `path` is a JSON pointer into the body, "?name" for
a part of the query, a header's name, or "". The web pages show the same object.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Literal

from flask import Response, json
from werkzeug.exceptions import HTTPException, InternalServerError

from builder.api.languages import language
from builder.hosting.request_log import describe_request
from builder.operations.error import OperationError
from builder.services import errors
from builder.store import StoreBusy, StoreFull
from builder.store.allowance import OverAllowance
from builder.store.connection import FULL
from datasheets.problems import DocumentError, first_of
from datasheets.problems import Problem as Place
from datasheets.words import say, translate
from resolver.engine.added_systems import blame

logger = logging.getLogger("muster")


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One row of the table: the word at the end of `type`, and the status. Its words are in datasheets/words."""

    name: str
    status: int

    @property
    def title(self) -> str:
        """What it is called in the documentation."""
        return self.text("", "en")

    @property
    def meaning(self) -> str:
        """What it means and what to do, in the documentation."""
        return self.text(".meaning", "en")

    def text(self, part: Literal["", ".meaning"], language: str) -> str:
        """Return its title, or its meaning, in a language."""
        return say(f"problem.{self.name}{part}", language=language)


OWN_CODE = ProblemKind("own-code", 500)
KINDS = (
    ProblemKind("bad-request", 400),
    ProblemKind("unauthorized", 401),
    ProblemKind("forbidden", 403),
    ProblemKind("not-found", 404),
    ProblemKind("method-not-allowed", 405),
    ProblemKind("conflict", 409),
    ProblemKind("stale", 412),
    ProblemKind("too-large", 413),
    ProblemKind("unsupported-media-type", 415),
    ProblemKind("invalid", 422),
    ProblemKind("version-missing", 428),
    ProblemKind("too-many-requests", 429),
    OWN_CODE,
    ProblemKind("internal", 500),
    ProblemKind("busy", 503),
    ProblemKind("full", 507),
)
BY_STATUS: Mapping[int, ProblemKind] = {kind.status: kind for kind in KINDS}

STATUS: Mapping[type[Exception], int] = {
    errors.Unreadable: 400,
    errors.NotFound: 404,
    errors.Stale: 412,
    errors.Conflict: 409,
    errors.Invalid: 422,
    errors.Unauthorized: 401,
    errors.Forbidden: 403,
    errors.TooLarge: 413,
    errors.TooMany: 429,
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
    own_code: bool = False

    @property
    def kind(self) -> ProblemKind | None:
        """Its row of the table, if there is one."""
        return OWN_CODE if self.own_code else BY_STATUS.get(self.status)

    @property
    def title(self) -> str:
        """What it is called; the status's own name where the table has no row for it."""
        kind = self.kind
        return kind.text("", language()) if kind else HTTPStatus(self.status).phrase

    def document(self) -> dict[str, Any]:
        """Return the body of the answer."""
        kind = self.kind
        return {
            "type": f"/api/v1/docs#problem-{kind.name}" if kind else "about:blank",
            "title": self.title,
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
        places = _translate_places(error.problems)
        is_first = bool(places) and error.detail in (str(error.problems[0]), error.problems[0].message)
        detail = str(places[0]) if is_first else translate(error.detail, language())
        headers = {"Retry-After": str(error.seconds)} if isinstance(error, errors.TooMany) else {}
        return Problem(STATUS[type(error)], detail, places, headers)
    if isinstance(error, DocumentError):
        places = _translate_places(error.problems)
        return Problem(422, str(places[0]), places)
    if isinstance(error, OperationError):
        place = Place(error.pointer, translate(error.message, language()))
        return Problem(422, str(place), (place,))
    if isinstance(error, OverAllowance):
        return Problem(409, translate(errors.quota_message(error), language()))
    if isinstance(error, StoreBusy):
        return Problem(503, BY_STATUS[503].text(".meaning", language()))
    if isinstance(error, StoreFull) or (isinstance(error, OSError) and error.errno in FULL):
        logger.error("%s: the disk is full: %s", describe_request(), error)
        return Problem(507, BY_STATUS[507].text(".meaning", language()))
    if isinstance(error, HTTPException) and not isinstance(error, InternalServerError):
        return _of_http(error)
    logger.error("%s failed", describe_request(), exc_info=error)
    if own := blame(error, details=False):
        return Problem(500, translate(own, language()), own_code=True)
    return Problem(500, BY_STATUS[500].text(".meaning", language()))


def _translate_places(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The first places with their sentences in the asker's language, where they have words in it, and how many more."""
    return tuple(replace(place, message=translate(place.message, language())) for place in first_of(places))


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    ours = type(error).description != error.description
    known = BY_STATUS[status].text(".meaning", language()) if status in BY_STATUS else HTTPStatus(status).description
    detail = translate(error.description, language()) if ours and error.description else known
    allowed = error.get_response().headers.get("Allow")
    return Problem(status, detail, headers={"Allow": allowed} if allowed else {})
