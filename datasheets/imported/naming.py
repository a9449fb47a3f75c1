"""Which row of characteristics a model is meant by, where only names say so: "Rider with lance" goes by "Rider"."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORD = re.compile(r"[^\W_]+")
COUNTED = re.compile(r"(\d{1,3})x?\s++(\D.*)")
OF = " of "
BREAKS = ("", " ", "(", ",", ":")


def is_named_after(name: str, body: str) -> bool:
    """Whether a name is that of a row, alone or with more words behind it."""
    name, body = name.strip().casefold(), body.strip().casefold()
    return bool(body) and name.startswith(body) and name[len(body) : len(body) + 1] in BREAKS


def counted_name(name: str) -> tuple[int, str]:
    """Return how many models a name says, and what it calls them: (10, "Skinks") of "10 Skinks", (1, name) of others."""
    found = COUNTED.match(name.strip())
    return (int(found[1]), found[2]) if found and int(found[1]) else (1, name)


def is_same(name: str, other: str) -> bool:
    """Whether two names have the same letters: "Iron guts" and "Ironguts", one and many, "Riders of Rust" and "Rider"."""
    return _letters(name.partition(OF)[0]) == _letters(other.partition(OF)[0])


def shares_word(name: str, other: str) -> bool:
    """Whether two names have a word in common; one and many are the same word."""
    return bool(words_of(name) & words_of(other))


def best_named(bodies: Sequence[str], name: str) -> int:
    """Return the place of the row that fits the name of a model best: 0 where none shares a word with it.

    The one with the fewest words that the name does not have, among these the one with the most that it has. One and many
    are the same word.

    Raises:
        ValueError: there are no rows.
    """
    wanted = words_of(name)
    if not bodies:
        raise ValueError("no rows to choose from")
    found = [(len(words_of(body) - wanted), -len(words_of(body) & wanted), at) for at, body in enumerate(bodies)]
    return min((each for each in found if each[1]), default=(0, 0, 0))[2]


def _letters(name: str) -> str:
    return "".join(word.rstrip("es") for word in WORD.findall(name.casefold()))


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name in small letters; one and many are the same word."""
    return frozenset(word.removesuffix("s") for word in WORD.findall(name.casefold()))
