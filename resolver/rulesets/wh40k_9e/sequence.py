"""The order of everything: set-up, then battle rounds of two turns of seven phases, then the end.

Source: 9E-ROUND-01..04, 9E-INSTR-01, 9E-BEGIN-01, 9E-END-01, 9E-COHCHK-04.
"""

from __future__ import annotations

from datasheets.systems import system
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.wh40k_9e import charge, command
from resolver.rulesets.wh40k_9e.moments import lapse, moment
from resolver.rulesets.wh40k_9e.sources import SYSTEM

FIRST_OF_TURN, LAST_OF_TURN, END = "command", "coherency", "end"


def advance(game: Game) -> Script[None]:
    """Go on to the next step: of the turn, of the other player's turn, of the next battle round, or to the end."""
    if not game.state.round:
        yield from _go_on_setting_up(game)
    elif not decided(game):
        yield from _go_on_after_turn(game) if game.step.name == LAST_OF_TURN else _go_on_in_turn(game)
    if game.step.name != END and decided(game):
        yield from _end_turn(game)
        yield from _begin_end(game)


def decided(game: Game) -> bool:
    """Tell whether the battle is over before its time: a player has no model left, wherever it is (9E-END-01, 9E-Q-33)."""
    return game.state.round > 0 and not (game.units_of(0) and game.units_of(1))


def rounds(game: Game) -> int:
    """Return after how many battle rounds the mission ends (9E-END-01)."""
    mission = system(SYSTEM).mission(game.mission)
    return mission.rounds if mission and mission.rounds else 5


def _go_on_setting_up(game: Game) -> Script[None]:
    following = game.ruleset.steps[game.state.phase + 1]
    if following.name == FIRST_OF_TURN:
        yield from _begin_round(game, 1)
    else:
        yield from game.happen("step.began", step=game.state.phase + 1, player=game.state.turn, rules=following.rules)


def _go_on_in_turn(game: Game) -> Script[None]:
    following = game.ruleset.steps[game.state.phase + 1]
    changed = following.phase != game.step.phase
    if changed:
        yield from _end_phase(game)
    yield from game.happen("step.began", step=game.state.phase + 1, player=game.state.turn, rules=following.rules)
    if changed:
        yield from _begin_phase(game)


def _go_on_after_turn(game: Game) -> Script[None]:
    state = game.state
    yield from _end_turn(game)
    if decided(game):
        yield from _begin_end(game)
        return
    if state.turn == state.first:
        yield from _begin_turn(game, 1 - state.first, state.round)
        return
    yield from moment(game, "round-end")
    yield from game.happen("round.ended", rules=("9E-ROUND-01", "9E-ROUND-04"))
    if state.round >= rounds(game):
        yield from _begin_end(game)
    else:
        yield from _begin_round(game, state.round + 1)


def _begin_round(game: Game, number: int) -> Script[None]:
    """Begin a battle round; the same player has the first turn in each (9E-ROUND-02)."""
    yield from _begin_turn(game, game.state.first, number)


def _begin_turn(game: Game, player: int, battle_round: int) -> Script[None]:
    first = game.ruleset.step(FIRST_OF_TURN)
    new_round = battle_round != game.state.round
    yield from game.happen("step.began", step=first, player=player, battle_round=battle_round)
    if new_round:
        yield from game.happen("round.began", rules=("9E-ROUND-01", "9E-ROUND-02"))
        yield from moment(game, "battle-start" if battle_round == 1 else "round-start")
        if battle_round == 1:
            yield from moment(game, "round-start")
    yield from lapse(game, player)
    yield from game.happen("turn.began", player=player, rules=("9E-ROUND-01",))
    yield from moment(game, "turn-start")
    yield from _begin_phase(game)


def _end_turn(game: Game) -> Script[None]:
    yield from _end_phase(game)
    yield from moment(game, "turn-end")
    yield from game.happen("turn.ended", player=game.state.turn, rules=("9E-COHCHK-04",))


def _begin_phase(game: Game) -> Script[None]:
    yield from lapse(game, game.state.turn, game.step.phase)
    yield from game.happen("phase.began", player=game.state.turn, rules=("9E-ROUND-03",))
    if game.step.phase == "command":
        yield from command.gain_points(game)
    if game.step.phase == "charge":
        yield from charge.note_start(game)
    yield from moment(game, "phase-start")


def _end_phase(game: Game) -> Script[None]:
    yield from moment(game, "phase-end")
    yield from game.happen("phase.ended", player=game.state.turn)


def _begin_end(game: Game) -> Script[None]:
    yield from game.happen("step.began", step=game.ruleset.step(END), player=game.state.turn, rules=("9E-END-01",))
