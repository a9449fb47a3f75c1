"""The battlefield is divided into two territories, and each player gets one.

Source: AOS-SETUP-02..04, -06, -07, AOS-Q-02, -03. A border is a straight line through the centre, at any angle: every
such line makes two halves of equal size.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.field import borders
from resolver.shared.rolling import roll_off
from resolver.table.board import Area

KEPT = 12.0
"""Nobody is set up nearer to enemy territory, in inches (AOS-SETUP-07)."""


def divide(game: Game) -> Script[bool]:
    """Roll off; the winner divides the battlefield, the opponent picks a half (AOS-SETUP-02..04)."""
    winner = yield from roll_off(game, "zones", "AOS-SETUP-02")
    yield from borders.draw_border(game, winner, "AOS-SETUP-03")
    yield from borders.choose_half(game, 1 - winner, "AOS-SETUP-04")
    return True


def divide_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer borders across the middle of the long edges, of the short edges, and from corner to corner (AOS-Q-03)."""
    board = game.state.board
    corner = round(degrees(atan2(board.depth, board.width)), 2)
    offered = (0.0, 90.0, corner, round(180.0 - corner, 2))
    yield from ({"angle": angle} for angle in offered if _has_room(game, angle))


def _has_room(game: Game, angle: float) -> bool:
    """Tell whether both halves leave room beyond 12 inches from the border."""
    try:
        borders.halves(game, angle, KEPT + 1.0)
    except ValueError:
        return False
    return True


def divide_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an angle that is none, one that cannot be remembered, and a border that leaves no room."""
    angle = data["angle"]
    if not borders.is_angle(angle) or not _has_room(game, angle):
        return Refusal("AOS-SETUP-03", "divide.angle", {"angle": angle})
    return None


def zone(game: Game, player: int) -> Area:
    """Return where a player may set up: its territory, at least 12 inches from the enemy's (AOS-SETUP-06, -07)."""
    return borders.half_of(game, player, KEPT)


def territory(game: Game, player: int) -> Area:
    """Return a player's half of the battlefield."""
    return borders.half_of(game, player)
