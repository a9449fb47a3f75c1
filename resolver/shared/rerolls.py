"""Re-rolls of single dice that a player may spend on its own rolls, whatever they are for.

A player is asked after each of its rolls while it has any left, where another face could be better. What it spends is an
event of its own, before the roll is told; a die that was thrown again already is never offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.shared.rules import shared_rules

COUNTER = "rerolls"
"""The player's counter of re-rolls that are left."""
ROLLED = "dice.rolled"
"""The moment after a player's roll, before it is told."""


def rerolls_left(game: Game, player: int) -> int:
    """Return how many single dice a player may still roll again; none when the battle is decided, or by no rule."""
    if COUNTER not in game.ruleset.names.player_counters:
        return 0
    number = game.player_count(player, COUNTER)
    return number if number and game.units_of(0) and game.units_of(1) else 0


def may_change(game: Game, player: int) -> bool:
    """Tell whether a player may change a die that it has rolled: by a re-roll that it has left, or as the ruleset says."""
    return rerolls_left(game, player) > 0 or shared_rules(game).changes_dice(game, player)


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
    after: tuple[int, ...] | None = yield from game.open(
        ROLLED, player=player, label=label, unit=unit, faces=faces, throw=throw, again=places, needed=needed
    )
    return faces if after is None else after


def _who_rolls_again(game: Game, fields: Data) -> Iterator[Opening]:
    if fields["again"] and rerolls_left(game, fields["player"]):
        shown = {"roll": fields["label"], "dice": fields["faces"], "again": fields["again"], "needed": fields["needed"]}
        yield Opening(fields["player"], None if fields["unit"] < 0 else fields["unit"], shown)


def _roll_again(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[tuple[int, ...] | None]:
    """Throw the die again; return what all of them show then."""
    faces, die = fields["faces"], answer["die"]
    if die is None:
        return None
    face = fields["throw"](die)
    yield from game.happen(
        "die.rolled-again",
        player=opening.player,
        unit=opening.unit,
        roll=fields["label"],
        before=faces[die],
        face=face,
        player_counts={COUNTER: -1},
        rules=("re-roll.single", "re-roll.once"),
    )
    return (*faces[:die], face, *faces[die + 1 :])


REROLL = Window(on=ROLLED, who=_who_rolls_again, decision="roll-again", rule="re-roll.single", then=_roll_again)
"""A player may roll one of its dice again."""


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Keep them all, or roll one of the dice again."""
    yield {"die": None}
    yield from ({"die": die} for die in decision.data["again"])
