"""Deploying forces: zones, divided units, alternate setting up, units that stay off the battlefield.

Source: 9E-DEPLOY-01..06, 9E-MAP-01, 9E-INSTR-05, 9E-AIS-04, 9E-REINF-01, 9E-Q-14, -24, -36.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import pi

import numpy as np

from datasheets.systems import system
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.moves import placing
from resolver.rulesets.common.rolling import roll_off
from resolver.rulesets.common.selecting import select
from resolver.rulesets.common.units import destruction
from resolver.rulesets.wh40k_9e import muster
from resolver.table.board import Area

ACROSS_ZONE = 5
"""How many places along a zone are proposed."""


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


def deploy(game: Game) -> Script[bool]:
    """One player sets up one unit, then the other, until all are set up (9E-DEPLOY-02, -05)."""
    player = game.go if waiting(game, game.go) else 1 - game.go
    units = waiting(game, player)
    unit = yield from select(game, player, "deploy", units, "9E-DEPLOY-02", optional=False, marks=(), go=1 - player)
    if unit is None:
        return True
    data = yield from game.ask("set-up", player, "9E-DEPLOY-03", unit, reserves=may_wait(game, unit))
    if data["reserves"]:
        yield from game.happen("unit.held-back", unit=unit, marks=["held"], rules=("9E-REINF-01",))
    elif data["poses"] is None:
        yield from game.happen("unit.unplaced", unit=unit, rules=("9E-DEPLOY-04",))
        yield from destruction.lose(game, unit, "no-room", ("9E-DEPLOY-04",))
    else:
        poses = placing.full(game, data["poses"])
        rules = ("9E-DEPLOY-02", "9E-DEPLOY-03", "9E-COH-01")
        yield from game.happen("unit.set-up", unit=unit, where="deployment", poses=poses, rules=rules)
    return False


def waiting(game: Game, player: int) -> list[int]:
    """Return the units of a player that are still to be set up."""
    state = game.state
    return [
        unit
        for unit in game.units_of(player)
        if not game.on_table(unit) and state.embarked_in[unit] < 0 and not game.marked(unit, "held")
    ]


def may_wait(game: Game, unit: int) -> bool:
    """Tell whether a unit may start the battle off the battlefield."""
    return bool(abilities.own(game, "reserves", unit))


def set_up_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places along the zone; staying off where that is allowed; nothing where there is no room."""
    unit, player = game.unit(decision.subject), decision.player
    zone = zone_of(game, player)
    left, bottom, right, top = zone.box
    forward = pi / 2 if game.player_count(player, "zone") == 1 else -pi / 2
    edges = np.linspace(left, right, ACROSS_ZONE + 1)
    depths = np.linspace(bottom, top, 3)[1:2]
    points = [((a + b) / 2, depth) for depth in depths for a, b in pairwise(edges)]
    found = False
    for poses in placing.proposals(game, unit, points, (round(forward, 4), 0.0), zone.holds, spread=10.0):
        found = True
        yield {"poses": poses, "reserves": False}
    if decision.data["reserves"]:
        yield {"poses": None, "reserves": True}
    elif not found:
        wider = placing.proposals(game, unit, points, (0.0, round(forward, 4)), zone.holds, spread=right - left)
        yield {"poses": next(wider, None), "reserves": False}


def set_up_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that is not wholly within the zone or breaks another rule of setting up."""
    unit = game.unit(decision.subject)
    if data["reserves"]:
        allowed = decision.data["reserves"] and data["poses"] is None
        return None if allowed else Refusal("9E-REINF-01", "set-up.reserves", {})
    if data["poses"] is None:
        room = any(offer["poses"] is not None for offer in set_up_options(game, decision))
        return Refusal("9E-DEPLOY-04", "set-up.possible", {}) if room else None
    return placing.refusal(game, unit, data["poses"], zone_of(game, decision.player).holds, "9E-DEPLOY-03")
