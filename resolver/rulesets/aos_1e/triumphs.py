"""Triumphs: what a player has whose army won a major victory in its previous battle.

Source: AOS-TRIUMPH-01, -02, AOS-TRITAB-01..04, AOS-Q-28, -29.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from datasheets.systems import system
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.rulesets.aos_1e.names import TRIUMPH_RULES, TRIUMPHS
from resolver.rulesets.aos_1e.setting_up import general
from resolver.shared.rerolls import ROLLED
from resolver.table.state import State

FACES = range(1, 7)
WON = "won_last_battle"


def roll(game: Game) -> Script[bool]:
    """Each player whose roster says that its army won a major victory last time rolls on the table (AOS-TRIUMPH-01, -02)."""
    table = {number: card.id for card in system(game.ruleset.id).cards if card.deck == "triumph" for number in card.rolls}
    for player in (0, 1):
        if not game.armies.documents[player].army.agreed.get(WON):
            continue
        face = game.roll("triumph", number=player)
        triumph = table[face]
        model = general(game, player) if triumph == "empowered" else None
        said: dict[str, Any] = {} if model is None else {"model_marks": ["empowered"]}
        yield from game.happen(
            "triumph.rolled",
            player=player,
            dice=[face],
            triumph=triumph,
            unit=None if model is None else int(game.state.unit[model]),
            model=model,
            player_counts={"triumph": 1 + TRIUMPHS.index(triumph), "triumphs": 1},
            rules=("AOS-TRIUMPH-01", TRIUMPH_RULES[triumph]),
            **said,
        )
    return True


def empower(state: State, fields: Mapping[str, Any]) -> None:
    """A general that is Empowered has one wound more (AOS-TRITAB-04)."""
    if fields["model"] is not None:
        state.write("wounds", fields["model"], 1, np.add)


def more_wounds(game: Game, model: int) -> int:
    """Return how many wounds a model has beyond those of its warscroll (AOS-TRITAB-04)."""
    return int(game.model_marked(model, "empowered"))


def has(game: Game, player: int, triumph: str) -> bool:
    """Tell whether a player has a Triumph that it may still use."""
    place = game.player_count(player, "triumph")
    return bool(place and TRIUMPHS[place - 1] == triumph and game.player_count(player, "triumphs"))


def offer_inspired(game: Game, unit: int) -> Script[None]:
    """When a unit is picked to attack, its player may use Inspired on it, once in the battle (AOS-TRITAB-03, AOS-Q-29)."""
    player = game.owner(unit)
    if not has(game, player, "inspired"):
        return
    data = yield from game.ask("inspired", player, "AOS-TRITAB-03", unit)
    if data["use"]:
        fields: dict[str, Any] = {"unit": unit, "player": player, "triumph": "inspired"}
        spent: dict[str, Any] = {"marks": ["inspired"], "player_counts": {"triumphs": -1}}
        yield from game.happen("triumph.used", rules=("AOS-TRITAB-03",), **fields, **spent)


def _who(game: Game, fields: Data) -> Iterator[Opening]:
    if has(game, fields["player"], "blessed") and game.state.round and fields["label"] != "roll-off":
        shown = {"roll": fields["label"], "dice": fields["faces"], "needed": fields["needed"]}
        yield Opening(fields["player"], None if fields["unit"] < 0 else fields["unit"], shown)


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Keep what was rolled, or set one of the dice to another face (AOS-TRITAB-02)."""
    yield {"die": None, "face": None}
    for place, shown in enumerate(decision.data["dice"]):
        yield from ({"die": place, "face": face} for face in reversed(FACES) if face != shown)


def _bless(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[tuple[int, ...] | None]:
    die = answer["die"]
    if die is None:
        return None
    faces = fields["faces"]
    yield from game.happen(
        "die.changed",
        player=opening.player,
        unit=opening.unit,
        roll=fields["label"],
        before=faces[die],
        face=answer["face"],
        player_counts={"triumphs": -1},
        rules=("AOS-TRITAB-02",),
    )
    return (*faces[:die], int(answer["face"]), *faces[die + 1 :])


BLESSED = Window(on=ROLLED, who=_who, decision="blessed", rule="AOS-TRITAB-02", then=_bless)
"""A player that is Blessed may set one of its dice, after any re-roll and before modifiers (AOS-Q-28)."""
