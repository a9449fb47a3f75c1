"""Whether a name in a list and a name in a catalogue mean the same, and how sure that is.

Lists are typed and cut by people and programs: "Mirror of Fates" is "Tzeentch - Mirror of Fates", "Demonbreath spear" is
"Daemonbreath spear". A lower score is a surer match.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from datasheets.closure import Merged

SAME, PLURAL, PART, LONGER, ALIKE = range(5)
LEAST_ALIKE = 0.88
PARTS = re.compile(r"(?:(?<!\s)\s++)?[:()\[\]]\s*+|(?<!\s)\s++[-–/]\s++")
WORD = re.compile(r"\w+")
STEM = re.compile(r"(?:(?<!\s)\s++)?[,:(\[]|(?<!\s)\s++[-–—]\s")
COMMAND_COST = re.compile(r"(?:(?<!\s)\s++)?[-+−]?(?<!\d)\d++\s*+CP\s*+$")


@lru_cache(maxsize=20_000)
def normal(name: str) -> str:
    """Return a name in lower case, without accents, signs and doubled blanks."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("’", "'").replace("'", ""))
    return " ".join(re.sub(r"[^\w]|_", " ", "".join(c for c in plain if not unicodedata.combining(c))).split())


def score(written: str, name: str) -> int | None:
    """Return how sure it is that a written name means this one: SAME ... ALIKE, None where it does not."""
    wanted, known = normal(written), normal(name)
    if not wanted or not known:
        return None
    if wanted == known:
        return SAME
    if _singular(wanted) == _singular(known):
        return PLURAL
    if wanted in parts(name) or known in parts(written):
        return PART
    if f" {_singular(wanted)} " in f" {_singular(known)} ":
        return LONGER
    return ALIKE if _alike(wanted, known) else None


@lru_cache(maxsize=20_000)
def parts(name: str) -> frozenset[str]:
    """Return the parts of a name between colons, dashes and parentheses, normal."""
    return frozenset(filter(None, map(normal, PARTS.split(name))))


def words(written: Iterable[str]) -> frozenset[str]:
    """Return the words of names, plural or not."""
    return frozenset(word.removesuffix("s") for name in written for word in WORD.findall(name.casefold()))


def stems(name: str) -> frozenset[str]:
    """Return what a weapon with several profiles is called where this is the name of one of them, normal, and the name."""
    return frozenset(filter(None, (normal(name), normal(STEM.split(name, maxsplit=1)[0]))))


def best(written: str, names: Iterable[str]) -> int | None:
    """Return the best score of several names."""
    return min((found for name in names if (found := score(written, name)) is not None), default=None)


def names_of(offer: Merged) -> Iterator[str]:
    """Yield what an entry can be called: its name, its link's, and those that modifiers set."""
    yield offer.name
    if offer.link and offer.link.name and offer.link.name != offer.name:
        yield offer.link.name
    for change in offer.changes.get("name", ()):
        if change.modifier.type == "set":
            yield change.modifier.value
        elif change.modifier.type == "append":
            yield f"{offer.name} {change.modifier.value}"


def is_called(written: str, offer: Merged) -> bool:
    """Whether a name is surely that of an entry: the same, or its plural."""
    return bool(wanted := _singular(normal(written))) and wanted in _plain_names(offer)


def is_part(written: str, offer: Merged) -> bool:
    """Whether a name is a part of that of an entry, or has it as a part."""
    wanted = normal(written)
    own, all_parts = _part_names(offer)
    return bool(wanted) and (wanted in all_parts or not own.isdisjoint(parts(written)))


@lru_cache(maxsize=50_000)
def _part_names(offer: Merged) -> tuple[frozenset[str], frozenset[str]]:
    found = list(names_of(offer))
    return frozenset(map(normal, found)), frozenset(part for name in found for part in parts(name))


@lru_cache(maxsize=50_000)
def _plain_names(offer: Merged) -> frozenset[str]:
    return frozenset(_singular(normal(name)) for name in names_of(offer))


def without_command_cost(name: str) -> str:
    """Return the name of a detachment without the Command points that lists write behind it."""
    return COMMAND_COST.sub("", name).strip()


@lru_cache(maxsize=20_000)
def _singular(text: str) -> str:
    return " ".join(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in text.split())


def _alike(wanted: str, known: str) -> bool:
    if min(len(wanted), len(known)) < 6 or abs(len(wanted) - len(known)) > 3:
        return False
    if wanted[0] != known[0] and wanted[-3:] != known[-3:]:
        return False
    matcher = SequenceMatcher(None, wanted, known, autojunk=False)
    return (
        matcher.real_quick_ratio() >= LEAST_ALIKE and matcher.quick_ratio() >= LEAST_ALIKE and matcher.ratio() >= LEAST_ALIKE
    )
