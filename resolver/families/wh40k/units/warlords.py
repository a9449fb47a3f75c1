"""Warlords: who is one, and whether they are gone."""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script


def name(game: Game, player: int) -> Script[None]:
    """A declared Warlord is the Warlord; a player who has declared none chooses a model now."""
    army = game.armies.documents[player].army
    model = next(
        (
            found
            for d in army.declarations_of("warlord")
            if (found := game.armies.model(player, d.subject, d.index)) is not None
        ),
        None,
    )
    if model is None:
        data = yield from game.ask("warlord", player, "warlord")
        model = int(data["model"])
    unit = int(game.state.unit[model])
    traits = [str(declared.value) for declared in army.declarations_of("warlord-trait") if declared.value != "roll"]
    rules = ("warlord", *(("warlord.trait",) if traits else ()))
    yield from game.happen(
        "warlord.named",
        player=player,
        unit=unit,
        model=model,
        trait=traits[0] if traits else None,
        model_marks=["warlord"],
        rules=rules,
    )


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer the first model of every group of equally equipped models."""
    seen = set()
    for index, model in enumerate(game.armies.models):
        if game.armies.units[model.unit].player == decision.player and model.loadout not in seen:
            seen.add(model.loadout)
            yield {"model": index}


def warlord(game: Game, player: int) -> int | None:
    """Return the model that is a player's Warlord, alive or not; None before one was named."""
    models = (model for model in range(len(game.state.alive)) if game.owner(int(game.state.unit[model])) == player)
    return next((model for model in models if game.model_marked(model, "warlord")), None)


def is_destroyed(game: Game, player: int) -> bool:
    """Tell whether a player's Warlord is gone, for whatever reason."""
    model = warlord(game, player)
    return model is None or not game.state.alive[model]
