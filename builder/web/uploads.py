"""Files that are uploaded: their size is limited before they are read."""

from __future__ import annotations

from flask import request

from builder.api.current import services
from builder.services.errors import Invalid
from builder.web.rendering import t
from datasheets.problems import Problem

AROUND = 100_000
"""Room for the other fields of a form, in bytes."""


def take_uploads(files: int = 1) -> None:
    """Let the form that is being read carry this many sheets."""
    request.max_content_length = files * services().settings.sheet_limit + AROUND


def read_upload(name: str) -> bytes:
    """Return an uploaded file.

    Raises:
        Invalid: none was chosen, or it is empty.
    """
    file = request.files.get(name)
    content = file.read() if file else b""
    if not content:
        raise Invalid((Problem("", t("sheets.no-file")),))
    return content
