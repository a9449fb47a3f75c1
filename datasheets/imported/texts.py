"""What is data in sentences of imported data: who a transport carries, how many powers a psyker tries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from datasheets.keywords import PLACEHOLDER

CAPACITY = re.compile(
    r"(?:transport capacity of|can transport(?: up to)?|transports?)\s+(?:a maximum of\s+)?(\d+)\s+([^.]*)"
)
REFUSED = re.compile(r"(?:cannot|can not|may not|can't)\s+(?:carry|transport)\s+([^.]*)", re.IGNORECASE)
SLOTS = re.compile(
    r"[Ee]ach\s+([^.]*?)\s+models?\s+takes?\s+(?:up\s+)?the\s+(?:space|place)s?\s+of\s+(\w+)\s+(?:other\s+)?[^.]*?models?"
)
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}
KEYWORD = re.compile(r"<[^<>]+>|[A-Z0-9][A-Z0-9'’-]+(?:\s+[A-Z0-9][A-Z0-9'’-]*)*")
JOINED = re.compile(r"\s*(?:,|\bor\b|\band\b|/)\s*")


def transport_of(text: str, known: frozenset[str]) -> dict[str, Any] | None:
    """Return who a transport carries as its text says; None where that cannot be told for certain.

    Args:
        text: such as "This model has a transport capacity of 10 MARCH INFANTRY models. It cannot transport BIKER models."
        known: the keywords that there are, in capitals; others, and words that are none, make the text uncertain.
    """
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

    What stands in angle brackets among the keywords may be written without them.
    """
    words = phrase.split()
    if not words:
        return ()
    for length in range(len(words), 0, -1):
        head = " ".join(words[:length])
        head = f"<{head}>" if f"<{head}>" in known and head not in known else head
        if head in known or PLACEHOLDER.fullmatch(head):
            rest = split(" ".join(words[length:]), known)
            if rest is not None:
                return (head, *rest)
    return None


def _phrases(text: str) -> Iterator[str]:
    for part in JOINED.split(text):
        words = [match[0].strip() for match in KEYWORD.finditer(part)]
        if words:
            yield " ".join(words)


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else WORDS.get(word.casefold())
