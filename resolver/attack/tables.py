"""What the dice of one attack come to, as a table over all their faces: the step functions written out once for `sample`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasheets.values import Dice
from resolver.attack.check import FACES, Check
from resolver.attack.profile import TARGETS, AttackProfile, AttackRules, TargetModel
from resolver.attack.steps import AS_IT_IS, Hit, contest_check, outcomes, penetration, save_check

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mortal:
    """So many mortal wounds."""

    number: Dice


@dataclass(frozen=True, slots=True)
class Hits:
    """So many further hits, which go on at this step."""

    number: Dice
    step: int


Consequence = tuple[Hit | Mortal | Hits, ...]
"""What follows an attack, in order: a hit that came through, mortal wounds, further hits."""


class Table:
    """The consequence of every combination of faces, from one step of the sequence on.

    `numbers` has a row for each variant of the target (model and resistance, Strength rolled) and a column for each number
    that stands for all faces; `consequences` says what its entries mean, 0 being nothing.
    """

    def __init__(
        self, rules: AttackRules, profile: AttackProfile, targets: list[tuple[TargetModel, int]], first: int
    ) -> None:
        self._rules, self._profile, self._targets = rules, profile, targets
        self._known: dict[Consequence, int] = {(): 0}
        self.strengths = range(profile.strength.minimum, profile.strength.maximum + 1)
        variants = [(target, strength) for target in targets for strength in self.strengths]
        self.numbers: Ints = np.stack([_Variant(self, *variant).fill(first, AS_IT_IS).ravel() for variant in variants])
        self.consequences: list[Consequence] = list(self._known)

    def number(self, consequence: Consequence) -> int:
        """Return the number that stands for a consequence."""
        return self._known.setdefault(consequence, len(self._known))

    def extend(self, numbers: Ints, more: Consequence) -> Ints:
        """Return the numbers of the same consequences with more at the end."""
        values, where = np.unique(numbers, return_inverse=True)
        known = list(self._known)
        joined = np.array([self.number(known[int(value)] + more) for value in values])
        return joined[where].reshape(numbers.shape)

    def size(self, step: str) -> int:
        """Return how many numbers stand for the dice of a step: 6 faces, 36 with re-rolls, 0 without a check."""
        if step not in TARGETS:
            again = [self._profile.check(step).reroll]
        elif step == "save":
            again = [r for model, _ in self._targets for r in (model.armour_reroll, model.fixed_reroll)]
        else:
            return 0
        return 36 if any(reroll.which != "none" for reroll in again) else 6


class _Variant:
    """Fills the table for one kind of target and one Strength."""

    def __init__(self, table: Table, target: tuple[TargetModel, int], strength: int) -> None:
        self.table, self.rules, self.profile = table, table._rules, table._profile
        self.model, self.resistance = target
        self.strength = strength

    def fill(self, place: int, hit: Hit) -> Ints:
        """Return numbers of consequences from a step on, an axis for each check that is left."""
        if place == len(self.rules.steps):
            return np.array(0)
        step = self.rules.steps[place]
        if step not in TARGETS:
            check = self.profile.check(step)
            if check.contested:
                check = contest_check(self.rules, self.profile, check, hit, self.strength, self.resistance)
            return self._roll(place, check, hit)
        if step == "save":
            return self._save(place, hit)
        return np.array(self.table.number((hit,))) if step == "damage" else self.fill(place + 1, hit)

    def _roll(self, place: int, check: Check, hit: Hit) -> Ints:
        steps = self.rules.steps
        follows = outcomes(check, self.profile.triggers, steps[place], hit)
        shape = tuple(size for size in map(self.table.size, steps[place + 1 :]) if size)

        @cache
        def follow(face: int) -> Ints:
            outcome, numbers = follows[face - 1], np.array(0)
            if outcome.goes_on:
                numbers = self.fill((steps.index(outcome.passed) if outcome.passed else place) + 1, outcome.hit)
            more: list[Hit | Mortal | Hits] = [Hits(number, place + 1) for number in outcome.extra_hits]
            more += [Mortal(number) for number in outcome.mortal_wounds]
            return np.broadcast_to(self.table.extend(numbers, tuple(more)), shape)

        return np.stack([follow(face) for face in _results(check, self.table.size(steps[place]))])

    def _save(self, place: int, hit: Hit) -> Ints:
        after, size = self.fill(place + 1, hit), self.table.size("save")
        save = save_check(self.rules, self.model, penetration(self.profile, hit), hit.pierces)
        if save is None:
            return np.broadcast_to(after, (size, *after.shape))
        return np.stack([np.zeros_like(after) if save.passes(face) else after for face in _results(save, size)])


def _results(check: Check, size: int) -> list[int]:
    """The unmodified result that each number stands for: a face, or a face and the one that may replace it."""
    if size == len(FACES):
        return list(FACES)
    return [second if check.again[face - 1] else face for face in FACES for second in FACES]
