"""What a ruleset is to the engine: a table of steps, of kinds of decisions, of windows, and names for marks and counters.

The engine runs any ruleset by these tables; what they mean stands in the ruleset's own package.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from resolver.engine.battle_armies import BattleArmies
from resolver.engine.decision import Choice, Decision
from resolver.engine.decision_kinds import DecisionKinds
from resolver.engine.events import EventKinds
from resolver.engine.windows import Windows
from resolver.table.names import BATTLE, Names
from resolver.table.state import State

if TYPE_CHECKING:
    from resolver.engine.game import Game

T = TypeVar("T")
Script = Generator[Decision, Choice, T]
"""What a rule is written as: it yields decisions, is sent choices, and returns T."""

Activation = Callable[["Game"], Script[bool]]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a plan is made of: for each unit that may act what each goal is worth to it (a row for each unit).

    Each further unit at a goal adds its worth times the next of `shares`.
    """

    units: Sequence[int]
    worth: Sequence[Sequence[float]]
    shares: Sequence[float]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the battle. `activation` runs one activation of it and returns True when the step is finished."""

    name: str
    phase: str
    activation: Activation
    rules: tuple[str, ...] = ()


class OrderOfPlay(Protocol):
    """Who acts when: the one place that is asked."""

    @property
    def lives(self) -> Mapping[str, str]:
        """The times that end, by the kind of event that ends each: how long marks and counters can last."""
        ...

    def advance(self, game: Game) -> Script[None]:
        """Move the battle on when a step is finished."""
        ...

    def active(self, game: Game) -> int:
        """Return the player who acts now."""
        ...

    def is_decided(self, game: Game) -> bool:
        """Tell whether the battle is over in the middle of a step."""
        ...


class StepRules(Protocol):
    """What a ruleset says of the steps that it shares with others."""

    def missing_names(self, names: Names, lives: Container[str]) -> list[str]:
        """Return the names that those steps need and that the ruleset lacks, where these times end."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One edition.

    `initial_state` makes the state of a mission before the battle. `order` says who acts when, `reason` why a battle ended;
    `find_unresolved` lists what it does not resolve of the armies. `dice` says what a die can be rolled for, by its label.
    `names` are its own columns of `State`; the engine itself counts a unit's "actions", for the addresses of dice. `points`
    are the counters of players that everybody is shown, the score first. `windows` say who may answer to what: to events, or
    to `moments` that scripts name (`Game.open`). `veil` blanks in a copy of the state what a player (None: a spectator) may
    not see, such as the other's hand of cards.
    `prospects` are what programs that plan make a player's plan of; without it, no program plans.
    `lacks` names what its game has and no battle by it. `charges` are the moves by which a unit comes into close combat.
    `cites` gives the ids of the ledger for the names by which shared steps cite rules; `edition` is what the ruleset says
    of those steps.
    """

    id: str
    version: str
    initial_state: Callable[[BattleArmies, str], State]
    steps: tuple[Step, ...]
    order: OrderOfPlay
    reason: Callable[[Game], str]
    find_unresolved: Callable[[Ruleset, BattleArmies], list[dict[str, Any]]]
    events: EventKinds
    dice: Mapping[str, str]
    decisions: DecisionKinds
    names: Names
    windows: Windows = field(default_factory=dict)
    moments: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    veil: Callable[[State, int | None], None] = lambda state, player: None
    prospects: Callable[[Game, int], Prospects] | None = None
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    edition: StepRules | None = None
    lacks: tuple[str, ...] = ()
    charges: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the names, so that none is missed in the middle of a battle.

        Raises:
            ValueError: a life that does not end in this order of play, a name that is missing, or two steps of one name.
        """
        ends = {*self.order.lives.values(), BATTLE}
        if endless := [f"{name} ({life})" for name, life in self.names.lives().items() if life not in ends]:
            raise ValueError(f"{self.id}: the order of play ends {sorted(ends)}; it never ends {', '.join(endless)}")
        if "actions" not in self.names.unit_counters:
            raise ValueError(f'{self.id}: units have no counter "actions"')
        if missing := [name for name in self.points if name not in self.names.player_counters]:
            raise ValueError(f"{self.id}: players have no counter {', '.join(missing)}")
        needs = (need for kind in self.events.values() for need in kind.needs)
        if missing := [need for need in needs if need.split()[1] not in getattr(self.names, need.split()[0])]:
            raise ValueError(f"{self.id}: its kinds of events need {', '.join(missing)}")
        if unknown := sorted(self.windows.keys() - self.events.keys() - {*self.moments}):
            wrong = f"its windows open on {', '.join(unknown)}, which is no kind of event"
            raise ValueError(f"{self.id}: {wrong}: mend `on`, or name it in `moments` if a script opens it")
        windows = (window for found in self.windows.values() for window in found)
        if missing := sorted({window.decision for window in windows} - self.decisions.keys()):
            raise ValueError(f"{self.id}: its windows ask for {', '.join(missing)}, and no kind of decision is called so")
        names = [step.name for step in self.steps]
        if double := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"{self.id}: several steps are called {', '.join(double)}; each needs a name of its own")
        if self.edition and (missing := self.edition.missing_names(self.names, ends)):
            raise ValueError(f"{self.id}: the steps that it shares need {', '.join(missing)}")

    def list_unresolved(self, armies: BattleArmies) -> list[dict[str, Any]]:
        """Return the abilities of two armies that this ruleset does not resolve, or not wholly."""
        return self.find_unresolved(self, armies)

    def cite(self, rules: Iterable[str]) -> list[str]:
        """Return the ids of the ledger for names of rules; what is no name is an id. Each once, in order."""
        return list(dict.fromkeys(id for rule in rules for id in self.cites.get(rule, (rule,))))

    def rule(self, name: str) -> str:
        """Return the first id of the ledger for the name of a rule, "" where this edition has no such rule."""
        return next(iter(self.cites.get(name, (name,))), "")

    def step(self, name: str) -> int:
        """Return the index of the step of that name."""
        return next(index for index, step in enumerate(self.steps) if step.name == name)
