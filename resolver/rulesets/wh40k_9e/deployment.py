"""Deployment: its zones, units that may be divided before it, units that are set up when both armies are deployed.

Source: 9E-DEPLOY-01, -02, -06, 9E-MAP-01, 9E-INSTR-05, 9E-AIS-04, 9E-Q-14, -24.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from datasheets.systems import system
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.moves import deployment as setting_up
from resolver.rulesets.common.moves import placing, reinforcements
from resolver.rulesets.common.rolling import roll_off
from resolver.rulesets.wh40k_9e import muster
from resolver.table.board import Area


def zones(game: Game) -> tuple[Area, Area]:
    """Return the deployment zones: strips along the long edges, ending at the mission's distance from the centre line."""
    mission, board = system(game.ruleset.id).mission(game.mission), game.state.board
    if mission is None or mission.zones is None:
        raise KeyError(game.mission)
    size = muster.size_of(game.armies.documents).id
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


def split(game: Game) -> Script[bool]:
    """Before anything is set up, units that may be divided are divided or not (9E-AIS-04, 9E-Q-24)."""
    for player in (0, 1):
        for unit in game.units_of(player):
            if not divisible(game, unit) or game.state.embarked_in[unit] >= 0:
                continue
            data = yield from game.ask("split", player, "9E-AIS-04", unit)
            if data["models"]:
                yield from game.happen(
                    "unit.split", unit=unit, into=unit + 1, models=data["models"], rules=("9E-AIS-04", "9E-SSTR-05")
                )
    return True


def divisible(game: Game, unit: int) -> bool:
    """Tell whether a unit has an ability to be divided, and exactly the models that it asks for."""
    asked = [effect["models"] for effect in abilities.own(game, "combat-squads", unit)]
    spare = game.armies.units[unit].spare_of is not None
    return not spare and len(game.state.models_of(unit)) in asked


def deploy(game: Game) -> Script[bool]:
    """One player sets up one unit, then the other; after the last one those that abilities let be set up later."""
    done = yield from setting_up.deploy(game)
    if done:
        yield from _set_up_later(game)
    return done


def _set_up_later(game: Game) -> Script[None]:
    """Units that may be set up after both armies: if both players have some, the winner of a roll-off goes first."""
    players = [player for player in (0, 1) if reinforcements.waiting(game, player)]
    if len(players) > 1:
        winner = yield from roll_off(game, "later-units", "9E-DEPLOY-06")
        players = [winner, 1 - winner]
    for player in players:
        for unit in reinforcements.waiting(game, player):
            data = yield from game.ask("arrive", player, "9E-DEPLOY-06", unit)
            if data["poses"] is not None:
                poses = placing.full(game, data["poses"])
                yield from game.happen(
                    "unit.set-up", unit=unit, where="after-deployment", poses=poses, rules=("9E-DEPLOY-06", "9E-ER-03")
                )


def split_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Keep it whole, or divide it: the last half of the models apart, the first half apart."""
    models = [int(model) for model in game.state.models_of(game.unit(decision.subject))]
    half = len(models) // 2
    yield {"models": []}
    yield {"models": models[half:]}
    yield {"models": models[:half]}


def split_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse anything but half of the unit's models."""
    models = {int(model) for model in game.state.models_of(game.unit(decision.subject))}
    chosen = data["models"]
    if chosen and (len(set(chosen)) != len(chosen) or not models.issuperset(chosen) or 2 * len(chosen) != len(models)):
        return Refusal("9E-AIS-04", "split.half", {"wanted": len(models) // 2, "found": len(set(chosen))})
    return None
