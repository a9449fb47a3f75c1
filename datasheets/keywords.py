"""Keywords: when two are the same, what angle brackets stand for, which models of a unit have them.

Case and singular or plural make no difference (9E-KEY-04). `<CHAPTER>` and its like are placeholders for what the player
chose for the unit (9E-KEY-05..08). A unit has the keywords of all its models, a model only its own (9E-KEY-09, 9E-KEY-10).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Literal

PLACEHOLDER = re.compile(r"<([^<>]{1,60})>")
LONGEST_CHOICE = 60

ChoiceProblem = Literal["", "empty", "too-long", "bracketed", "not-capitals", "reserved", "not-allowed"]


@lru_cache(maxsize=4096)
def normal(keyword: str) -> str:
    """Return the form in which two keywords are compared: one case, single blanks, every word in the singular.

    >>> normal("Psykers") == normal("PSYKER")
    True
    """
    return " ".join(_singular(word) for word in keyword.casefold().split())


class Keywords(Set[str]):
    """An ordered set of keywords, as they were written first; `in` and comparisons are by `normal`."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words: dict[str, str] = {}
        for word in words:
            self._words.setdefault(normal(word), word)

    def __contains__(self, keyword: object) -> bool:
        return isinstance(keyword, str) and normal(keyword) in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words.values())

    def __len__(self) -> int:
        return len(self._words)

    def __hash__(self) -> int:
        return hash(frozenset(self._words))

    def __repr__(self) -> str:
        return f"Keywords({list(self)})"

    def has_all(self, keywords: Iterable[str]) -> bool:
        """Whether every one of these is among them."""
        return all(keyword in self for keyword in keywords)

    def has_any(self, keywords: Iterable[str]) -> bool:
        """Whether at least one of these is among them."""
        return any(keyword in self for keyword in keywords)


def of_unit(models: Iterable[Iterable[str]]) -> Keywords:
    """Return a unit's keywords: those of all its models together (9E-KEY-09)."""
    return Keywords(keyword for keywords in models for keyword in keywords)


def models_with(models: Sequence[Iterable[str]], keyword: str) -> tuple[int, ...]:
    """Return which models a rule for *models* with this keyword applies to (9E-KEY-10)."""
    return tuple(index for index, keywords in enumerate(models) if keyword in Keywords(keywords))


def placeholders(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each angle-bracket keyword in these keywords or texts once, brackets included, as first written."""
    return tuple(Keywords(match[0] for text in texts for match in PLACEHOLDER.finditer(text)))


def substitute(text: str, chosen: Mapping[str, str]) -> str:
    """Replace every angle-bracket keyword for which something was chosen (9E-KEY-08).

    Args:
        text: a keyword or a rules text.
        chosen: what was chosen, by placeholder with its brackets: `{"<CHAPTER>": "ULTRAMARINES"}`. In the place of a
            placeholder in capitals it stands in capitals.
    """
    by_normal = {normal(placeholder): choice for placeholder, choice in chosen.items()}

    def instead(match: re.Match[str]) -> str:
        choice = by_normal.get(normal(match[0]), match[0])
        return choice.upper() if match[0].isupper() else choice

    return PLACEHOLDER.sub(instead, text) if by_normal else text


def choice_problem(value: str, allowed: Iterable[str] = (), reserved: Iterable[str] = ()) -> ChoiceProblem:
    """Say what is wrong with a choice for an angle-bracket keyword, "" if nothing (9E-KEY-07, 9E-Q-21).

    Args:
        value: free text in capitals, never a bracketed keyword itself.
        allowed: what the publication allows; nothing said means everything.
        reserved: what the publication does not let players choose.
    """
    allowed = Keywords(allowed)
    if not value.strip():
        return "empty"
    if len(value) > LONGEST_CHOICE:
        return "too-long"
    if "<" in value or ">" in value:
        return "bracketed"
    if value != value.upper():
        return "not-capitals"
    if value in Keywords(reserved):
        return "reserved"
    return "not-allowed" if allowed and value not in allowed else ""


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes")) else word[:-1]
