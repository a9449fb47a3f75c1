"""Rolls that are no attacks: amounts, roll-offs, tests of 2D6, and the decision to roll again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from datasheets.values import Dice, modified_roll
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_rows
from resolver.engine.ruleset import Script
from resolver.shared import rerolls
from resolver.shared.effects import abilities
from resolver.table.dice import Address, dice_sides, roll_all, roll_off_throw
from resolver.table.rerolls import Reroll, Throw, permitted_dice

D6 = Dice(((1, 6),))
APART = {"zones": 1, "first-turn": 2, "order": 3}
"""What players roll off for in a step in which they roll off for something else, too: dice of their own; all else has 0."""
NUMBERS = 4


def roll_amount(
    game: Game, label: str, expression: Dice, unit: int = -1, target: int = -1, number: int = 0
) -> tuple[int, list[int]]:
    """Roll an amount; return it with the faces as rolled (a D3 is rolled with a D6)."""
    faces = roll_all(game.dice, game.address(unit, target).of(label, number), expression)
    return expression.total(faces), list(faces)


def amount(
    game: Game,
    label: str,
    expression: Dice,
    unit: int,
    target: int = -1,
    number: int = 0,
    *,
    best: int | None = None,
    needed: int | None = None,
    player: int | None = None,
) -> Script[tuple[int, list[int]]]:
    """Roll an amount for a unit; its player may roll a die again where a rule lets it, unless the total is `best`.

    `player` rolls where there is no unit (-1) that does.
    """
    total, faces = roll_amount(game, label, expression, unit, target, number)
    roller = game.owner(unit) if player is None else player
    if total == best or not faces or not rerolls.may_change(game, roller):
        return total, faces
    sides = dice_sides(expression)

    def throw(die: int) -> int:
        return game.roll(label, unit, target, number, sides[die], die, 1)

    again = yield from rerolls.offer(game, roller, label, unit, tuple(faces), throw, needed=needed)
    return expression.total(again), list(again)


def roll_off(game: Game, purpose: str, rule: str, number: int = 0) -> Script[int]:
    """Both players roll off; return the winner.

    Nothing changes these dice but re-rolls of single dice that a player may spend on any.
    """
    address = game.address().of("roll-off", number * NUMBERS + APART.get(purpose, 0))
    throws: list[tuple[int, int]] = []
    while not throws or throws[-1][0] == throws[-1][1]:
        faces = roll_off_throw(game.dice, address, len(throws))
        for player in (0, 1):
            faces = yield from _off_again(game, player, faces, address, len(throws))
        throws.append(faces)
    winner = int(throws[-1][1] > throws[-1][0])
    rules = (rule, "roll-off", "roll-off.tie")
    yield from game.happen("rolled-off", purpose=purpose, throws=throws, winner=winner, rules=rules)
    return winner


def _off_again(game: Game, player: int, faces: tuple[int, int], address: Address, thrown: int) -> Script[tuple[int, int]]:
    """Let a player who has not won a throw of a roll-off roll its die again, if it has a re-roll to spend in the battle."""
    own, other = faces[player], faces[1 - player]
    if own > other or own == 6 or not game.state.round:
        return faces

    def throw(die: int) -> int:
        return game.dice.roll(address.of("roll-off", address.number, 2 + player, thrown))

    (face,) = yield from rerolls.offer(game, player, "roll-off", -1, (own,), throw, needed=other + 1)
    return (other, face) if player else (face, other)


@dataclass(frozen=True, slots=True)
class Result:
    """A roll that a unit made: its dice after re-rolls, what modified it, the result, and what it showed at first.

    `rows` are its modifiers for the log.
    """

    dice: tuple[int, ...]
    total: int
    modifier: int
    first: tuple[int, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()

    @property
    def reasons(self) -> dict[str, Any]:
        """The field of an event that names what modified the roll, where anything did."""
        return modifier_fields(self.rows)

    @property
    def unmodified(self) -> int:
        """The result after re-rolls, before modifiers."""
        return sum(self.dice)


def roll_test(
    game: Game,
    label: str,
    unit: int,
    number_of_dice: int,
    need: int | None = None,
    *,
    most: int | None = None,
    target: int = -1,
    number: int = 0,
) -> Script[Result]:
    """Roll one D6 or several for a unit, with the re-rolls and modifiers that its abilities give.

    An unmodified total fails below `need` or above `most`, for re-rolls of failed rolls; None where it cannot.
    """
    expression = Dice(((number_of_dice, 6),))
    faces = tuple(game.roll(label, unit, target, number, 6, die) for die in range(number_of_dice))
    throw = Throw(expression, faces)
    for source in abilities.rerolls(game, label, unit):
        reroll = Reroll.of(source.effect["results"])
        dice = permitted_dice(throw, reroll, failed=_fails(throw.total, need, most))
        if dice and (yield from _wants(game, label, unit, throw, dice, source.name)):
            throw = throw.with_faces({die: game.roll(label, unit, target, number, 6, die, 1) for die in dice})
    if rerolls.may_change(game, game.owner(unit)):
        again = [die for die in range(number_of_dice) if die not in throw.again]
        throw_again = partial(_again, game, label, unit, target, number)
        owner = game.owner(unit)
        after = yield from rerolls.offer(game, owner, label, unit, throw.faces, throw_again, again=again, needed=need)
        throw = throw.with_faces({die: face for die, face in enumerate(after) if face != throw.faces[die]})
    changes = abilities.roll_changes(game, label, unit)
    total = modified_roll(throw.total, changes)
    rows = tuple(modifier_rows(game, "roll", changes))
    return Result(throw.faces, total, total - throw.total, faces if throw.again else (), rows)


def _again(game: Game, label: str, unit: int, target: int, number: int, die: int) -> int:
    return game.roll(label, unit, target, number, 6, die, 1)


def _fails(total: int, need: int | None, most: int | None) -> bool:
    return (need is not None and total < need) or (most is not None and total > most)


def _wants(game: Game, label: str, unit: int, throw: Throw, dice: tuple[int, ...], ability: str) -> Script[bool]:
    data = yield from game.ask(
        "re-roll", game.owner(unit), "re-roll", unit, roll=label, dice=throw.faces, again=dice, ability=ability
    )
    return bool(data["again"])
