"""Deployment zones: the battlefield is divided into two halves, and one is chosen; what comes right before deployment.

Nobody is set up within the mission's distance of the border. Source: 8E-DEPLOY-01..04, 8E-WARLORD-03, 8E-Q-09, -37.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.systems import system
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.moves import dividing
from resolver.rulesets.wh40k_8e import traits
from resolver.shared.field import borders
from resolver.table.board import Area
from resolver.table.geometry import EPSILON

USUAL = (0.0, 90.0)
"""The border between the midpoints of the short edges, and of the long edges, in degrees."""


def divide(game: Game) -> Script[bool]:
    """Who did not roll for the Primary Objectives draws a straight border through the centre (8E-DEPLOY-01)."""
    yield from borders.draw_border(game, 1 - game.go, "8E-DEPLOY-01")
    return True


def divide_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer the borders that leave both players a long edge, or a short one."""
    yield from ({"angle": angle} for angle in USUAL)


def divide_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an angle that is none, or a border so finely turned that it cannot be remembered."""
    angle = data["angle"]
    if not borders.is_angle(angle):
        return Refusal("8E-DEPLOY-01", "divide.angle", {"angle": angle})
    return None


def choose_zone(game: Game) -> Script[bool]:
    """Who rolled for the Primary Objectives chooses a half; the other player gets the other one (8E-DEPLOY-02)."""
    yield from borders.choose_half(game, game.go, "8E-DEPLOY-02")
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
    return borders.half_of(game, player, kept)


def half(game: Game, player: int) -> Area:
    """Return the half of the battlefield that is a player's deployment zone (8E-DEPLOY-02)."""
    return borders.half_of(game, player)
