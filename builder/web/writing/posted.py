"""The document that a posted form means: what it was made of with its fields, or the text that was written instead."""

from __future__ import annotations

from typing import Any

from flask import request

from builder.web.rendering import t
from builder.web.writing.edits import write_posted
from datasheets import strict_json
from datasheets.problems import DocumentError, Problem
from datasheets.systems import System


def posted_document(cls: type, system: System) -> dict[str, Any]:
    """Return what was posted: `document` is JSON text, which the fields change unless the `view` is "json".

    Raises:
        DocumentError: the text is no JSON, or no object.
    """
    document = strict_json.read_json(request.form.get("document", "").encode("utf-8", "surrogatepass"))
    if not isinstance(document, dict):
        raise DocumentError((Problem("", t("homebrew.no-object")),))
    if request.form.get("view") == "json":
        return document
    return write_posted(cls, document, request.form, system)
