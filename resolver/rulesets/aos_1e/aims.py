"""How this game's moves are aimed on the table: how far they lead, and the ways round what is in between."""

from __future__ import annotations

from resolver.engine.decision_kinds import Aim, Asked, Pointing
from resolver.rulesets.aos_1e import movement
from resolver.shared.moves.allowance import move_limits
from resolver.shared.moves.moving import Mover
from resolver.shared.moves.snap_moves import snap_move


def _mover(asked: Asked, pointing: Pointing) -> Mover | None:
    """Return the unit as it moves in the movement phase."""
    game, decision = asked.game, asked.decision
    kind = decision.data.get("way") or pointing.kind
    if kind not in movement.MANNERS:
        return None
    unit, said = game.unit(decision.subject), decision.data
    return Mover(game, unit, movement.MANNERS[kind], move_limits(game, unit, said["rolled"], said.get("extra", 0)))


MOVE = Aim("path", "moves", snap_move(_mover), ways=("normal", "retreat"), most=movement.printed_move)
RUN = Aim("path", "moves", snap_move(_mover), most=movement.printed_move)
CLOSING = Aim("path", "moves", snap_move())
