"""Factions to begin an army with: the catalogues that are here, as tiles of the first page and of an import's report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.api.current import services

LARGE = 5
"""The datasheets of a catalogue from which on an army can be begun with it alone."""


@dataclass(frozen=True, slots=True)
class Faction:
    """A catalogue to begin an army with: what the form sends, its names, how many datasheets it has and armies have it."""

    value: str
    name: str
    game: str
    sheets: int
    armies: int
    is_bundled: bool


def factions(named: Mapping[str, str]) -> list[Faction]:
    """Return the catalogues that an army can be begun with, by name.

    Those of which there are armies come first, then one's own data; small ones come last.
    """
    sizes, armies = services().catalogues.sizes(), services().filing.by_catalogue()
    rows = list(services().catalogues.page(limit=200).items)
    rows.sort(
        key=lambda row: (
            sizes.get(row.id, 0) < LARGE,
            row.id not in armies,
            row.origin == "bundled",
            row.name.casefold(),
        )
    )
    return [
        Faction(
            f"{row.system}/{row.id}",
            row.name,
            named[row.system],
            sizes.get(row.id, 0),
            armies.get(row.id, 0),
            row.origin == "bundled",
        )
        for row in rows
    ]
