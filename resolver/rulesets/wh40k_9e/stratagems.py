"""When a Stratagem may be used, on which unit, and what it costs.

The ledger has no Stratagem, only two rules about them, and decides to keep just this for them (9E-Q-48): what brings
Stratagems asks here first.
"""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.decision import Refusal
from resolver.engine.game import Game


@dataclass(frozen=True, slots=True)
class Stratagem:
    """A Stratagem: its name, the id of the phase in which it must be used ("" for any), and its Command points."""

    name: str
    phase: str = ""
    cost: int = 0


def refusal(game: Game, player: int, stratagem: Stratagem, unit: int) -> Refusal | None:
    """Refuse a Stratagem of another phase, one that would affect an embarked unit, and one that `player` cannot pay.

    The phase is the one of the battle, also for a unit that acts as if it were another (9E-OOP-02, 9E-EMB-07).
    """
    if stratagem.phase and stratagem.phase != game.step.phase:
        return Refusal("9E-OOP-02", "stratagem.phase", {"name": stratagem.name, "phase": stratagem.phase})
    if game.state.embarked_in[unit] >= 0:
        return Refusal("9E-EMB-07", "stratagem.embarked", {"name": stratagem.name, "unit": game.key(unit)})
    if stratagem.cost > (left := game.player_count(player, "command-points")):
        return Refusal("9E-Q-48", "stratagem.cost", {"name": stratagem.name, "cost": stratagem.cost, "left": left})
    return None
