"""Entries that are called nearly as something is written: what a misspelt or an older name may mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher, get_close_matches

from datasheets.closure import Resolved
from datasheets.imported.naming import counted_name
from datasheets.markup import strip_marks

LEAST_ALIKE = 0.6
SAME_WORD = 0.75
"""From here on two words are one, written otherwise."""
OTHER_WORD = 0.1
"""What each word counts against a name that the other does not have: "Dreadnaught" is no Dreadnought Drop Pod."""


def alike(name: str, entries: Iterable[Resolved], most: int, number: int = 1) -> list[Resolved]:
    """Return entries that are called nearly as `name`, the most alike first, one of each name.

    Args:
        name: what is written.
        entries: what can be meant; of those with one name the first is taken.
        most: how many are returned.
        number: how often it is there: ten "Guard" may be one "10 Guard".
    """
    called: dict[str, Resolved] = {}
    for each in entries:
        called.setdefault(strip_marks(each.name).casefold(), each)
    plain = strip_marks(name).casefold()
    counted = get_close_matches(f"{number} {plain}", called, most, LEAST_ALIKE) if number > 1 else []
    exact = [each for each in counted if counted_name(each)[0] == number]
    close = sorted(get_close_matches(plain, called, 3 * most, LEAST_ALIKE), key=lambda each: -_likeness(plain, each))
    return [called[each] for each in dict.fromkeys((*exact, *close))][:most]


def _likeness(one: str, other: str) -> float:
    """Return how alike two names are: by their letters, less what only one of them has a word for."""
    words, others = re.findall(r"\w+", one), re.findall(r"\w+", other)
    alone = sum(not _has_word(others, each) for each in words) + sum(not _has_word(words, each) for each in others)
    return SequenceMatcher(None, other, one).ratio() - OTHER_WORD * alone


def _has_word(words: Collection[str], word: str) -> bool:
    return bool(get_close_matches(word, words, 1, SAME_WORD))


def number_meant(entry: Resolved, name: str, number: int) -> int:
    """Return how many of an entry are meant by so many of what is written: one "10 Guard" by ten "Guard"."""
    each = counted_name(entry.name)[0]
    return number // each if counted_name(name)[0] == 1 and number % each == 0 else number
