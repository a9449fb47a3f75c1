"""Exact odds: the probability mass function of an attack sequence, by dynamic programming.

The target is laid out as a line of places (`line`), model after model in the order of allocation; its state is the place on
the line that it has come to, so it holds both the models lost and how the current model stands. Every step of an attack is
an array of jumps, `jumps[k, p]` being the probability to go from place p to place p + k; an attack is a product of its
steps, and volleys of several weapons follow one another on the distribution that the one before has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

import numpy as np

from resolver.attack.check import NO_REROLL, Check
from resolver.attack.line import Line, line_of
from resolver.attack.profile import TARGETS, AttackProfile, AttackRules, TargetModel, TargetProfile, Volley
from resolver.attack.steps import (
    AS_IT_IS,
    Chances,
    Hit,
    StepOutcome,
    attack_numbers,
    chances,
    contest_check,
    damage_chances,
    outcome_chances,
    penetration,
    save_check,
)
from resolver.table.bases import Floats

DENSE = 100
"""Up to this many places a whole matrix is quicker than its diagonals."""


def kills(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile) -> Floats:
    """Return the probability of each number of models destroyed, from 0 to all of them."""
    return kills_of(rules, target, damage(rules, volleys, target))


def kills_of(rules: AttackRules, target: TargetProfile, damage: Floats) -> Floats:
    """Return the probability of each number of models destroyed where those of all wounds lost are known."""
    return np.bincount(line_of(rules, target).lost, weights=damage).astype(np.float64)


def damage(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile) -> Floats:
    """Return the probability of each number of wounds lost in all, from 0 to all; damage beyond a model counts nothing.

    A model that a table destroys has lost all of its wounds.
    """
    return damage_at(rules, target, places(rules, volleys, target))


def places(rules: AttackRules, volleys: Iterable[Volley], target: TargetProfile) -> Floats:
    """Return the probability of each place on the line of the target."""
    state = np.zeros(line_of(rules, target).length + 1)
    state[0] = 1.0
    for volley in volleys:
        jumps = ProfileJumps(rules, volley.profile, line_of(rules, volley.target or target)).jumps()
        state = _fire(state, jumps, attack_numbers(volley.profile), volley.weapons)
    return state


def damage_at(rules: AttackRules, target: TargetProfile, places: Floats) -> Floats:
    """Return the probability of each number of wounds lost where that of each place is known."""
    line = line_of(rules, target)
    return places if line.following is None else np.bincount(line.wounds, weights=places).astype(np.float64)


def results_at(rules: AttackRules, target: TargetProfile, places: Floats) -> dict[str, float]:
    """Return for each result of the table how many models stand so or have ended so, on average; of one model the chance.

    Empty where nobody rolls on a table, or more models do than `line.COUNTED`.
    """
    line = line_of(rules, target)
    if rules.table is None or not any(line.results):
        return {}
    rows = zip(line.results, places.tolist(), strict=True)
    found = [(name, number * chance) for row, chance in rows for name, number in row.items()]
    return {name: float(sum(part for other, part in found if other == name)) for name in rules.table.results}


def work(volleys: Iterable[Volley], target: TargetProfile) -> int:
    """Return about how many multiplications it takes to work volleys out, so that who asks can draw them instead."""
    places = sum(model.wounds for model in target.models) + 1
    most = sum(volley.weapons * max(attack_numbers(volley.profile)) for volley in volleys)
    return most * places * min(places, DENSE)


def mean(distribution: Floats) -> float:
    """Return the average of a distribution over 0, 1, 2 ..."""
    return float(np.arange(len(distribution)) @ distribution)


class ProfileJumps:
    """The jumps of one attack profile along one line."""

    def __init__(self, rules: AttackRules, profile: AttackProfile, line: Line) -> None:
        self.rules, self.profile, self.line = rules, profile, line
        self.still = np.ones((1, line.length + 1))
        self._known: dict[tuple[int, Hit], Floats] = {}

    def jumps(self) -> Floats:
        """Return the jumps of one whole attack."""
        return self._from(0, AS_IT_IS)

    def _from(self, place: int, hit: Hit) -> Floats:
        """The rest of the sequence from the step at this place on."""
        known = self._known.get((place, hit))
        if known is None:
            known = self._known[place, hit] = self._step(place, hit)
        return known

    def _step(self, place: int, hit: Hit) -> Floats:
        if place == len(self.rules.steps):
            return self.still
        step = self.rules.steps[place]
        if step not in TARGETS:
            return self._roll(place, step, hit)
        if step == "save":
            return self._save(place, hit)
        return self._damage(hit) if step == "damage" else self._from(place + 1, hit)

    def _roll(self, place: int, step: str, hit: Hit) -> Floats:
        check = self.profile.check(step)
        if not check.contested:
            found = outcome_chances(check, self.profile.triggers, step, hit)
            return self._mix(place, [(slice(0, self.line.live), found)])
        follows = []
        for _, resistance, run in self.line.runs:
            for strength, likely in chances(self.profile.strength, NO_REROLL).items():
                needing = contest_check(self.rules, self.profile, check, hit, strength, resistance)
                found = outcome_chances(needing, self.profile.triggers, step, hit)
                follows.append((run, tuple((outcome, likely * chance) for outcome, chance in found)))
        return self._mix(place, follows)

    def _mix(self, place: int, follows: Sequence[tuple[slice, Chances[StepOutcome]]]) -> Floats:
        """Along each run, every outcome's jumps weighted with its probability; who is beyond the end stays."""
        parts = [(run, self._follow(place, outcome)[:, run] * chance) for run, found in follows for outcome, chance in found]
        total = np.zeros((max(len(part) for _, part in parts), self.line.length + 1))
        total[0, self.line.live :] = 1.0
        for run, part in parts:
            total[: len(part), run] += part
        return total

    def _follow(self, place: int, outcome: StepOutcome) -> Floats:
        result = self.still
        if outcome.goes_on:
            done = self.rules.steps.index(outcome.passed) if outcome.passed else place
            result = self._from(done + 1, outcome.hit)
        for extra in outcome.extra_hits:
            result = _then(result, _repeat(self._from(place + 1, AS_IT_IS), chances(extra, NO_REROLL)))
        for mortal in outcome.mortal_wounds:
            one = self._one_wound([model.ignore_mortal for model, _, _ in self.line.runs])
            result = _then(result, _repeat(one, chances(mortal, NO_REROLL)))
        return result

    def _save(self, place: int, hit: Hit) -> Floats:
        fails = np.zeros(self.line.length + 1)
        for model, _, run in self.line.runs:
            check = save_check(self.rules, model, penetration(self.profile, hit), hit.pierces)
            fails[run] = 1.0 if check is None else 1.0 - check.chance
        result = self._from(place + 1, hit) * fails
        result[0] += 1.0 - fails
        return result

    def _damage(self, hit: Hit) -> Floats:
        line, parts = self.line, list[tuple[slice, Floats]]()
        spill = self.rules.spill or self.profile.spill
        one = self._one_wound([model.ignore for model, _, _ in line.runs]) if spill else self.still
        for model, _, run in line.runs:
            numbers = dict(damage_chances(self.profile, hit, model))
            if spill:
                parts.append((run, _repeat(one, numbers)[:, run]))
            else:
                parts.append((run, self._jumps_of_loss(_ignore_wounds(numbers, model.ignore), model, run)))
        result = np.zeros((max(len(part) for _, part in parts), line.length + 1))
        result[0, line.live :] = 1.0
        for run, part in parts:
            result[: len(part), run] = part
        return result

    def _jumps_of_loss(self, numbers: Mapping[int, float], model: TargetModel, run: slice) -> Floats:
        """The jumps of so many wounds lost by a model of this run, which alone may lose them."""
        line = self.line
        if model.plight and not model.whole:
            step = np.zeros_like(line.step)
            step[0] = 1.0
            step[:, run] = line.step[:, run]
            return _repeat(step, numbers)[:, run]
        places = np.arange(run.start, run.stop)
        far = line.fallen[run] - places
        result = np.zeros((int(far.max()) + 1, len(places)))
        for lost, chance in numbers.items():
            gone = line.left[run] <= (line.length if lost and model.whole else lost)
            result[np.where(gone, far, lost), places - run.start] += chance
        return result

    def _one_wound(self, ignore: Sequence[Check | None]) -> Floats:
        """One wound lost by whoever stands next in the line, unless it is ignored."""
        keeps = np.zeros(self.line.length + 1)
        for check, (_, _, run) in zip(ignore, self.line.runs, strict=True):
            keeps[run] = check.chance if check else 0.0
        jumps: Floats = self.line.step * (1.0 - keeps)
        jumps[0] += keeps
        return jumps


def _fire(state: Floats, jumps: Floats, numbers: Mapping[int, float], weapons: int) -> Floats:
    """The distribution after some weapons have each made one of these numbers of attacks."""
    matrix = _matrix(jumps) if len(state) <= DENSE else None
    for _ in range(weapons):
        total = numbers.get(0, 0.0) * state
        for number in range(1, max(numbers) + 1):
            state = _apply(state, jumps) if matrix is None else state @ matrix
            if number in numbers:
                total = total + numbers[number] * state
        state = total
    return state


def _apply(state: Floats, jumps: Floats) -> Floats:
    """The distribution over places after these jumps."""
    weighted = jumps * state
    after: Floats = weighted[0].copy()
    for jump in range(1, len(jumps)):
        after[jump:] += weighted[jump, :-jump]
    return after


def _matrix(jumps: Floats) -> Floats:
    """The jumps as a matrix, rows before, columns after."""
    places = jumps.shape[1]
    matrix = np.zeros((places, places))
    for jump in range(len(jumps)):
        matrix.flat[jump : (places - jump) * places : places + 1] = jumps[jump, : places - jump]
    return matrix


def _then(first: Floats, second: Floats) -> Floats:
    """The jumps of one step and then the other."""
    places = first.shape[1]
    both = np.zeros((min(len(first) + len(second) - 1, places), places))
    for jump in range(len(first)):
        rows = min(len(second), len(both) - jump)
        both[jump : jump + rows, : places - jump] += first[jump, : places - jump] * second[:rows, jump:]
    return both


def _repeat(step: Floats, numbers: Mapping[int, float]) -> Floats:
    """The jumps of a step taken a number of times of which the probabilities are known."""
    total, power = np.zeros((1, step.shape[1])), np.ones((1, step.shape[1]))
    for number in range(max(numbers) + 1):
        if len(power) > len(total):
            total = np.vstack((total, np.zeros((len(power) - len(total), step.shape[1]))))
        total[: len(power)] += numbers.get(number, 0.0) * power
        power = _then(power, step)
    return total


def _ignore_wounds(dealt: Mapping[int, float], ignore: Check | None) -> Mapping[int, float]:
    """The probability of each number of wounds that are really lost."""
    if ignore is None:
        return dealt
    keeps, left = ignore.chance, dict[int, float]()
    for number, chance in dealt.items():
        for lost in range(number + 1):
            part = comb(number, lost) * (1.0 - keeps) ** lost * keeps ** (number - lost)
            left[lost] = left.get(lost, 0.0) + chance * part
    return left
