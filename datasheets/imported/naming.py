"""Which row of characteristics a model is meant by, where only names say so: "Rider with lance" goes by "Rider"."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORD = re.compile(r"[^\W_]+")
BREAKS = ("", " ", "(", ",", ":")


def is_named_after(name: str, body: str) -> bool:
    """Whether a name is that of a row, alone or with more words behind it."""
    name, body = name.strip().casefold(), body.strip().casefold()
    return bool(body) and name.startswith(body) and name[len(body) : len(body) + 1] in BREAKS


def best_named(bodies: Sequence[str], name: str) -> int:
    """Return the place of the row that fits the name of a model best: 0 where none shares a word with it.

    The one with the fewest words that the name does not have, among these the one with the most that it has. One and many
    are the same word.

    Raises:
        ValueError: there are no rows.
    """
    wanted = _words(name)
    if not bodies:
        raise ValueError("no rows to choose from")
    found = [(len(_words(body) - wanted), -len(_words(body) & wanted), at) for at, body in enumerate(bodies)]
    return min((each for each in found if each[1]), default=(0, 0, 0))[2]


def _words(name: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in WORD.findall(name.casefold()))
