"""The Reinforcements step: units that started the battle elsewhere arrive."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from datasheets.effects.effect import Effect
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects import abilities
from resolver.shared.field import objectives
from resolver.shared.moves import moving, placing
from resolver.shared.selecting import select
from resolver.shared.units import engagement
from resolver.table.bases import Bodies
from resolver.table.board import Area
from resolver.table.geometry import EPSILON, Flags, distances


def arrive(game: Game) -> Script[bool]:
    """Select one Reinforcement unit and set it up; or no more."""
    player = game.active
    unit = yield from select(
        game, player, "arrive", waiting_units(game, player), "reinforcements.arrive", rules=("reinforcements",)
    )
    if unit is None:
        return True
    data = yield from game.ask("arrive", player, "reinforcements.arrive", unit)
    if data["poses"] is not None:
        yield from game.happen(
            "unit.set-up",
            unit=unit,
            where="reinforcements",
            poses=placing.full(game, data["poses"]),
            marks=["arrived", "moved"],
            rules=("reinforcements.arrive", "reinforcements.moved", "set-up.enemies", "coherency"),
            **moving.moved_marks(game),
        )
    return False


def waiting_units(game: Game, player: int) -> list[int]:
    """Return the units that may arrive now and have not been tried in this step."""
    return [
        unit
        for unit in game.units_of(player)
        if game.has_mark(unit, "held") and not game.on_table(unit) and not game.has_mark(unit, "acted") and _rule(game, unit)
    ]


def _rule(game: Game, unit: int) -> Effect | None:
    """Return the ability by which the unit may arrive in this battle round."""
    able = [effect for effect in abilities.own(game, "reserves", unit) if game.state.round >= effect["from_round"]]
    return able[0] if able else None


def _arrival_places(game: Game, unit: int) -> placing.Allowed:
    """Return where the unit's own rule lets it be set up: away from enemies, at an edge."""
    effect = _rule(game, unit)
    state = game.state
    foes = state.bodies(engagement.enemies(game, game.owner(unit)))
    board = state.board
    edge = float(effect["edge"]) if effect else 0.0
    strips = (
        Area.rectangle(0, 0, board.width, edge or 1),
        Area.rectangle(0, board.depth - (edge or 1), board.width, board.depth),
        Area.rectangle(0, 0, edge or 1, board.depth),
        Area.rectangle(board.width - (edge or 1), 0, board.width, board.depth),
    )

    def may_stand(placed: Bodies) -> Flags:
        far = distances(placed, foes) > float(effect["distance"] if effect else 0) + EPSILON
        at_edge = np.stack([strip.holds(placed) for strip in strips])
        return np.asarray(far.all(1) & at_edge.any(0) if edge else far.all(1))

    return may_stand


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places near the markers, and to stay away."""
    unit = game.unit(decision.subject)
    board = game.state.board
    points = [*objectives.placed_markers(game).tolist(), [board.width / 2, board.depth / 2]]
    for poses in placing.proposals(game, unit, points, (0.0,), _arrival_places(game, unit), spread=16.0):
        yield {"poses": poses}
    yield {"poses": None}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that the unit's rule or the rules of setting up do not allow."""
    if data["poses"] is None:
        return None
    unit = game.unit(decision.subject)
    return placing.refusal(game, unit, data["poses"], _arrival_places(game, unit), "reinforcements.arrive")
