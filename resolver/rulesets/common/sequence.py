"""The order of everything: set-up, then battle rounds of two turns of seven phases, then the end.

Source: 9E-ROUND-01..04, 9E-INSTR-01, 9E-BEGIN-01, 9E-END-01, 9E-COHCHK-04.
"""

from __future__ import annotations

from datasheets.systems import system
from resolver.engine.game import Game, seed_digest
from resolver.engine.ruleset import Script
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects.moments import lapse, moment

SET_UP, END = "set-up", "end"
"""The phase of all steps before the first turn, and the step after the last."""


def begin(game: Game) -> Script[None]:
    """Begin the battle: who meets whom, and how."""
    documents = game.armies.documents
    yield from game.happen(
        "battle.began",
        system=game.ruleset.id,
        mission=game.mission,
        armies=[{"name": d.army.name, "digest": d.digest, "power_level": d.army.power_level} for d in documents],
        seed_digest=seed_digest(game.seed),
        game=game.state.game,
        unresolved=len(game.ruleset.unresolved(game.armies)),
        rules=("battle.begins",),
    )


def advance(game: Game) -> Script[None]:
    """Go on to the next step: of the turn, of the other player's turn, of the next battle round, or to the end."""
    if not game.state.round:
        yield from _go_on_setting_up(game)
    elif not decided(game):
        yield from _go_on_after_turn(game) if game.step is game.ruleset.steps[-2] else _go_on_in_turn(game)
    if game.step.name != END and decided(game):
        yield from _end_turn(game)
        yield from _begin_end(game)


def decided(game: Game) -> bool:
    """Tell whether the battle is over before its time: a player has no model left, wherever it is (9E-END-01, 9E-Q-33)."""
    return game.state.round > 0 and not (game.units_of(0) and game.units_of(1))


def rounds(game: Game) -> int:
    """Return after how many battle rounds the mission ends (9E-END-01)."""
    mission = system(game.ruleset.id).mission(game.mission)
    return mission.rounds if mission and mission.rounds else 5


def _go_on_setting_up(game: Game) -> Script[None]:
    following = game.ruleset.steps[game.state.phase + 1]
    if following.phase != SET_UP:
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
    yield from game.happen("round.ended", rules=("rounds", "turns"))
    if state.round >= rounds(game):
        yield from _begin_end(game)
    else:
        yield from _begin_round(game, state.round + 1)


def _begin_round(game: Game, number: int) -> Script[None]:
    """Begin a battle round; the same player has the first turn in each (9E-ROUND-02)."""
    yield from _begin_turn(game, game.state.first, number)


def _begin_turn(game: Game, player: int, battle_round: int) -> Script[None]:
    first = next(place for place, step in enumerate(game.ruleset.steps) if step.phase != SET_UP)
    new_round = battle_round != game.state.round
    yield from game.happen("step.began", step=first, player=player, battle_round=battle_round)
    if new_round:
        yield from game.happen("round.began", rules=("rounds", "rounds.first"))
        yield from moment(game, "battle-start" if battle_round == 1 else "round-start")
        if battle_round == 1:
            yield from moment(game, "round-start")
    yield from lapse(game, player)
    yield from game.happen("turn.began", player=player, rules=("rounds",))
    yield from moment(game, "turn-start")
    yield from _begin_phase(game)


def _end_turn(game: Game) -> Script[None]:
    yield from _end_phase(game)
    yield from moment(game, "turn-end")
    yield from edition(game).setting.turn_ends(game)
    yield from game.happen("turn.ended", player=game.state.turn, rules=("turn.ends",))


def _begin_phase(game: Game) -> Script[None]:
    yield from lapse(game, game.state.turn, game.step.phase)
    yield from game.happen("phase.began", player=game.state.turn, rules=("phases",))
    if begin := edition(game).begins.get(game.step.phase):
        yield from begin(game)
    yield from moment(game, "phase-start")


def _end_phase(game: Game) -> Script[None]:
    yield from moment(game, "phase-end")
    yield from game.happen("phase.ended", player=game.state.turn)


def _begin_end(game: Game) -> Script[None]:
    yield from game.happen("step.began", step=game.ruleset.step(END), player=game.state.turn, rules=("battle.ends",))
