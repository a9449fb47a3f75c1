"""Re-rolls of single dice that a player may spend on its own rolls, whatever they are for.

A player is asked after each of its rolls while it has any left, where another face could be better. What it spends is an
event of its own, before the roll is told; a die that was thrown again already is never offered (8E-POWER-05, 8E-REROLL-02,
8E-Q-47).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script

COUNTER = "rerolls"
"""The player's counter of re-rolls that are left."""


def left(game: Game, player: int) -> int:
    """Return how many single dice a player may still roll again; none when the battle is decided."""
    number = game.player_count(player, COUNTER)
    return number if number and game.units_of(0) and game.units_of(1) else 0


def offer(
    game: Game,
    player: int,
    label: str,
    unit: int,
    faces: tuple[int, ...],
    throw: Callable[[int], int],
    *,
    again: Iterable[int] | None = None,
    needed: int | None = None,
) -> Script[tuple[int, ...]]:
    """Let a player roll one of the dice again; return what they show then.

    Args:
        unit: the unit that rolls, -1 where the player does.
        throw: rolls the die at a place again.
        again: the places of the dice that may be; by default all.
        needed: the result that succeeds, None where there is none.
    """
    places = list(range(len(faces)) if again is None else again)
    roller = None if unit < 0 else unit
    if not places or not left(game, player):
        return faces
    data = yield from game.ask(
        "roll-again", player, "re-roll.single", roller, roll=label, dice=faces, again=places, needed=needed
    )
    die = data["die"]
    if die is None:
        return faces
    face = throw(die)
    yield from game.happen(
        "die.rolled-again",
        player=player,
        unit=roller,
        roll=label,
        before=faces[die],
        face=face,
        player_counts={COUNTER: -1},
        rules=("re-roll.single", "re-roll.once"),
    )
    return (*faces[:die], face, *faces[die + 1 :])


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Keep them all, or roll one of the dice again."""
    yield {"die": None}
    yield from ({"die": die} for die in decision.data["again"])
