"""Where a program that looks ahead sets up: near what is scored, vehicles apart from the rest, out of the enemy's sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals, Plan
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, set_up, settings, traits, weapons, worth
from resolver.rulesets.grundregelwerk.damage import BLAST
from resolver.rulesets.grundregelwerk.foresight import FP_OF_BLAST
from resolver.rulesets.grundregelwerk.sight import bodies_see
from resolver.shared.field import objectives
from resolver.shared.moves import placing
from resolver.table.bases import Bodies
from resolver.table.board import Area
from resolver.table.geometry import distances

ACROSS, DEEP = (0.1, 0.26, 0.42, 0.58, 0.74, 0.9), (0.75, 0.3)
"""Where set-ups are proposed, as shares of the zone: along the edge, and from the edge into the table."""
SPREAD = 6.0
WALK = 0.25
"""What an inch to what is scored costs."""
EXPLODES = 0.12
"""How likely a vehicle explodes in the first rounds."""
TARGET, HIDDEN = 0.25, 2.0
"""How much of what the enemy could shoot away at once is feared, and how much of it of a general whose death decides."""
CLOSE = 1.0
"""What keeps models out of the reach of an explosion, in inches more than it reaches."""


def proposals(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose places all along the zone, in front and at the back."""
    unit, player = game.unit(decision.subject), decision.player
    zone = Area(set_up.zone_at(game, game.player_count(player, "edge") - 1))
    left, bottom, right, top = zone.box
    forward = set_up.forward(game, player)
    deep = DEEP if forward > 0 else tuple(1.0 - share for share in DEEP)
    points = [(left + (right - left) * x, bottom + (top - bottom) * y) for y in deep for x in ACROSS]
    for poses in placing.proposals(game, unit, points, (round(forward, 4),), zone.holds, spread=SPREAD):
        yield {"poses": poses, "reserves": False}


def place_worth(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Weigh places by the way from there, by who would shoot, and by what explodes beside them."""
    unit = game.unit(decision.subject)
    return [
        -1000.0 if data["poses"] is None else _place(game, unit, placing.bodies(game, data["poses"])) for data in options
    ]


def _place(game: Game, unit: int, there: Bodies) -> float:
    markers, board = objectives.placed_markers(game), game.state.board
    aims = markers if len(markers) else np.array([[board.width / 2, board.depth / 2]])
    away = float(np.hypot(aims[:, 0] - there.x.mean(), aims[:, 1] - there.y.mean()).min())
    shots = _shots(game, unit, there)
    if settings.general_decides(game) and unit == _unit_of_general(game, game.owner(unit)):
        return -_blasts(game, unit, there) - HIDDEN * shots - WALK * _ahead(game, unit, there)
    return -WALK * away - _blasts(game, unit, there) - TARGET * shots


def _unit_of_general(game: Game, player: int) -> int | None:
    model = set_up.declared_general(game, player)
    return None if model is None else int(game.state.unit[model])


def _ahead(game: Game, unit: int, there: Bodies) -> float:
    """How far from its own edge a unit would stand."""
    deep = float(there.y.mean())
    return deep if set_up.forward(game, game.owner(unit)) > 0 else game.state.board.depth - deep


def _blasts(game: Game, unit: int, there: Bodies) -> float:
    """What explosions of its own vehicles are expected to take from an army that stands so."""
    own, total = traits.is_vehicle(game, unit), 0.0
    for other in game.units_on_table(game.owner(unit)):
        gaps = distances(there, game.state.bodies(game.state.standing(other)))
        if own:
            total += EXPLODES * float((gaps.min(0) <= BLAST + CLOSE).sum()) * _hit(game, other)
        if traits.is_vehicle(game, other):
            total += EXPLODES * float((gaps.min(1) <= BLAST + CLOSE).sum()) * _hit(game, unit)
    return total


def _hit(game: Game, unit: int) -> float:
    """What a hit of an explosion is worth."""
    models = game.state.models_of(unit)
    armour = traits.armour(game, unit)
    if armour is not None and armour.ignores > FP_OF_BLAST:
        return 0.0
    fails = min(max(((profiles.save(game, int(models[0])) or profiles.NONE) + FP_OF_BLAST - 1) / 6, 0.0), 1.0)
    return fails * worth.per_life(game, unit)


def _shots(game: Game, unit: int, there: Bodies) -> float:
    """What the enemies on the table could shoot away at once, no more than the unit; what it could shoot makes up for it."""
    taken = 0.0
    for foe in game.units_on_table(1 - game.owner(unit)):
        shape = game.state.bodies(game.state.standing(foe))
        gaps = distances(there, shape)
        nearest = gaps.min(0)
        if float(nearest.min()) <= worth.reach_of(game, foe) and bodies_see(game, there[:3], shape[:3]):
            taken += sum(
                worth.per_life(game, unit) * gun.hits * float((nearest[list(gun.rows)] <= gun.reach).sum()) * 0.5
                for choice in worth.batteries(game, foe)
                for gun in choice[:1]
            )
    whole = worth.per_life(game, unit) * sum(profiles.life(game, int(model)) for model in game.state.models_of(unit))
    return min(taken, whole) * (0.5 if _has_long_guns(game, unit) else 1.0)


def _has_long_guns(game: Game, unit: int) -> bool:
    return any(arms.reach >= 24 for model in game.state.models_of(unit) for arms in weapons.guns(game, int(model)))


SET_UP = Plan(worth=place_worth, proposals=proposals)
