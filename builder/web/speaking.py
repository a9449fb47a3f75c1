"""The switch of languages that stands on every page."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from builder.api.languages import choose
from datasheets.words import languages, say

blueprint = Blueprint("speaking", __name__)


@blueprint.post("/language")
def switch() -> Response:
    """Answer this browser in a language from now on, and go back to the page on which it was chosen."""
    back = request.form.get("back", "")
    answer = Response(status=303)
    answer.location = back if is_own_path(back) else url_for("web.home.show")
    choose(answer, request.form.get("language", ""))
    return answer


def is_own_path(address: str) -> bool:
    """Whether an address is one of ours: a path, which no browser reads as another host."""
    return address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()


def languages_by_name() -> list[tuple[str, str]]:
    """Return the languages there are, each with the name that it has in itself, by that name."""
    return sorted(((each, say("language.own", language=each)) for each in languages()), key=lambda pair: pair[1])
