"""The language of an answer: the one chosen on a page, else the one of ours that the asker reads best."""

from __future__ import annotations

from flask import Response, g, request

from builder.api.current import current_settings
from datasheets.words import languages

COOKIE = "muster-language"
YEAR = 365 * 24 * 60 * 60

ACCEPTED = {
    "in": "header",
    "name": "Accept-Language",
    "schema": {"type": "string", "maxLength": 200},
    "description": f"The language of sentences, texts and sheets: {', '.join(languages())}. Data stay in their own.",
}


def language() -> str:
    """Return the asker's language; found once for a request, which asks for every word."""
    found: str | None = g.get("language")
    if found is None:
        chosen = request.cookies.get(COOKIE, "")
        found = g.language = chosen if chosen in languages() else _best_accepted() or current_settings().language
    return found


def _best_accepted() -> str:
    """The first of ours, from what is read best; "sv-SE" before "en" is Swedish, which Werkzeug's own matching misses."""
    accepted = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((each for each in accepted if each in languages()), "")


def choose(response: Response, wanted: str) -> None:
    """Let this browser be answered in a language of ours from now on; in none that is not ours."""
    if wanted in languages():
        response.set_cookie(COOKIE, wanted, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
