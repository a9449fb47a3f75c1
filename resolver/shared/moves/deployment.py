"""Deployment: the players set up their units in turn, each in its zone; some units may stay off the battlefield.

The zones are the ruleset's own (`DeploymentRules`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects import abilities
from resolver.shared.field import objectives
from resolver.shared.moves import placing
from resolver.shared.rules import shared_rules
from resolver.shared.selecting import select
from resolver.shared.units import engagement, removal
from resolver.table.bases import Bodies
from resolver.table.geometry import EPSILON, Flags, distances

ACROSS_ZONE = 5
"""How many places along a zone are proposed."""


def deploy(game: Game) -> Script[bool]:
    """One player sets up one unit, then the other, until all are set up."""
    player = game.go if waiting_units(game, game.go) else 1 - game.go
    units = waiting_units(game, player)
    unit = yield from select(game, player, "deploy", units, "deploy.alternate", optional=False, marks=(), go=1 - player)
    if unit is None:
        return True
    yield from shared_rules(game).deployment.before(game, unit)
    data = yield from game.ask("set-up", player, "deploy.zone", unit, reserves=may_wait(game, unit))
    if data["reserves"]:
        yield from game.happen("unit.held-back", unit=unit, marks=["held"], rules=("deploy.held-back",))
    elif data["poses"] is None:
        yield from game.happen("unit.unplaced", unit=unit, rules=("deploy.no-room",))
        yield from removal.lose_unit(game, unit, "no-room", ("deploy.no-room",))
    else:
        poses = placing.full(game, data["poses"])
        cited = ("deploy.alternate", "deploy.zone", "coherency")
        yield from game.happen("unit.set-up", unit=unit, where="deployment", poses=poses, rules=cited)
    return False


def waiting_units(game: Game, player: int) -> list[int]:
    """Return the units of a player that are still to be set up, without those that wait for another one."""
    waits = shared_rules(game).deployment.waits
    return [unit for unit in game.units_of(player) if is_off(game, unit) and not waits(game, unit)]


def is_off(game: Game, unit: int) -> bool:
    """Tell whether a unit is still to be set up."""
    return not game.on_table(unit) and game.state.embarked_in[unit] < 0 and not game.has_mark(unit, "held")


def may_wait(game: Game, unit: int) -> bool:
    """Tell whether a unit may start the battle off the battlefield."""
    return bool(abilities.own(game, "reserves", unit))


def _infiltrates(game: Game, unit: int) -> int | None:
    """Return how far from the enemy's zone and models a unit may be set up outside its own zone, None where it may not."""
    return min((effect["distance"] for effect in abilities.own(game, "infiltrate", unit)), default=None)


def set_up_places(game: Game, unit: int) -> placing.Allowed:
    """Return where a unit may be set up: in its zone; some also elsewhere, far from the enemy."""
    said, player = shared_rules(game).deployment, game.owner(unit)
    zone, far = said.zone(game, player), _infiltrates(game, unit)
    if far is None:
        return zone.holds
    enemy, foes = (said.whole or said.zone)(game, 1 - player), game.state.bodies(engagement.enemies(game, player))

    def may_stand(placed: Bodies) -> Flags:
        apart: Flags = (enemy.gaps(placed) > far + EPSILON) & (distances(placed, foes) > far + EPSILON).all(1)
        return zone.holds(placed) | apart

    return may_stand


def set_up_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places along the zone; staying off where that is allowed; nothing where there is no room.

    To units that may be set up elsewhere places near the markers are proposed first.
    """
    unit, player = game.unit(decision.subject), decision.player
    zone = shared_rules(game).deployment.zone(game, player)
    left, bottom, right, top = zone.box
    forward = shared_rules(game).deployment.forward(game, player)
    edges = np.linspace(left, right, ACROSS_ZONE + 1)
    depths = np.linspace(bottom, top, 3)[1:2]
    points = [((a + b) / 2, depth) for depth in depths for a, b in pairwise(edges)]
    allowed, found = set_up_places(game, unit), False
    if _infiltrates(game, unit) is not None:
        points = [*objectives.placed_markers(game).tolist(), *points]
    for poses in placing.proposals(game, unit, points, (round(forward, 4), 0.0), allowed, spread=10.0):
        found = True
        yield {"poses": poses, "reserves": False}
    if decision.data["reserves"]:
        yield {"poses": None, "reserves": True}
    elif not found:
        wider = placing.proposals(game, unit, points, (0.0, round(forward, 4)), allowed, spread=right - left)
        yield {"poses": next(wider, None), "reserves": False}


def set_up_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that is not wholly within the zone or breaks another rule of setting up."""
    unit = game.unit(decision.subject)
    if data["reserves"]:
        allowed = decision.data["reserves"] and data["poses"] is None
        return None if allowed else Refusal("deploy.held-back", "set-up.reserves", {})
    if data["poses"] is None:
        room = any(offer["poses"] is not None for offer in set_up_options(game, decision))
        return Refusal("deploy.no-room", "set-up.possible", {}) if room else None
    return placing.refusal(game, unit, data["poses"], set_up_places(game, unit), "deploy.zone")
