"""Turns in a fixed order: set-up, then rounds of a turn for each player, with the same steps in each, then the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.turns.rounds import END, Hook, Rounds, first_step


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTurns(Rounds):
    """One player's turn, then the other's, round after round; the same player has the first turn in each.

    A step of set-up settles which one: it happens "turn.chosen".

    Args:
        lapse: ends what lasts until a player's turn begins or, where a phase is given, that phase of it.
        begins: what happens first of all in a phase.
        turn_ends: what happens at the end of a turn, after what that moment triggers.
    """

    lapse: Callable[[Game, int, str | None], Script[None]] = lambda game, player, phase: NOTHING
    begins: Mapping[str, Hook] = field(default_factory=dict)
    turn_ends: Hook = lambda game: NOTHING
    lives: ClassVar[Mapping[str, str]] = {"phase.ended": "phase", "turn.ended": "turn", "round.ended": "round"}

    def advance(self, game: Game) -> Script[None]:
        """Go on to the next step: of the turn, of the other player's turn, of the next battle round, or to the end."""
        if not game.state.round:
            yield from self._go_on_setting_up(game)
        elif not self.is_decided(game):
            last = game.step is game.ruleset.steps[-2]
            yield from self._go_on_after_turn(game) if last else self._go_on_in_turn(game)
        if game.step.name != END and self.is_decided(game):
            yield from self._end_turn(game)
            yield from self._begin_end(game)

    def _go_on_in_turn(self, game: Game) -> Script[None]:
        changed = game.ruleset.steps[game.state.phase + 1].phase != game.step.phase
        if changed:
            yield from self._end_phase(game)
        yield from self._begin_next_step(game)
        if changed:
            yield from self._begin_phase(game)

    def _go_on_after_turn(self, game: Game) -> Script[None]:
        yield from self._end_turn(game)
        if self.is_decided(game):
            yield from self._begin_end(game)
        elif game.active == game.state.first:
            yield from self._begin_turn(game, 1 - game.state.first)
        elif (yield from self._round_ends(game)):
            yield from self._begin_end(game)
        else:
            yield from self._begin_round(game)

    def _begin_round(self, game: Game) -> Script[None]:
        if game.state.first < 0:
            raise ValueError(f'{game.ruleset.id}: no step of set-up happens "turn.chosen": nobody has the first turn')
        yield from self._begin_turn(game, game.state.first, battle_round=game.state.round + 1)

    def _begin_turn(self, game: Game, player: int, **new: Any) -> Script[None]:
        """Begin a turn; where a round begins with it, `new` says so."""
        now = {"battle_round": game.state.round, **new}
        yield from game.happen("step.began", step=first_step(game), player=player, **now)
        if new:
            yield from self._round_begins(game)
        yield from self.lapse(game, player, None)
        yield from game.happen("turn.began", player=player, rules=("rounds",))
        yield from self.moment(game, "turn-start")
        yield from self._begin_phase(game)

    def _end_turn(self, game: Game) -> Script[None]:
        yield from self._end_phase(game)
        yield from self.moment(game, "turn-end")
        yield from self.turn_ends(game)
        yield from game.happen("turn.ended", player=game.active, rules=("turn.ends",))

    def _begin_phase(self, game: Game) -> Script[None]:
        yield from self.lapse(game, game.active, game.step.phase)
        yield from game.happen("phase.began", player=game.active, rules=("phases",))
        if begin := self.begins.get(game.step.phase):
            yield from begin(game)
        yield from self.moment(game, "phase-start")

    def _end_phase(self, game: Game) -> Script[None]:
        yield from self.moment(game, "phase-end")
        yield from game.happen("phase.ended", player=game.active)
