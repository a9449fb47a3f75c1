"""The marks of BattleScribe's authors, which are no part of a name or a text.

They make letters bold or small capitals (`**X**`, `^^X^^`), write HTML, and put marks around or in front of names so that
lists sort them first or last (`-X-`, `*X*`, `!X`, `.X`, `#X`). Case and blanks make no other text of one either (`fold`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

MOST_KEPT = 5_000  # names that are not cleaned again: they come back for every unit and every page
PAIRED = tuple(
    re.compile(rf"{2 * mark}([^{mark}\s](?:[^{mark}]*[^{mark}\s])?){2 * mark}") for mark in (r"\*", r"\^", "_", "~")
)
TAG = re.compile(r"</?(?:b|i|u|em|strong|br|p) ?/?>", re.IGNORECASE)
BLANKS = re.compile(r" {2,}")
ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
EMPHASIS = re.compile(r"(?<![\w*])\*([^*\s](?:[^*]{0,80}[^*\s])?)\*(?![\w*])")
LEADING = re.compile(r"(?:[!#*~^=|•·■□▪▫●○►▶➤➔→★☆†‡]+ ?|\.(?=\w)|-+ ?(?=[^\W\d_]{2})|\+(?=[A-Z][a-z’']))+(?=\S)")
"""A sign before a number or before dice is a value ("-1", "+D3")."""
TRAILING = re.compile(r"(?<=[^\W\d_]) ?\*+$")
INNER = re.compile(r"(?<=: )\*+(?=\w)")


def without_markup(text: str) -> str:
    """Return a text without what makes its letters bold, and with the letters that it writes as HTML.

    A mark that nothing closes stays.
    """
    for marked in PAIRED:
        text = marked.sub(r"\1", text)
    if "<" in text:
        text = BLANKS.sub(" ", TAG.sub("", text)) if TAG.search(text) else text
    return ENTITY.sub(lambda found: unescape(found[0]), text) if "&" in text else text


@lru_cache(MOST_KEPT)
def strip_marks(name: str) -> str:
    """Return a name without its author's marks, as given where it is nothing else."""
    text = EMPHASIS.sub(r"\1", without_markup(name).strip())
    found = LEADING.match(text)
    bare = text[found.end() :] if found else text
    if found and "-" in found[0]:
        bare = bare.removesuffix("-")
    bare = TRAILING.sub("", INNER.sub("", bare)).strip()
    return bare if any(letter.isalnum() for letter in bare) else name


def fold(text: str) -> str:
    """Return a text to compare: without case, and with single blanks."""
    return " ".join(text.casefold().split())
