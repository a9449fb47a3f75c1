"""Texts that call a model, or who carries a thing, by its name: read as if they said "this model"."""

from __future__ import annotations

import re
from collections.abc import Collection

from datasheets.effects.recognition.text import sentences

_SUBJECT = re.compile(r"(?P<who>[^.,:;]{1,80}?)(?P<models> models?)? (?=ha(?:s|ve) an? )", re.IGNORECASE)
_CARRIER = re.compile(r"(?:a|any|each) models? (?:equipped )?with (?:an?|the) (?P<thing>.{1,60})")
_ARTICLE = re.compile(r"(?:the|all|each|every) ")


def read_own_names(text: str, names: Collection[str], thing: str = "") -> list[str]:
    """Return the sentences of a text; where one says what has something by one of the names, it says "this model" instead.

    `thing` is the name of what has the text: "A model with a shield dome has" speaks of its bearer.
    """
    return [_read(sentence, {_fold(name) for name in names}, _fold(thing)) for sentence in sentences(text)]


def _read(sentence: str, names: Collection[str], thing: str) -> str:
    found = _SUBJECT.match(sentence)
    if not found:
        return sentence
    who = found["who"].casefold()
    carrier = _CARRIER.fullmatch(who)
    own = carrier["thing"] == thing if carrier else _is_one_of(_fold(who), names)
    return f"this model {sentence[found.end() :]}" if own else sentence


def _is_one_of(who: str, names: Collection[str]) -> bool:
    return who in names or who.removesuffix("s") in names


def _fold(name: str) -> str:
    plain = " ".join(name.replace("\u2019", "'").casefold().split())
    return _ARTICLE.sub("", plain, count=1) if _ARTICLE.match(plain) else plain
