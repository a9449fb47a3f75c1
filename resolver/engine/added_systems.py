"""Systems that stand outside Muster: folders that a user names, each with the data of a system, its words and its rules.

A folder is called as its system's id. Its modules are found as `muster_systems.<id>.<module>`, wherever it stands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from datasheets import systems
from datasheets.words import codes
from resolver.engine.registry import descriptor, register

ROOM = "muster_systems"
"""The package in which the modules of all such folders are found."""
_ADDED: list[Path] = []


def add_systems(folders: Iterable[Path]) -> None:
    """Know the systems of these folders, and play those that have a `descriptor.py`. What is known already stays.

    Raises:
        ValueError: there is another system of that id, or what stands in a folder is wrong.
    """
    for folder in folders:
        if folder not in _ADDED:
            systems.add_folder(folder)
            _open_room(folder.parent)
            _ADDED.append(folder)
            _check(folder.name)
            if module := module_of(folder, "descriptor"):
                register({folder.name: module})
                descriptor(folder.name)


def added_systems() -> tuple[Path, ...]:
    """Return the folders that were added to this process; a process that it starts adds them, too."""
    return tuple(_ADDED)


def module_of(folder: Path, name: str) -> str:
    """Return what a module of an added folder is imported by, "" where it has none of that name."""
    return f"{ROOM}.{folder.name}.{name}" if (folder / f"{name}.py").is_file() else ""


def _check(id: str) -> None:
    """Read the words and data of a system now, so that what is wrong is said before anything is done."""
    codes()
    if systems.system(id).id != id:
        raise ValueError(f"{id}/system.json: the id is {systems.system(id).id!r}: call the folder so")
    systems.rulebook(id)


def _open_room(parent: Path) -> None:
    room = sys.modules.setdefault(ROOM, ModuleType(ROOM))
    room.__path__ = [*getattr(room, "__path__", ()), str(parent)]
