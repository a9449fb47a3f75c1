"""Attacks rolled one at a time: generators that roll every die, say what it showed, and ask where the attack goes.

Whoever runs one (the engine) gets `Rolled` steps to log, answers `Allocate` with the model that is struck, or None where
nobody is left, and applies `Inflict` to that model before it asks for the next step. Every other step is answered with None;
an `Again` comes only where whoever runs it says that one may (`Offers`), a `Choose` only where two saves are both sensible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace

from datasheets.values import Dice
from resolver.attack.check import Changes, Check
from resolver.attack.profile import TARGETS, AttackProfile, AttackRules, DamageTable, Plight, TargetModel
from resolver.attack.steps import (
    AS_IT_IS,
    Hit,
    Saves,
    StepOutcome,
    contest_check,
    damage,
    damage_roll,
    is_open,
    outcomes,
    penetration,
    save_checks,
)
from resolver.table.dice import Address, DiceSource, dice_sides, roll_all
from resolver.table.rerolls import Reroll, Throw, wanted_dice


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that were rolled for a step: a roll of the attack by its name, "save", "ignore" or, without `need`, an amount.

    `faces` are unmodified, after re-rolls; `first` what they showed before, empty if nothing was re-rolled. `result` is the
    modified result of a check, or the amount. "damage" (what is inflicted), "extra-hits" and "mortal" are also said where
    they are fixed and no die was rolled. `changes` are what modifies the result, `hit` what triggers have changed before.
    """

    step: str
    faces: tuple[int, ...]
    result: int
    first: tuple[int, ...] = ()
    need: int | None = None
    passes: bool | None = None
    save: Saves | None = None
    changes: Changes = ()
    hit: Hit = AS_IT_IS


@dataclass(frozen=True, slots=True)
class Allocate:
    """Who is struck? Answered with a model as it stands now; None where no model is left."""

    mortal: bool = False


@dataclass(frozen=True, slots=True)
class Inflict:
    """The model of the last `Allocate` loses `wounds`; `ignored` were ignored, `excess` is lost or goes on (spill).

    A model that rolls on a table stands in this `plight` then, or has `ended` so and has no wounds left.
    """

    wounds: int
    ignored: int = 0
    excess: int = 0
    mortal: bool = False
    plight: Plight | None = None
    ended: str = ""


@dataclass(slots=True)
class Again:
    """May a die of this roll be changed? Who rolls it again does so with `throw`, and says in `faces` what they show.

    Dice that were thrown again before (`rolled.first`) are not thrown a third time.
    """

    rolled: Rolled
    throw: Callable[[int], int]
    faces: tuple[int, ...]


@dataclass(slots=True)
class Choose:
    """Which saving throw is made? Only asked where it is no formality; `save` is the best, and may be set to another."""

    checks: Mapping[Saves, Check]
    save: Saves


Step = Rolled | Allocate | Inflict | Again | Choose
Run = Generator[Step, TargetModel | None, None]
Asking = Generator[Step, TargetModel | None, Rolled]
Offers = Callable[[str], bool]
"""May whoever rolls for this step have a die rolled again? Only then an `Again` is asked."""
Resistance = Callable[[], int]
"""The target unit's resistance to a contested roll, asked once for each."""


@dataclass(slots=True)
class Spare:
    """Re-rolls of a limited number of dice: `plain` is the profile without them, `left` how many dice remain."""

    plain: AttackProfile
    left: int


def attack(
    rules: AttackRules,
    profile: AttackProfile,
    resistance: Resistance,
    dice: DiceSource,
    address: Address,
    spare: Spare | None = None,
    offers: Offers | None = None,
    is_left: Callable[[], bool] = lambda: True,
) -> Run:
    """Resolve one attack; `address.number` is its number among the attacks of the action. `spare.left` is counted down.

    `is_left` tells whether anybody of the target is left to be struck: asked before every roll but the first.
    """
    return _Attack(rules, profile, resistance, dice, address, spare, offers, is_left).run(0, AS_IT_IS)


def mortal_wounds(number: int, dice: DiceSource, address: Address, offers: Offers | None = None) -> Run:
    """Inflict mortal wounds one at a time, on one model after the other until nobody is left."""
    return _Dice(dice, address, offers).mortal(number)


def number_of_attacks(profile: AttackProfile, dice: DiceSource, address: Address) -> tuple[int, Rolled | None]:
    """Return how many attacks one weapon makes, and the roll if there was one."""
    if profile.attacks.fixed or profile.most_attacks:
        return profile.number(profile.attacks.constant), None
    rolled = _Dice(dice, address).amount("attacks", profile.attacks, profile.attacks_reroll)
    return profile.number(rolled.result), rolled


class _Dice:
    """The dice of one attack, numbered under their label in the order in which they are rolled; and mortal wounds."""

    table: DamageTable | None = None

    def __init__(self, dice: DiceSource, address: Address, offers: Offers | None = None) -> None:
        self.dice, self.address, self.offers = dice, address, offers
        self.rolled: Counter[str] = Counter()

    def check(self, label: str, check: Check, save: Saves | None = None) -> Rolled:
        """Roll a check, again where it may and should be."""
        die = self.rolled[label]
        self.rolled[label] += 1
        face = self._face(label, die)
        first: tuple[int, ...] = ()
        if check.again[face - 1]:
            face, first = self._face(label, die, 1), (face,)
        need = check.need if check.only is None else check.only
        return Rolled(label, (face,), check.result(face), first, need, check.passes(face), save, check.changes)

    def settle(self, rolled: Rolled, check: Check) -> Asking:
        """Return a check that fails after whoever rolled may have changed its die."""
        label = rolled.step
        if rolled.passes or not (self.offers and self.offers(label)):
            return rolled
        die = self.rolled[label] - 1
        again = Again(rolled, lambda place: self._face(label, die, 1), rolled.faces)
        yield again
        if again.faces == rolled.faces:
            return rolled
        face = again.faces[0]
        return replace(rolled, faces=again.faces, result=check.result(face), first=rolled.faces, passes=check.passes(face))

    def roll_check(self, label: str, check: Check, save: Saves | None = None) -> Asking:
        """Roll a check, with all that may be rolled again."""
        return (yield from self.settle(self.check(label, check, save), check))

    def roll_amount(self, label: str, expression: Dice, reroll: Reroll | None = None) -> Asking:
        """Roll an expression, with all that may be rolled again: not where it is as high as it gets."""
        rolled = self.amount(label, expression, reroll)
        if expression.fixed or rolled.result >= expression.maximum or not (self.offers and self.offers(label)):
            return rolled
        first, sides = self.rolled[label] - expression.number, dice_sides(expression)
        again = Again(rolled, lambda place: self._face(label, first + place, 1, sides[place]), rolled.faces)
        yield again
        if again.faces == rolled.faces:
            return rolled
        return replace(rolled, faces=again.faces, result=expression.total(again.faces), first=rolled.faces)

    def amount(self, label: str, expression: Dice, reroll: Reroll | None = None) -> Rolled:
        """Roll an expression, again where it may and should be."""
        first = self.address.of(label, self.address.number, self.rolled[label])
        self.rolled[label] += expression.number
        faces, sides = roll_all(self.dice, first, expression), dice_sides(expression)
        throw = Throw(expression, faces)
        again = wanted_dice(throw, reroll or Reroll())
        if not again:
            return Rolled(label, faces, throw.total)
        throw = throw.with_faces({die: self._face(label, first.die + die, 1, sides[die]) for die in again})
        return Rolled(label, throw.faces, throw.total, faces)

    def mortal(self, number: int) -> Run:
        for _ in range(number):
            model = yield Allocate(mortal=True)
            if model is None:
                return
            ignored = 0
            if model.ignore_mortal:
                rolled = yield from self.roll_check("ignore", model.ignore_mortal)
                yield rolled
                ignored = int(bool(rolled.passes))
            lost, plight, ended = 0, model.plight, ""
            if not ignored:
                lost, plight, ended = yield from self.lose(model._replace(whole=False), plight, 0)
            yield Inflict(lost, ignored, mortal=True, plight=plight, ended=ended)

    def lose(
        self, model: TargetModel, plight: Plight | None, lost: int
    ) -> Generator[Step, TargetModel | None, tuple[int, Plight | None, str]]:
        """A model that has lost so many wounds of this damage loses one more; return how many then, and how it stands."""
        table = self.table if plight else None
        if model.whole:
            return model.wounds, None, table.fallen if table else ""
        if plight is None or table is None:
            return lost + 1, None, ""
        face = self._face("table", self.rolled["table"])
        self.rolled["table"] += 1
        yield Rolled("table", (face,), face)
        found = table.follow(plight, face)
        if isinstance(found, str):
            return model.wounds, None, found
        return (lost + 1, None, table.fallen) if lost + 1 == model.wounds else (lost + 1, found, "")

    def _face(self, label: str, die: int, throw: int = 0, sides: int = 6) -> int:
        return self.dice.roll(self.address.of(label, self.address.number, die, throw), sides)


class _Attack(_Dice):
    """One attack on its way through the steps that the edition names."""

    def __init__(
        self,
        rules: AttackRules,
        profile: AttackProfile,
        resistance: Resistance,
        dice: DiceSource,
        address: Address,
        spare: Spare | None,
        offers: Offers | None,
        is_left: Callable[[], bool],
    ) -> None:
        super().__init__(dice, address, offers)
        self.rules, self.profile, self.resistance, self.spare = rules, profile, resistance, spare
        self.table = rules.table
        self.is_left = is_left

    def run(self, place: int, hit: Hit, model: TargetModel | None = None) -> Run:
        """Go through the steps from this place on."""
        if place == len(self.rules.steps):
            return
        step = self.rules.steps[place]
        if step not in TARGETS:
            yield from self._roll(place, step, hit)
        else:
            model = model or (yield Allocate())
            if model is None or (step == "save" and (yield from self._roll_saves(model, hit))):
                return
            if step == "damage":
                yield from self._damage(model, hit)
            yield from self.run(place + 1, hit, model)

    def _roll(self, place: int, step: str, hit: Hit) -> Run:
        strength, resistance, face = 0, 0, 6
        if place and not self.is_left():
            return
        if self.profile.check(step).contested:
            resistance = self.resistance()
            strength = yield from self._amount("strength", self.profile.strength)

        def current_check(profile: AttackProfile) -> Check:
            check = profile.check(step)
            return contest_check(self.rules, profile, check, hit, strength, resistance) if check.contested else check

        plain = current_check(self.spare.plain) if self.spare else None
        check = plain if plain and self.spare and not self.spare.left else current_check(self.profile)
        if not check.automatic:
            rolled = replace(self.check(step, check), hit=hit)
            if self.spare and plain and rolled.first and not plain.again[rolled.first[0] - 1]:
                self.spare.left -= 1
            rolled = yield from self.settle(rolled, check)
            yield rolled
            face = rolled.faces[0]
        yield from self._follow(place, outcomes(check, self.profile.triggers, step, hit)[face - 1])

    def _follow(self, place: int, outcome: StepOutcome) -> Run:
        if outcome.goes_on:
            done = self.rules.steps.index(outcome.passed) if outcome.passed else place
            yield from self.run(done + 1, outcome.hit)
        for extra in outcome.extra_hits:
            more = yield from self.roll_amount("extra-hits", extra)
            yield more
            for _ in range(more.result):
                yield from self.run(place + 1, AS_IT_IS)
        for mortal in outcome.mortal_wounds:
            number = yield from self.roll_amount("mortal", mortal)
            yield number
            yield from self.mortal(number.result)

    def _roll_saves(self, model: TargetModel, hit: Hit) -> Generator[Step, TargetModel | None, bool]:
        checks = save_checks(self.rules, model, penetration(self.profile, hit), hit.pierces)
        if not checks:
            return False
        chosen = Choose(checks, next(iter(checks)))
        if is_open(checks):
            yield chosen
        rolled = yield from self.roll_check("save", checks[chosen.save], chosen.save)
        yield replace(rolled, hit=hit)
        return bool(rolled.passes)

    def _damage(self, model: TargetModel, hit: Hit) -> Run:
        rolled = yield from self.roll_amount("damage", damage_roll(self.profile, model), self.profile.damage_reroll)
        left = damage(self.profile, hit, model, rolled.result)
        changes = self.profile.damage_changes + hit.damage + model.damage_changes
        yield Rolled("damage", rolled.faces, left, rolled.first, changes=changes)
        struck: TargetModel | None = model
        while struck:
            lost, ignored, plight, ended = 0, 0, struck.plight, ""
            while left and lost < struck.wounds:
                left -= 1
                kept = False
                if struck.ignore:
                    check = yield from self.roll_check("ignore", struck.ignore)
                    yield check
                    kept = bool(check.passes)
                ignored += kept
                if not kept:
                    lost, plight, ended = yield from self.lose(struck, plight, lost)
            yield Inflict(lost, ignored, left, plight=plight, ended=ended)
            if not (left and (self.rules.spill or self.profile.spill)):
                return
            struck = yield Allocate()

    def _amount(self, label: str, expression: Dice) -> Generator[Step, TargetModel | None, int]:
        if expression.fixed:
            return expression.constant
        rolled = yield from self.roll_amount(label, expression)
        yield rolled
        return rolled.result
