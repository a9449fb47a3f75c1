"""Where closures come from for a whole Muster: the bundled native catalogues, and others beside them (the store's).

What is asked for by pin is given in exactly that version where any source has it. Where none has, the newest stands in and
`builder/rules` says so; a roster whose data moved on is shown and judged, never refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from datasheets.closure import Catalogues, CatalogueSet, Closure, UnknownCatalogue
from datasheets.native.bundled import bundled_catalogue


class BundledCatalogues:
    """The catalogues that come with Muster, each in its one version."""

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a bundled catalogue; raise `UnknownCatalogue` where there is none."""
        return _bundled(catalogue).closure(catalogue)


class Library:
    """Several sources as one; of sources that have a catalogue without the version wanted, the first counts.

    Args:
        sources: the store's catalogues before the bundled ones, so that a newer revision there is the newest.
    """

    def __init__(self, *sources: Catalogues) -> None:
        self._sources = sources

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure with that digest, or else the newest; raise `UnknownCatalogue` where there is none at all."""
        found = list(self._closures(catalogue, pin))
        if not found:
            raise UnknownCatalogue(catalogue)
        return next((closure for closure in found if closure.digest == pin), found[0])

    def _closures(self, catalogue: str, pin: str) -> Iterator[Closure]:
        for source in self._sources:
            try:
                yield source.closure(catalogue, pin)
            except UnknownCatalogue:
                continue


@cache
def _bundled(catalogue: str) -> CatalogueSet:
    try:
        return bundled_catalogue(catalogue).catalogues()
    except KeyError as error:
        raise UnknownCatalogue(catalogue) from error
