"""Lines of a text put together again where the reader, who knows no catalogue, took a name apart.

A name may begin with a number ("2x Plasma rifle"), have a colon ("Stratagem: Relic") or a comma ("A'rgath, the King of
Blades"). A line is read in the first way in which something of that name can be chosen there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.placing import names
from datasheets.closure import Resolved
from exports.lists.listed import ListedSelection

MOST_JOINED = 4


def respell(listed: Sequence[ListedSelection], offers: Sequence[Resolved]) -> Iterator[ListedSelection]:
    """Yield selections that stand together; those without ids get names that are offered, where there are such."""
    at = 0
    while at < len(listed):
        one, taken = listed[at], 1
        if not one.entry:
            for spelled, used in _spellings(listed[at], listed[at + 1 : at + MOST_JOINED]):
                if any(names.is_called(spelled.name, offer) for offer in offers):
                    one, taken = spelled, used
                    break
        yield one
        at += taken


def _spellings(one: ListedSelection, behind: Sequence[ListedSelection]) -> Iterator[tuple[ListedSelection, int]]:
    """Yield what a line may say, with how many of the items it takes."""
    for name in (f"{one.number}x {one.name}", f"{one.number} {one.name}"):
        yield replace(one, name=name, number=1), 1
    yield one, 1
    name = one.name
    for at, item in enumerate(_leaves(one.place, one.selections[:MOST_JOINED]), 1):
        name = f"{name}{': ' if at == 1 else ', '}{_spelling_of(item)}"
        yield replace(one, name=name, selections=one.selections[at:]), 1
    name = one.name
    for at, item in enumerate(_leaves(one.place, () if one.selections else behind), 1):
        name = f"{name}, {_spelling_of(item)}"
        yield replace(one, name=name, costs=(*one.costs, *item.costs)), at + 1


def _leaves(place: int | str, items: Sequence[ListedSelection]) -> Iterator[ListedSelection]:
    """Yield the items of one line as far as nothing stands below them."""
    for item in items:
        if item.place != place or item.selections:
            return
        yield item


def _spelling_of(item: ListedSelection) -> str:
    return item.name if item.number == 1 else f"{item.number}x {item.name}"
