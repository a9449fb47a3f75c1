"""Dice as an explicit input: a die is a pure function of where it stands in the battle.

An `Address` names a die: game, round, turn, phase, unit, its action, target, label, number. There is no running counter,
so a batch of games gives the same totals however it is cut, and one changed decision leaves unrelated dice alone.
`SeededDice` mixes seed and address (SplitMix64), `RedrawnDice` goes on with another seed, `ScriptedDice` answers from a
list in a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, Protocol

from datasheets.values.dice import Dice, rolled_sides

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "attacks": "a random number of attacks",
        "characteristic": "a random characteristic",
        "choice": "a free choice made by chance",
        "damage": "the damage of one attack",
        "effect": "the amount or success of an ability",
        "extra-hits": "a random number of additional hits",
        "explodes": "whether a destroyed model explodes",
        "hazard": "harm to a unit from its own action",
        "hit": "a hit roll",
        "ignore": "whether a lost wound is ignored",
        "mortal": "a random number of mortal wounds",
        "move": "a random Move characteristic",
        "roll-off": "one player's die of a roll-off",
        "save": "a saving throw",
        "strength": "a random Strength",
        "table": "a row of a table chosen by a die",
        "wound": "a wound roll",
    }
)
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_PREFIXES_KEPT = 4096


class Address(NamedTuple):
    """Where a die stands. `-1` is "none" for a unit or target.

    `number` counts the rolls of this label in this action (an attack, a model), `die` the dice of one roll (2D6: 0 and 1),
    `throw` is 0 for the first throw of that die, 1 for its re-roll, n for the n-th repeat of a tied roll-off.
    """

    game: int
    round: int
    turn: int
    phase: int | str
    unit: int = -1
    action: int = 0
    target: int = -1
    label: str = "effect"
    number: int = 0
    die: int = 0
    throw: int = 0

    def of(self, label: str, number: int = 0, die: int = 0, throw: int = 0) -> Address:
        """Return another die of the same action."""
        return Address(*self[:7], label, number, die, throw)


class DiceSource(Protocol):
    """Where all dice come from. Same address, same value; nobody else may use chance."""

    def roll(self, address: Address, sides: int = 6) -> int:
        """Return the face of the die at `address`, from 1 to `sides`."""


class SeededDice:
    """Dice computed from a seed: the same on every machine, in any order, any number of times."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._prefixes: dict[tuple[int | str, ...], int] = {}

    def roll(self, address: Address, sides: int = 6) -> int:
        """Return the face of the die at `address`, from 1 to `sides`, every face equally likely.

        Raises:
            ValueError: a part of the address is out of bounds.
        """
        prefix = address[:8]
        state = self._prefixes.get(prefix)
        if state is None:
            state = self._mix(prefix)
        _, _, _, _, _, _, _, _, number, die, throw = address
        if not (0 <= number < 1 << 32 and 0 <= die < 1 << 16 and 0 <= throw < 1 << 16):
            raise ValueError(f"no such die: number {number}, die {die}, throw {throw}")
        return face(mix(state ^ (number << 32 | die << 16 | throw)), sides)

    def _mix(self, prefix: tuple[int | str, ...]) -> int:
        state = mix(self.seed)
        for part in prefix:
            state = mix(state ^ (_code(part) if isinstance(part, str) else part & _MASK))
        if len(self._prefixes) >= _PREFIXES_KEPT:
            self._prefixes.clear()
        self._prefixes[prefix] = state
        return state


class ScriptedDice:
    """Dice that show the given faces in order, whatever is asked: for tests and for dice rolled by people.

    Used as a context manager it also fails when faces are left over.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self.asked: list[Address] = []

    def roll(self, address: Address, sides: int = 6) -> int:
        """Return the next face.

        Raises:
            LookupError: no face is left.
            ValueError: the face is not on a die of `sides`.
        """
        if len(self.asked) == len(self._faces):
            raise LookupError(f"no scripted die is left for {address}")
        result = self._faces[len(self.asked)]
        if not 1 <= result <= sides:
            raise ValueError(f"a D{sides} has no face {result} ({address})")
        self.asked.append(address)
        return result

    @property
    def left(self) -> int:
        """How many faces nobody has asked for."""
        return len(self._faces) - len(self.asked)

    def __enter__(self) -> ScriptedDice:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self.left:
            raise LookupError(f"{self.left} of {len(self._faces)} scripted dice were not rolled")


class RedrawnDice:
    """Dice whose seed can change while a battle goes on: what was rolled stays, all else comes from the new seed."""

    def __init__(self, seed: int) -> None:
        self._source = SeededDice(seed)
        self._rolled: dict[Address, int] = {}

    def roll(self, address: Address, sides: int = 6) -> int:
        """Return the face that was rolled at `address`, or roll it."""
        found = self._rolled.get(address)
        if found is None:
            found = self._rolled[address] = self._source.roll(address, sides)
        return found

    def redraw(self, seed: int) -> None:
        """Take all dice that were not rolled yet from another seed."""
        self._source = SeededDice(seed)


class RollOff(NamedTuple):
    """A finished roll-off: the winner (0 or 1) and both players' dice of every throw, the last one decisive."""

    winner: int
    throws: tuple[tuple[int, int], ...]


def roll_off(dice: DiceSource, address: Address, sides: int = 6) -> RollOff:
    """Both players roll a die, the higher wins, ties are thrown again (nothing modifies it, -03)."""
    throws: list[tuple[int, int]] = []
    while not throws or throws[-1][0] == throws[-1][1]:
        throws.append(roll_off_throw(dice, address, len(throws), sides))
    return RollOff(int(throws[-1][1] > throws[-1][0]), tuple(throws))


def roll_off_throw(dice: DiceSource, address: Address, thrown: int, sides: int = 6) -> tuple[int, int]:
    """Return both players' dice of one throw of a roll-off, after so many that were ties."""
    first, second = (dice.roll(address.of("roll-off", address.number, player, thrown), sides) for player in (0, 1))
    return first, second


def roll_all(dice: DiceSource, address: Address, expression: Dice) -> tuple[int, ...]:
    """Roll the dice of an expression, numbered from `address.die` on; return their faces as rolled (a D3 shows a D6)."""
    return tuple(
        dice.roll(address._replace(die=address.die + die), sides) for die, sides in enumerate(dice_sides(expression))
    )


def dice_sides(expression: Dice) -> tuple[int, ...]:
    """Return how many sides each die of an expression has that is really rolled."""
    return tuple(map(rolled_sides, expression.kinds))


def mix(word: int) -> int:
    """Return the SplitMix64 output that follows the state `word` (64 bits)."""
    z = (word + _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def face(word: int, sides: int) -> int:
    """Turn a random 64-bit word into a face, 1 to `sides`; words of the incomplete last block are mixed again (no bias)."""
    if sides < 1:
        raise ValueError(f"no die has {sides} sides")
    limit = (1 << 64) - (1 << 64) % sides
    while word >= limit:
        word = mix(word)
    return word % sides + 1


@lru_cache(maxsize=1024)
def _code(text: str) -> int:
    """FNV-1a of the text, 64 bits: stable where hash() is not."""
    code = 0xCBF29CE484222325
    for byte in text.encode():
        code = ((code ^ byte) * 0x100000001B3) & _MASK
    return code
