"""Selecting a unit: one decision for every phase, by what it is selected `to` do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script


def select(
    game: Game,
    player: int,
    to: str,
    units: Sequence[int],
    rule: str,
    *,
    rules: Sequence[str] = (),
    optional: bool = True,
    marks: Sequence[str] = ("acted",),
    go: int | None = None,
) -> Script[int | None]:
    """Let a player select one of the units; None when there is none, or where `optional` when the player wants no more.

    The selected unit is marked and begins its next action, to which its dice belong.
    """
    if not units:
        return None
    keys = [game.key(unit) for unit in units]
    data = yield from game.ask("select", player, rule, to=to, units=keys, optional=optional)
    if data["unit"] is None:
        return None
    unit = game.unit(data["unit"])
    turn = {} if go is None else {"go": go}
    yield from game.happen(
        "unit.selected", unit=unit, to=to, marks=list(marks), counts={"actions": 1}, rules=(rule, *rules), **turn
    )
    return unit


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every unit that was offered, and nobody where that is allowed."""
    for key in decision.data["units"]:
        yield {"unit": key}
    if decision.data["optional"]:
        yield {"unit": None}


def model_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every model of the unit that stands on the table."""
    yield from ({"model": int(model)} for model in game.state.standing(game.unit(decision.subject)))
