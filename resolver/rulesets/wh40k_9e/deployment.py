"""Deployment: its zones, and units that are set up when both armies are deployed.

Source: 9E-DEPLOY-01, -02, -06, 9E-MAP-01, 9E-INSTR-05, 9E-Q-14.
"""

from __future__ import annotations

from math import pi

from datasheets.systems import system
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.moves import reinforcements
from resolver.rulesets.wh40k_9e import matchup
from resolver.shared.moves import deployment as setting_up
from resolver.shared.moves import placing
from resolver.shared.rolling import roll_off
from resolver.table.board import Area


def zones(game: Game) -> tuple[Area, Area]:
    """Return the deployment zones: strips along the long edges, ending at the mission's distance from the centre line."""
    mission, board = system(game.ruleset.id).mission(game.mission), game.state.board
    if mission is None or mission.zones is None:
        raise KeyError(game.mission)
    size = matchup.size_of(game.armies.documents).id
    deep = board.depth / 2 - mission.zones.from_centre_in[size]
    return Area.rectangle(0, 0, board.width, deep), Area.rectangle(0, board.depth - deep, board.width, board.depth)


def zone_of(game: Game, player: int) -> Area:
    """Return the deployment zone of a player."""
    return zones(game)[game.player_count(player, "zone") - 1]


def forward(game: Game, player: int) -> float:
    """Return the direction from a player's zone to the enemy's, in radians."""
    return pi / 2 if game.player_count(player, "zone") == 1 else -pi / 2


def choose_zone(game: Game) -> Script[bool]:
    """Roll off; the winner chooses a zone, the opponent gets the other one and sets up first (9E-DEPLOY-01, -02)."""
    winner = yield from roll_off(game, "zones", "9E-DEPLOY-01")
    data = yield from game.ask("choose-zone", winner, "9E-DEPLOY-01", zones=[list(z.corners) for z in zones(game)])
    for player, zone in ((winner, data["zone"]), (1 - winner, 3 - data["zone"])):
        yield from game.happen(
            "zone.chosen",
            player=player,
            zone=zone,
            corners=zones(game)[zone - 1].corners,
            player_counts={"zone": zone},
            go=1 - winner,
            rules=("9E-DEPLOY-01", "9E-MAP-01"),
        )
    return True


def deploy(game: Game) -> Script[bool]:
    """One player sets up one unit, then the other; after the last one those that abilities let be set up later."""
    done = yield from setting_up.deploy(game)
    if done:
        yield from _set_up_later(game)
    return done


def _set_up_later(game: Game) -> Script[None]:
    """Units that may be set up after both armies: if both players have some, the winner of a roll-off goes first."""
    players = [player for player in (0, 1) if reinforcements.waiting_units(game, player)]
    if len(players) > 1:
        winner = yield from roll_off(game, "later-units", "9E-DEPLOY-06")
        players = [winner, 1 - winner]
    for player in players:
        for unit in reinforcements.waiting_units(game, player):
            data = yield from game.ask("arrive", player, "9E-DEPLOY-06", unit)
            if data["poses"] is not None:
                poses = placing.full(game, data["poses"])
                yield from game.happen(
                    "unit.set-up", unit=unit, where="after-deployment", poses=poses, rules=("9E-DEPLOY-06", "9E-ER-03")
                )
