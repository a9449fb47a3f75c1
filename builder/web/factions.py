"""Factions to begin an army with: the catalogues that are here, as tiles of the first page and of an import's report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.api.current import services

LARGE = 5
"""The datasheets of a catalogue from which on an army can be begun with it alone."""


@dataclass(frozen=True, slots=True)
class Faction:
    """A catalogue to begin an army with: what the form sends, its names, and how many datasheets it has."""

    value: str
    name: str
    game: str
    sheets: int
    is_bundled: bool


def factions(named: Mapping[str, str]) -> list[Faction]:
    """Return the catalogues that an army can be begun with: one's own data first, small ones last, then by name."""
    sizes = services().catalogues.sizes()
    rows = list(services().catalogues.page(limit=200).items)
    rows.sort(key=lambda row: (sizes.get(row.id, 0) < LARGE, row.origin == "bundled", row.name.casefold()))
    return [
        Faction(f"{row.system}/{row.id}", row.name, named[row.system], sizes.get(row.id, 0), row.origin == "bundled")
        for row in rows
    ]
