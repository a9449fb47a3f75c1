"""The steps of an attack as pure functions. Rolled, exact and sampled attacks ask these and decide nothing themselves.

A roll of one face leads to an `Outcome`; a save is the better of two checks; a damage roll becomes the wounds that a model
would lose. `Hit` carries what triggers have changed on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from datasheets.values import Change, Dice, apply_changes
from datasheets.values.dice import face_value, highest, rolled_sides
from resolver.attack.check import FACES, Changes, Check
from resolver.attack.profile import AttackProfile, AttackRules, TargetModel, Trigger
from resolver.table.rerolls import Reroll

Saves = Literal["armour", "fixed"]
T = TypeVar("T")
Chances = tuple[tuple[T, float], ...]
"""Different things that may be, each with its probability."""


class Hit(NamedTuple):
    """What triggers have changed of one attack."""

    strength: Changes = ()
    penetration: Changes = ()
    damage: Changes = ()
    pierces: bool = False

    def after(self, trigger: Trigger) -> Hit:
        """Return the hit with a trigger's changes."""
        return Hit(
            self.strength + trigger.strength,
            self.penetration + trigger.penetration,
            self.damage + trigger.damage,
            self.pierces or trigger.pierces,
        )


AS_IT_IS = Hit()


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What follows a roll.

    `goes_on`: there is a next step, for this hit; `passed` names a later roll that is passed without a die, so that the
    attack goes on behind it. `extra_hits` are further hits; `mortal_wounds` follow when the hit (and the extra hits) are
    resolved.
    """

    goes_on: bool
    hit: Hit = AS_IT_IS
    passed: str = ""
    extra_hits: tuple[Dice, ...] = ()
    mortal_wounds: tuple[Dice, ...] = ()


@lru_cache(maxsize=4096)
def outcomes(check: Check, triggers: tuple[Trigger, ...], roll: str, hit: Hit = AS_IT_IS) -> tuple[StepOutcome, ...]:
    """Return what follows each face, 1 to 6, as the unmodified result of the roll of that name.

    Mortal wounds are inflicted whether the roll passes or not; every other trigger needs a roll that passes. Without a
    roll (an automatic check) only what needs no result is triggered; so it is of a later roll that is passed without one.
    """
    return tuple(_outcome(check, triggers, roll, hit, face) for face in FACES)


@lru_cache(maxsize=4096)
def outcome_chances(check: Check, triggers: tuple[Trigger, ...], roll: str, hit: Hit) -> Chances[StepOutcome]:
    """Return what may follow a roll, each different outcome once with its probability."""
    return _merge(zip(outcomes(check, triggers, roll, hit), check.chances, strict=True))


def _outcome(check: Check, triggers: tuple[Trigger, ...], roll: str, hit: Hit, face: int) -> StepOutcome:
    passes = check.passes(face)
    fired = [t for t in triggers if t.roll == roll and _fires(t, check, face)]
    passed = next((t.passes for t in fired if t.passes), "") if passes else ""
    if passed:
        fired += [t for t in triggers if t.roll == passed and not t.needs]
    mortal = tuple(t.mortal_wounds for t in fired if t.mortal_wounds.maximum > 0)
    if not passes or any(t.instead for t in fired):
        return StepOutcome(False, hit, mortal_wounds=mortal)
    for trigger in fired:
        hit = hit.after(trigger)
    extra = tuple(t.extra_hits for t in fired if t.extra_hits.maximum > 0)
    return StepOutcome(True, hit, passed, extra, mortal)


def _fires(trigger: Trigger, check: Check, face: int) -> bool:
    if not trigger.needs:
        return check.passes(face)
    return not check.automatic and (face if trigger.unmodified else check.result(face)) >= trigger.needs


def contest_check(
    rules: AttackRules, profile: AttackProfile, check: Check, hit: Hit, strength: int, resistance: int
) -> Check:
    """Return a contested roll of an attack of that strength, before all changes, against that resistance."""
    changes = profile.strength_changes + hit.strength
    return _contest(rules.contest, check, profile.bearer_changes, changes, strength, resistance)


@lru_cache(maxsize=4096)
def _contest(
    table: Callable[[int, int], int], check: Check, borne: Changes, changes: Changes, strength: int, resistance: int
) -> Check:
    need = table(apply_changes(apply_changes(strength, borne, 1), changes, 1), resistance)
    return replace(check, need=min(need, check.need), contested=False)


@lru_cache(maxsize=4096)
def save_checks(rules: AttackRules, model: TargetModel, penetration: int, pierced: bool = False) -> Mapping[Saves, Check]:
    """Return the saving throws that the model's player may choose from, the best one first; empty if there is none.

    The penetration changes the armour save and never the fixed one; `pierced`, there is no fixed save.
    """
    pierced_by = (Change("subtract", -penetration, rules.penetration),) if penetration else ()
    offered: tuple[tuple[Saves, int | None, Changes, Reroll], ...] = (
        ("armour", model.save, model.armour_changes + pierced_by, model.armour_reroll),
        ("fixed", None if pierced else model.fixed_save, model.fixed_changes, model.fixed_reroll),
    )
    always, never = rules.save_always, rules.save_never
    checks = [(name, Check(need, chg, again, None, always, never)) for name, need, chg, again in offered if need is not None]
    return dict(sorted(checks, key=lambda item: -item[1].chance))


def is_open(checks: Mapping[Saves, Check]) -> bool:
    """Tell whether neither of two saving throws is as good as the other whatever is rolled: the choice is no formality."""
    hopes = [check.hopes for check in checks.values()]
    return len(hopes) > 1 and not any(
        all(a >= b for a, b in zip(one, other, strict=True)) for one, other in (hopes, hopes[::-1])
    )


def penetration(profile: AttackProfile, hit: Hit) -> int:
    """Return the penetration of an attack: zero or negative."""
    return min(apply_changes(profile.penetration, hit.penetration), 0) if hit.penetration else profile.penetration


def save_check(rules: AttackRules, model: TargetModel, penetration: int, pierced: bool) -> Check | None:
    """Return the saving throw that a player chooses who wants to save, None if the model has none."""
    return next(iter(save_checks(rules, model, penetration, pierced).values()), None)


def damage_roll(profile: AttackProfile, model: TargetModel) -> Dice:
    """Return what is rolled for the damage of an attack that is allocated to the model."""
    return profile.damage if model.damage is None else model.damage


def damage(profile: AttackProfile, hit: Hit, model: TargetModel, rolled: int) -> int:
    """Return how many wounds an attack takes from the model when its damage roll has come to `rolled`."""
    changes = profile.damage_changes + hit.damage + model.damage_changes
    dealt = max(apply_changes(max(rolled, profile.least_damage), changes), model.least_damage)
    return dealt if model.most_damage is None else min(dealt, model.most_damage)


@lru_cache(maxsize=4096)
def damage_chances(profile: AttackProfile, hit: Hit, model: TargetModel) -> Chances[int]:
    """Return the probability of each number of wounds that an attack takes from the model, before any is ignored."""
    rolled = chances(damage_roll(profile, model), profile.damage_reroll).items()
    return _merge((damage(profile, hit, model, total), chance) for total, chance in rolled)


@lru_cache(maxsize=1024)
def chances(expression: Dice, reroll: Reroll) -> Mapping[int, float]:
    """Return the probability of each total of a dice expression whose player re-rolls as `rerolls.wanted` says."""
    plain = {total: float(chance) for total, chance in expression.distribution().items()}
    if reroll.which == "all":
        again = sum(chance for total, chance in plain.items() if total < expression.mean)
        return {total: chance * (again + (total >= expression.mean)) for total, chance in plain.items()}
    return _dice_again(expression, reroll) if reroll.which == "results" else plain


def _dice_again(expression: Dice, reroll: Reroll) -> dict[int, float]:
    totals = {expression.constant: 1.0}
    for number, sides in expression.terms:
        shown = rolled_sides(sides)
        values = [face_value(sides, face) for face in range(1, shown + 1)]
        repeated = sum(value in reroll.results for value in values) / shown
        for _ in range(number):
            following: dict[int, float] = {}
            for total, chance in totals.items():
                for value in values:
                    part = chance / shown * (repeated + (value not in reroll.results))
                    following[total + value] = following.get(total + value, 0.0) + part
            totals = following
    return dict(highest(totals, expression.times))


def attack_numbers(profile: AttackProfile) -> Mapping[int, float]:
    """Return the probability of each number of attacks of one weapon."""
    if profile.most_attacks:
        return {profile.number(0): 1.0}
    rolled = chances(profile.attacks, profile.attacks_reroll).items()
    return dict(_merge((profile.number(total), chance) for total, chance in rolled))


def _merge(weighted: Iterable[tuple[T, float]]) -> Chances[T]:
    total: dict[T, float] = {}
    for value, chance in weighted:
        total[value] = total.get(value, 0.0) + chance
    return tuple(total.items())
