"""What an imported army chose for `<CHAPTER>` and its like: the Chapter is an upgrade of "Chapter Selection" or of a unit.

Only what is certain counts. An upgrade is a choice for `<DYNASTY>` where its own name says so ("Dynasty: Mephrit") or where
what it is chosen from is called so ("Dynasty Choice"); where some say so themselves, the others of that choice are none. A
choice that keeps the player's own name for it ("Custom Chapter", "... Successor", "None") leaves the brackets as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from datasheets.keywords import Keywords, normal
from datasheets.markup import strip_marks

MOST_KEPT = 5_000
WORD = re.compile(r"[^\W_]+")
ASIDE = re.compile(r"(?:(?<!\s)\s++)?[(\[][^()\[\]]*+[)\]]")
NO_KEYWORDS = Keywords()
OPEN = frozenset(
    normal(word) for word in ("custom", "successor", "none", "no", "mixed", "splinter", "show", "choose", "hide")
)
"""A word of these in a name: the choice leaves open what stands in the brackets, or is none."""

CHOOSING = frozenset(normal(word) for word in ("choice", "choose", "selection", "selector"))
"""The words that a heading within a unit may have beside the keyword: else it is of relics, traits, or the unit itself."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An upgrade that was chosen.

    `headings` are what it is chosen from, its nearest group first; `beside` are the names of all that is offered there.
    `factions` are the faction keywords of its own.
    """

    name: str
    headings: tuple[str, ...]
    beside: tuple[str, ...]
    factions: tuple[str, ...] = ()


def placeholder_choices(
    placeholders: Iterable[str], choices: Sequence[Choice], known: Keywords, own: Keywords = NO_KEYWORDS
) -> dict[str, str]:
    """Return what was chosen for angle-bracket keywords, by these; what cannot be told for certain is left out.

    Args:
        placeholders: such as "<CHAPTER>".
        choices: what was chosen, the nearest first (of the unit, then of its force).
        known: the faction keywords that there are; a choice is spelt as they are.
        own: the keywords of the unit. A choice of "Cults" that gives it one is that for `<GREAT CULT>`.
    """
    found = ((each, each.strip("<> ")) for each in placeholders)
    values = ((each, _value(name, choices, known) or _choice_for(name, choices, known, own)) for each, name in found)
    return {placeholder: value for placeholder, value in values if value}


def noun(wanted: str) -> str:
    """Return the last word of a keyword, what it is: "CULT" of "GREAT CULT"; "" of one with a single word."""
    return wanted.split()[-1] if len(wanted.split()) > 1 else ""


def _choice_for(wanted: str, choices: Sequence[Choice], known: Keywords, own: Keywords) -> str:
    """Return the choice that is a keyword of the unit, by headings that begin with the last word of the keyword."""
    given = [choice for choice in choices if ASIDE.sub("", strip_marks(choice.name)).partition(":")[0].strip() in own]
    return _value(noun(wanted), given, known) if noun(wanted) else ""


def _value(wanted: str, choices: Sequence[Choice], known: Keywords) -> str:
    """Return the one choice by the closest heading that makes any, "" where there is none or several."""
    depth = max((len(choice.headings) for choice in choices), default=0)
    for at in range(-1, depth):
        values = Keywords(value for choice in choices if (value := _by(wanted, choice, at, known)))
        if values:
            return next(iter(values)) if len(values) == 1 else ""
    return ""


def _by(wanted: str, choice: Choice, at: int, known: Keywords) -> str:
    """Return what a choice says by its heading `at`, by its own name for -1."""
    head, _, tail = (part.strip() for part in ASIDE.sub("", strip_marks(choice.name)).partition(":"))
    if at < 0:
        return _spell_as_keyword(tail, known) if tail and normal(head) == normal(wanted) and not _is_open(tail) else ""
    if at >= len(choice.headings) or not is_about(choice.headings[at], wanted) or _is_open(head):
        return ""
    if any(normal(name.partition(":")[0]) == normal(wanted) for name in choice.beside if ":" in name):
        return ""
    return choice.factions[0] if len(choice.factions) == 1 else _spell_as_keyword(head, known)


@lru_cache(MOST_KEPT)
def is_about(heading: str, wanted: str) -> bool:
    """Whether a heading begins with the keyword, in one or many ("Chapter Selection", "Cults of the Legion")."""
    return _rest(heading, wanted) is not None


@lru_cache(MOST_KEPT)
def is_only_about(heading: str, wanted: str) -> bool:
    """Whether a heading is the keyword and nothing else ("Kabal Selection"), as "Kabal Relics" is not."""
    rest = _rest(heading, wanted)
    return rest is not None and CHOOSING.issuperset(rest)


def _rest(heading: str, wanted: str) -> list[str] | None:
    """Return the words of a heading behind the keyword that it begins with, None where it does not."""
    words, keyword = WORD.findall(normal(strip_marks(heading))), WORD.findall(normal(wanted))
    found = (words[len(keyword) :] for words in (words, *_behind_slashes(heading)) if words[: len(keyword)] == keyword)
    return next(found, None) if keyword else None


def _behind_slashes(heading: str) -> Iterator[list[str]]:
    yield from (WORD.findall(normal(part)) for part in heading.split("/")[1:])


def _is_open(name: str) -> bool:
    return "<" in name or not name or any(normal(word) in OPEN for word in WORD.findall(name))


def _spell_as_keyword(name: str, known: Keywords) -> str:
    """Return a name as the faction keyword of that name is written; "The" may be missing there."""
    tried = (name, name.removeprefix("The "))
    way = next((way for way in tried if way in known), "")
    return next((each for each in known if normal(each) == normal(way)), name) if way else name
