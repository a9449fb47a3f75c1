"""A number for every request, and a line for it in the log: as words, or as JSON for programs that collect logs.

A line names the pattern of the address and never the address itself: that could carry a token or what somebody searched
for. The number comes from the proxy's `X-Request-Id` where that is one, and stands in the answer.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import uuid
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, request

HEADER = "X-Request-Id"
NUMBER = re.compile(r"[A-Za-z0-9._-]{1,64}")
NO, TEXT, JSON = STYLES = ("no", "text", "json")
logger = logging.getLogger("muster.requests")


def register(app: Flask, style: str) -> None:
    """Number the requests of an application, and write the log in a style of `STYLES`."""

    @app.before_request
    def number() -> None:
        came = request.headers.get(HEADER, "")
        g.request_number = came if NUMBER.fullmatch(came) else uuid.uuid4().hex
        g.request_began = time.perf_counter()

    @app.after_request
    def answer(response: Response) -> Response:
        response.headers[HEADER] = g.get("request_number", "")
        if style != NO:
            logger.info(_line(response, style))
        return response

    if style != NO:
        _write_lines()


def request_number() -> str:
    """Return the number of the request that is answered."""
    return str(g.get("request_number", ""))


def describe_request() -> str:
    """Return the method, the pattern of the address and the number of the request that is answered, for the log."""
    return f"{request.method} {_pattern()} (request {request_number()})"


def _pattern() -> str:
    return request.url_rule.rule if request.url_rule else ""


def _line(response: Response, style: str) -> str:
    row: dict[str, Any] = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "request": request_number(),
        "method": request.method,
        "address": _pattern(),
        "status": response.status_code,
        "milliseconds": round(1000 * (time.perf_counter() - g.request_began), 1) if "request_began" in g else None,
        "bytes": response.content_length,
        "person": found.person.id if (found := g.get("caller")) else "",
    }
    return json.dumps(row) if style == JSON else " ".join(f"{name}={value}" for name, value in row.items())


def _write_lines() -> None:
    """Let the log go to standard error, a line as it is."""
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
