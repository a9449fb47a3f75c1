"""The phases of a game's turn, as the page at the table and its reminders name them."""

from __future__ import annotations

from collections.abc import Iterable

from datasheets.systems import System

BEFORE = "deploy"
PARTS = {"ranged": "shoot", "melee": "fight"}
"""The phase in which a group of weapons is used, by its title."""


def phases_of(system: System | None, used: Iterable[str]) -> tuple[str, ...]:
    """Return the phases to choose from, in the order of the turn; the time before the battle where `used` has it.

    A game whose phases have no parts (the Grundregelwerk) has none to choose from.
    """
    turn = tuple(phase.part for phase in (system.phases if system else ()) if phase.part)
    return (BEFORE, *turn) if turn and BEFORE in used else turn
