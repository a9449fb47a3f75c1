"""The catalogues that come with Muster: `datasheets/data/systems/<system>/catalogues/<catalogue>/`.

A folder holds `catalogue.json`, the header, and one `<datasheet id>.json` for each datasheet.
"""

from __future__ import annotations

from functools import cache
from importlib.resources.abc import Traversable
from itertools import chain

from datasheets.native.catalogue import NativeCatalogue, build_catalogue
from datasheets.strict_json import read_json
from datasheets.system_folders import folders

HEADER = "catalogue.json"


def bundled_catalogues() -> tuple[NativeCatalogue, ...]:
    """Return all bundled catalogues, by system and id, those of systems from outside among them.

    Raises:
        DocumentError: a bundled document is wrong.
    """
    return tuple(chain.from_iterable(map(_of_system, folders())))


def bundled_ids(system: str) -> list[str]:
    """Return the ids of the bundled catalogues of a system, of one that Muster does not have none."""
    return [folder.name for folder in _folders_of(system)]


@cache
def _of_system(id: str) -> tuple[NativeCatalogue, ...]:
    return tuple(map(_load, _folders_of(id)))


def _folders_of(system: str) -> list[Traversable]:
    """Return the folders of a system's catalogues, which are called as these."""
    of = folders()[system] / "catalogues" if system in folders() else None
    found = _sort_by_name(of) if of and of.is_dir() else []
    return [folder for folder in found if (folder / HEADER).is_file()]


def _load(folder: Traversable) -> NativeCatalogue:
    sheets = [file for file in _sort_by_name(folder) if file.name.endswith(".json") and file.name != HEADER]
    header = read_json((folder / HEADER).read_bytes())
    return build_catalogue(header, [read_json(file.read_bytes()) for file in sheets])


def _sort_by_name(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda item: item.name)
