"""`Battle`: a battle from the outside. It runs the ruleset's script, holds the pending decision, and can go back.

A battle is its armies, mission, seed and choices. A checkpoint of `State` is kept before every activation; clone, undo and
look-ahead are the nearest checkpoint plus the choices since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exports.document import RosterDocument
from resolver.engine.agreed import refuse_agreed
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.choosing import read_choice
from resolver.engine.compile_armies import compile_armies
from resolver.engine.course import Course
from resolver.engine.data import plain
from resolver.engine.decision import Choice, Decision, IllegalChoice, Refusal
from resolver.engine.events import Chain, Event
from resolver.engine.game import Game, Listener
from resolver.engine.record import ENGINE, MOST_SEED, Draw, ForkOrigin, Record
from resolver.engine.registry import first_mission
from resolver.engine.registry import ruleset as ruleset_of
from resolver.engine.standing import in_force
from resolver.engine.view import View
from resolver.table.dice import DiceSource, RedrawnDice, SeededDice


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the winner (None is a draw), the score of both players, the rounds played, and why."""

    winner: int | None
    victory_points: tuple[int, int]
    rounds: int
    reason: str


class Battle(Course):
    """A battle that waits for the choice of one player, or is over. Made by `start`, `resume`, `replay` and `fork`.

    What was chosen so far is said by `Course`.
    """

    @classmethod
    def start(
        cls,
        documents: Sequence[RosterDocument],
        ruleset: str = "",
        mission: str = "",
        seed: int = 0,
        *,
        salt: str = "",
        game: int = 0,
        players: tuple[str, str] = ("", ""),
        dice: DiceSource | None = None,
        log: bool = True,
        listener: Listener | None = None,
    ) -> Battle:
        """Begin a battle of two armies, by the rules of the first one's system and its first mission where none is named.

        `game` is its number in a batch of battles with one seed, `salt` goes into the digest by which it is committed to.
        `listener` is told of its events as they happen, not of those of its clones and forks.

        Raises:
            NotPlayable: the documents cannot be played with.
            KeyError: there is no such ruleset or mission.
            ValueError: not two documents, or the seed is out of bounds.
        """
        if len(documents) != 2 or not 0 <= seed <= MOST_SEED or not 0 <= game <= MOST_SEED:
            raise ValueError("a battle takes two documents and a seed from 0 to 2^63 - 1")
        rules = ruleset_of(ruleset or documents[0].army.system)
        mission = mission or first_mission(rules.id)
        refuse_agreed(documents)
        armies = compile_armies((documents[0], documents[1]))
        state = rules.initial_state(armies, mission)
        state.game = game
        dice = dice or SeededDice(seed)
        return cls.resume(Game(armies, rules, mission, state, dice, seed, salt=salt, log=log, listener=listener), players)

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
    def armies(self) -> BattleArmies:
        """Both armies."""
        return self._game.armies

    @property
    def unresolved(self) -> list[dict[str, Any]]:
        """The abilities that this battle does not resolve, or not wholly."""
        return self._game.ruleset.list_unresolved(self._game.armies)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it lasts."""
        state = self._game.state
        if not state.over:
            return None
        first, second = self._game.score
        winner = None if state.winner < 0 else state.winner
        return Outcome(winner, (first, second), state.round, self._game.ruleset.reason(self._game))

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
        verdict = read_choice(self._game, self._decision, choice)
        return verdict if isinstance(verdict, Refusal) else None

    def choose(self, choice: Choice) -> None:
        """Make a choice; the battle goes on to the next decision.

        Raises:
            IllegalChoice: it is not legal; nothing has changed.
        """
        data = choice.data if self._is_offered(choice) else read_choice(self._game, self._decision, choice)
        if isinstance(data, Refusal):
            raise IllegalChoice(data)
        self._make(Choice(choice.decision, choice.kind, data, choice.standing))

    def _is_offered(self, choice: Choice) -> bool:
        """Tell whether a choice is itself one of the options, which are legal by their contract: it is not read again."""
        return any(choice is option for option in self._options or ())

    def view(self, player: int | None = None) -> View:
        """Return what a player may see: all but the dice to come and what the ruleset hides; None is a spectator."""
        decision = self._decision if self._decision and player == self._decision.player else None
        standing = in_force(self.standing, self._game)
        return View(self._game, player, decision, [each for each in standing if each.player == player])

    def record(self) -> Record:
        """Return the record of the battle so far, over or not.

        Raises:
            ValueError: the battle was played without a log.
        """
        game, chain, before = self._game, Chain(), list[str]()
        if not game.log:
            raise ValueError("a battle without a log cannot be recorded")
        done = 0
        for happened in self.happened_before:
            for event in self.events[done:happened]:
                chain.add(event)
            done = happened
            before.append(chain.short)
        for event in self.events[done:]:
            chain.add(event)
        return Record(
            armies=game.armies.documents,
            engine=ENGINE,
            ruleset=game.ruleset.id,
            ruleset_version=game.ruleset.version,
            mission=game.mission,
            seed=game.seed,
            game=game.state.game,
            players=self.players,
            choices=tuple(self.choices),
            before=tuple(before),
            events_digest=chain.digest,
            origin=self.origin,
            salt=game.salt,
            earlier=self.earlier,
        )

    def clone(self) -> Battle:
        """Return an independent battle that stands where this one stands, with the same dice to come."""
        return self._back_to(len(self.choices))

    def undo(self, choices: int = 1) -> None:
        """Take back the last choices.

        Raises:
            ValueError: there are not so many since the seed was last drawn.
        """
        most = len(self.choices) - self.least
        if not 0 <= choices <= most:
            raise ValueError(f"{most} choices were made; {choices} cannot be taken back")
        self.__dict__.update(self._back_to(len(self.choices) - choices).__dict__)

    @property
    def least(self) -> int:
        """How many choices stand whatever is taken back: those that were made before the seed was last drawn."""
        return self.earlier[-1].choices if self.earlier else 0

    def redraw(self, seed: int, salt: str = "") -> None:
        """Go on with another seed; dice that were rolled stay as they are. The battle's dice must be `RedrawnDice`."""
        game = self._game
        if not isinstance(game.dice, RedrawnDice):
            raise TypeError("only RedrawnDice can be drawn anew")
        self.earlier += (Draw(len(self.choices), game.seed, game.salt),)
        game.dice.redraw(seed)
        game.seed, game.salt = seed, salt

    def fork(self, choices: int, players: tuple[str, str], name: str = "") -> Battle:
        """Return a battle of its own that stands where this one stood after its first `choices`, with the same dice to come.

        `name` is what this one is called; the new battle names it as its origin.

        Raises:
            ValueError: there are not so many choices.
        """
        if not 0 <= choices <= len(self.choices):
            raise ValueError(f"{len(self.choices)} choices were made; there is none with number {choices}")
        twin = self._back_to(choices)
        twin.players, twin.origin = players, ForkOrigin(name, choices, self.record().events_digest)
        return twin
