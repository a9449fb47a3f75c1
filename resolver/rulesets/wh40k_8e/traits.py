"""Warlord Traits: rolled or chosen right before the players deploy, unless the roster has one.

Source: 8E-WARLORD-02..04, 8E-SEQ-02, 8E-Q-34.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.systems import system
from datasheets.values import Dice
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.units import warlords
from resolver.shared.rolling import roll_amount, roll_off
from resolver.shared.units import engagement

ROLL = "roll"


def determine(game: Game) -> Script[bool]:
    """Players whose Warlord has no trait yet roll for one or choose it, in the order of a roll-off."""
    asked = [player for player in (0, 1) if _is_open(game, player)]
    if len(asked) == 2 and (yield from roll_off(game, "traits", "8E-SEQ-02")) == 1:
        asked = [1, 0]
    for player in asked:
        yield from _determine(game, player)
    return True


def _is_open(game: Game, player: int) -> bool:
    """Tell whether a player's Warlord is a CHARACTER for whom the roster has no trait, or says to roll."""
    model = warlords.warlord(game, player)
    declared = [row.value for row in game.armies.documents[player].army.declarations_of("warlord-trait")]
    return model is not None and engagement.model_has(game, model, "CHARACTER") and declared in ([], [ROLL])


def _determine(game: Game, player: int) -> Script[None]:
    model = warlords.warlord(game, player)
    traits, faces = system(game.ruleset.id).traits, list[int]()
    if model is None:
        return
    shown = [{"trait": trait.id, "name": trait.name} for trait in traits]
    said = [str(row.value) for row in game.armies.documents[player].army.declarations_of("warlord-trait")]
    data = {"trait": ROLL} if said else (yield from game.ask("warlord-trait", player, "8E-WARLORD-03", traits=shown))
    if data["trait"] == ROLL:
        number, faces = roll_amount(game, "table", Dice.parse("D3"), number=player)
        place = next(place for place, trait in enumerate(traits) if trait.roll == number)
    else:
        place = next(place for place, trait in enumerate(traits) if trait.id == data["trait"])
    yield from game.happen(
        "trait.determined",
        player=player,
        unit=int(game.state.unit[model]),
        model=model,
        trait=traits[place].id,
        name=traits[place].name,
        dice=faces,
        player_counts={"trait": place + 1},
        rules=("8E-WARLORD-02", "8E-WARLORD-03", "8E-WARLORD-04"),
    )


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Roll, or choose a trait of the table."""
    yield {"trait": ROLL}
    yield from ({"trait": row["trait"]} for row in decision.data["traits"])
