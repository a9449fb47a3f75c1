"""`Battle`: a battle from the outside. It runs the ruleset's script, holds the pending decision, and can go back.

A battle is its armies, mission, seed and choices. A checkpoint of `State` is kept before every activation; clone, undo and
look-ahead are the nearest checkpoint plus the choices since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from marshmallow import ValidationError

from datasheets.problems import from_messages
from exports.document import RosterDocument
from resolver.engine.data import plain
from resolver.engine.decision import ASK, Choice, Data, Decision, IllegalChoice, Refusal
from resolver.engine.enlist import enlist
from resolver.engine.enlisted import Enlisted
from resolver.engine.events import Event
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.standing import Standings, given, in_force
from resolver.engine.view import View
from resolver.rulesets import ruleset as ruleset_of
from resolver.table.dice import Dice, SeededDice
from resolver.table.state import State

if TYPE_CHECKING:
    from resolver.engine.record import Record

MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the winner (None is a draw), both players' victory points, the rounds played, and why."""

    winner: int | None
    victory_points: tuple[int, int]
    rounds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Origin:
    """The battle that another one was forked from: its name, how many choices were taken over, a digest of its events."""

    battle: str
    choices: int
    events_digest: str

    def to_json(self) -> dict[str, Any]:
        """Return the origin as a JSON object."""
        return {"battle": self.battle, "choices": self.choices, "events_digest": self.events_digest}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state before an activation, and how many choices and events were before it, and which answers stood."""

    choices: int
    asked: int
    happened: int
    state: State
    standing: Standings


class Battle:
    """A battle that waits for the choice of one player, or is over. Made by `start`, `resume`, `replay` and `fork`.

    `choices` are those that were made, `made_by` whose each was and `happened_before` how many events there were before it.
    `standing` are the answers that players give unasked; those they lead to are no choices of their own. `origin` is the
    battle that this one was forked from, if it was.
    """

    def __init__(self, game: Game, players: tuple[str, str]) -> None:
        self._game, self.players = game, players
        self.origin: Origin | None = None
        self.standing: Standings = ()
        self.choices: list[Choice] = []
        self.made_by: list[int] = []
        self.happened_before: list[int] = []
        self._checkpoints: list[Checkpoint] = []
        self._decision: Decision | None = None
        self._options: list[Choice] | None = None
        self._script: Script[None] = self._play()

    @classmethod
    def start(
        cls,
        documents: Sequence[RosterDocument],
        ruleset: str = "",
        mission: str = "only-war",
        seed: int = 0,
        *,
        game: int = 0,
        players: tuple[str, str] = ("", ""),
        dice: Dice | None = None,
        log: bool = True,
    ) -> Battle:
        """Begin a battle of two armies, by the rules of the first one's system where none are named.

        `game` is its number in a batch of battles with one seed.

        Raises:
            NotPlayable: the documents cannot be played with.
            KeyError: there is no such ruleset or mission.
            ValueError: not two documents, or the seed is out of bounds.
        """
        if len(documents) != 2 or not 0 <= seed <= MOST_SEED or not 0 <= game <= MOST_SEED:
            raise ValueError("a battle takes two documents and a seed from 0 to 2^63 - 1")
        rules = ruleset_of(ruleset or documents[0].army.system)
        armies = enlist((documents[0], documents[1]))
        state = rules.muster(armies, mission)
        state.game = game
        return cls.resume(Game(armies, rules, mission, state, dice or SeededDice(seed), seed, log=log), players)

    @classmethod
    def resume(cls, game: Game, players: tuple[str, str] = ("", "")) -> Battle:
        """Begin with a game that stands anywhere between two activations."""
        battle = cls(game, players)
        battle._go(None)
        return battle

    @property
    def decision(self) -> Decision | None:
        """The pending decision, or None when the battle is over."""
        return self._decision

    @property
    def events(self) -> list[Event]:
        """All events so far, in order. Do not change them."""
        return self._game.events

    @property
    def game(self) -> Game:
        """The battle from the inside: for views and for players that work out odds. Do not change its state."""
        return self._game

    @property
    def armies(self) -> Enlisted:
        """Both armies."""
        return self._game.armies

    @property
    def unresolved(self) -> list[dict[str, Any]]:
        """The abilities that this battle does not resolve, or not wholly."""
        return self._game.ruleset.unresolved(self._game.armies)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it lasts."""
        state = self._game.state
        if not state.over:
            return None
        points = (int(state.victory_points[0]), int(state.victory_points[1]))
        winner = None if state.winner < 0 else state.winner
        return Outcome(winner, points, state.round, self._game.ruleset.reason(self._game))

    def options(self, player: int | None = None) -> list[Choice]:
        """Return the legal choices (all of them, or proposals where there is no end of them) of the player who is asked.

        A player who is not asked has none.
        """
        decision = self._decision
        if decision is None or player not in (None, decision.player):
            return []
        if self._options is None:
            table = self._game.ruleset.decisions[decision.kind]
            found = table.options(self._game, decision)
            self._options = [Choice(decision.id, decision.kind, plain(data)) for data in found]
        return self._options

    def check(self, choice: Choice) -> Refusal | None:
        """Return why a choice is not legal, or None if it is. Changes nothing."""
        verdict = self._read(choice)
        return verdict if isinstance(verdict, Refusal) else None

    def choose(self, choice: Choice) -> None:
        """Make a choice; the battle goes on to the next decision.

        Raises:
            IllegalChoice: it is not legal; nothing has changed.
        """
        data = choice.data if self._is_offered(choice) else self._read(choice)
        if isinstance(data, Refusal):
            raise IllegalChoice(data)
        self._make(Choice(choice.decision, choice.kind, data, choice.standing))

    def _is_offered(self, choice: Choice) -> bool:
        """Tell whether a choice is itself one of the options, which are legal by their contract: it is not read again."""
        return any(choice is option for option in self._options or ())

    def view(self, player: int | None = None) -> View:
        """Return what a player may see: everything but the dice to come and what events hide; None is a spectator."""
        decision = self._decision if self._decision and player in (None, self._decision.player) else None
        standing = in_force(self.standing, self._game)
        return View(self._game, player, decision, [each for each in standing if each.player == player])

    def record(self) -> Record:
        """Return the record of the battle so far."""
        from resolver.engine.record import record

        return record(self)

    @staticmethod
    def replay(record: Record) -> Battle:
        """Play a record again.

        Raises:
            ReplayError: it goes another way than was recorded.
        """
        from resolver.engine.record import replay

        return replay(record)

    def clone(self) -> Battle:
        """Return an independent battle that stands where this one stands, with the same dice to come."""
        return self._back_to(len(self.choices))

    def undo(self, choices: int = 1) -> None:
        """Take back the last choices.

        Raises:
            ValueError: there are not so many.
        """
        if not 0 <= choices <= len(self.choices):
            raise ValueError(f"{len(self.choices)} choices were made; {choices} cannot be taken back")
        self.__dict__.update(self._back_to(len(self.choices) - choices).__dict__)

    def fork(self, choices: int, players: tuple[str, str], name: str = "") -> Battle:
        """Return a battle of its own that stands where this one stood after its first `choices`, with the same dice to come.

        `name` is what this one is called; the new battle names it as its origin.

        Raises:
            ValueError: there are not so many choices.
        """
        if not 0 <= choices <= len(self.choices):
            raise ValueError(f"{len(self.choices)} choices were made; there is none with number {choices}")
        twin = self._back_to(choices)
        twin.players, twin.origin = players, Origin(name, choices, self.record().events_digest)
        return twin

    def _back_to(self, choices: int) -> Battle:
        at = max(index for index, point in enumerate(self._checkpoints) if point.choices <= choices)
        point, old = self._checkpoints[at], self._game
        game = Game(old.armies, old.ruleset, old.mission, point.state.copy(), old.dice, old.seed, log=old.log)
        game.events, game.happened, game.asked = old.events[: point.happened], point.happened, point.asked
        twin = Battle(game, self.players)
        twin.origin, twin.standing = self.origin, point.standing
        twin.choices, twin._checkpoints = self.choices[: point.choices], self._checkpoints[:at]
        twin.made_by, twin.happened_before = self.made_by[: point.choices], self.happened_before[: point.choices]
        twin._go(None)
        for choice in self.choices[point.choices : choices]:
            twin._make(choice)
        return twin

    def _make(self, choice: Choice) -> None:
        decision = self._decision
        if decision is None:
            raise IllegalChoice(Refusal("", "over"))
        self.happened_before.append(self._game.happened)
        self.made_by.append(decision.player)
        self.choices.append(choice)
        self.standing = given(self.standing, self._game, decision, choice)
        self._go(choice)

    def _read(self, choice: Choice) -> Data | Refusal:
        decision = self._decision
        if decision is None:
            return Refusal("", "over")
        if choice.decision != decision.id or choice.kind != decision.kind:
            return Refusal("", "stale", {"decision": decision.id, "kind": decision.kind})
        table = self._game.ruleset.decisions[decision.kind]
        if choice.standing not in ("", ASK) and not table.finite:
            return Refusal("", "standing", {"kind": decision.kind})
        try:
            data: dict[str, Any] = table.shape.load(choice.data)
        except ValidationError as error:
            return Refusal("", "shape", {"problem": str(next(from_messages(error.messages)))})
        refusal = table.check(self._game, decision, data)
        return plain(data) if refusal is None else replace(refusal, rule=self._game.ruleset.rule(refusal.rule))

    def _go(self, choice: Choice | None) -> None:
        """Run to the next decision that no standing answer answers."""
        self._step(choice)
        while (answer := self._unasked()) is not None:
            self._step(answer)

    def _unasked(self) -> Choice | None:
        """Return what the player who is asked answers without being asked, where that is legal."""
        decision = self._decision
        if decision is None or not self.standing:
            return None
        self.standing = in_force(self.standing, self._game)
        for standing in self.standing:
            if standing.answers(decision):
                answer = Choice(decision.id, decision.kind, standing.data)
                return answer if self.check(answer) is None else None
        return None

    def _step(self, choice: Choice | None) -> None:
        self._options = None
        try:
            self._decision = next(self._script) if choice is None else self._script.send(choice)
        except StopIteration:
            self._decision = None

    def _play(self) -> Script[None]:
        game = self._game
        while not game.state.over:
            here = Checkpoint(len(self.choices), game.asked, game.happened, game.state.copy(), self.standing)
            self._checkpoints.append(here)
            finished = yield from game.step.activation(game)
            if not game.state.over and (finished or game.ruleset.decided(game)):
                yield from game.ruleset.advance(game)
