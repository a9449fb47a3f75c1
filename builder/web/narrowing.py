"""Which datasheet somebody means by what they typed, and which are left when a list of them is narrowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.web.offers import Offer

Groups = Iterable[tuple[str, list[Offer]]]

COUNT_FIRST = re.compile(r"([1-9][0-9]{0,2})(?: ?[x×])? (.+)", re.IGNORECASE)
COUNT_LAST = re.compile(r"(.+?) (?:[x×] ?)?([1-9][0-9]{0,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is narrowed by: words of name, role or keywords, a role, a keyword, what the smallest unit may cost."""

    text: str = ""
    role: str = ""
    keyword: str = ""
    most: int | None = None
    owned: frozenset[str] | None = None

    def fits(self, offer: Offer) -> bool:
        """Whether a datasheet is one of those."""
        return (
            offer.fits(self.text.casefold().split())
            and (not self.role or offer.role == self.role)
            and (not self.keyword or self.keyword.casefold() in map(str.casefold, offer.keywords))
            and (self.most is None or (offer.least or Decimal(0)) <= self.most)
            and (self.owned is None or offer.name.casefold() in self.owned)
        )


def narrow(offers: Groups, wanted: Wanted) -> list[tuple[str, list[Offer]]]:
    """Return the datasheets that are wanted, in their groups."""
    kept = ((role, [each for each in group if wanted.fits(each)]) for role, group in offers)
    return [(role, group) for role, group in kept if group]


def find_meant(offers: Sequence[Offer], text: str) -> tuple[list[Offer], int | None]:
    """Return the datasheets that a typed text can mean, and how many models it asks for ("10 host guard").

    An id or a whole name means that one; else the beginning of a name, else words of a name, else words of all that is
    searched.
    """
    text = " ".join(text.split())
    found = _best_match(offers, text)
    if found:
        return found, None
    for match, name, count in ((COUNT_FIRST.fullmatch(text), 2, 1), (COUNT_LAST.fullmatch(text), 1, 2)):
        if match and (found := _best_match(offers, match[name])):
            return found, int(match[count])
    return [], None


def _best_match(offers: Sequence[Offer], text: str) -> list[Offer]:
    wanted, words = text.casefold(), text.casefold().split()
    if not words:
        return []
    tries = (
        [each for each in offers if each.id == text],
        [each for each in offers if each.name.casefold() == wanted][:1],
        [each for each in offers if each.name.casefold().startswith(wanted)],
        [each for each in offers if all(word in each.name.casefold() for word in words)],
        [each for each in offers if each.fits(words)],
    )
    return next((found for found in tries if found), [])
