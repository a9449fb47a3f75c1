"""The catalogues that come with Muster: `datasheets/data/systems/<system>/catalogues/<catalogue>/`.

A folder holds `catalogue.json`, the header, and one `<datasheet id>.json` for each datasheet.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any

from datasheets.native.catalogue import NativeCatalogue, build_catalogue
from datasheets.problems import DocumentError, Problem
from datasheets.strict_json import read_json
from datasheets.system_folders import folders

HEADER = "catalogue.json"
DATASHEET = re.compile(r"/datasheets/([0-9]+)/?")
"""The place of a datasheet in its catalogue, at the start of a path."""


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
    return tuple(_load(f"{id}/catalogues/{folder.name}/", folder) for folder in _folders_of(id))


def _folders_of(system: str) -> list[Traversable]:
    """Return the folders of a system's catalogues, which are called as these."""
    of = folders()[system] / "catalogues" if system in folders() else None
    found = _sort_by_name(of) if of and of.is_dir() else []
    return [folder for folder in found if (folder / HEADER).is_file()]


def _load(place: str, folder: Traversable) -> NativeCatalogue:
    sheets = [file for file in _sort_by_name(folder) if file.name.endswith(".json") and file.name != HEADER]
    header, *documents = [_read(place, file) for file in (folder / HEADER, *sheets)]
    try:
        return build_catalogue(header, documents)
    except DocumentError as error:
        raise DocumentError(tuple(_in_file(place, sheets, each) for each in error.problems)) from error


def _read(place: str, file: Traversable) -> Any:
    try:
        return read_json(file.read_bytes())
    except DocumentError as error:
        raise error.inside(place + file.name) from error


def _in_file(place: str, sheets: list[Traversable], problem: Problem) -> Problem:
    """Return a problem of a catalogue ("/datasheets/2/name") with the file that it is in."""
    if found := DATASHEET.match(problem.path):
        return replace(problem, path=f"{place}{sheets[int(found[1])].name}: /{problem.path[found.end() :]}")
    return replace(problem, path=f"{place}{HEADER}: {problem.path or '/'}")


def _sort_by_name(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda item: item.name)
