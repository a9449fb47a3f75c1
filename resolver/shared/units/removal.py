"""Models leave play, and units with their last model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from resolver.engine.game import Game
from resolver.engine.ruleset import Script


def remove_model(game: Game, model: int, kind: str, cause: str, by: int | None, rules: Sequence[str] = ()) -> Script[None]:
    """Remove a model from play; with the last one its unit is destroyed.

    `kind` is the event that says so, `by` the player to whom a destroyed model counts, None for nobody.
    """
    unit = int(game.state.unit[model])
    fields: dict[str, Any] = {"cause": cause, "by": by} if kind == "model.destroyed" else {}
    cited = ("destroyed.removed", *rules)
    yield from game.happen(kind, unit=unit, model=model, counts={"lost": 1}, rules=cited, **fields)
    if not len(game.state.models_of(unit)):
        credit = "destroyed.no-credit" if by is None else "destroyed.credit"
        yield from game.happen("unit.destroyed", unit=unit, cause=cause, by=by, rules=("destroyed.unit", credit))


def lose_unit(game: Game, unit: int, cause: str, rules: Sequence[str]) -> Script[None]:
    """A whole unit, with all aboard it, counts as destroyed; nothing is set off, and nobody destroyed it."""
    for model in game.state.models_of(unit):
        for rider in aboard(game, int(model)):
            yield from lose_unit(game, rider, cause, rules)
        yield from game.happen(
            "model.destroyed", unit=unit, model=int(model), cause=cause, by=None, counts={"lost": 1}, rules=rules
        )
    yield from game.happen("unit.destroyed", unit=unit, cause=cause, by=None, rules=("destroyed.no-credit", *rules))


def aboard(game: Game, model: int) -> list[int]:
    """Return the units embarked in a transport model."""
    return [unit for unit in game.living_units() if game.state.embarked_in[unit] == model]
