"""Reading real catalogues: the largest file with all that it links to, and the faction with the most links."""

from __future__ import annotations

from collections.abc import Iterator

from bench.shared import with_linked
from bench.timing import Measurement, measure
from datasheets.battlescribe.checks import File, check
from datasheets.battlescribe.parse_catalogue import read
from datasheets.battlescribe.xml import parse
from datasheets.closure import CatalogueSet
from datasheets.model import Catalogue, GameSystem

CATALOGUES = ("Imperium - Space Marines.cat", "Imperium - Imperial Fists.cat")


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    for name in CATALOGUES:
        files = with_linked(name)
        if files:
            size = sum(map(len, files.values())) / 1e6
            yield f"{name} with all that it links to: {len(files)} files, {size:.1f} MB", list(_rows(files))


def _rows(files: dict[str, bytes]) -> Iterator[Measurement]:
    sources = {file: read(data, file) for file, data in files.items()}
    yield measure("XML alone", "times/s", lambda: [parse(data, file) for file, data in files.items()])
    yield measure("read", "times/s", lambda: [read(data, file) for file, data in files.items()])
    yield measure("indexed, roots offered", "times/s", lambda: _roots(list(sources.values())))
    yield measure("read, indexed, roots offered", "times/s", lambda: _roots([read(data, f) for f, data in files.items()]))
    yield measure("checked", "times/s", lambda: check(File(file, each, files[file]) for file, each in sources.items()))


def _roots(sources: list[GameSystem | Catalogue]) -> int:
    system = next(each for each in sources if isinstance(each, GameSystem))
    catalogues = [each for each in sources if isinstance(each, Catalogue)]
    return len(CatalogueSet(system, catalogues).closure(catalogues[0].id).roots())
