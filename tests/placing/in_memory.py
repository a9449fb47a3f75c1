"""A shelf of catalogues without a database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from builder.placing.forces import Known, Version
from datasheets.closure import CatalogueSet, Closure
from datasheets.model import Catalogue, GameSystem, Source
from datasheets.systems import system_for


class InMemory(CatalogueSet):
    """A game system and its catalogues in memory as a shelf, each in one version."""

    def __init__(self, system: GameSystem, catalogues: Iterable[Catalogue] = ()) -> None:
        self._all: tuple[Source, ...] = (*catalogues, system)
        super().__init__(system, (each for each in self._all if isinstance(each, Catalogue)))
        self._system_id = system_for(system.id, system.name, system.revision)

    def catalogues(self) -> Sequence[Known]:
        """Return every catalogue that is no library."""
        return tuple(Known(each.id, each.name) for each in self._all if not _is_library(each))

    def libraries(self) -> Sequence[Known]:
        """Return every library."""
        return tuple(Known(each.id, each.name) for each in self._all if _is_library(each))

    def versions_with(self, library: str) -> Sequence[Version]:
        """Return the catalogues whose closure has a library."""
        found = [id for id in (each.id for each in self.catalogues()) if library in _ids(self.closure(id))]
        return tuple(version for id in found for version in self.versions(id))

    def versions(self, catalogue: str) -> Sequence[Version]:
        """Return the only version."""
        system = self._all[-1].revision
        found = [each for each in self._all if each.id == catalogue and not _is_library(each)]
        return tuple(Version(each.id, "", self._system_id, each.revision, system) for each in found)

    def catalogues_with(self, units: Collection[str], system: str) -> Sequence[str]:
        """Return the ids of the catalogues that have most units of these names."""
        if system not in ("", self._system_id):
            return ()
        counts = {
            each.id: len(set(units) & {root.name for root in self.closure(each.id).roots()}) for each in self.catalogues()
        }
        most = max(counts.values(), default=0)
        return tuple(id for id, count in counts.items() if count == most > 0)


def _is_library(source: Source) -> bool:
    return isinstance(source, Catalogue) and source.library


def _ids(closure: Closure) -> set[str]:
    return {source.id for source in closure.sources}
