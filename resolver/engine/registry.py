"""The one registry of systems that battles can be played by: each is a `Descriptor`, found by its id.

The engine knows no system: `resolver` hands it the table of `resolver.rulesets` (id to module). A module is imported when
its system is first asked for; it offers one object, `DESCRIPTOR`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from datasheets.words import Message

if TYPE_CHECKING:
    from resolver.engine.descriptor import Descriptor
    from resolver.engine.ruleset import Ruleset


class UnknownRuleset(KeyError):
    """No ruleset of that id can be played."""

    def __str__(self) -> str:
        return Message("error.not-playable", {"system": repr(self.args[0]), "systems": playable()})


_MODULES: dict[str, str] = {}


def register(modules: Mapping[str, str]) -> None:
    """Add systems: the module of each that offers its `DESCRIPTOR`, by the system's id."""
    _MODULES.update(modules)


def playable() -> tuple[str, ...]:
    """Return the ids of the systems that battles can be played by."""
    return tuple(_MODULES)


def descriptor(id: str) -> Descriptor:
    """Return what a system brings.

    Raises:
        UnknownRuleset: no battle can be played by it.
    """
    if id not in _MODULES:
        raise UnknownRuleset(id)
    found: Descriptor = import_module(_MODULES[id]).DESCRIPTOR
    return found


def first_mission(id: str) -> str:
    """Return the mission of a system that is played where nobody chooses one."""
    from datasheets.systems import system  # whoever only asks what is playable does not wait for it

    return system(id).missions[0].id


def ruleset(id: str) -> Ruleset:
    """Return a ruleset by the id of its system.

    Raises:
        UnknownRuleset: there is none.
    """
    return descriptor(id).ruleset
