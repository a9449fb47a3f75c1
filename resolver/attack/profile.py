"""The data of an attack: what attacks, what is attacked, and the rules of the game. All frozen values.

A ruleset fills these in (`AttackReader`); `roll`, `exact` and `sample` read them and nothing else. An attack goes
through a chain of steps that the rules name, and ends with the first that it fails: rolls of the attacker, under
whatever names, and three steps that every game has in some order (`TARGETS`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from datasheets.values import Dice as Expression
from resolver.attack.check import NO_REROLL, NOTHING, Changes, Check
from resolver.table.rerolls import Reroll

TARGETS = frozenset({"allocate", "save", "damage"})
"""Steps of the target: its player says who is struck, rolls the save, and takes the damage. All others are rolls."""
NONE = Expression()
ONE = Expression(constant=1)


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a result of `needs` or more of one of the attack's rolls sets off, besides passing.

    `unmodified` says which result counts; a `needs` of 0 asks that the step is passed, with a roll or without.
    `extra_hits` are added: they go on after this roll. `passes` names a later roll that is passed without a die.
    `mortal_wounds` are inflicted after the attack's damage, or `instead` of it, ending the attack. The rest changes this
    attack: `strength`, `penetration` (one that gets better is subtracted from), `damage`, and `pierces`: no save that
    penetration leaves as it is can be made.
    """

    roll: str
    needs: int
    unmodified: bool = True
    extra_hits: Expression = NONE
    passes: str = ""
    mortal_wounds: Expression = NONE
    instead: bool = False
    strength: Changes = ()
    penetration: Changes = ()
    damage: Changes = ()
    pierces: bool = False

    @property
    def names(self) -> list[str]:
        """What it does, in words for a log."""
        parts = {
            "extra-hits": self.extra_hits.maximum,
            f"auto-{self.passes}": self.passes,
            "mortal-wounds": self.mortal_wounds.maximum,
            "changed": self.strength or self.penetration or self.damage or self.pierces,
        }
        return [name for name, part in parts.items() if part]


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """One weapon of one model against one target, with every modifier already looked up.

    The number of attacks is `attacks`, at least `least_attacks`, or its maximum without a roll (`most_attacks`), then
    `times` it. `rolls` are the tests of the attacker by the names of the steps. A contested one compares `strength`,
    after `bearer_changes` and then `strength_changes`, with the target's resistance. `penetration` is zero or negative.
    The damage is `damage`, at least `least_damage`, after `damage_changes`; with `spill` what a model does not need goes
    on to the next.
    """

    attacks: Expression
    rolls: tuple[tuple[str, Check], ...]
    strength: Expression = ONE
    penetration: int = 0
    damage: Expression = ONE
    name: str = ""
    least_attacks: int = 0
    most_attacks: bool = False
    times: int = 1
    attacks_reroll: Reroll = NO_REROLL
    bearer_changes: Changes = ()
    strength_changes: Changes = ()
    damage_changes: Changes = ()
    damage_reroll: Reroll = NO_REROLL
    least_damage: int = 1
    spill: bool = False
    table: DamageTable | None = None
    triggers: tuple[Trigger, ...] = ()

    def number(self, rolled: int) -> int:
        """Return how many attacks are made when `attacks` has come to `rolled`."""
        total = self.attacks.maximum if self.most_attacks else max(rolled, self.least_attacks)
        return max(total, 0) * self.times

    def check(self, step: str) -> Check:
        """Return the test of a step.

        Raises:
            KeyError: the attack has none.
        """
        for name, check in self.rolls:
            if name == step:
                return check
        raise KeyError(step)


class Plight(NamedTuple):
    """What a table has done to a model that still stands: names of results so far, sorted; the weapons it has left."""

    results: tuple[str, ...] = ()
    weapons: int = 0


class TargetModel(NamedTuple):
    """One model of the target unit as it stands now: `wounds` are those it has left.

    `save` and `fixed_save` are the results needed, None for none; `armour_...` concerns only the first,
    `fixed_...` only the second. `ignore` tests each wound lost, `ignore_mortal` each lost to a mortal wound.
    `damage` is what attacks inflict on this model instead of their own damage, None for that; `damage_changes` change it,
    which is then at least `least_damage` and at most `most_damage`. A model with a `plight` rolls on the table of the rules
    for each wound lost; not for damage that takes the `whole` model.
    """

    wounds: int
    save: int | None
    resistance: int = 1
    fixed_save: int | None = None
    armour_changes: Changes = ()
    armour_reroll: Reroll = NO_REROLL
    fixed_changes: Changes = ()
    fixed_reroll: Reroll = NO_REROLL
    ignore: Check | None = None
    ignore_mortal: Check | None = None
    damage: Expression | None = None
    damage_changes: Changes = ()
    least_damage: int = 1
    most_damage: int | None = None
    plight: Plight | None = None
    whole: bool = False


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
class DamageTable:
    """A table on which a model rolls for each wound that it loses.

    `follow(plight, face)` says how the model stands then, or by which result it is destroyed; `fallen` is how one ends that
    the table has left alive and that has no wounds any more, or is lost at once. `results` are all names, in order.
    """

    results: tuple[str, ...]
    fallen: str
    follow: Callable[[Plight, int], Plight | str]


@dataclass(frozen=True, slots=True)
class AttackRules:
    """What a game says about attacks.

    `steps` names the chain in order; an attack that fails a step ends. `contest(strength, resistance)` says what a contested
    roll needs, `resistance(models)` the resistance of a mixed unit. `save_always` and `save_never` are unmodified results.
    `penetration` is what a log calls that which is taken from a save. `spill`: damage beyond a model's wounds goes on to the
    next model; if not, it is lost. `table` is what models with a plight roll on.
    """

    steps: tuple[str, ...]
    contest: Callable[[int, int], int] = lambda strength, resistance: NOTHING
    resistance: Callable[[tuple[int, ...]], int] = max
    save_always: int = 7
    save_never: int = 0
    penetration: str = ""
    spill: bool = False
    table: DamageTable | None = None

    def __post_init__(self) -> None:
        """Check the chain.

        Raises:
            ValueError: a step stands twice, or the damage is not last.
        """
        chain = " > ".join(self.steps)
        if len(set(self.steps)) < len(self.steps):
            raise ValueError(f"attacks: a step stands twice in {chain}")
        if self.steps[-1:] != ("damage",):
            raise ValueError(f'attacks: the last step is "damage", and not that of {chain}')
