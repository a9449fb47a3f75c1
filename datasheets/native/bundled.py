"""The catalogues that come with Muster: `datasheets/data/systems/<system>/catalogues/<catalogue>/`.

A folder holds `catalogue.json`, the header, and one `<datasheet id>.json` for each datasheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from datasheets.native.catalogue import NativeCatalogue, build_catalogue
from datasheets.strict_json import read_json

HEADER = "catalogue.json"


@cache
def bundled_catalogues() -> tuple[NativeCatalogue, ...]:
    """Return all bundled catalogues, by system and id.

    Raises:
        DocumentError: a bundled document is wrong.
    """
    return tuple(_load(folder) for folder in _folders())


def bundled_catalogue(id: str) -> NativeCatalogue:
    """Return a bundled catalogue.

    Raises:
        KeyError: there is none of that id.
    """
    return {each.id: each for each in bundled_catalogues()}[id]


def _folders() -> Iterator[Traversable]:
    for system in _sorted(files("datasheets") / "data" / "systems"):
        if (system / "catalogues").is_dir():
            yield from (folder for folder in _sorted(system / "catalogues") if (folder / HEADER).is_file())


def _load(folder: Traversable) -> NativeCatalogue:
    sheets = [file for file in _sorted(folder) if file.name.endswith(".json") and file.name != HEADER]
    header = read_json((folder / HEADER).read_bytes())
    return build_catalogue(header, [read_json(file.read_bytes()) for file in sheets])


def _sorted(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda item: item.name)
