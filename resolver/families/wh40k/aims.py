"""How this game's moves are aimed on the table: how far they lead, and the ways round what is in between."""

from __future__ import annotations

from fractions import Fraction

from datasheets.values import Distance
from resolver.engine.decision import Decision
from resolver.engine.decision_kinds import Aim, Asked, Pointing
from resolver.engine.game import Game
from resolver.families.wh40k.moves import movement
from resolver.shared.moves.allowance import move_limits
from resolver.shared.moves.moving import Mover
from resolver.shared.moves.snap_moves import snap_move
from resolver.shared.units import characteristics


def printed_move(game: Game, model: int) -> float | None:
    """Return how far a model moves, in inches; None where that is rolled or not said."""
    found = characteristics.printed_value(game, model, "move")
    return float(found.value) if isinstance(found, Distance) and isinstance(found.value, Fraction) else None


def _most(game: Game, decision: Decision) -> float | None:
    """Return how far a unit may move: as it was rolled, or by the first Move in it that is no dice."""
    models = game.state.models_of(game.unit(decision.subject))
    known = (move for model in models if (move := printed_move(game, int(model))) is not None)
    move = decision.data.get("rolled") or next(known, None)
    return None if move is None else float(move) + decision.data.get("extra", 0)


def _mover(asked: Asked, pointing: Pointing) -> Mover | None:
    """Return the unit as it moves in the Movement phase."""
    kind = "advance" if asked.decision.kind == "advance" else pointing.kind
    if kind not in movement.MANNERS:
        return None
    game, unit, data = asked.game, asked.game.unit(asked.decision.subject), asked.decision.data
    return Mover(game, unit, movement.MANNERS[kind], move_limits(game, unit, data["rolled"], data.get("extra", 0)))


MOVE = Aim("path", "moves", snap_move(_mover), ways=("normal", "fall-back"), most=_most)
ADVANCE = Aim("path", "moves", snap_move(_mover), most=_most)
CLOSING = Aim("path", "moves", snap_move())
