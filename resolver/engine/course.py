"""The course of a battle: the ruleset's script as it runs, the choices that were made, and checkpoints to go back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from resolver.engine.choosing import read_choice
from resolver.engine.decision import Choice, Decision, IllegalChoice, Refusal
from resolver.engine.game import Game
from resolver.engine.record import Draw, ForkOrigin
from resolver.engine.ruleset import Script
from resolver.engine.standing import Standings, add_standing, in_force
from resolver.table.state import State


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state before an activation, and how many choices and events were before it, and which answers stood."""

    choices: int
    asked: int
    happened: int
    state: State
    standing: Standings


class Course:
    """What `Battle` plays on.

    `choices` are those that were made, `made_by` whose each was and `happened_before` how many events there were before it.
    `standing` are the answers that players give unasked; those they lead to are no choices of their own. `origin` is the
    battle that this one was forked from, if it was, `earlier` the seeds that it had before the one that it has now.
    """

    def __init__(self, game: Game, players: tuple[str, str]) -> None:
        self._game, self.players = game, players
        self.origin: ForkOrigin | None = None
        self.earlier: tuple[Draw, ...] = ()
        self.standing: Standings = ()
        self.choices: list[Choice] = []
        self.made_by: list[int] = []
        self.happened_before: list[int] = []
        self._checkpoints: list[Checkpoint] = []
        self._decision: Decision | None = None
        self._options: list[Choice] | None = None
        self._script: Script[None] = self._play()

    @classmethod
    def resume(cls, game: Game, players: tuple[str, str] = ("", "")) -> Self:
        """Begin with a game that stands anywhere between two activations."""
        battle = cls(game, players)
        battle._go(None)
        return battle

    def _back_to(self, choices: int) -> Self:
        """Return an independent course that stands where this one stood after its first `choices`."""
        at = max(index for index, point in enumerate(self._checkpoints) if point.choices <= choices)
        point, old = self._checkpoints[at], self._game
        game = Game(old.armies, old.ruleset, old.mission, point.state.copy(), old.dice, old.seed, salt=old.salt, log=old.log)
        game.events, game.happened, game.asked = old.events[: point.happened], point.happened, point.asked
        twin = type(self)(game, self.players)
        twin.origin, twin.earlier, twin.standing = self.origin, self.earlier, point.standing
        twin.choices, twin._checkpoints = self.choices[: point.choices], self._checkpoints[:at]
        twin.made_by, twin.happened_before = self.made_by[: point.choices], self.happened_before[: point.choices]
        twin._go(None)
        for choice in self.choices[point.choices : choices]:
            twin._make(choice)
        return twin

    def _make(self, choice: Choice) -> None:
        """Make a choice that was found legal, and go on to the next decision."""
        decision = self._decision
        if decision is None:
            raise IllegalChoice(Refusal("", "over"))
        self.happened_before.append(self._game.happened)
        self.made_by.append(decision.player)
        self.choices.append(choice)
        self.standing = add_standing(self.standing, self._game, decision, choice)
        self._go(choice)

    def _go(self, choice: Choice | None) -> None:
        """Run to the next decision that no standing answer answers."""
        self._step(choice)
        while (answer := self._standing_answer()) is not None:
            self._step(answer)

    def _standing_answer(self) -> Choice | None:
        """Return what the player who is asked answers without being asked, where that is legal."""
        decision = self._decision
        if decision is None or not self.standing:
            return None
        self.standing = in_force(self.standing, self._game)
        for standing in self.standing:
            if standing.answers(decision):
                answer = Choice(decision.id, decision.kind, standing.data)
                return None if isinstance(read_choice(self._game, decision, answer), Refusal) else answer
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
            if not game.state.over and (finished or game.ruleset.order.is_decided(game)):
                yield from game.ruleset.order.advance(game)
