"""Which datasheet somebody means by what they typed, and which are left when a list of them is narrowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.web.offers import Offer
from builder.web.searching import read_request, search

Groups = Iterable[tuple[str, list[Offer]]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is narrowed by: words of name, role or keywords, a role, a keyword, what the smallest unit may cost.

    `owned`: how many models of each datasheet are left to build of, by name; None does not narrow.
    """

    text: str = ""
    role: str = ""
    keyword: str = ""
    most: int | None = None
    owned: Mapping[str, int] | None = None

    def fits(self, offer: Offer) -> bool:
        """Whether a datasheet is one of those."""
        return (
            offer.fits(self.text.casefold().split())
            and (not self.role or offer.role == self.role)
            and (not self.keyword or self.keyword.casefold() in map(str.casefold, offer.keywords))
            and (self.most is None or (offer.least or Decimal(0)) <= self.most)
            and (self.owned is None or can_build(offer, self.owned))
        )


def can_build(offer: Offer, left: Mapping[str, int]) -> bool:
    """Whether the models that are left, by name of the datasheet, are enough for its smallest unit."""
    return left.get(offer.name, 0) >= max(1, offer.models_least)


def narrow(offers: Groups, wanted: Wanted) -> list[tuple[str, list[Offer]]]:
    """Return the datasheets that are wanted, in their groups."""
    kept = ((role, [each for each in group if wanted.fits(each)]) for role, group in offers)
    return [(role, group) for role, group in kept if group]


def find_meant(offers: Sequence[Offer], text: str) -> tuple[list[Offer], int | None]:
    """Return the datasheets that a typed text can mean, and how many models it asks for ("10 host guard").

    An id or a whole name means that one, or all that are called so; else the beginning of a name, else words of a name or
    of all that is searched, at last names that are much like it (`searching`). Where a number of models is asked for, those
    are meant that may have so many, if there are any. What is no longer kept up is meant where nothing else is.
    """
    text = " ".join(text.split())
    if found := _whole_name(offers, text) or _starting_with(offers, text):
        return found, None
    asked = read_request(text)
    by_words = search(offers, asked)
    found = _whole_name(offers, asked.text) or _starting_with(offers, asked.text) or next(iter(by_words.values()), [])
    return [each for each in found if asked.fits(each)] or found, asked.models


def _whole_name(offers: Sequence[Offer], text: str) -> list[Offer]:
    wanted = text.casefold()
    return [each for each in offers if each.id == text] or [each for each in offers if each.name.casefold() == wanted]


def _starting_with(offers: Sequence[Offer], text: str) -> list[Offer]:
    found = [each for each in offers if text and each.name.casefold().startswith(text.casefold())]
    return [each for each in found if not each.is_legend] or found
