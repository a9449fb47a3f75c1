"""The battlefield is divided into two territories, and each player gets one.

Source: AOS-SETUP-02..04, -06, -07, AOS-Q-02, -03. A border is a straight line through the centre, at any angle: every
such line makes two halves of equal size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, cos, degrees, pi, radians, sin

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.rolling import roll_off
from resolver.table.board import Area
from resolver.table.geometry import EPSILON

HUNDREDTHS = 100
"""The angle of the border is remembered in hundredths of a degree."""
KEPT = 12.0
"""Nobody is set up nearer to enemy territory, in inches (AOS-SETUP-07)."""


def divide(game: Game) -> Script[bool]:
    """Roll off; the winner divides the battlefield, the opponent picks a half (AOS-SETUP-02..04)."""
    winner = yield from roll_off(game, "zones", "AOS-SETUP-02")
    data = yield from game.ask("divide", winner, "AOS-SETUP-03")
    yield from game.happen(
        "battlefield.divided",
        player=winner,
        angle=data["angle"],
        halves=[half.corners for half in halves(game, data["angle"], 0.0)],
        player_counts={"border": round(data["angle"] * HUNDREDTHS)},
        rules=("AOS-SETUP-03",),
    )
    shown = [list(half.corners) for half in halves(game, data["angle"], 0.0)]
    chosen = yield from game.ask("choose-zone", 1 - winner, "AOS-SETUP-04", zones=shown)
    for player, zone in ((1 - winner, chosen["zone"]), (winner, 3 - chosen["zone"])):
        yield from game.happen(
            "zone.chosen",
            player=player,
            zone=zone,
            corners=shown[zone - 1],
            player_counts={"zone": zone},
            go=winner,
            rules=("AOS-SETUP-04",),
        )
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
        halves(game, angle, KEPT + 1.0)
    except ValueError:
        return False
    return True


def divide_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an angle that is none, one that cannot be remembered, and a border that leaves no room."""
    angle = data["angle"]
    if not 0 <= angle < 180 or abs(angle * HUNDREDTHS - round(angle * HUNDREDTHS)) > EPSILON or not _has_room(game, angle):
        return Refusal("AOS-SETUP-03", "divide.angle", {"angle": angle})
    return None


def zone(game: Game, player: int) -> Area:
    """Return where a player may set up: its territory, at least 12 inches from the enemy's (AOS-SETUP-06, -07)."""
    return halves(game, angle_of(game), KEPT)[game.player_count(player, "zone") - 1]


def territory(game: Game, player: int) -> Area:
    """Return a player's half of the battlefield."""
    return halves(game, angle_of(game), 0.0)[game.player_count(player, "zone") - 1]


def forward(game: Game, player: int) -> float:
    """Return the direction from a player's territory to the enemy's, in radians: at right angles to the border."""
    return radians(angle_of(game)) + (pi / 2 if game.player_count(player, "zone") == 1 else -pi / 2)


def angle_of(game: Game) -> float:
    """Return the angle of the border in degrees from the long edges."""
    return sum(game.player_counts("border")) / HUNDREDTHS


def halves(game: Game, angle: float, kept: float) -> tuple[Area, Area]:
    """Return both halves without what is nearer than so many inches to the border: first the one on its right.

    Raises:
        ValueError: nothing is left of them.
    """
    return _cut(game.state.board.width, game.state.board.depth, angle, kept)


@lru_cache(maxsize=256)
def _cut(width: float, depth: float, angle: float, kept: float) -> tuple[Area, Area]:
    across = (-sin(radians(angle)), cos(radians(angle)))
    middle = across[0] * width / 2 + across[1] * depth / 2
    table = Area.rectangle(0.0, 0.0, width, depth)
    return table.cut((-across[0], -across[1]), -middle + kept), table.cut(across, middle + kept)
