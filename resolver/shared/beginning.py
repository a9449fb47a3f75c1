"""A battle begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from resolver.engine.game import Game, seed_digest
from resolver.engine.ruleset import Script


def begin(game: Game, armies: tuple[dict[str, Any], dict[str, Any]] = ({}, {})) -> Script[None]:
    """Begin the battle: who meets whom, and how; `armies` are further facts about each."""
    documents = game.armies.documents
    met = zip(documents, armies, strict=True)
    yield from game.happen(
        "battle.began",
        system=game.ruleset.id,
        mission=game.mission,
        armies=[{"name": document.army.name, "digest": document.digest, **facts} for document, facts in met],
        seed_digest=seed_digest(game.seed, game.salt),
        game=game.state.game,
        unresolved=len(game.ruleset.list_unresolved(game.armies)),
        rules=("battle.begins",),
    )


def end(game: Game, winner: int | None, reason: str, rules: Sequence[str] = (), **said: Any) -> Script[bool]:
    """End the battle: who has won (None: nobody), why, and the seed."""
    fields = {"winner": winner, "reason": reason, "victory_points": game.score, "seed": game.seed, **said}
    yield from game.happen("battle.ended", **fields, rules=rules)
    return True
