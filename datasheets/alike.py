"""Entries that are called nearly as something is written: what a misspelt or an older name may mean."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from datasheets.closure import Resolved
from datasheets.imported.naming import counted_name
from datasheets.markup import strip_marks

LEAST_ALIKE = 0.6


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
    found = dict.fromkeys((*exact, *get_close_matches(plain, called, most, LEAST_ALIKE)))
    return [called[each] for each in found][:most]


def number_meant(entry: Resolved, name: str, number: int) -> int:
    """Return how many of an entry are meant by so many of what is written: one "10 Guard" by ten "Guard"."""
    each = counted_name(entry.name)[0]
    return number // each if counted_name(name)[0] == 1 and number % each == 0 else number
