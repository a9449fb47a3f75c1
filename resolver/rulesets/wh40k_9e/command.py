"""The Command phase: command points, abilities of this phase, and the mission's points at its end.

Source: 9E-CMD-01..03, 9E-BRIEF-02.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.wh40k_9e import mission_only_war


def gain_points(game: Game) -> Script[None]:
    """At the start of the phase, before anything else, the player of a Battle-forged army gains a point (9E-CMD-01)."""
    player = game.active
    if any(declared.value is True for declared in game.armies.documents[player].army.declarations_of("battle-forged")):
        yield from game.happen("command-points.gained", player=player, points=1, rules=("9E-CMD-01",))


def command(game: Game) -> Script[bool]:
    """Resolve the Command phase. What abilities do at its start has happened when it began."""
    yield from mission_only_war.score_markers(game)
    return True
