"""Bundled catalogues without a database, alone or with others beside them."""

from __future__ import annotations

from functools import cache

from datasheets.closure import Catalogues, CatalogueSet, Closure, UnknownCatalogue
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import NativeCatalogue


def bundled_catalogue(id: str) -> NativeCatalogue:
    """Return a bundled catalogue; raises KeyError where there is none of that id."""
    return {each.id: each for each in bundled_catalogues()}[id]


class Bundled:
    """The catalogues that come with Muster, each in its one version; what they have not, others may have."""

    def __init__(self, *others: Catalogues) -> None:
        self._others = others

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        for source in (_Own(), *self._others):
            try:
                return source.closure(catalogue, pin)
            except UnknownCatalogue:
                continue
        raise UnknownCatalogue(catalogue)


class _Own:
    def closure(self, catalogue: str, pin: str = "") -> Closure:
        return _load_catalogue(catalogue).closure(catalogue)


@cache
def _load_catalogue(catalogue: str) -> CatalogueSet:
    try:
        return bundled_catalogue(catalogue).catalogues()
    except KeyError as error:
        raise UnknownCatalogue(catalogue) from error
