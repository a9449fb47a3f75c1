"""What an effect is in a battle, and what a ruleset says of effects beside what every ruleset knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from datasheets.effects.effect import Condition, Effect
from datasheets.values import Change
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin
from resolver.engine.ruleset import Script
from resolver.shared.effects.context import AttackContext


@dataclass(frozen=True, slots=True)
class Source:
    """An effect and who has it: the models of `unit` or, where given, those with `loadout` or `weapon`, or one `model`.

    `part` is its place among the effects of its ability; `lasting` and `used` are its bits in `State`, None for none.
    `holds` says whether anybody has it at all, where that depends on the battle: (game, source).
    """

    effect: Effect
    name: str
    unit: int
    part: int
    loadouts: frozenset[int] | None = None
    weapon: int | None = None
    model: int | None = None
    aura: bool = False
    lasting: int | None = None
    used: int | None = None
    rule: str = ""
    holds: Callable[[Game, Source], bool] | None = None

    @property
    def origin(self) -> Origin:
        """Who is named for what the effect does."""
        return Origin(self.name, self.unit, self.rule)

    @property
    def change(self) -> Change:
        """What the effect does to a number, where it has an operation and a fixed value."""
        return Change(self.effect["operation"], Fraction(self.effect["value"]), self.origin)


@dataclass(frozen=True, slots=True)
class Case:
    """What a condition is asked about: an effect, and the unit or model that it concerns."""

    game: Game
    source: Source
    unit: int
    model: int | None
    context: AttackContext


@dataclass(frozen=True, slots=True)
class Test:
    """How a condition is tested; `of_attack`: it is about one attack."""

    passes: Callable[[Case, Condition], bool]
    of_attack: bool = False


Happening = Callable[[Game, Source], Script[None]]
"""Resolves an effect once, whoever it reaches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectRules:
    """What effects of abilities may be about, beside what every ruleset knows.

    Args:
        auras_add: does each of several auras with one name count? Else each of their parts counts once.
        sources: effects that do not stand on a datasheet, such as those of a trait.
        conditions: conditions of effects.
        happenings: kinds of effects that are resolved at their moment.
        phases: the phase in which each trigger of effects comes; some come in none.
        moments: triggers at which effects begin to last, or happen.
        rolls: which rolls are asked for effects, by the kind of effect.
        without: kinds of effects about which there are no rules.
        without_rolls: rolls of the vocabulary that this game does not have.
    """

    auras_add: bool = False
    sources: Callable[[BattleArmies], list[Source]] = lambda armies: []
    conditions: Mapping[str, Test] = field(default_factory=dict)
    happenings: Mapping[str, Happening] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)
    moments: frozenset[str] = frozenset()
    rolls: Mapping[str, frozenset[str]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    without_rolls: frozenset[str] = frozenset()
