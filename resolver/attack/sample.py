"""Sampled odds: many attack sequences at once, with dice, in NumPy. For what is too big for `exact`, and to check it.

Simulations are numbered and drawn in blocks, each with its own stream from seed and block number, so the counts of any
ranges add up to those of the whole. The dice of all checks of one attack (and of their re-rolls) are drawn as one number
and looked up in a `Table`. Where a simulation stands is a place on the target's `Line` of wounds, as in `exact`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from datasheets.values import Dice
from datasheets.values.dice import face_value, rolled_sides
from resolver.attack.check import FACES, NO_REROLL, Check
from resolver.attack.line import Line
from resolver.attack.profile import AttackProfile, AttackRules, TargetProfile, Volley
from resolver.attack.steps import Hit, damage, damage_roll
from resolver.attack.tables import Consequence, Mortal, Table
from resolver.table.rerolls import Reroll

BLOCK = 1 << 14
Ints = NDArray[np.int64]
Places = NDArray[np.intp]
Random = np.random.Generator


def kills(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile, n: int, seed: int, first: int = 0) -> Ints:
    """Return how many of the simulations `first` to `first + n - 1` destroyed 0, 1, 2 ... models."""
    line = Line(rules, target)
    return _count(rules, volleys, target, (n, seed, first), line.lost[line.wounds])


def wounds(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile, n: int, seed: int, first: int = 0) -> Ints:
    """Return in how many of the simulations `first` to `first + n - 1` the unit lost 0, 1, 2 ... wounds."""
    return _count(rules, volleys, target, (n, seed, first), Line(rules, target).wounds)


def places(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile, n: int, seed: int, first: int = 0) -> Ints:
    """Return how many of the simulations `first` to `first + n - 1` came to each place on the line of the target."""
    return _count(rules, volleys, target, (n, seed, first), np.arange(Line(rules, target).length + 1))


def _count(
    rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile, drawn: tuple[int, int, int], what: Places
) -> Ints:
    """Count the simulations by `what` their last places stand for."""
    weapons = [(_Weapon(rules, v.profile, Line(rules, v.target or target)), v.weapons) for v in volleys]
    n, seed, first = drawn
    counts = np.zeros(int(what[-1]) + 1, dtype=np.int64)
    for block in range(first // BLOCK, -(-(first + n) // BLOCK)):
        rng = Random(np.random.SFC64(np.random.SeedSequence((seed % (1 << 64), block))))
        places = np.zeros(BLOCK, dtype=np.intp)
        for weapon, number in weapons:
            for _ in range(number):
                weapon.fire(places, rng)
        start = block * BLOCK
        counts += np.bincount(what[places[max(first - start, 0) : first + n - start]], minlength=len(counts))
    return counts


class _Weapon:
    """One weapon profile against one line. Every method changes the `places` that it is given."""

    def __init__(self, rules: AttackRules, profile: AttackProfile, line: Line) -> None:
        self.rules, self.profile, self.line, self.length = rules, profile, line, line.length
        self.end = np.arange(line.length + 1)
        self.targets = [(model, resistance) for model, resistance, _ in line.runs]
        self.kind = np.zeros(line.length + 1, dtype=np.intp)
        spill = rules.spill or profile.spill
        for kind, (model, _, run) in enumerate(line.runs):
            self.kind[run] = kind
            rolls = model.plight and not model.whole
            self.end[run] = line.live if spill else run.stop if rolls else line.fallen[run]
        self.damage = [damage_roll(profile, model) for model, _ in self.targets]
        self.ignore = [model.ignore for model, _ in self.targets]
        self.ignore_mortal = [model.ignore_mortal for model, _ in self.targets]
        self.whole = np.array([model.whole for model, _ in self.targets])
        self.sheer = line.following is None and not self.whole.any()
        self.plain = self.sheer and not any(self.ignore)
        self.steps: dict[int, _Step] = {}

    def fire(self, places: Places, rng: Random) -> None:
        """Make all attacks of one weapon in every simulation."""
        profile = self.profile
        if profile.attacks.fixed or profile.most_attacks:
            for _ in range(profile.number(profile.attacks.constant)):
                self.step(0).strike(places, rng)
            return
        table = np.array([profile.number(total) for total in range(profile.attacks.maximum + 1)])
        rolled = _totals(profile.attacks, profile.attacks_reroll, len(places), rng)
        _times(table[rolled], places, partial(self.step(0).strike, rng=rng))

    def step(self, place: int) -> _Step:
        """Return the sequence from this step on."""
        if place not in self.steps:
            self.steps[place] = _Step(self, place)
        return self.steps[place]

    def suffer(self, consequence: Consequence, places: Places, rng: Random) -> None:
        """Work out what follows an attack."""
        for part in consequence:
            if isinstance(part, Hit):
                self._damage(part, places, rng)
                continue
            numbers = _totals(part.number, NO_REROLL, len(places), rng)
            if isinstance(part, Mortal):
                _times(numbers, places, partial(self._lose, self.ignore_mortal, rng=rng))
            else:
                _times(numbers, places, partial(self.step(part.step).strike, rng=rng))

    def _damage(self, hit: Hit, places: Places, rng: Random) -> None:
        totals = range(max(expression.maximum for expression in self.damage) + 1)
        table = np.array([[damage(self.profile, hit, model, total) for total in totals] for model, _ in self.targets])
        rolled = np.zeros(len(places), dtype=np.int64)
        for expression in dict.fromkeys(self.damage):
            kinds = [kind for kind, other in enumerate(self.damage) if other == expression]
            who = np.flatnonzero(np.isin(self.kind[places], kinds)) if len(kinds) < len(self.damage) else slice(None)
            rolled[who] = _totals(expression, self.profile.damage_reroll, len(rolled[who]), rng)
        dealt, end = table[self.kind[places], rolled], self.end[places]
        if self.plain:
            places[:] = np.minimum(places + dealt, end)
            return
        for done in range(int(dealt.max(initial=0))):
            who = np.flatnonzero((dealt > done) & (places < end))
            some = places[who]
            self._lose(self.ignore, some, rng, self.whole)
            places[who] = some

    def _lose(self, ignore: list[Check | None], places: Places, rng: Random, whole: NDArray[np.bool_] | None = None) -> None:
        """One wound each, unless it is ignored or nobody is left; of some kinds it takes the `whole` model."""
        kept = np.zeros(len(places), dtype=np.bool_)
        for kind, check in enumerate(ignore):
            if check:
                who = np.flatnonzero(self.kind[places] == kind)
                kept[who] = np.array(check.passing)[_faces(check, len(who), rng) - 1]
        lost, line = ~kept & (places < self.line.live), self.line
        if self.sheer:
            places += lost
            return
        here = places[lost]
        after = here + 1 if line.following is None else line.following[rng.integers(0, len(FACES), len(here)), here]
        places[lost] = after if whole is None else np.where(whole[self.kind[here]], line.fallen[here], after)


class _Step:
    """A table ready to be drawn from: where everybody stands after a sure consequence, and which ones need more dice."""

    def __init__(self, weapon: _Weapon, place: int) -> None:
        self.weapon, self.width = weapon, weapon.length + 1
        self.table = Table(weapon.rules, weapon.profile, weapon.targets, place)
        self.entries = (self.table.numbers * self.width).astype(np.intp)
        self.words = self.entries.shape[1]
        sure = all(expression.fixed for expression in weapon.damage) and weapon.plain
        self.after = np.tile(np.arange(self.width), len(self.table.consequences))
        self.open: list[tuple[int, Consequence]] = []
        for number, consequence in enumerate(self.table.consequences):
            if sure and all(isinstance(part, Hit) for part in consequence):
                weapon.suffer(
                    consequence, self.after[number * self.width : (number + 1) * self.width], Random(np.random.PCG64(0))
                )
            else:
                self.open.append((number * self.width, consequence))

    def strike(self, places: Places, rng: Random) -> None:
        """Make one attack, from this step on, in every simulation."""
        words = rng.integers(0, self.words, len(places), dtype=np.uint16 if self.words <= 6**4 else np.uint32)
        if len(self.entries) == 1:
            entry = self.entries[0].take(words)
        else:
            rolled = _totals(self.weapon.profile.strength, NO_REROLL, len(places), rng) - self.table.strengths.start
            entry = self.entries[self.weapon.kind[places] * len(self.table.strengths) + rolled, words]
        for number, consequence in self.open:
            who = np.flatnonzero(entry == number)
            some = places[who]
            self.weapon.suffer(consequence, some, rng)
            places[who] = some
        self.after.take(entry + places, out=places, mode="clip")


def _times(numbers: Ints, places: Places, act: Callable[[Places], None]) -> None:
    """Do something as often as `numbers` says in each simulation."""
    for done in range(int(numbers.max(initial=0))):
        who = np.flatnonzero(numbers > done)
        some = places[who]
        act(some)
        places[who] = some


def _faces(check: Check, n: int, rng: Random) -> Ints:
    faces = rng.integers(1, 7, n)
    again = np.array(check.again)[faces - 1]
    return np.where(again, rng.integers(1, 7, n), faces) if again.any() else faces


def _totals(expression: Dice, reroll: Reroll, n: int, rng: Random) -> Ints:
    """Roll an expression in n simulations, with the re-rolls that `rerolls.wanted` makes."""
    each = expression.number // expression.times
    totals = np.full(n, expression.minimum)
    for start in range(0, expression.number, max(each, 1)):
        one = np.full(n, expression.constant)
        for sides in expression.kinds[start : start + each]:
            values = _die(sides, n, rng)
            if reroll.which == "results":
                values = np.where(np.isin(values, list(reroll.results)), _die(sides, n, rng), values)
            one += values
        totals = np.maximum(totals, one)
    if reroll.which == "all":
        return np.where(totals < float(expression.mean), _totals(expression, NO_REROLL, n, rng), totals)
    return totals


def _die(sides: int, n: int, rng: Random) -> Ints:
    values = np.array([face_value(sides, face) for face in range(1, rolled_sides(sides) + 1)])
    return values[rng.integers(0, len(values), n)]
