"""Re-rolls as pure functions: which dice of a roll are thrown again. Decided on unmodified values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from datasheets.values.dice import Dice as Expression
from datasheets.values.dice import face_value


class Reroll(NamedTuple):
    """What a rule lets a player throw again: nothing, the whole roll, a failed roll, or dice that show certain values."""

    which: Literal["none", "all", "failed", "results"] = "none"
    results: frozenset[int] = frozenset()

    @classmethod
    def of(cls, results: str | tuple[int, ...]) -> Reroll:
        """Read what an effect says: "all", "failed" or a tuple of results."""
        if isinstance(results, tuple):
            return cls("results", frozenset(results))
        if results not in ("all", "failed"):
            raise ValueError(f'a re-roll is of "all", "failed" or certain results, not "{results}"')
        return cls("all" if results == "all" else "failed")

    @classmethod
    def join(cls, every: Iterable[str | tuple[int, ...]]) -> Reroll:
        """Return what several rules about one roll allow together: no die is thrown again twice."""
        given = list(every)
        for whole in ("all", "failed"):
            if whole in given:
                return cls.of(whole)
        certain = tuple(sorted({value for values in given for value in values if isinstance(value, int)}))
        return cls.of(certain) if certain else cls()


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one roll: what each really shows, and which have been thrown again."""

    expression: Expression
    faces: tuple[int, ...]
    again: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        """The unmodified result: after re-rolls, before modifiers."""
        return self.expression.total(self.faces)

    @property
    def values(self) -> tuple[int, ...]:
        """What each die counts; a D3 counts half its face, rounded up."""
        return tuple(map(face_value, self.expression.kinds, self.faces))

    def with_faces(self, faces: Mapping[int, int]) -> Throw:
        """Return the roll with new faces of some dice, by their place.

        Raises:
            ValueError: one of them has been thrown again already.
        """
        if self.again & faces.keys():
            raise ValueError("a die can be re-rolled once only")
        shown = tuple(faces.get(die, face) for die, face in enumerate(self.faces))
        return replace(self, faces=shown, again=self.again | faces.keys())


def permitted_dice(throw: Throw, reroll: Reroll, failed: bool = False) -> tuple[int, ...]:
    """Return the dice that the rule permits to throw again, by their place.

    "all" and "failed" concern the whole roll: all its dice or, once one of them was re-rolled, none.
    Certain results concern the dice that show them (-03), a D3 by its halved value (-04). `failed` says whether the
    unmodified result fails.
    """
    dice = tuple(range(len(throw.faces)))
    if reroll.which == "results":
        return tuple(die for die in dice if throw.values[die] in reroll.results and die not in throw.again)
    if throw.again or reroll.which == "none" or (reroll.which == "failed" and not failed):
        return ()
    return dice


def wanted_dice(throw: Throw, reroll: Reroll, mean: float | None = None) -> tuple[int, ...]:
    """Return the permitted dice that a player who wants a high total throws again: a whole roll only below its mean."""
    if reroll.which == "all" and throw.total >= (throw.expression.mean if mean is None else mean):
        return ()
    return permitted_dice(throw, reroll)
