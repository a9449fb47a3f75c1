"""What a ruleset is to the engine: a table of steps, of kinds of decisions, of reactions, and names for marks and counters.

The engine runs any ruleset by these tables; what they mean stands in the ruleset's own package.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from datasheets.fields import Strict
from resolver.engine.decision import Choice, Data, Decision, Refusal
from resolver.engine.names import Bits, Columns

if TYPE_CHECKING:
    from resolver.engine.enlisted import Enlisted
    from resolver.engine.game import Game
    from resolver.table.state import State

T = TypeVar("T")
Script = Generator[Decision, Choice, T]
"""What a rule is written as: it yields decisions, is sent choices, and returns T."""

Activation = Callable[["Game"], Script[bool]]
Reaction = Callable[["Game", Data], Script[None]]
Valuer = Callable[["Game", Decision, Sequence[Data]], Sequence[float]]
"""Weighs the options of a decision, for programs that play: a number for each, more is better. It throws no dice."""

Goals = Mapping[int, int]
"""A plan: the goal of each unit that has one, both by their numbers."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a plan is made of: for each unit that may act what each goal is worth to it (a row for each unit).

    Each further unit at a goal adds its worth times the next of `shares`.
    """

    units: Sequence[int]
    worth: Sequence[Sequence[float]]
    shares: Sequence[float]


@dataclass(frozen=True, slots=True)
class Planning:
    """What an edition tells a program that plans: the goals of a player's units, moves towards them, what options are worth.

    `proposals` are made beside the options of a decision and are checked like any choice; `valuation` weighs all of them
    in the light of the goals, for kinds where it differs from that of `Ruleset`. For kinds that are not in `led` there is
    no plan made: their valuation is given no goals. Nobody throws dice.
    """

    prospects: Callable[[Game, int], Prospects]
    proposals: Mapping[str, Callable[[Game, Decision, Goals], Iterable[Data]]]
    valuation: Mapping[str, Callable[[Game, Decision, Sequence[Data], Goals], Sequence[float]]]
    led: frozenset[str]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the battle. `activation` runs one activation of it and returns True when the step is finished."""

    name: str
    phase: str
    activation: Activation
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decision: the shape of its answer, what may be answered, and why an answer is not legal.

    `options` gives every legal answer where `finite`, else proposals that are legal; `check` returns None for a legal one.
    Both read the state and change nothing.
    """

    shape: Strict
    options: Callable[[Game, Decision], Iterable[Data]]
    check: Callable[[Game, Decision, Data], Refusal | None]
    finite: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One edition.

    `muster` makes the state of a mission before the battle. `advance` moves the battle on when a step is finished;
    `decided` says whether it is over in the middle of one, `reason` why it ended; `unresolved` lists what it does not
    resolve of the armies. Marks, pairs and counters name the bits and columns of `State`; the first counter of a model is
    the engine's "fired". `valuation` weighs the options of some kinds of decisions, for programs that play; `planning` is
    for those that plan. `cites` gives the ids of the ledger for the names by which steps that editions share cite rules;
    `edition` is what the edition says of those steps.
    """

    id: str
    version: str
    muster: Callable[[Enlisted, str], State]
    steps: tuple[Step, ...]
    advance: Callable[[Game], Script[None]]
    decided: Callable[[Game], bool]
    reason: Callable[[Game], str]
    unresolved: Callable[[Enlisted], list[dict[str, Any]]]
    decisions: Mapping[str, DecisionKind]
    reactions: Mapping[str, tuple[Reaction, ...]]
    unit_marks: Bits
    model_marks: Bits
    pairs: Bits
    unit_counters: Columns
    model_counters: Columns
    player_counters: Columns
    valuation: Mapping[str, Valuer] = field(default_factory=dict)
    planning: Planning | None = None
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    edition: object = None

    def cited(self, rules: Iterable[str]) -> list[str]:
        """Return the ids of the ledger for names of rules; what is no name is an id. Each once, in order."""
        return list(dict.fromkeys(id for rule in rules for id in self.cites.get(rule, (rule,))))

    def rule(self, name: str) -> str:
        """Return the first id of the ledger for the name of a rule, "" where this edition has no such rule."""
        return next(iter(self.cites.get(name, (name,))), "")

    def step(self, name: str) -> int:
        """Return the index of the step of that name."""
        return next(index for index, step in enumerate(self.steps) if step.name == name)
