"""Bodies that nobody read, of requests that were refused before: read to their end, so that the connection can go on.

A server that finds half a body where the next request should begin closes the connection, and a client that has just sent
that request gets no answer to it.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

PIECE = 65_536


def register(app: Flask, most: int) -> None:
    """Read what is left of a body before the answer goes out: of one of at most so many bytes."""

    @app.after_request
    def drain(response: Response) -> Response:
        if request.method not in ("GET", "HEAD", "OPTIONS") and (request.content_length or 0) <= most:
            with suppress(OSError, HTTPException):  # whoever sent it is gone
                _read_rest(most)
        return response


def _read_rest(most: int) -> None:
    request.max_content_length = most  # of what is not kept
    left = most
    while left > 0 and (piece := request.stream.read(min(left, PIECE))):
        left -= len(piece)
