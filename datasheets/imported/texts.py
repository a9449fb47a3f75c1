"""What is data in sentences of imported data: who a transport carries, how many powers a psyker tries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from datasheets.keywords import PLACEHOLDER

CAPACITY = re.compile(r"(?:transport capacity of|can transport(?: up to)?|transports?) (?:a maximum of )?(\d++) ([^.]*+)")
REFUSED = re.compile(r"(?:cannot|can not|may not|can't) (?:carry|transport) ([^.]*+)", re.IGNORECASE)
SLOTS = re.compile(
    r"[Ee]ach ((?:(?![Ee]ach )[^.])*?) models? takes? (?:up )?the (?:space|place)s? of (\w++) (?:other )?[^.]*?models?"
)
MOST_WORDS = 60
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}
KEYWORD = re.compile(r"<[^<>]+>|[A-Z0-9][A-Z0-9'’-]+(?:\s+[A-Z0-9][A-Z0-9'’-]*)*")
JOINED = re.compile(r"(?:(?<!\s)\s++)?(?:,|\bor\b|\band\b|/)\s*+")


def transport_of(text: str, known: frozenset[str]) -> dict[str, Any] | None:
    """Return who a transport carries as its text says; None where that cannot be told for certain.

    Args:
        text: such as "This model has a transport capacity of 10 MARCH INFANTRY models. It cannot transport BIKER models."
        known: the keywords that there are, in capitals; others, and words that are none, make the text uncertain.
    """
    text = " ".join(text.split())
    found = CAPACITY.search(text)
    if found is None or len(CAPACITY.findall(text)) > 1:
        return None
    refused = REFUSED.search(text)
    admits = [split(phrase, known) for phrase in _phrases(found[2])]
    refuses = [split(phrase, known) for phrase in _phrases(refused[1])] if refused else []
    slots = {split(phrase, known): _number(each[2]) for each in SLOTS.finditer(text) for phrase in _phrases(each[1])}
    single = [*refuses, *slots]
    if not admits or None in (*admits, *slots.values()) or any(row is None or len(row) != 1 for row in single):
        return None
    return {
        "capacity": int(found[1]),
        "admits": [list(row) for row in admits if row],
        "refuses": [row[0] for row in refuses if row],
        "slots": {row[0]: number for row, number in slots.items() if row},
    }


def split(phrase: str, known: frozenset[str]) -> tuple[str, ...] | None:
    """Return a phrase of keywords side by side as the keywords that it is made of; None where some word is in none.

    >>> split("ADEPTUS ASTARTES INFANTRY", frozenset({"ADEPTUS ASTARTES", "INFANTRY"}))
    ('ADEPTUS ASTARTES', 'INFANTRY')

    What stands in angle brackets among the keywords may be written without them. Of several ways the one with the longest
    keywords first; a phrase of more than `MOST_WORDS` words is none of keywords.
    """
    words = phrase.split()
    if len(words) > MOST_WORDS:
        return None
    ways: list[tuple[str, ...] | None] = [()]  # of the last words: none, one, two ...
    for start in range(len(words) - 1, -1, -1):
        ways.insert(0, _split_from(words[start:], ways, known))
    return ways[0]


def _split_from(
    words: Sequence[str], ways: Sequence[tuple[str, ...] | None], known: frozenset[str]
) -> tuple[str, ...] | None:
    """Return these words as keywords, the longest first; `ways` are those of what is left behind one word, two ..."""
    for length in range(len(words), 0, -1):
        head, rest = " ".join(words[:length]), ways[length - 1]
        head = f"<{head}>" if f"<{head}>" in known and head not in known else head
        if rest is not None and (head in known or PLACEHOLDER.fullmatch(head)):
            return (head, *rest)
    return None


def _phrases(text: str) -> Iterator[str]:
    for part in JOINED.split(text):
        words = [match[0].strip() for match in KEYWORD.finditer(part)]
        if words:
            yield " ".join(words)


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else WORDS.get(word.casefold())
