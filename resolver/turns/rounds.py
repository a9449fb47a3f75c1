"""What orders of play in battle rounds share: set-up before the first, when the battle is over, the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script

SET_UP, END = "set-up", "end"
"""The phase of all steps before the first round, and the step after the last."""

Hook = Callable[[Game], Script[None]]


def is_wiped_out(game: Game) -> bool:
    """Tell whether a player has no model left, wherever it is."""
    return not (game.units_of(0) and game.units_of(1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """Steps of set-up, then battle rounds, then the step `END`. How a round goes, a subclass says (`_begin_round`).

    Args:
        rounds: after how many battle rounds the battle ends; None where their number is not limited.
        moment: resolves what a moment triggers ("round-start", "round-end" ...).
        over: whether the battle is over before its time, from the first round on.
    """

    rounds: Callable[[Game], int | None]
    moment: Callable[[Game, str], Script[None]] = lambda game, moment: NOTHING
    over: Callable[[Game], bool] = is_wiped_out

    def active(self, game: Game) -> int:
        """Return the player who acts."""
        return game.state.turn

    def is_decided(self, game: Game) -> bool:
        """Tell whether the battle is over before its time."""
        return game.state.round > 0 and self.over(game)

    def _begin_round(self, game: Game) -> Script[None]:
        """Begin the battle round after the one that the state is in."""
        raise NotImplementedError

    def _go_on_setting_up(self, game: Game) -> Script[None]:
        following = game.ruleset.steps[game.state.phase + 1]
        if following.phase != SET_UP:
            yield from self._begin_round(game)
        else:
            yield from self._begin_next_step(game)

    def _begin_next_step(self, game: Game) -> Script[None]:
        step = game.state.phase + 1
        yield from game.happen("step.began", step=step, player=game.active, rules=game.ruleset.steps[step].rules)

    def _round_begins(self, game: Game) -> Script[None]:
        """Tell that a battle round has begun; the state is in it."""
        yield from game.happen("round.began", rules=("rounds", "rounds.first"))
        if game.state.round == 1:
            yield from self.moment(game, "battle-start")
        yield from self.moment(game, "round-start")

    def _round_ends(self, game: Game) -> Script[bool]:
        """End a battle round; return whether it was the last."""
        yield from self.moment(game, "round-end")
        yield from game.happen("round.ended", rules=("rounds", "turns"))
        last = self.rounds(game)
        return last is not None and game.state.round >= last

    def _begin_end(self, game: Game) -> Script[None]:
        yield from game.happen("step.began", step=game.ruleset.step(END), player=game.active, rules=("battle.ends",))


def first_step(game: Game) -> int:
    """Return the first step after set-up."""
    return next(place for place, step in enumerate(game.ruleset.steps) if step.phase != SET_UP)
