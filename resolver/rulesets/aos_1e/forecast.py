"""What declared attacks are expected to do, exact, target by target, before they are chosen; damage carries over."""

from __future__ import annotations

from collections.abc import Sequence

from resolver.attack.profile import TargetProfile, Volley
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Forecast
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import declaring, reader
from resolver.shared.attacks import forecast as attacks
from resolver.shared.attacks.pools import Shots


def forecast(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what a declaration does to each of its targets."""
    return attacks.forecast(game, declaring.pools_of(game, decision, data), _read)


def _read(game: Game, target: int, pools: Sequence[Shots]) -> tuple[Sequence[Volley], TargetProfile]:
    return reader.volleys(game, pools), reader.target(game, target)
