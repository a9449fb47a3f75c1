"""A straight border through the centre that divides the battlefield into two halves, and who gets which.

Its angle, in degrees from the long edges, is remembered in hundredths of a degree by players' counters "border"; "zone"
says which half is whose: 1 is the one on its right.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians, sin

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.table.board import Area
from resolver.table.geometry import EPSILON

HUNDREDTHS = 100


def draw_border(game: Game, player: int, rule: str) -> Script[None]:
    """Let a player divide the battlefield."""
    data = yield from game.ask("divide", player, rule)
    yield from game.happen(
        "battlefield.divided",
        player=player,
        angle=data["angle"],
        halves=[half.corners for half in halves(game, data["angle"], 0.0)],
        player_counts={"border": round(data["angle"] * HUNDREDTHS)},
        rules=(rule,),
    )


def choose_half(game: Game, chooser: int, rule: str) -> Script[None]:
    """Let a player choose a half; the other player gets the other one, and acts next."""
    shown = [list(half.corners) for half in halves(game, angle_of(game), 0.0)]
    data = yield from game.ask("choose-zone", chooser, rule, zones=shown)
    for player, zone in ((chooser, data["zone"]), (1 - chooser, 3 - data["zone"])):
        yield from game.happen(
            "zone.chosen",
            player=player,
            zone=zone,
            corners=shown[zone - 1],
            player_counts={"zone": zone},
            go=1 - chooser,
            rules=(rule,),
        )


def is_angle(angle: float) -> bool:
    """Tell whether an angle is one, and can be remembered."""
    return 0 <= angle < 180 and abs(angle * HUNDREDTHS - round(angle * HUNDREDTHS)) <= EPSILON


def angle_of(game: Game) -> float:
    """Return the angle of the border in degrees."""
    return sum(game.player_counts("border")) / HUNDREDTHS


def forward(game: Game, player: int) -> float:
    """Return the direction from a player's half to the enemy's, in radians: at right angles to the border."""
    return radians(angle_of(game)) + (pi / 2 if game.player_count(player, "zone") == 1 else -pi / 2)


def half_of(game: Game, player: int, kept: float = 0.0) -> Area:
    """Return a player's half without what is nearer than so many inches to the border."""
    return halves(game, angle_of(game), kept)[game.player_count(player, "zone") - 1]


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
