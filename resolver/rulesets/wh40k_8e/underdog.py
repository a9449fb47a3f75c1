"""The Underdog: who it is, the first turn, and re-rolls of single dice.

Source: 8E-POWER-01..05, 8E-FIRST-01, 8E-Q-11, -35, -47, -48.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.wh40k_8e import matchup


def name(game: Game) -> Script[bool]:
    """Compute both Power Levels, who is the Underdog, and how many re-rolls that gives (8E-POWER-01..04)."""
    powers = [document.army.power_level or 0 for document in game.armies.documents]
    number = matchup.rerolls(abs(powers[0] - powers[1]))
    yield from game.happen(
        "underdog.named",
        player=underdog(game),
        powers=powers,
        rerolls=number,
        player_counts={"rerolls": number},
        rules=("8E-POWER-01", "8E-POWER-03" if powers[0] == powers[1] else "8E-POWER-02", "8E-POWER-04"),
    )
    return True


def underdog(game: Game) -> int:
    """Return the Underdog: the weaker army or, of equal ones, that of the player who chose the zones (8E-POWER-02, -03)."""
    powers = [document.army.power_level or 0 for document in game.armies.documents]
    found = matchup.underdog(powers, int(game.player_count(1, "primary") > 0))
    return 0 if found is None else found


def first_turn(game: Game) -> Script[bool]:
    """The Underdog chooses who has the first turn of every battle round (8E-FIRST-01, 8E-ROUND-02)."""
    player = underdog(game)
    data = yield from game.ask("choose-turn", player, "8E-FIRST-01")
    first = player if data["turn"] == "first" else 1 - player
    yield from game.happen("turn.chosen", player=player, first=first, rules=("8E-FIRST-01", "8E-ROUND-02"))
    return True
