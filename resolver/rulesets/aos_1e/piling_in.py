"""Piling in: each model of a unit that attacks may move up to 3 inches, nearer to the enemy model closest to it.

Source: AOS-COMBAT-06, -07, AOS-Q-15.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.moves import contact, legs, moving
from resolver.shared.moves.allowance import equal_limits
from resolver.shared.moves.moving import Manner, Mover
from resolver.shared.moves.proposals import MARGIN

INCHES = 3.0
WORTH = 0.05
"""A shorter move is none that anybody would see, in inches."""
PILE_IN = Manner("AOS-COMBAT-07", enemies="free")


def pile_in(game: Game, unit: int) -> Script[None]:
    """Move the models of a unit up to 3 inches closer to the enemy, where one of them may still come closer."""
    if not _may_come_closer(game, unit):
        return
    data = yield from game.ask("pile-in", game.owner(unit), "AOS-COMBAT-07", unit, most=INCHES)
    said = {"rules": ("AOS-COMBAT-06", "AOS-COMBAT-07", "AOS-UNIT-06")}
    yield from legs.carry_out(
        game, unit, PILE_IN, equal_limits(game, unit, INCHES), data, move="pile-in", most=INCHES, **said
    )


def _may_come_closer(game: Game, unit: int) -> bool:
    """Tell whether a model that may move does not touch the enemy model closest to it."""
    mover = Mover(game, unit, PILE_IN, equal_limits(game, unit, INCHES))
    gaps, _ = moving.nearest_enemy(game, unit, mover.start)
    able = [mover.limits[int(model)] > 0.0 for model in mover.models]
    return bool(gaps.shape[1] and any(able) and (gaps[able].min(1) > MARGIN).any())


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; that no model moves is always legal."""
    if not data["moves"]:
        return None
    unit = game.unit(decision.subject)
    mover = Mover(game, unit, PILE_IN, equal_limits(game, unit, INCHES))
    return moving.refusal(mover, data) or _closer(mover)


def _closer(mover: Mover) -> Refusal | None:
    return moving.closer_refusal(mover, "AOS-COMBAT-07", "")


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose to move as close as the unit gets, where that is worth a move, and to stay."""
    unit = game.unit(decision.subject)
    offers = contact.closing_in(game, unit, PILE_IN, equal_limits(game, unit, INCHES), lambda mover, _: _closer(mover))
    yield from (offer for offer in offers if any(_far(game, step) >= WORTH for step in offer["moves"]))
    yield {"moves": []}


def _far(game: Game, step: Data) -> float:
    """Return how far from its place a step leads its model, in inches."""
    (x, y, *_), model = step["path"][-1], step["model"]
    return hypot(x - float(game.state.x[model]), y - float(game.state.y[model]))
