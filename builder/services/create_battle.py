"""A battle comes into the database: new, forked from another one, or from a record; people get the tokens of their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.services import catalogues
from builder.services.playing import HUMAN, Playing
from builder.services.tokens import new_id, new_token, token_digest
from builder.store import Store
from builder.store.battles import BattleRow
from datasheets.effects.recognition.recognise import VERSION
from resolver.engine.battle import Battle
from resolver.engine.record import ENGINE


@dataclass(frozen=True, slots=True)
class Started:
    """A new battle, and the tokens of its seats (None where a program sits); they are shown this once."""

    row: BattleRow
    tokens: tuple[str | None, str | None]


def begin(store: Store, playing: Playing, battle: Battle, players: Sequence[str]) -> Started:
    """Store a battle as it stands, under a new id and with new tokens for people."""
    first, second = (new_token(store.space) if player == HUMAN else None for player in players)
    documents, game = battle.armies.documents, battle.game
    with store.writing() as db:
        armies = [catalogues.keep(db, document.data) for document in documents]
    row = BattleRow(
        id=new_id(),
        system=game.ruleset.id,
        name=" – ".join(document.army.name for document in documents),
        mission=game.mission,
        seed=game.seed,
        seats=[
            {"player": player, "token": token_digest(token) if token else ""}
            for player, token in zip(players, (first, second), strict=True)
        ],
        armies=armies,
        versions={"engine": ENGINE, "ruleset": game.ruleset.version, "recognition": VERSION},
        origin=battle.origin.to_json() if battle.origin else None,
        salt=game.salt,
        earlier=[draw.to_json() for draw in battle.earlier],
    )
    return Started(playing.begin(row, battle), (first, second))
