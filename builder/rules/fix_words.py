"""The words of a fix: what stands on its button, and what would be wrong afterwards."""

from __future__ import annotations

from datasheets.evaluation.finding import Fix
from datasheets.evaluation.sentences import say_finding
from datasheets.markup import strip_marks
from datasheets.words import has_words, say


def label_of(fix: Fix, language: str) -> str:
    """Return what stands on the button of a fix, with all that is made with it.

    Of a model that is called as its unit the name stands once.
    """
    return "; ".join(_own_label(each, language) for each in (fix, *fix.also))


def brought_by(fix: Fix, language: str) -> list[str]:
    """Return the sentences of the errors that are new or graver after a fix, each once."""
    return list(dict.fromkeys(strip_marks(say_finding(each, language)) for each in fix.brings))


def _own_label(fix: Fix, language: str) -> str:
    alone = f"{fix.code}-alone"
    is_alone = fix.values.get("model") == fix.values.get("unit") and has_words(alone)
    return say(alone if is_alone else fix.code, fix.values, language)
