"""Deployment zones: the battlefield is divided into two halves, and one is chosen; what comes right before deployment.

Nobody is set up within the mission's distance of the border. Source: 8E-DEPLOY-01..04, 8E-WARLORD-03, 8E-Q-09, -37.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, radians, sin

from datasheets.systems import system
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.moves import dividing
from resolver.rulesets.wh40k_8e import traits
from resolver.table.board import Area
from resolver.table.geometry import EPSILON

HUNDREDTHS = 100
"""The angle of the border is remembered in hundredths of a degree."""
USUAL = (0.0, 90.0)
"""The border between the midpoints of the short edges, and of the long edges, in degrees."""


def divide(game: Game) -> Script[bool]:
    """Who did not roll for the Primary Objectives draws a straight border through the centre (8E-DEPLOY-01)."""
    player = 1 - game.go
    data = yield from game.ask("divide", player, "8E-DEPLOY-01")
    yield from game.happen(
        "battlefield.divided",
        player=player,
        angle=data["angle"],
        halves=[half.corners for half in _halves(game, data["angle"], 0.0)],
        player_counts={"border": round(data["angle"] * HUNDREDTHS)},
        rules=("8E-DEPLOY-01",),
    )
    return True


def divide_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer the borders that leave both players a long edge, or a short one."""
    yield from ({"angle": angle} for angle in USUAL)


def divide_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an angle that is none, or a border so finely turned that it cannot be remembered."""
    angle = data["angle"]
    if not 0 <= angle < 180 or abs(angle * HUNDREDTHS - round(angle * HUNDREDTHS)) > EPSILON:
        return Refusal("8E-DEPLOY-01", "divide.angle", {"angle": angle})
    return None


def choose_zone(game: Game) -> Script[bool]:
    """Who rolled for the Primary Objectives chooses a half; the other player gets the other one (8E-DEPLOY-02)."""
    chooser = game.go
    halves = _halves_of(game, 0.0)
    data = yield from game.ask("choose-zone", chooser, "8E-DEPLOY-02", zones=[list(half.corners) for half in halves])
    for player, zone in ((chooser, data["zone"]), (1 - chooser, 3 - data["zone"])):
        yield from game.happen(
            "zone.chosen",
            player=player,
            zone=zone,
            corners=halves[zone - 1].corners,
            player_counts={"zone": zone},
            go=1 - chooser,
            rules=("8E-DEPLOY-02",),
        )
    return True


def prepare(game: Game) -> Script[bool]:
    """Right before deployment Warlord Traits are determined, and units divided that abilities let be."""
    yield from traits.determine(game)
    return (yield from dividing.split(game))


def zone(game: Game, player: int) -> Area:
    """Return where a player may set up: the part of its half that is far enough from the enemy's (8E-DEPLOY-04, 8E-Q-09)."""
    mission = system(game.ruleset.id).mission(game.mission)
    if mission is None or mission.zones is None:
        raise KeyError(game.mission)
    kept = mission.zones.from_border_in + (2 * EPSILON if mission.zones.strict else 0.0)
    return _halves_of(game, kept)[game.player_count(player, "zone") - 1]


def half(game: Game, player: int) -> Area:
    """Return the half of the battlefield that is a player's deployment zone (8E-DEPLOY-02)."""
    return _halves_of(game, 0.0)[game.player_count(player, "zone") - 1]


def forward(game: Game, player: int) -> float:
    """Return the direction from a player's half to the enemy's, in radians: at right angles to the border."""
    return radians(_angle(game)) + (pi / 2 if game.player_count(player, "zone") == 1 else -pi / 2)


def _angle(game: Game) -> float:
    return sum(game.player_count(player, "border") for player in (0, 1)) / HUNDREDTHS


def _halves_of(game: Game, kept: float) -> tuple[Area, Area]:
    return _halves(game, _angle(game), kept)


def _halves(game: Game, angle: float, kept: float) -> tuple[Area, Area]:
    return _cut(game.state.board.width, game.state.board.depth, angle, kept)


@lru_cache(maxsize=64)
def _cut(width: float, depth: float, angle: float, kept: float) -> tuple[Area, Area]:
    """Return both halves of a table without a strip along the border: first the one on its right."""
    across = (-sin(radians(angle)), cos(radians(angle)))
    middle = across[0] * width / 2 + across[1] * depth / 2
    table = Area.rectangle(0.0, 0.0, width, depth)
    right = table.cut((-across[0], -across[1]), -middle + kept)
    return right, table.cut(across, middle + kept)
