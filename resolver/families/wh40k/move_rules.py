"""What an edition says about moves and transports: small functions, where editions differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from resolver.engine.decision import Data
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import distances


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRules:
    """One edition.

    Args:
        least: the minimum move of a model, 0 if it has none: (game, model, what an Advance adds to its Move).
        crash: what happens to those aboard a model that failed its minimum move; returns the units that got out of it.
        stayed: what follows when a selected unit stayed where it is.
        barred: may nobody embark in a transport model now?
        stuck: marks of a transport after whose move those aboard may no longer get out of it.
        carry: what a transport unit's move means to those aboard: (game, unit, marks of the move).
        leaving: how the distance to a transport is measured by models that get out of it.
        in_part: may a unit that gets out leave those behind for whom there is no room? Asked of the decision's data.
        wreck_marks: what is remembered about units that get out of a destroyed transport.
        unit_out: what befalls a unit when it has got out of a wreck; `all_out`: all of them, when the wreck is removed.
    """

    least: Callable[[Game, int, int], float]
    crash: Callable[[Game, int], Script[list[int]]]
    stayed: Callable[[Game, int], Script[None]] = lambda game, unit: NOTHING
    barred: Callable[[Game, int], bool] = lambda game, model: False
    stuck: tuple[str, ...]
    carry: Callable[[Game, int, list[str]], Script[None]] = lambda game, unit, marks: NOTHING
    leaving: Callable[[Bodies, Bodies], Floats] = distances
    in_part: Callable[[Data], bool]
    wreck_marks: tuple[str, ...] = ()
    unit_out: Callable[[Game, list[int]], Script[None]] = lambda game, units: NOTHING
    all_out: Callable[[Game, list[int]], Script[None]] = lambda game, units: NOTHING
