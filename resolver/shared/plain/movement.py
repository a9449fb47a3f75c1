"""A unit moves: its player says how, or that it stays; leg by leg where somebody may interrupt it."""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.decision_kinds import Asked, Pointing
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.moves import contact, legs, moving, proposals
from resolver.shared.moves.allowance import move_limits, roll_move
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.units import engagement

GO = Manner("move.distance", enemies="free")
"""A plain move: as far as the unit may, as near to the enemy as it likes."""


def go(game: Game, unit: int) -> Script[bool]:
    """Let the player of a unit move it; return whether it is still on the table. A random Move is rolled for first."""
    rolled = yield from roll_move(game, unit, "move")
    far = move_limits(game, unit, rolled)
    most = min(far.values(), default=0.0)
    data = yield from game.ask("go", game.owner(unit), "move", unit, most=most, rolled=rolled)
    if not data["moves"]:
        return True
    return (yield from legs.carry_out(game, unit, GO, far, data, move="go", most=max(far.values()), rules=("move",)))


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose to stay, to go somewhere, and to go up to an enemy unit within reach."""
    unit = game.unit(decision.subject)
    far = _limits(game, decision)
    yield {"moves": []}
    yield from proposals.move_candidates(game, unit, GO, far)
    for enemy in game.units_on_table(1 - game.owner(unit)):
        if 0.0 < engagement.distance(game, unit, enemy) <= max(far.values()):
            accept = contact.charges(game, unit, GO, frozenset((enemy,)), far, lambda mover, data: None, all_targets=True)
            yield from accept


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; a unit may always stay, even one that losses have torn apart."""
    if not data["moves"]:
        return None
    unit = game.unit(decision.subject)
    return moving.refusal(Mover(game, unit, GO, _limits(game, decision)), data)


def mover(asked: Asked, pointing: Pointing) -> Mover | None:
    """Return the unit as it moves, for ways round what is between it and a place."""
    unit = asked.game.unit(asked.decision.subject)
    return Mover(asked.game, unit, GO, _limits(asked.game, asked.decision))


def _limits(game: Game, decision: Decision) -> Limits:
    return move_limits(game, game.unit(decision.subject), decision.data.get("rolled"))
