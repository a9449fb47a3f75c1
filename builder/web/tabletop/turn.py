"""The phases of a game's turn, as the page at the table and its reminders name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TURN: Mapping[str, tuple[str, ...]] = {
    "wh40k-9e": ("command", "move", "psychic", "shoot", "charge", "fight", "morale"),
    "wh40k-8e": ("move", "psychic", "shoot", "charge", "fight", "morale"),
    "wh40k-2e": ("move", "shoot", "fight", "psychic", "morale"),
    "aos-1e": ("command", "move", "shoot", "charge", "fight", "morale"),
}
"""By game system; a game that is not here (the Grundregelwerk) has no phases to choose from."""
BEFORE = "deploy"
PARTS = {"ranged": "shoot", "melee": "fight"}
"""The phase in which a group of weapons is used, by its title."""


def phases_of(system: str, used: Iterable[str]) -> tuple[str, ...]:
    """Return the phases to choose from, in the order of the turn; the time before the battle where `used` has it."""
    turn = TURN.get(system, ())
    return (BEFORE, *turn) if turn and BEFORE in used else turn
