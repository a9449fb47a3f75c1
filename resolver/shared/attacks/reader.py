"""What attacks and targets are made of: a ruleset reads them from the armies, their abilities and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from datasheets.values import Dice
from resolver.attack.profile import AttackProfile, TargetModel
from resolver.attack.roll import Rolled
from resolver.engine.battle_armies import WeaponProfile
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.attacks.arms import Arm
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext


class ReadAttack(Protocol):
    """Reads the attacks of the weapon at one place of a pool; `again` False leaves out re-rolls of a limited number."""

    def __call__(
        self, game: Game, shots: Shots, entry: int, now: AttackContext | None = None, *, again: bool = True
    ) -> AttackProfile:
        """Read them."""
        ...


class ReadResistance(Protocol):
    """Reads the resistance of a unit; random ones are rolled with `throw`, `chosen` is its player's choice."""

    def __call__(self, game: Game, unit: int, throw: Callable[[Dice], int] | None = None, chosen: int | None = None) -> int:
        """Read it."""
        ...


def _same(game: Game, shots: Shots) -> Script[Shots]:
    yield from ()
    return shots


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackReader:
    """One ruleset's readers.

    Args:
        arm: a weapon's row, read, as a model holds it: (game, row, model).
        context: what is going on while the weapon at one place of a pool attacks.
        attack: its attacks as they would be made now.
        likeness: what tells the weapons of a pool apart; those that are alike have one attack profile.
        limited: how many dice the attacker's re-rolls of a limited number of dice allow.
        struck_first: the models of a unit one of which the next attack must be allocated to; empty when it is gone.
        target_model: a model as an attack strikes it.
        resistance: the resistance of a unit to the attack's strength.
        choose: what is decided before each attack of a pool; returns the pool as it goes on.
        extra: what the event that begins a pool says beside what all say.
        reasons: why a roll of an attack needs what it needs and what modifies it, as fields of the event.
        ignore_reasons: the same of a roll that ignores a wound.
        resistance_field: what events call dice thrown for a random resistance.
        save_names: what events and choices call the save by armour, and the fixed one that penetration does not change.
        fixed_save_rules: the rules that a fixed save cites; the first of them asks which save to make.
        roll_rules: for each roll its rule, and the rules about an unmodified 6 and 1, "" for none.
        automatic_rule: the rule of a first roll that passes without a die.
        wrong_columns: what is wrong with a system's columns for these steps of an attack, by the system's id.
        first_rule: the only rule that the first rolls of a pool's attacks cite, "" where they cite the usual ones.
    """

    arm: Callable[[Game, WeaponProfile, int], Arm]
    context: Callable[[Game, Shots, int], AttackContext]
    attack: ReadAttack
    likeness: Callable[[Game, Shots, int], tuple[object, ...]]
    struck_first: Callable[[Game, int], list[int]]
    target_model: Callable[[Game, int, AttackContext], TargetModel]
    resistance: ReadResistance
    limited: Callable[[Game, AttackContext], int] = lambda game, now: 0
    choose: Callable[[Game, Shots], Script[Shots]] = _same
    extra: Callable[[Shots], Mapping[str, Any]] = lambda shots: {}
    reasons: Callable[[Game, Shots, AttackContext, Rolled, int | None], Mapping[str, Any]] = lambda *roll: {}
    ignore_reasons: Callable[[Game, int, AttackContext, Rolled], Mapping[str, Any]] = lambda *roll: {}
    resistance_field: str = "resistance"
    save_names: Mapping[str, str] = field(default_factory=lambda: {"armour": "armour", "fixed": "fixed"})
    fixed_save_rules: tuple[str, ...] = ("save",)
    roll_rules: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    automatic_rule: str = ""
    wrong_columns: Callable[[str, Sequence[str]], list[str]] = lambda system, steps: []
    first_rule: Callable[[Shots], str] = lambda shots: ""


def _never(*given: object, **named: object) -> Any:
    raise NotImplementedError("This game resolves its attacks by itself; nobody reads them for shared steps.")


NO_READER = AttackReader(
    arm=_never,
    context=_never,
    attack=_never,
    likeness=_never,
    struck_first=_never,
    target_model=_never,
    resistance=_never,
)
"""The reader of a game that uses none of the shared steps of attacks."""
