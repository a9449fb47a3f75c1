"""What options of this edition's own decisions are worth to a program that plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Valuer
from resolver.rulesets.common.valuation import VALUATION as SHARED


def place_marker(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Put markers where both armies get to: nobody knows yet which half is whose."""
    board = game.state.board
    return [-hypot(option["at"][0] - board.width / 2, option["at"][1] - board.depth / 2) for option in options]


VALUATION: Mapping[str, Valuer] = {**SHARED, "place-marker": place_marker}
