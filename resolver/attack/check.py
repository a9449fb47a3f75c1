"""A D6 test of an attack, whatever for. The one place that says when a die passes and when it is thrown again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from datasheets.values import Change, modified_roll
from resolver.table.rerolls import Reroll

FACES = (1, 2, 3, 4, 5, 6)
NO_REROLL = Reroll()
NOTHING = 99
"""What no result of a die reaches."""
Changes = tuple[Change, ...]


@dataclass(frozen=True)
class Check:
    """A test on one D6 against `need`+.

    `limit` caps what the changes may alter, both ways. An unmodified result of `never` or less fails, any other one of
    `always` or more passes, whatever else holds. `only`: nothing but an unmodified result of that much passes.
    `automatic`: no die is rolled, the test is passed. `contested`: the rules' table of strength against resistance says what
    is needed; `need` or more is enough whatever that is (`NOTHING`: never).
    """

    need: int
    changes: Changes = ()
    reroll: Reroll = NO_REROLL
    limit: int | None = None
    always: int = 7
    never: int = 0
    only: int | None = None
    automatic: bool = False
    contested: bool = False

    def result(self, face: int) -> int:
        """Return the modified result of a face."""
        return _results(self.changes, self.limit)[face - 1]

    def passes(self, face: int) -> bool:
        """Tell whether the unmodified result passes."""
        return self.passing[face - 1]

    @cached_property
    def passing(self) -> tuple[bool, ...]:
        """For each face 1 to 6: does it pass?"""
        return tuple(self.automatic or self._passes(face) for face in FACES)

    @cached_property
    def again(self) -> tuple[bool, ...]:
        """For each face 1 to 6: is it thrown again, once? A die that passes never is, though it might be."""
        return tuple(not passes and self._may_reroll(face) for face, passes in zip(FACES, self.passing, strict=True))

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The probability that each face is the unmodified result, after re-rolls."""
        repeated = sum(self.again) / 36
        return tuple(repeated + (0.0 if again else 1 / 6) for again in self.again)

    @cached_property
    def hopes(self) -> tuple[float, ...]:
        """For each face 1 to 6 that is rolled first: the probability that the test is passed in the end."""
        once = sum(self.passing) / 6
        return tuple(once if again else float(passes) for again, passes in zip(self.again, self.passing, strict=True))

    @property
    def chance(self) -> float:
        """The probability that the test is passed."""
        return sum(chance for chance, passes in zip(self.chances, self.passing, strict=True) if passes)

    def _passes(self, face: int) -> bool:
        if self.only is not None:
            return face >= self.only
        return face > self.never and (face >= self.always or self.result(face) >= self.need)

    def _may_reroll(self, face: int) -> bool:
        if self.automatic:
            return False
        if self.reroll.which == "failed" and self.only is not None:
            return face < self.only
        if self.reroll.which == "failed":
            return face <= self.never or (face < self.always and face < self.need)
        return self.reroll.which == "all" or face in self.reroll.results


@lru_cache(maxsize=4096)
def _results(changes: Changes, limit: int | None) -> tuple[int, ...]:
    results = [modified_roll(face, changes) for face in FACES]
    if limit is None:
        return tuple(results)
    return tuple(face + max(-limit, min(limit, result - face)) for face, result in zip(FACES, results, strict=True))
