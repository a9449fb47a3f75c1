"""Game systems as data: `system(id)`, `systems()`, and their rules, `rulebook(id)`.

Loaded once from `datasheets/data/systems/<id>/` and folders that were added, immutable, the same object for every caller.
"""

from __future__ import annotations

from functools import cache

from datasheets.system_folders import add_folder, folders
from datasheets.systems.rulebook import Rulebook, RuleText, UnknownRule
from datasheets.systems.shape import BadData, read
from datasheets.systems.system import System
from datasheets.words import Message

__all__ = [
    "BadData",
    "RuleText",
    "Rulebook",
    "System",
    "UnknownRule",
    "UnknownSystem",
    "add_folder",
    "folders",
    "leader_kinds",
    "rulebook",
    "system",
    "system_for",
    "systems",
]


class UnknownSystem(KeyError):
    """There is no game system of that id."""

    def __str__(self) -> str:
        return Message("error.no-system", {"id": repr(self.args[0]), "systems": _ids()})


def _ids() -> tuple[str, ...]:
    return tuple(folders())


def system(id: str) -> System:
    """The game system of that id.

    Raises:
        UnknownSystem: There is none.
    """
    if id not in _ids():
        raise UnknownSystem(id)
    return _system(id)


@cache
def _system(id: str) -> System:
    return read(folders()[id] / "system.json", System, f"{id}/system.json")


def systems() -> tuple[System, ...]:
    """All game systems, ordered by id."""
    return tuple(system(id) for id in _ids())


@cache
def leader_kinds() -> frozenset[str]:
    """Return the kinds of declarations that say, in some system, which model leads an army."""
    return frozenset(each.leader.kind for each in systems() if each.leader)


def system_for(id: str, name: str, revision: int = 0) -> str:
    """The id of the system that a game system file of this id, name and revision is about; its own id where we have none.

    A roster of imported data has this id, so that the rules of our system judge it.
    """
    return next((each.id for each in systems() if each.is_imported_as(id, name, revision)), id)


def rulebook(id: str) -> Rulebook:
    """The rules of the game system of that id.

    Raises:
        UnknownSystem: There is none.
    """
    return _rulebook(system(id).id)


@cache
def _rulebook(id: str) -> Rulebook:
    return read(folders()[id] / "rulebook.json", Rulebook, f"{id}/rulebook.json").with_severities(_system(id).severity)
