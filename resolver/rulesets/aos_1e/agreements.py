"""What the players have agreed on before the battle, by what both rosters say; where they differ they roll off.

Source: AOS-FIELD-03..05, AOS-MIR-01, -02, AOS-Q-01, -10, -32, -34, -43, -46, -48.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.document import RosterDocument
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e.names import ENDURE
from resolver.shared.rolling import roll_off

DEFAULTS: Mapping[str, Any] = {
    "realm": None,
    "scenery": "roll",
    "terrain": "roll",
    "first_turn_chooser": "finished_last",
    "round_limit": 0,
    "measure_from": "model",
    "field_width": None,
    "field_depth": None,
}
"""What holds where nobody has said anything; a `round_limit` of 0 is none."""
LEAST_ENDURED = 6
"""A battle in which Endure is an objective lasts at least so many rounds (AOS-Q-32)."""


def wishes(documents: tuple[RosterDocument, RosterDocument], key: str) -> tuple[Any, Any]:
    """Return what each roster says of a matter, None where it says nothing."""
    first, second = (document.army.agreed.get(key) for document in documents)
    return (None if first == "" else first), (None if second == "" else second)


def joint_wish(documents: tuple[RosterDocument, RosterDocument], key: str) -> Any:
    """Return what both rosters want: what one says where the other is silent, the default where both are.

    Where they differ it is what the first says; a battle rolls off (`settle`).
    """
    said = [wish for wish in wishes(documents, key) if wish is not None]
    return said[0] if said else DEFAULTS.get(key)


def settle(game: Game, key: str, rule: str) -> Script[Any]:
    """Settle a matter: as both want, or as the winner of a roll-off does (AOS-FIELD-05, AOS-MIR-02)."""
    both = wishes(game.armies.documents, key)
    found = joint_wish(game.armies.documents, key)
    if None not in both and both[0] != both[1]:
        winner = yield from roll_off(game, "ruling", rule, sorted(DEFAULTS).index(key))
        found = both[winner]
        yield from game.happen("ruling.made", player=winner, matter=key, ruling=str(found), rules=(rule, "AOS-MIR-02"))
    return found


def ask_both(game: Game, kind: str, rule: str, number: int, **data: Any) -> Script[Any]:
    """Ask both players for a ruling; where they differ the winner of a roll-off has its way (AOS-MIR-01, -02, AOS-Q-46)."""
    answers = []
    for player in (0, 1):
        answers.append((yield from game.ask(kind, player, rule, **data)))
    if answers[0] == answers[1]:
        return answers[0]
    winner = yield from roll_off(game, "ruling", "AOS-MIR-02", len(DEFAULTS) + number)
    said = ", ".join(str(value) for value in answers[winner].values())
    yield from game.happen("ruling.made", player=winner, matter=kind, ruling=said, rules=("AOS-MIR-01", "AOS-MIR-02"))
    return answers[winner]


def round_limit(game: Game) -> int | None:
    """Return the battle round after which the battle ends, None where its length is not limited (AOS-ROUND-07, AOS-Q-32)."""
    agreed = game.player_count(0, "limit")
    if not agreed:
        return None
    endured = any(game.player_count(player, "objective") == ENDURE for player in (0, 1))
    return max(agreed, LEAST_ENDURED) if endured else agreed
