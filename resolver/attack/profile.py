"""The data of an attack: what attacks, what is attacked, and the rules of the edition. All frozen values.

An edition fills these in (`rulesets/<edition>/attacks.py`); `roll`, `exact` and `sample` read them and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from datasheets.values import Dice as Expression
from resolver.attack.check import NO_REROLL, Changes, Check
from resolver.table.rerolls import Reroll

SEQUENCE = ("hit", "wound", "allocate", "save", "damage")
NONE = Expression()
ONE = Expression(constant=1)


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a hit or wound roll of `needs` or more sets off, besides passing.

    `unmodified` says which result counts; a `needs` of 0 asks that the step is passed, with a roll or without.
    `extra_hits` are added to the hit; `auto_wound` wounds without a wound roll; `mortal_wounds` are inflicted after the
    attack's damage, or `instead` of it, ending the attack. The rest changes this attack: `strength`, `ap` (an AP that gets
    better is subtracted from), `damage`, and `pierces`: no invulnerable save can be made.
    """

    roll: Literal["hit", "wound"]
    needs: int
    unmodified: bool = True
    extra_hits: Expression = NONE
    auto_wound: bool = False
    mortal_wounds: Expression = NONE
    instead: bool = False
    strength: Changes = ()
    ap: Changes = ()
    damage: Changes = ()
    pierces: bool = False

    @property
    def names(self) -> list[str]:
        """What it does, in words for a log."""
        parts = {
            "extra-hits": self.extra_hits.maximum,
            "auto-wound": self.auto_wound,
            "mortal-wounds": self.mortal_wounds.maximum,
            "changed": self.strength or self.ap or self.damage or self.pierces,
        }
        return [name for name, part in parts.items() if part]


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """One weapon of one model against one target, with every modifier already looked up.

    The number of attacks is `attacks`, at least `least_attacks`, or its maximum without a roll (`most_attacks`), then
    `times` it. `hit` is the test as the edition makes it. `to_wound` fixes the wound roll; None compares `strength`, after
    `bearer_changes` and then `strength_changes`, with the target's toughness in the edition's table; a roll of
    `enough_to_wound` is enough, an unmodified one of `always_wounds` or more wounds and one of `never_wounds` or less does
    not. `ap` is zero or negative. The damage is `damage`, at least `least_damage`, after `damage_changes`; with `spill` what
    a model does not need goes on to the next one.
    """

    attacks: Expression
    hit: Check
    strength: Expression
    ap: int = 0
    damage: Expression = ONE
    name: str = ""
    least_attacks: int = 0
    most_attacks: bool = False
    times: int = 1
    attacks_reroll: Reroll = NO_REROLL
    bearer_changes: Changes = ()
    strength_changes: Changes = ()
    to_wound: int | None = None
    wound_changes: Changes = ()
    wound_reroll: Reroll = NO_REROLL
    auto_wound: bool = False
    enough_to_wound: int | None = None
    always_wounds: int = 7
    never_wounds: int = 0
    damage_changes: Changes = ()
    damage_reroll: Reroll = NO_REROLL
    least_damage: int = 1
    spill: bool = False
    triggers: tuple[Trigger, ...] = ()

    def number(self, rolled: int) -> int:
        """Return how many attacks are made when `attacks` has come to `rolled`."""
        total = self.attacks.maximum if self.most_attacks else max(rolled, self.least_attacks)
        return max(total, 0) * self.times


class TargetModel(NamedTuple):
    """One model of the target unit as it stands now: `wounds` are those it has left.

    `save` and `invulnerable` are the results needed, None for none; `armour_...` concerns only the first,
    `invulnerable_...` only the second. `ignore` tests each wound lost, `ignore_mortal` each lost to a mortal wound.
    `damage` is what attacks inflict on this model instead of their own damage, None for that; `damage_changes` change it,
    which is then at least `least_damage` and at most `most_damage`.
    """

    toughness: int
    wounds: int
    save: int | None
    invulnerable: int | None = None
    armour_changes: Changes = ()
    armour_reroll: Reroll = NO_REROLL
    invulnerable_changes: Changes = ()
    invulnerable_reroll: Reroll = NO_REROLL
    ignore: Check | None = None
    ignore_mortal: Check | None = None
    damage: Expression | None = None
    damage_changes: Changes = ()
    least_damage: int = 1
    most_damage: int | None = None


class TargetProfile(NamedTuple):
    """The target unit: its models in the order in which attacks are allocated to them, a wounded one first."""

    models: tuple[TargetModel, ...]

    @classmethod
    def of(cls, model: TargetModel, models: int, lost: int = 0) -> TargetProfile:
        """Return a unit of equal models, the first of which has lost some wounds already.

        Raises:
            ValueError: there is no model, or the first would not be alive.
        """
        if models < 1 or not 0 <= lost < model.wounds:
            raise ValueError(f"no such unit: {models} models of {model.wounds} wounds, {lost} lost")
        return cls((model._replace(wounds=model.wounds - lost), *(model,) * (models - 1)))


@dataclass(frozen=True, slots=True)
class Volley:
    """So many equal weapons shot or fought with one after the other, each with its own number of attacks.

    `target` is the unit as these weapons strike it, where saves or damage differ from weapon to weapon: the same models in
    the same order.
    """

    profile: AttackProfile
    weapons: int = 1
    target: TargetProfile | None = None


@dataclass(frozen=True, slots=True)
class AttackRules:
    """What an edition says about attacks.

    `steps` names its sequence, in order, out of `SEQUENCE`; an attack that fails a step ends. `wound_need(strength,
    toughness)` is its table, `toughness(models)` the Toughness of a mixed unit. `hit_limit` and `wound_limit` cap the
    changes of these rolls. `..._always` and `..._never` are unmodified results. `spill`: damage beyond a model's
    wounds goes on to the next model; if not, it is lost.
    """

    steps: tuple[str, ...]
    wound_need: Callable[[int, int], int]
    toughness: Callable[[tuple[int, ...]], int]
    hit_limit: int | None = None
    hit_always: int = 7
    hit_never: int = 0
    wound_limit: int | None = None
    wound_always: int = 7
    wound_never: int = 0
    save_always: int = 7
    save_never: int = 0
    spill: bool = False
