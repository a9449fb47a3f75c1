"""What a check is handed, what it says, and what an edition is to the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.referee.geometry import Body, near
from tests.referee.table import Model, Table

Event = Mapping[str, Any]
Fault = tuple[str, str]
"""A word of the edition's table of rules, and a sentence."""


@dataclass(frozen=True)
class Numbers:
    """The distances and limits of an edition, in inches."""

    engagement: tuple[float, float | None]
    """How near an enemy is that is engaged: across and up, or through the air."""
    coherency: tuple[float, float]
    neighbours: tuple[tuple[int, int], ...]
    phases: tuple[str, ...]
    rounds: int = 5
    roll_limit: int | None = 1
    free_height: float = 1.0
    close_move: float = 3.0
    charge: float = 12.0
    intervention: tuple[float, float | None] = (3.0, 5.0)
    transport: float = 3.0
    deny: float = 24.0
    perils: float = 6.0
    half_inch: float = 0.5
    """How near a mate of a fighting model must be, and that one to the enemy."""
    wholly: bool = True
    """Models get out of a transport wholly within the distance."""
    leaves_in_part: bool = False
    """As many models as possible get out, the others are destroyed."""
    leaves_stationary: bool = False
    """Those aboard may get out of a transport that was selected to move and stayed where it is."""
    embarks_near_enemies: bool = False
    """Units may embark in a transport near enemies."""
    stationary_embarks: bool = False
    """A unit that stayed where it is may embark."""
    six_passes: bool = True
    """An unmodified 6 always hits and wounds."""
    allocated_first: bool = True
    """Attacks go on to a model that one was allocated to in the phase."""
    cover: int = 0
    """What is added to the saves of a unit that is on or within terrain, against shooting."""
    aircraft: bool = True
    """There are rules about the keyword AIRCRAFT; else only about a Move of two values."""
    flies_always: bool = False
    """Models with FLY fly in every move."""
    charge_all: bool = True
    """Every target of a charge must be reached, and only units near an enemy when the phase began may charge."""
    opponent_first: bool = True
    """The player whose turn it is not selects the first unit to fight."""
    strikes_interveners: bool = True
    """A unit that charged may attack units that made a Heroic Intervention."""
    engaged_intervene: bool = False
    """A Heroic Intervention may be made by who is engaged already."""
    falls_back_and_shoots: str = "TITANIC"
    """Units with this keyword shoot after they fell back."""
    fires_once: bool = True
    """Each weapon is shot once in a phase."""
    heavy_by_model: bool = False
    """Heavy weapons suffer from the move of their own model, whatever it is; else INFANTRY from that of the unit."""
    closest_character: bool = False
    """A unit of Characters is a target only where it is the closest that is seen; else Look Out, Sir."""
    closest_pistol: bool = False
    """A Pistol in a melee is fired at the closest enemy unit."""
    powers_by_psyker: bool = False
    """A psyker is one model that may attempt each power once in a turn; else a unit, and each player may attempt a power
    once in a battle round, but for Smite."""
    least_denies: int = 1
    """How many powers a psyker may deny whose datasheet says less."""
    auras_add: bool = False
    """Each of several auras with one name counts."""
    never_below_1: frozenset[str] = frozenset({"S", "T", "A", "Ld"})
    toughness_instead: bool = True
    """The Toughness stands in for a Leadership of "-"; else it is 1."""
    stacked_strength: bool = False
    """A weapon's +1 or x2 comes after everything that changes its bearer's Strength."""
    draws: bool = True
    """A battle with equal points is a draw; else the Underdog wins it."""
    big_guns: bool = True
    """VEHICLE and MONSTER models shoot within Engagement Range; Blast does not."""
    fall_back_stops_powers: bool = True
    """A PSYKER that Fell Back manifests nothing."""
    overwatch_granted: bool = True
    """Only a rule lets a unit fire Overwatch."""
    bodyguard: tuple[float, int, int] = (3.0, 9, 3)
    """Look Out, Sir: inches, wounds of a protected CHARACTER, models that shelter."""
    blast: tuple[int, int, int] = (3, 6, 11)
    """At least so many attacks, from so many models on; the most attacks from so many on."""


@dataclass
class Case:
    """One event, the table before it, and all events."""

    event: Event
    table: Table
    edition: Edition
    log: Sequence[Event]
    at: int

    @property
    def numbers(self) -> Numbers:
        """The edition's distances and limits."""
        return self.edition.numbers

    @property
    def memory(self) -> dict[str, Any]:
        """What checks remember from one event to a later one."""
        return self.table.memory

    @property
    def unit(self) -> str:
        """The unit of the event."""
        return str(self.event["unit"])

    @property
    def player(self) -> int:
        """Whose unit it is."""
        return self.table.units[self.unit].player

    def did(self, what: str, unit: str = "") -> bool:
        """Whether a unit did something that still counts."""
        return what in self.table.units[unit or self.unit].did

    def use_underdog_reroll(self) -> bool:
        """Tell whether the Underdog has just rolled a die of this roll again, and use that up."""
        left = int(self.memory.get("spare", 0))
        self.memory["spare"] = max(left - 1, 0)
        return left > 0

    def engaged_with(self, unit: str) -> list[str]:
        """The enemy units within Engagement Range of a unit."""
        return self.table.engaged_with(unit, *self.numbers.engagement)

    def are_engaged(self, a: Body, b: Body) -> bool:
        """Whether two models are within Engagement Range of each other."""
        return near(a, b, *self.numbers.engagement)

    def in_engagement(self, model: Model) -> bool:
        """Whether a model is within Engagement Range of any enemy model."""
        return any(self.are_engaged(model.body, foe.body) for foe in self.table.enemies(self.table.player_of(model)))


Check = Callable[[Case], Iterable[Fault]]


@dataclass(frozen=True)
class Edition:
    """An edition: its numbers, the ledger id of each fault, and the checks for each kind of event ("*" is every kind)."""

    id: str
    numbers: Numbers
    rules: Mapping[str, str]
    checks: Mapping[str, tuple[Check, ...]]


@dataclass(frozen=True)
class Finding:
    """What is wrong: the number of the event, the rule that it breaks, and a sentence."""

    event: int
    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"event {self.event}, {self.rule}: {self.sentence}"


@dataclass
class Checks:
    """Gathers checks by the kinds of events that they look at."""

    checks: dict[str, list[Check]] = field(default_factory=dict)

    def on(self, *kinds: str) -> Callable[[Check], Check]:
        """Register a check for these kinds of events."""

        def register(check: Check) -> Check:
            for kind in kinds:
                self.checks.setdefault(kind, []).append(check)
            return check

        return register


def join_checks(*tables: Mapping[str, Iterable[Check]]) -> dict[str, tuple[Check, ...]]:
    """Join the checks of several tables."""
    found: dict[str, tuple[Check, ...]] = {}
    for table in tables:
        for kind, checks in table.items():
            found[kind] = (*found.get(kind, ()), *checks)
    return found


def inspect_event(case: Case) -> Iterator[Finding]:
    """Yield what the edition's checks find in one event."""
    for kind in ("*", case.event["kind"]):
        for check in case.edition.checks.get(kind, ()):
            for code, sentence in check(case):
                yield Finding(case.event["n"], case.edition.rules[code], sentence)
