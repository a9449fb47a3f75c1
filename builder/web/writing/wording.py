"""The words of forms: `page.form.<pattern>`, or of its last part where that says enough; hints where there are any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.web.rendering import t
from builder.web.writing.known import explain, words_of
from builder.web.writing.places import Place
from datasheets.effects import vocabulary
from datasheets.effects.vocabulary import Word
from datasheets.words import has_words

TABLES: Mapping[str, tuple[str, Mapping[str, Word]]] = {
    "effect": ("kind", vocabulary.KINDS),
    "condition": ("name", vocabulary.CONDITIONS),
}


def label(pattern: str) -> str:
    """Return what a field is called."""
    last = pattern.rpartition(".")[2]
    code = next((code for code in (f"form.{pattern}", f"form.{last}") if has_words(f"page.{code}")), None)
    return t(code) if code else words_of(last)


def title(place: Place, name: object) -> str:
    """Return what a group is called: its own name, or what it is and which one."""
    if isinstance(name, str) and name.strip() and place.pattern not in TABLES:
        return name
    last = place.steps[-1] if place.steps else ""
    return f"{one_of(place.pattern)} {last + 1}" if isinstance(last, int) else label(place.pattern)


def one_of(pattern: str) -> str:
    """Return what one of a list is called."""
    code = f"form.{pattern}.one"
    return t(code) if has_words(f"page.{code}") else label(pattern)


def hint(pattern: str) -> str:
    """Return what stands below a field, "" where it needs no more than its name."""
    code = f"form-hint.{pattern}"
    return t(code) if has_words(f"page.{code}") else ""


def meaning(pattern: str, value: Any) -> str:
    """Return what the vocabulary of effects says of an effect, of a condition, or of one of their fields in `value`."""
    if not isinstance(value, Mapping):
        return ""
    table, _, member = pattern.partition(".")
    key, words = TABLES.get(table, ("", {}))
    word = words.get(str(value.get(key)))
    if word is None:
        return ""
    if not member or member == key:
        return explain(word.meaning) if member else ""
    return next((explain(each.meaning) for each in word.parameters if each.name == member), "")
