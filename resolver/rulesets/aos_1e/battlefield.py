"""The battle begins: the realm, the battlefield, its terrain features and their scenery rules.

Source: AOS-FIELD-01..08, AOS-SCENERY-02, AOS-SCENTAB-01, AOS-Q-34, -44, -48, -52.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasheets.systems import system
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import agreements, features
from resolver.shared import beginning
from resolver.shared.plain.assembly import find_mission
from resolver.shared.rolling import D6, roll_amount

SCENERY = "scenery"
"""The deck of scenery rules, and the dice that are rolled on it."""
MOST_SQUARES = 100
"""No battlefield has more squares; what is asked of features is numbered from here on."""


def create(game: Game) -> Script[bool]:
    """Begin: the realm, then the battlefield with terrain, then the scenery rules (AOS-Q-44)."""
    yield from beginning.begin(game)
    realm = yield from agreements.settle(game, "realm", "AOS-FIELD-05")
    yield from game.happen("realm.chosen", realm=realm, rules=("AOS-FIELD-03", "AOS-FIELD-04"))
    table = find_mission(game.ruleset.id, game.mission).table
    width = yield from agreements.settle(game, "field_width", "AOS-FIELD-02")
    depth = yield from agreements.settle(game, "field_depth", "AOS-FIELD-02")
    limit = yield from agreements.settle(game, "round_limit", "AOS-ROUND-07")
    usual = (table.width_in, table.depth_in) if table else (72.0, 48.0)
    yield from game.happen(
        "battlefield.created",
        width=float(width or usual[0]),
        depth=float(depth or usual[1]),
        player=0,
        player_counts={"limit": int(limit or 0)},
        rules=("AOS-FIELD-01", "AOS-FIELD-02"),
    )
    yield from _place_features(game)
    yield from _give_scenery(game)
    return True


def _place_features(game: Game) -> Script[None]:
    """For each square roll how many features it has, or take one for each, and place them (AOS-FIELD-06..08)."""
    how = yield from agreements.settle(game, "terrain", "AOS-FIELD-07")
    board = game.state.board
    for number, square in enumerate(features.squares(board.width, board.depth)):
        wanted = {"none": 0, "one": 1}.get(how)
        if wanted is None:
            wanted = yield from _roll_features(game, number)
        for place in range(wanted):
            piece = features.draw(game, square, number * features.CHOICE + place)
            if piece is not None:
                yield from game.happen(
                    "terrain.placed",
                    name=piece.name,
                    corners=piece.footprint.corners,
                    height=piece.height,
                    blocks_sight=piece.blocks_sight,
                    blocks_movement=piece.blocks_movement,
                    top=piece.top,
                    tags=piece.tags,
                    rules=("AOS-FIELD-01", "AOS-FIELD-06"),
                )


def _roll_features(game: Game, square: int) -> Script[int]:
    dice = [game.roll("features", number=square, die=die) for die in (0, 1)]
    found = features.number_of(sum(dice))
    chosen = found is None
    if found is None:
        answer = yield from agreements.ask_both(game, "features", "AOS-FIELD-08", square, square=square + 1)
        found = int(answer["number"])
    rules = ("AOS-FIELD-07", *(("AOS-FIELD-08",) if chosen else ()))
    yield from game.happen(
        "features.rolled", square=square + 1, dice=dice, total=sum(dice), number=found, chosen=chosen, rules=rules
    )
    return found


def feature_options(game: Game, decision: Decision) -> Iterator[Data]:
    """None, one, two or three features (AOS-FIELD-08)."""
    return ({"number": number} for number in range(features.CHOICE + 1))


def scenery_rules(game: Game) -> dict[int, str]:
    """Return the Scenery Table: the rule of each result of a die (AOS-SCENTAB-01)."""
    cards = [card for card in system(game.ruleset.id).cards if card.deck == SCENERY]
    return {roll: card.id for card in cards for roll in card.rolls}


def _give_scenery(game: Game) -> Script[None]:
    """Each feature gets one scenery rule: rolled for, or chosen; or none (AOS-SCENERY-02)."""
    how = yield from agreements.settle(game, "scenery", "AOS-SCENERY-02")
    table = scenery_rules(game)
    for feature in range(len(game.state.board.terrain)) if how != "none" else ():
        dice: list[int] = []
        if how == "choose":
            name = game.state.board.terrain[feature].name
            asked: dict[str, Any] = {"feature": feature, "piece": name, "names": list(table.values())}
            number = MOST_SQUARES + feature
            answer = yield from agreements.ask_both(game, "scenery", "AOS-SCENERY-02", number, **asked)
            found = str(answer["scenery"])
        else:
            rolled, dice = roll_amount(game, SCENERY, D6, number=feature)
            found = table[rolled]
        yield from game.happen(
            "scenery.ruled", feature=feature, scenery=found, dice=dice, rules=("AOS-SCENERY-02", "AOS-SCENTAB-01")
        )
