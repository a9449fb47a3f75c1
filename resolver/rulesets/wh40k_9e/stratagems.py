"""When a Stratagem may be used, and on which unit.

The ledger has no Stratagem, only these two rules about them; what brings Stratagems asks here first (9E-Q-48).
"""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.decision import Refusal
from resolver.engine.game import Game


@dataclass(frozen=True, slots=True)
class Stratagem:
    """A Stratagem: its name, and the id of the phase in which it must be used, "" for any."""

    name: str
    phase: str = ""


def refusal(game: Game, stratagem: Stratagem, unit: int) -> Refusal | None:
    """Refuse a Stratagem of another phase, and one that would affect an embarked unit.

    The phase is the one of the battle, also for a unit that acts as if it were another (9E-OOP-02, 9E-EMB-07).
    """
    if stratagem.phase and stratagem.phase != game.step.phase:
        return Refusal("9E-OOP-02", "stratagem.phase", {"name": stratagem.name, "phase": stratagem.phase})
    if game.state.embarked_in[unit] >= 0:
        return Refusal("9E-EMB-07", "stratagem.embarked", {"name": stratagem.name, "unit": game.key(unit)})
    return None
