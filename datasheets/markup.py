"""The marks with which BattleScribe's authors make letters bold (`**`) or small capitals (`^^`): no part of a name."""

from __future__ import annotations

import re

MARKED = tuple(re.compile(rf"{2 * mark}([^{mark}\s](?:[^{mark}]*[^{mark}\s])?){2 * mark}") for mark in (r"\*", r"\^"))


def unmarked(text: str) -> str:
    """Return a name or a sentence with names without these marks; a mark that nothing closes stays."""
    for marked in MARKED:
        text = marked.sub(r"\1", text)
    return text
