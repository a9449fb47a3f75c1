"""Files that are uploaded: their size is limited before they are read."""

from __future__ import annotations

from flask import request

from builder.api.current import services
from builder.services.errors import Invalid
from builder.web.rendering import t
from datasheets.problems import Problem

AROUND = 100_000
"""Room for the other fields of a form, in bytes."""
LONGEST_NAME = 100


def take_uploads(files: int = 1) -> None:
    """Let the form that is being read carry this many sheets."""
    request.max_content_length = files * services().settings.sheet_limit + AROUND


def file_name(sent: str) -> str:
    """Return what a browser calls a file, in letters that can be shown: the end of it, where it is long."""
    return "".join(letter for letter in sent[-LONGEST_NAME:] if letter.isprintable())


def read_upload(name: str) -> bytes:
    """Return an uploaded file.

    Raises:
        Invalid: none was chosen, or it is empty.
    """
    file = request.files.get(name)
    if file is None or not file.filename:
        raise Invalid((Problem("", t("sheets.no-file")),))
    content: bytes = file.read()
    if not content:
        raise Invalid((Problem("", t("upload.empty", name=file_name(file.filename))),))
    return content
