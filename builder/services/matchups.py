"""Facts about two armies together: battle size, table, length, advice. The rulebooks of the resolver know them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from builder.services.armies import Armies, Source
from builder.services.errors import Invalid
from datasheets.problems import Problem
from datasheets.systems import System, system
from datasheets.words import Said
from exports.document import RosterDocument
from resolver.matchup import Matchup
from resolver.rulesets import MUSTER, PACKAGES


@dataclass(frozen=True, slots=True)
class MatchupAnswer:
    """What two armies of a system make of a battle."""

    system: System
    facts: Matchup


class Matchups:
    """Compares two armies."""

    def __init__(self, armies: Armies) -> None:
        self._armies = armies

    def facts(self, a: Source, b: Source, battle_size: str | None = None) -> MatchupAnswer:
        """Return what two armies make of a battle.

        Raises:
            Invalid: they are of two systems, or of one without such facts, or there is no such battle size.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(a), self._armies.document(b))
        id = _one_system(documents)
        if id not in MUSTER:
            raise Invalid((Problem("/a", Said("error.no-matchup", {"system": id, "systems": list(MUSTER)})),))
        try:
            found: Matchup = import_module(MUSTER[id]).matchup(documents, battle_size)
        except KeyError as error:
            raise Invalid((Problem("/battle_size", Said("error.no-battle-size", {"name": repr(battle_size)})),)) from error
        return MatchupAnswer(system(id), found)


def same_system(documents: tuple[RosterDocument, RosterDocument]) -> str:
    """Return the system of two armies that can be played together.

    Raises:
        Invalid: they are of two systems, or no battle can be played by theirs.
    """
    system = _one_system(documents)
    if system not in PACKAGES:
        raise Invalid((Problem("/a", Said("error.not-playable", {"system": system, "systems": list(PACKAGES)})),))
    return system


def _one_system(documents: tuple[RosterDocument, RosterDocument]) -> str:
    a, b = (document.army.system for document in documents)
    if a != b:
        raise Invalid((Problem("/b", Said("error.two-systems", {"a": a, "b": b})),))
    return a
