"""How the authors of a game's data write, as far as Muster knows the game."""

from __future__ import annotations

from datasheets.closure import Closure
from datasheets.systems import UnknownSystem, system, system_for
from datasheets.systems.imports import Imports


def imports_of(closure: Closure) -> Imports | None:
    """Return how the data of a game are read, None where nobody knows."""
    source = closure.system
    try:
        return system(system_for(source.id, source.name, source.revision)).imports
    except UnknownSystem:
        return None
